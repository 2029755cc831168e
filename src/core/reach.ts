// conflicts check --reach (spec 3.7): a destructive operation of one intent on a symbol that code in another intent's
// declared files or symbols refers to (FM-C009). Only edges that a parser extracted. Reads git and files.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globMatches, isGlob } from "../detect/glob.ts";
import type { Finding, ScopeClaim } from "../detect/model.ts";
import { DESTRUCTIVE } from "../detect/model.ts";
import { normalise } from "../detect/normal-form.ts";
import { dependencyReach } from "../detect/rules/fm-c009-dependency-reach.ts";
import type { CodePlace } from "../detect/rules/fm-x001-already-exists.ts";
import { filesWithWords } from "../git/grep.ts";
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { isFormat, languageByPath } from "../syntax/language.ts";
import { NameIndex, nameKey } from "../syntax/names.ts";
import type { Outline } from "../syntax/outline.ts";
import type { NotAssessed } from "./documents.ts";
import { Outlines } from "./outlines.ts";
import type { Session } from "./session.ts";
import { isNamedAsCode } from "./unread-changes.ts";

export interface Reach {
  readonly findings: readonly Finding[];
  readonly notAssessed: readonly NotAssessed[];
}

/** A name that has more definitions says too little of what a reference means. */
const MOST_DEFINITIONS = 20;
const MOST_FILES = 400;
const SEARCH_MS = 5000;

const destructive: ReadonlySet<string> = new Set(DESTRUCTIVE);

/** The part of an intent that reach looks at; a what-if has one too. */
export type Reaching = Pick<Intent, "id" | "scopes" | "files">;

/**
 * @param subjects ids of the intents asked about; undefined: every pair
 * @param whatIf a declaration that is only asked about; then only pairs with it
 */
export async function reachOf(
  session: Session,
  state: State,
  subjects: ReadonlySet<string> | undefined,
  whatIf?: Reaching,
): Promise<Reach> {
  if (session.repository === undefined) {
    return { findings: [], notAssessed: [{ what: "code", reason: "no git repository", side: "subject" }] };
  }
  const open: readonly Reaching[] = [...(whatIf ? [whatIf] : []), ...state.openIntents()];
  const breaking = open.flatMap((intent) => targetsOf(intent));
  if (breaking.length === 0) return { findings: [], notAssessed: [] };
  const words = [...new Set(breaking.map(({ simple }) => simple))];
  const hits = await filesWithWords(session.root, words, SEARCH_MS, true);
  const code = (hits ?? []).filter(isCode);
  if (hits === undefined || code.length > MOST_FILES) {
    const reason = hits === undefined ? "the search took too long" : `${code.length} files hold the names in question`;
    return { findings: [], notAssessed: [{ what: "callers", reason, side: "subject" }] };
  }
  const { outlines, unread } = await outlinesOf(session, hits);
  const findings: Finding[] = [];
  const missed = new Map<string, NotAssessed>();
  for (const target of breaking) {
    const definitions = outlines.filter((outline) => definesSimple(outline, target.simple));
    if (definitions.length > MOST_DEFINITIONS) continue;
    for (const other of open) {
      if (other.id === target.intent.id) continue;
      if (subjects && !subjects.has(other.id) && !subjects.has(target.intent.id)) continue;
      const callers = callersIn(other, target, outlines);
      const finding = dependencyReach.check(target.intent.id, target, other.id, callers, {
        rules: session.settings.rules,
        ignoreCase: session.repository.ignoreCase,
      });
      if (finding) findings.push(finding);
      for (const { file, reason, words } of unread) {
        if (!words.has(target.simple) || !declaresFile(other, file)) continue;
        missed.set(file, { what: file, reason: `${reason}; it holds the word ${target.simple}`, side: "subject" });
      }
    }
  }
  return {
    findings: [...new Map(findings.map((finding) => [finding.id, finding])).values()],
    notAssessed: [...missed.values()],
  };
}

interface Target {
  readonly intent: Reaching;
  readonly scope: ScopeClaim;
  readonly operation: ScopeClaim["operation"];
  /** Last part of its name: what code that refers to it says. */
  readonly simple: string;
}

function targetsOf(intent: Reaching): Target[] {
  return intent.scopes
    .filter(({ kind, operation }) => kind === "symbol" && destructive.has(operation))
    .flatMap((scope) => {
      const simple = nameKey(scope.key, undefined).at(-1);
      return simple === undefined ? [] : [{ intent, scope, operation: scope.operation, simple }];
    });
}

function isCode(file: string): boolean {
  const language = languageByPath(file);
  return language !== undefined && (!language.startsWith("text-") || language === "text-h") && !isFormat(language);
}

/** A file that holds a word in question and that nobody could read into. */
interface Unread {
  readonly file: string;
  readonly reason: string;
  readonly words: ReadonlySet<string>;
}

/** Outlines of the code among the files, and what of the others could be code too. */
async function outlinesOf(
  session: Session,
  files: readonly string[],
): Promise<{ readonly outlines: Outline[]; readonly unread: Unread[] }> {
  const source = new Outlines(session);
  const outlines: Outline[] = [];
  const unread: Unread[] = [];
  for (const file of files) {
    const code = isCode(file);
    if (!code && !isNamedAsCode(file)) continue;
    const outline = code ? await source.ofFile(file, "full") : undefined;
    if (outline?.language !== undefined && !outline.unread) outlines.push(outline);
    else unread.push({ file, reason: reasonOf(code, outline), words: wordsIn(join(session.root, file)) });
  }
  return { outlines, unread };
}

function reasonOf(isCode: boolean, outline: Outline | undefined): string {
  if (!isCode) return "no parser for this file";
  return outline?.problems[0]?.message ?? "no text, or too long to be read";
}

/** Words of a file, whatever else it holds. */
function wordsIn(file: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(file, "utf8").match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  } catch {
    return new Set(); // gone since it was searched
  }
}

function definesSimple(outline: Outline, simple: string): boolean {
  return outline.symbols.some((symbol) => nameKey(symbol.name, outline.language).at(-1) === simple);
}

/** Places in what the other intent declares that refer to the target and are not the target itself. */
function callersIn(other: Reaching, target: Target, outlines: readonly Outline[]): CodePlace[] {
  const places: CodePlace[] = [];
  for (const outline of outlines) {
    const whole = declaresFile(other, outline.path);
    const index = new NameIndex(outline);
    const own = new Set(index.find(target.scope.key).map(({ name }) => name));
    const named = other.scopes
      .filter(({ kind }) => kind === "symbol")
      .flatMap(({ key }) => index.find(key).map(({ name }) => name));
    for (const symbol of outline.symbols) {
      const declared =
        whole ||
        named.some(
          (name) => name === symbol.name || symbol.name.startsWith(`${name}.`) || symbol.name.startsWith(`${name}::`),
        );
      if (!declared || own.has(symbol.name) || !symbol.references?.includes(target.simple)) continue;
      places.push({ file: outline.path, name: symbol.name, start_line: symbol.start_line, end_line: symbol.end_line });
    }
    const outside = whole && own.size === 0 && outline.references?.includes(target.simple);
    if (outside && !places.some(({ file }) => file === outline.path)) places.push({ file: outline.path });
  }
  return places;
}

function declaresFile(intent: Reaching, path: string): boolean {
  const declared = [
    ...intent.scopes.filter(({ kind }) => kind === "file").map(({ key }) => key),
    ...(intent.files ?? []),
  ];
  return declared.some((key) => {
    if (isGlob(key)) return globMatches(key, path);
    const folder = normalise({ kind: "file", key }).full.slice("file:".length);
    return path === folder || path.startsWith(`${folder}/`);
  });
}
