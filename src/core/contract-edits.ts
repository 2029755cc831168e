// What two sides' changes do to each other's contracts and dependencies (FM-F004, FM-F005): what one takes away or
// narrows and the other, in what it changed, declares or uses. Pure but for the types it is handed.
import type { DetectOptions, Finding } from "../detect/model.ts";
import { type ContractSides, contractBreak, type ElementUse } from "../detect/rules/fm-f004-contract-break.ts";
import { dependencyVersion } from "../detect/rules/fm-f005-dependency-version.ts";
import type { SymbolChange } from "../syntax/diff.ts";
import { nameKey, sameName } from "../syntax/names.ts";
import type { Outline } from "../syntax/outline.ts";
import { type SearchedText, useInText } from "../syntax/text-uses.ts";
import { changedPlaces, fieldsOfType, type UsedElement, type UsePlace, useOf } from "../syntax/uses.ts";
import { breaksOf } from "./contract-breaks.ts";
import { scopeKey, scopeKind } from "./derived-scopes.ts";
import type { TreeChange } from "./tree-changes.ts";

/** One side: who, where, and what it changed since the two parted. */
export interface ChangedSide {
  readonly id: string;
  readonly place: string;
  readonly changes: readonly TreeChange[];
  /** Changed texts that no parser reads. */
  readonly searched?: readonly SearchedText[];
}

/** Findings of a pair of sides; `source` is the side that was asked about, or the later one. */
export function contractEdits(source: ChangedSide, target: ChangedSide, options: DetectOptions): Finding[] {
  const found = [
    ...breaksBetween(source, target, "breaker", options),
    ...breaksBetween(target, source, "user", options),
    ...versionsBetween(source, target, options),
  ];
  // What both sides change is found from either side, and is one finding.
  return [...new Map(found.reverse().map((finding) => [finding.id, finding])).values()].reverse();
}

/** @param role the part that the finding's source plays: it breaks, or it uses */
function breaksBetween(
  breaker: ChangedSide,
  user: ChangedSide,
  role: ContractSides["source"],
  options: DetectOptions,
): Finding[] {
  const broken = breaksOf(breaker.changes);
  if (broken.length === 0) return [];
  const places = user.changes.flatMap(({ file, before, after }) => changedPlaces(file.path, before, after));
  return broken.flatMap(({ change, symbol }) => {
    const uses = [...changedThere(symbol, change, user), ...usedThere(symbol, change, places, user.searched ?? [])];
    const kind = scopeKind(symbol.kind);
    const language = (change.before ?? change.after)?.language;
    const finding = contractBreak.check(
      { breaker, user, source: role },
      {
        scope: { kind, key: scopeKey(kind, symbol.name, language, change.file.path) },
        operation: symbol.operation,
        file: change.file.path,
        ...(symbol.why ? { why: symbol.why } : {}),
      },
      uses,
      options,
      true,
    );
    return finding ? [finding] : [];
  });
}

/** The other side changes the very element, and not in the same way. */
function changedThere(symbol: SymbolChange, { before, after }: TreeChange, user: ChangedSide): ElementUse[] {
  const language = (before ?? after)?.language;
  const key = nameKey(symbol.name, language);
  return user.changes.flatMap(({ file, symbols }) =>
    symbols
      .filter((other) => other.kind === symbol.kind && sameName(nameKey(other.name, language), key))
      .filter((other) => other.operation !== symbol.operation || other.after?.digest !== symbol.after?.digest)
      .map((other) => ({ file: file.path, symbol: other.name, line: other.start_line, how: "code" as const })),
  );
}

function usedThere(
  symbol: SymbolChange,
  { before, after }: TreeChange,
  places: readonly UsePlace[],
  texts: readonly SearchedText[],
): ElementUse[] {
  const element = elementOf(symbol, before);
  const owner = symbol.name.slice(0, Math.max(0, symbol.name.lastIndexOf(".")));
  const type = symbol.kind === "graphql_type" ? symbol.name : symbol.kind === "graphql_field" ? owner : undefined;
  const schema = before ?? after;
  const holders = type === undefined ? [] : fieldsOfType(schema, type, element.input || element.isValue);
  const seen = places.flatMap((place) => {
    const use = useOf(element, place, holders);
    if (use === undefined) return [];
    return [
      {
        file: place.file,
        ...(place.symbol === undefined ? {} : { symbol: place.symbol }),
        line: place.line,
        how: "code" as const,
        match: use.match,
        word: use.word,
        fresh: place.fresh.has(use.word),
      },
    ];
  });
  const found = texts.flatMap((text): ElementUse[] => {
    const use = useInText(element, text, holders);
    return use ? [{ file: text.file, line: use.line, how: "code", match: use.match, word: use.word, fresh: true }] : [];
  });
  return [...seen, ...found];
}

/** What is asked about: the element as it was, and what of it is gone. */
function elementOf({ name, kind, operation, before, after }: SymbolChange, schema: Outline | undefined): UsedElement {
  const of = before ?? after;
  const names = new Set(schema?.symbols.map((symbol) => symbol.name));
  const demanded = operation === "add" || (before?.required !== after?.required && after?.required === true);
  return {
    name,
    kind,
    also: before?.also,
    input: of?.input,
    ...(of?.input && demanded ? { demanded } : {}),
    ...(kind === "graphql_field" && of !== undefined && of.type === undefined ? { isValue: true } : {}),
    // Values that are symbols are told of on their own.
    gone: before?.values?.filter((value) => !after?.values?.includes(value) && !names.has(`${name}.${value}`)),
  };
}

/** Packages to which both sides give a version, and not the same; of one name in two kinds of manifest they are two. */
function versionsBetween(source: ChangedSide, target: ChangedSide, options: DetectOptions): Finding[] {
  const theirs = versionsOf(target);
  return [...versionsOf(source)].flatMap(([key, mine]) => {
    const other = theirs.get(key);
    if (!other) return [];
    const finding = dependencyVersion.check(
      { id: source.id, place: source.place, ...mine },
      { id: target.id, place: target.place, ...other },
      options,
      true,
    );
    return finding ? [finding] : [];
  });
}

interface SetVersion {
  readonly name: string;
  readonly version: string;
  readonly file: string;
}

/** By manifest and name. */
function versionsOf(side: ChangedSide): Map<string, SetVersion> {
  const versions = new Map<string, SetVersion>();
  for (const { file, symbols } of side.changes) {
    const manifest = file.path.slice(file.path.lastIndexOf("/") + 1);
    for (const { kind, name, after, before } of symbols) {
      if (kind !== "dependency" || after?.version === undefined || after.version === before?.version) continue;
      versions.set(`${manifest}\0${name}`, { name, version: after.version, file: file.path });
    }
  }
  return versions;
}
