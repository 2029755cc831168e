// What changed between two outlines of one file, as operations on its symbols (spec 3.7). Pure.
import type { Operation } from "../detect/model.ts";
import { contractChange } from "./contract.ts";
import { containsName, nameKey } from "./names.ts";
import { type Effect, isElementKind, type Outline, type OutlineSymbol, type SymbolKind } from "./outline.ts";
import { type SignatureChange, strongest } from "./signature.ts";

export interface SymbolChange {
  /** Name before, or after when it is new. */
  readonly name: string;
  readonly kind: SymbolKind;
  readonly operation: Extract<Operation, "add" | "remove" | "rename" | "modify" | "extend" | "replace">;
  /** The signature changed in a way that the text alone does not explain. */
  readonly signature_changed?: true;
  /** The new name of what was renamed. */
  readonly new_name?: string;
  /** Lines in the new text; of what is gone, in the old one. */
  readonly start_line: number;
  readonly end_line: number;
  /** Only its comments or its layout changed. */
  readonly cosmetic?: true;
  readonly before?: OutlineSymbol;
  readonly after?: OutlineSymbol;
  /** For schema elements: in words, what became narrower or different. */
  readonly why?: readonly string[];
}

/** Entries of one name, in order of appearance (overloads, extensions, a prototype and its definition). */
type Group = readonly OutlineSymbol[];

/**
 * Compares two full outlines; either may be missing (a new file, a deleted one). Members that come, go or move with
 * what holds them are not named on their own.
 */
export function diffOutlines(before: Outline | undefined, after: Outline | undefined): SymbolChange[] {
  const old = groupsOf(before);
  const now = groupsOf(after);
  const changes: SymbolChange[] = [];
  for (const [from, to] of renames(old, now)) {
    const [was, is] = [old.get(from) as Group, now.get(to) as Group];
    changes.push({ ...place(is, from), operation: "rename", new_name: to, ...sides(was, is) });
    move(old, from, to);
  }
  const language = after?.language ?? before?.language;
  const removed = [...old.keys()].filter((name) => !now.has(name));
  const added = [...now.keys()].filter((name) => !old.has(name));
  for (const name of outermost(removed, language)) {
    const was = old.get(name) as Group;
    changes.push({ ...place(was, name), operation: "remove", ...sides(was, undefined) });
  }
  for (const name of outermost(added, language)) {
    const is = now.get(name) as Group;
    changes.push({ ...place(is, name), operation: "add", ...sides(undefined, is) });
  }
  for (const [name, is] of now) {
    const was = old.get(name);
    const change = was && compared(was, is);
    if (change) changes.push(change);
  }
  changes.push(...effectChanges(before?.effects ?? [], after?.effects ?? []));
  return changes.sort((a, b) => a.start_line - b.start_line || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function groupsOf(outline: Outline | undefined): Map<string, Group> {
  const groups = new Map<string, OutlineSymbol[]>();
  for (const symbol of outline?.symbols ?? []) {
    const known = groups.get(symbol.name);
    if (known) known.push(symbol);
    else groups.set(symbol.name, [symbol]);
  }
  return groups;
}

function place(group: Group, name: string): Pick<SymbolChange, "name" | "kind" | "start_line" | "end_line"> {
  const symbol = group.at(-1) as OutlineSymbol;
  return { name, kind: symbol.kind, start_line: symbol.start_line, end_line: symbol.end_line };
}

function sides(was: Group | undefined, is: Group | undefined): Pick<SymbolChange, "before" | "after"> {
  return { ...(was?.[0] ? { before: was[0] } : {}), ...(is?.[0] ? { after: is[0] } : {}) };
}

/** Names without those that lie in another one of the list. */
function outermost(names: readonly string[], language: string | undefined): string[] {
  const keys = names.map((name) => nameKey(name, language));
  const known = new Set(keys.map((key) => key.join("\n")));
  return names.filter((_, i) => {
    const key = keys[i] as readonly string[];
    return !key.some((__, length) => length > 0 && known.has(key.slice(0, length).join("\n")));
  });
}

/**
 * Pairs of a name that is gone and one that came, of one kind and place, with the same text but for the name. A
 * dependency has no other name: two packages of one version are two packages.
 */
function renames(old: ReadonlyMap<string, Group>, now: ReadonlyMap<string, Group>): [string, string][] {
  const pairs: [string, string][] = [];
  const came = [...now].filter(([name]) => !old.has(name));
  const taken = new Set<string>();
  const moved: string[] = [];
  for (const [from, was] of old) {
    if (was[0]?.kind === "dependency" || now.has(from) || moved.some((prefix) => isMember(from, prefix))) continue;
    const found = came.find(
      ([to, is]) => !taken.has(to) && sameBut(was, is) && sameHolder(from, to) && sameMembers(old, now, from, to),
    );
    if (!found) continue;
    taken.add(found[0]);
    moved.push(from);
    pairs.push([from, found[0]]);
  }
  return pairs;
}

function sameBut(was: Group, is: Group): boolean {
  return (
    was.length === is.length &&
    was.every(
      (symbol, i) => symbol.digest !== undefined && symbol.kind === is[i]?.kind && symbol.digest === is[i]?.digest,
    )
  );
}

const SEPARATOR = /::|[.#]/;

function isMember(name: string, holder: string): boolean {
  return name.startsWith(holder) && SEPARATOR.test(name.slice(holder.length, holder.length + 2));
}

function sameHolder(a: string, b: string): boolean {
  return a.replace(/(?:::|[.#]|^)[^.:#]*$/, "") === b.replace(/(?:::|[.#]|^)[^.:#]*$/, "");
}

/** A class is the same under another name only when most of its members are there too. */
function sameMembers(
  old: ReadonlyMap<string, Group>,
  now: ReadonlyMap<string, Group>,
  from: string,
  to: string,
): boolean {
  const rest = (names: Iterable<string>, holder: string): Set<string> =>
    new Set([...names].filter((name) => isMember(name, holder)).map((name) => name.slice(holder.length)));
  const [was, is] = [rest(old.keys(), from), rest(now.keys(), to)];
  if (was.size === 0 && is.size === 0) return true;
  const shared = [...was].filter((name) => is.has(name)).length;
  return shared * 2 >= Math.max(was.size, is.size);
}

/** Files the renamed symbol and its members under the new name, so that they are compared like the others. */
function move(old: Map<string, Group>, from: string, to: string): void {
  for (const [name, group] of [...old]) {
    if (name !== from && !isMember(name, from)) continue;
    old.delete(name);
    if (name !== from) old.set(to + name.slice(from.length), group);
  }
  old.set(to, []);
}

function compared(was: Group, is: Group): SymbolChange | undefined {
  if (was.length === 0) return undefined;
  const same =
    was.length === is.length &&
    was.every(
      (symbol, i) =>
        symbol.digest === is[i]?.digest &&
        symbol.header === is[i]?.header &&
        symbol.required === is[i]?.required &&
        // A version may stand in another place than its package.
        symbol.version === is[i]?.version,
    );
  if (same) return undefined;
  const { change, why } = groupChange(was, is);
  return {
    ...place(is, (is[0] as OutlineSymbol).name),
    operation: change === "extend" ? "extend" : change === "replace" ? "replace" : "modify",
    ...(change === "unknown" ? { signature_changed: true as const } : {}),
    ...sides(was, is),
    ...(why.length > 0 ? { why } : {}),
  };
}

/** Overloads: one more extends, one less replaces; a prototype and its definition are compared in order. */
function groupChange(was: Group, is: Group): { change: SignatureChange; why: readonly string[] } {
  if (was.length === is.length) {
    const changes = was.map((symbol, i) => contractChange(symbol, is[i] as OutlineSymbol));
    return { change: strongest(changes.map(({ change }) => change)), why: changes.flatMap(({ why }) => why) };
  }
  const now = new Set(is.map(signatureText));
  const kept = was.filter((symbol) => now.has(signatureText(symbol)));
  return { change: kept.length === was.length ? "extend" : "replace", why: [] };
}

function signatureText(symbol: OutlineSymbol): string {
  return JSON.stringify([symbol.header, symbol.parameters, symbol.returns, symbol.type, symbol.required]);
}

/** Statements that are new: what they do to elements of other files. */
function effectChanges(before: readonly Effect[], after: readonly Effect[]): SymbolChange[] {
  const text = ({ start_line: _first, end_line: _last, ...effect }: Effect): string => JSON.stringify(effect);
  const known = new Set(before.map(text));
  return after
    .filter((effect) => !known.has(text(effect)))
    .map((effect) => ({
      name: effect.name,
      kind: effect.kind,
      operation: effect.operation,
      start_line: effect.start_line,
      end_line: effect.end_line,
      ...(effect.new_name === undefined ? {} : { new_name: effect.new_name }),
      ...(effect.narrows ? { why: ["a value is required now"] } : {}),
    }));
}

/** True for changes that can break somebody who uses the element: gone, narrower, or different. */
export function breaksContract(change: SymbolChange): boolean {
  if (!isElementKind(change.kind)) return false;
  // Who sends must send it from now on.
  if (change.operation === "add") return change.after?.input === true && change.after.required === true;
  return /^(?:remove|rename|replace)$/.test(change.operation) || change.signature_changed === true;
}

/** True when a change lies in what is named: the same symbol, its member, or what holds it. */
export function touchesName(change: SymbolChange, name: string, language: string | undefined): boolean {
  const [a, b] = [nameKey(change.name, language), nameKey(name, language)];
  return a.join("\n") === b.join("\n") || containsName(a, b) || containsName(b, a);
}
