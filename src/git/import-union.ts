// Merging import lines that two sides added at one place (spec 4.6): only where that is certain to be right. Pure.
import { extname } from "node:path";
import type { Piece } from "./marked-text.ts";

/** What an import line brings: the names it binds and where from. */
interface ImportLine {
  readonly names: readonly string[];
  readonly source: string;
}
/** Reads one line without its line end; undefined: it is no import, or one whose names cannot be known. */
type ImportReader = (line: string) => ImportLine | undefined;

interface Language {
  readonly read: ImportReader;
  /** For lines that are imports only inside a block: is the text before them such a place? */
  readonly within?: (before: string) => boolean;
}

export type Union = { readonly text: string } | { readonly refused: string };

/**
 * The union of both sides' import lines: A's first, then B's, a line that both have once. Refused where a conflict is
 * not a pure insertion on both sides, a line is no import of the file's language, or a name would come from two places.
 */
export function uniteImports(path: string, pieces: readonly Piece[]): Union {
  const language = LANGUAGES.get(extname(path).toLowerCase());
  if (language === undefined) return { refused: "no language whose imports are known" };
  let text = "";
  const added: string[] = [];
  for (const piece of pieces) {
    if ("same" in piece) {
      text += piece.same;
      continue;
    }
    if (piece.base !== "") return { refused: "lines were changed, not only added" };
    if (piece.a === "" || piece.b === "") return { refused: "only one side added lines" };
    if (language.within && !language.within(text)) return { refused: "the lines are outside an import block" };
    const a = linesOf(piece.a);
    const united = [...a, ...linesOf(piece.b).filter((line) => !a.some((one) => bare(one) === bare(line)))];
    for (const line of united) {
      if (language.read(bare(line)) === undefined) return { refused: `no import: ${bare(line).trim()}` };
    }
    added.push(...united.map(bare));
    text += united.join("");
  }
  const doubled = doubleName(language, added, linesOf(text).map(bare));
  return doubled === undefined ? { text } : { refused: `${doubled} would be imported twice` };
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const bare = (line: string): string => line.replace(/\r?\n$/, "");

/** A name that an added line binds and another line of the result binds too, or an added line that stands twice. */
function doubleName(language: Language, added: readonly string[], all: readonly string[]): string | undefined {
  const bound = new Map<string, number>();
  const times = new Map<string, number>();
  for (const line of all) {
    const found = language.read(line);
    if (found === undefined) continue;
    times.set(line.trim(), (times.get(line.trim()) ?? 0) + 1);
    for (const name of found.names) bound.set(name, (bound.get(name) ?? 0) + 1);
  }
  for (const line of added) {
    const name = language.read(line)?.names.find((one) => (bound.get(one) ?? 0) > 1);
    if (name !== undefined) return name;
    if ((times.get(line.trim()) ?? 0) > 1) return line.trim();
  }
  return undefined;
}

const NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
const name = (text: string): string | undefined => (new RegExp(`^${NAME}$`, "u").test(text) ? text : undefined);

/** `a, b as c` → local names; undefined when an entry is anything else. */
function locals(list: string, as = /\s+as\s+/, part = NAME): string[] | undefined {
  const found: string[] = [];
  const entries = list.split(",").map((entry) => entry.trim());
  if (entries[entries.length - 1] === "") entries.pop();
  for (const entry of entries) {
    const [from = "", local = from, ...more] = entry.split(as);
    if (more.length > 0 || !new RegExp(`^${part}$`, "u").test(from) || name(local) === undefined) return undefined;
    found.push(local);
  }
  return found.length > 0 ? found : undefined;
}

/** ECMAScript and TypeScript, `require` by a constant included. */
const readScript: ImportReader = (line) => {
  const string = `(?:'([^'\\\\]+)'|"([^"\\\\]+)")`;
  const end = "(?:\\s+(?:with|assert)\\s*\\{[^{}]*\\})?\\s*;?\\s*$";
  const only = new RegExp(`^import\\s*${string}${end}`, "u").exec(line);
  if (only) return { names: [], source: only[1] ?? only[2] ?? "" };
  const required = new RegExp(
    `^(?:const|import)\\s+(${NAME}|\\{[^{}]*\\})\\s*=\\s*require\\(${string}\\)${end}`,
    "u",
  ).exec(line);
  if (required) {
    const what = required[1] as string;
    const names = what.startsWith("{") ? locals(what.slice(1, -1), /\s*:\s*/) : [what];
    return names && { names, source: required[2] ?? required[3] ?? "" };
  }
  const from = new RegExp(`^import\\s+(?:type\\s+)?([^'"]+?)\\s*from\\s*${string}${end}`, "u").exec(line);
  if (!from) return undefined;
  const names: string[] = [];
  const clause = /^(?:([^{},*\s]+)\s*(?:,\s*(?=[{*])|$))?(?:\*\s*as\s+(\S+)|\{([^{}]*)\})?$/.exec(from[1] as string);
  if (!clause || clause[0] === "") return undefined;
  for (const one of [clause[1], clause[2]]) {
    if (one === undefined) continue;
    if (name(one) === undefined) return undefined;
    names.push(one);
  }
  if (clause[3] !== undefined && clause[3].trim() !== "") {
    const list = locals(clause[3].replace(/(^|,)\s*type\s+(?!as\b)/g, "$1 "), /\s+as\s+/, `(?:${NAME}|default)`);
    if (list === undefined) return undefined;
    names.push(...list);
  }
  return { names, source: from[2] ?? from[3] ?? "" };
};

const readPython: ImportReader = (line) => {
  const whole = /^import\s+([^#;()]+?)\s*$/u.exec(line);
  if (whole) {
    const modules = whole[1] as string;
    const names: string[] = [];
    for (const entry of modules.split(",")) {
      const one = new RegExp(`^\\s*(${NAME})(?:\\.${NAME})*(?:\\s+as\\s+(${NAME}))?\\s*$`, "u").exec(entry);
      if (!one) return undefined;
      // `import a.b` binds `a` to the same package as `import a.c`: only other words are two sources.
      names.push(one[2] ?? entry.trim());
    }
    return { names, source: modules };
  }
  const from = new RegExp(
    `^from\\s+(\\.*(?:${NAME}(?:\\.${NAME})*)?)\\s+import\\s+(?:\\(([^()#]+)\\)|([^()#;*]+?))\\s*$`,
    "u",
  ).exec(line);
  if (!from || from[1] === "" || from[1] === "__future__") return undefined; // __future__ must stand first
  const names = locals((from[2] ?? from[3]) as string);
  return names && { names, source: from[1] as string };
};

/** Lines of `import ( … )`, and single ones. */
const readGo: ImportReader = (line) => {
  const found = /^(?:import\s+|\s*)(?:([\p{L}_][\p{L}\p{N}_]*)\s+)?"([^"\\]+)"\s*$/u.exec(line);
  if (!found) return undefined;
  const source = found[2] as string;
  const last =
    source
      .split("/")
      .filter((part) => !/^v\d+$/.test(part))
      .pop() ?? source;
  return { names: found[1] === "_" ? [] : [found[1] ?? last], source };
};

const readJava: ImportReader = (line) => {
  const found = new RegExp(`^import\\s+(?:static\\s+)?((?:${NAME}\\.)*)(${NAME})\\s*;\\s*$`, "u").exec(line);
  return found ? { names: [found[2] as string], source: found[1] as string } : undefined;
};

const readKotlin: ImportReader = (line) => {
  const found = new RegExp(`^import\\s+((?:${NAME}\\.)*)(${NAME})(?:\\s+as\\s+(${NAME}))?\\s*;?\\s*$`, "u").exec(line);
  return found ? { names: [(found[3] ?? found[2]) as string], source: found[1] as string } : undefined;
};

const readRust: ImportReader = (line) => {
  const found = new RegExp(
    `^use\\s+((?:::)?(?:${NAME}::)*)(?:(${NAME})(?:\\s+as\\s+(${NAME}))?|\\{([^{}*]*)\\})\\s*;\\s*$`,
    "u",
  ).exec(line);
  if (!found) return undefined;
  const source = found[1] as string;
  if (found[4] === undefined) return { names: found[3] === "_" ? [] : [(found[3] ?? found[2]) as string], source };
  const list = found[4].replace(/(^|,)\s*self\s*(?=,|$)/, `$1 ${source.split("::").at(-2) ?? ""}`);
  const names = locals(list);
  return names && { names, source };
};

const readPhp: ImportReader = (line) => {
  const found = new RegExp(
    `^use\\s+(?:function\\s+|const\\s+)?\\\\?((?:${NAME}\\\\)*)(${NAME})(?:\\s+as\\s+(${NAME}))?\\s*;\\s*$`,
    "u",
  ).exec(line);
  return found ? { names: [(found[3] ?? found[2]) as string], source: found[1] as string } : undefined;
};

const readInclude: ImportReader = (line) => {
  const found = /^#\s*include\s*(<[^<>]+>|"[^"]+")\s*$/.exec(line);
  return found ? { names: [], source: found[1] as string } : undefined;
};

const readRuby: ImportReader = (line) => {
  const found = /^require(?:_relative)?\s*\(?\s*(?:'([^'\\]+)'|"([^"\\#]+)")\s*\)?\s*$/.exec(line);
  return found ? { names: [], source: found[1] ?? found[2] ?? "" } : undefined;
};

/** The text up to here ends inside `import (`, or stands where single imports may. */
function inGoImports(before: string): boolean {
  const lines = before.split("\n");
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = (lines[at] as string).trim();
    if (/^import\s*\($/.test(line)) return true;
    if (line === "" || line.startsWith("//") || readGo(lines[at] as string) !== undefined) continue;
    return /^package\s+\S+$/.test(line) || line === ")";
  }
  return false;
}

const SCRIPT: Language = { read: readScript };
const C: Language = { read: readInclude };
const LANGUAGES = new Map<string, Language>([
  ...[".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"].map((ext) => [ext, SCRIPT] as const),
  ...[".py", ".pyi"].map((ext) => [ext, { read: readPython }] as const),
  [".go", { read: readGo, within: inGoImports }],
  [".java", { read: readJava }],
  ...[".kt", ".kts"].map((ext) => [ext, { read: readKotlin }] as const),
  [".rs", { read: readRust }],
  [".php", { read: readPhp }],
  ...[".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp"].map((ext) => [ext, C] as const),
  [".rb", { read: readRuby }],
]);

/** True for a line that is an import of the file's language by itself. */
export function isImportLine(path: string, line: string): boolean {
  const language = LANGUAGES.get(extname(path).toLowerCase());
  return language !== undefined && language.within === undefined && language.read(line) !== undefined;
}
