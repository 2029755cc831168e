// The two forms of a scope (spec 1.2): full = identity, alias = how differently qualified names find each other.
import { splitPieces, withoutBrackets } from "./brackets.ts";
import type { Scope } from "./model.ts";
import { foldPath } from "./path.ts";
import { TextPattern } from "./text-pattern.ts";

export interface NormalForms {
  /** Kind and normal key: `symbol:report::render`. Equal full scopes are one thing. */
  readonly full: string;
  /** Kind and short key; equal aliases surface and never assert. */
  readonly alias: string;
}

/** Extensions that make a piece of a symbol's name a source file rather than a namespace. */
const SOURCE_EXTENSIONS = new Set(
  (
    "ts tsx mts cts js jsx mjs cjs py pyi rb go rs java kt kts scala swift c h cc cpp cxx hpp hh hxx cs fs vb php " +
    "mm dart lua pl pm jl ex exs erl hs clj cljs cljc groovy sql graphql gql proto vue svelte astro sh bash ps1 zig nim ml mli"
  ).split(" "),
);

/** True for `label.ts` and `src/label.py`: the text ends in a known source extension. */
export function hasSourceExtension(piece: string): boolean {
  const dot = piece.lastIndexOf(".");
  return dot > 0 && SOURCE_EXTENSIONS.has(piece.slice(dot + 1).toLowerCase());
}

/**
 * Full and alias form of a scope, both with the kind in front (spec 1.2). Total: a key that parsing would refuse
 * still gets a form. `ignoreCase` folds `file:` keys, for repositories whose `core.ignorecase` is true.
 */
export function normalise(scope: Scope, ignoreCase = false): NormalForms {
  const { kind, key } = scope;
  switch (kind) {
    case "symbol":
      return symbolForms(key);
    case "file": {
      const { path } = foldPath(key.trim());
      const lower = `file:${path.toLowerCase()}`;
      return { full: ignoreCase ? lower : `file:${path}`, alias: lower };
    }
    case "api":
      return apiForms(key);
    default: {
      const whole = `${kind}:${key.trim().toLowerCase()}`;
      return { full: whole, alias: whole };
    }
  }
}

/** Names joined by single separators, without a `.` or `/` that could make a file of a piece: the common case. */
const CLEAN_NAME = /^[A-Za-z0-9_$]+(?:(?:\\|::|#)[A-Za-z0-9_$]+)*$/;

/** Whether a symbol's key is plain names joined by `::`, `#` or `\\`. */
export function isCleanSymbol(key: string): boolean {
  return CLEAN_NAME.test(key);
}

/** Both forms of such a key, in lower case. */
export function cleanForms(lower: string): NormalForms {
  let full = lower.includes("#") ? lower.replaceAll("#", "::") : lower;
  if (full.includes("\\")) full = full.replaceAll("\\", ".");
  const last = full.lastIndexOf("::");
  if (last === -1) {
    const dot = full.lastIndexOf(".");
    const name = `symbol:${full}`;
    return { full: name, alias: dot === -1 ? name : `symbol:${full.slice(dot + 1)}` };
  }
  const before = full.slice(full.lastIndexOf("::", last - 1) + 1, last);
  const owner = before.slice(Math.max(before.lastIndexOf("."), before.lastIndexOf(":")) + 1);
  const member = full.slice(last + 2);
  return { full: `symbol:${full}`, alias: `symbol:${owner}::${member.slice(member.lastIndexOf(".") + 1)}` };
}

function symbolForms(key: string): NormalForms {
  if (CLEAN_NAME.test(key)) return cleanForms(key.toLowerCase());
  const { pieces, names } = symbolParts(key.toLowerCase());
  const full = pieces.join("::");
  const alias = names.slice(-2).join("::");
  return { full: `symbol:${full}`, alias: `symbol:${alias === "" ? full : alias}` };
}

/** The short name of a scope in its own case, for reading prose (spec 1.7): `Label::print` of `Acme\\Label::print`. */
export function shortKey(scope: Scope): string {
  if (scope.kind === "api") return apiForms(scope.key).alias.slice(4);
  if (scope.kind === "file") return foldPath(scope.key.trim()).path;
  if (scope.kind !== "symbol") return scope.key.trim();
  const { pieces, names } = symbolParts(scope.key);
  return names.length === 0 ? pieces.join("::") : names.slice(-2).join("::");
}

/** The pieces of a symbol's key, folded but in their own case, and the short names among them. */
function symbolParts(key: string): { pieces: string[]; names: string[] } {
  const written = splitPieces(key);
  const pieces: { text: string; file: boolean }[] = [];
  written.forEach((raw, i) => {
    const text = trimSeparators(raw);
    if (text === "") return;
    const followed = written.slice(i + 1).some((later) => trimSeparators(later) !== "");
    pieces.push({ text, file: hasSourceExtension(text) && (followed || /[\\/]/.test(raw.trim())) });
  });
  const last = pieces.at(-1);
  if (last !== undefined && /\(\s*\)$/.test(last.text)) {
    const text = trimSeparators(last.text.replace(/\(\s*\)$/, ""));
    pieces.pop();
    if (text !== "") pieces.push({ ...last, text });
  }
  const names = pieces
    .filter((piece) => !piece.file)
    .map((piece) => shortName(piece.text))
    .filter((name) => name !== "");
  return { pieces: pieces.map((piece) => piece.text), names };
}

/** `\\` and `/` as `.`, no blanks or separators at either end. */
function trimSeparators(piece: string): string {
  return piece.replace(/[\\/]/g, ".").replace(/^[\s.]+|[\s.]+$/g, "");
}

function shortName(piece: string): string {
  const bare = trimSeparators(withoutBrackets(piece));
  return bare.slice(bare.lastIndexOf(".") + 1).trim();
}

const PARAMETER = new TextPattern(String.raw`\{(?:[^{}]|\{[^{}]*\})*\}|<[^<>/]*>|(?<=[/\s.-]):[\p{L}\p{N}_]+`, "g");

function apiForms(key: string): NormalForms {
  const lower = key.toLowerCase();
  const full = withoutTrailingSlash((/[^\S ]| {2}/.test(lower) ? lower.replace(/\s+/g, " ") : lower).trim());
  let alias = full;
  if (/[{<:?]/.test(full)) {
    const bare = full.replace(PARAMETER.for(full), "{}");
    const query = bare.indexOf("?");
    alias = withoutTrailingSlash((query === -1 ? bare : bare.slice(0, query)).trim());
    if (alias === "") alias = full;
  }
  return { full: `api:${full}`, alias: `api:${alias}` };
}

function withoutTrailingSlash(text: string): string {
  if (!text.endsWith("/")) return text;
  const bare = text.replace(/\/+$/, "");
  return bare === "" || bare.endsWith(" ") ? `${bare}/` : bare;
}
