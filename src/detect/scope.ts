// The text form of a scope, `KIND:KEY[=OPERATION]` (spec 1.1): parse, print, refuse, warn.
import { invalidInput } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { balancedSpans, splitPieces } from "./brackets.ts";
import { OPERATIONS, type Operation, SCOPE_KINDS, type Scope, type ScopeKind } from "./model.ts";
import { hasSourceExtension, normalise } from "./normal-form.ts";
import { pathRefusal } from "./path.ts";
import { CONTROL_CHARACTER } from "./text-pattern.ts";

/**
 * Where the text stands. `change`: publish and check, any `=` makes the tail an operation. `query`: claims, uses and
 * filters, where `=` belongs to the key. `either`: tools that only look (`scope parse`); a tail that is an operation
 * is one, any other belongs to the key.
 */
export type ScopeContext = "change" | "query" | "either";

export interface ParseOptions {
  readonly context?: ScopeContext;
  /** Canonical key of a `file:` scope where the file system matters: absolute paths made relative, symlinks resolved. */
  readonly filePath?: (key: string) => string;
}

export interface ParsedScope extends Scope {
  /** Undefined when the text names none: it is inferred from the summary (spec 1.7). */
  readonly operation: Operation | undefined;
}

const MAX_KEY = 512;
const KINDS: ReadonlySet<string> = new Set(SCOPE_KINDS);
const OPERATION_WORDS: ReadonlySet<string> = new Set(OPERATIONS);

/** Parses one scope; throws INVALID_INPUT with the form to write instead. */
export function parseScope(text: string, options: ParseOptions = {}): ParsedScope {
  const shown = JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
  const control = CONTROL_CHARACTER.exec(text);
  if (control !== null) {
    const code = (control[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    throw invalidInput(`Scope ${shown} contains the control character U+${code}.`, "Write the scope without it.");
  }
  const colon = text.indexOf(":");
  if (colon === -1) {
    throw invalidInput(
      `Scope ${shown} has no colon: a scope is KIND:KEY${nearest(text.trim(), SCOPE_KINDS)}.`,
      `Write it as KIND:KEY, for example symbol:${text.trim() || "PaymentService"}. Kinds: ${SCOPE_KINDS.join(", ")}.`,
    );
  }
  const kind = text.slice(0, colon).trim().toLowerCase();
  if (kind === "") {
    throw invalidInput(`Scope ${shown} has no kind before the colon.`, `Kinds: ${SCOPE_KINDS.join(", ")}.`);
  }
  if (!isKind(kind)) {
    throw invalidInput(
      `Scope ${shown} has the unknown kind "${kind}"${nearest(kind, SCOPE_KINDS)}; the kinds are ${SCOPE_KINDS.join(", ")}.`,
      "Write one of the kinds before the colon, as in symbol:NAME.",
    );
  }
  const { key: written, operation } = splitOperation(kind, text.slice(colon + 1), shown, options.context ?? "change");
  if (written === "") {
    throw invalidInput(`Scope ${shown} has an empty key.`, `Write what it names after the colon, as in ${kind}:NAME.`);
  }
  const count = codePoints(written);
  if (count > MAX_KEY) {
    throw invalidInput(
      `Scope ${shown} has a key of ${count} characters; at most ${MAX_KEY} are allowed.`,
      "Name the thing itself, not its content.",
    );
  }
  const key = kind === "file" && options.filePath !== undefined ? options.filePath(written) : written;
  if (kind === "file") {
    const why = pathRefusal(key);
    if (why !== undefined) {
      throw invalidInput(
        `Scope ${shown} names no file of this repository: ${why}.`,
        "Write a path relative to the root of the repository, as in file:src/label.ts.",
      );
    }
  } else if (normalise({ kind, key }).full === `${kind}:`) {
    throw invalidInput(
      `Scope ${shown} has a key that is empty once separators are folded.`,
      `Write a name after the colon, as in ${kind}:NAME.`,
    );
  }
  return { kind, key, operation };
}

/** A scope that takes no operation (claims, uses, filters): `KIND:KEY`, where `=` is part of the key. */
export function parseScopeClaim(text: string, options: Omit<ParseOptions, "context"> = {}): Scope {
  const { kind, key } = parseScope(text, { ...options, context: "query" });
  return { kind, key };
}

function splitOperation(
  kind: string,
  rest: string,
  shown: string,
  context: ScopeContext,
): { key: string; operation: Operation | undefined } {
  const equals = rest.lastIndexOf("=");
  if (equals === -1) return { key: rest.trim(), operation: undefined };
  const tail = rest.slice(equals + 1).trim();
  const head = rest.slice(0, equals).trim();
  const word = tail.toLowerCase();
  if (context === "query") {
    if (!isOperation(word)) return { key: rest.trim(), operation: undefined };
    throw invalidInput(
      `Scope ${shown} ends in the operation "${word}", and no operation is taken here.`,
      head === "" ? `Write ${kind}:NAME.` : `Write ${kind}:${head}`,
    );
  }
  if (isOperation(word)) return { key: head, operation: word };
  if (context === "either") return { key: rest.trim(), operation: undefined };
  throw invalidInput(
    tail === ""
      ? `Scope ${shown} has no operation after the last "=".`
      : `Scope ${shown} has the unknown operation "${tail.slice(0, 64)}"${nearest(tail, OPERATIONS)}; the operations are ${OPERATIONS.join(", ")}.`,
    `If the "=" belongs to the key, add the operation: ${kind}:${rest.trim()}${tail === "" ? "" : "="}modify. ` +
      `Operations: ${OPERATIONS.join(", ")}.`,
  );
}

/** `KIND:KEY`, or with `=OPERATION`; what `parseScope` reads back. */
export function printScope(scope: Scope & { readonly operation?: Operation | undefined }): string {
  return scope.operation === undefined ? `${scope.kind}:${scope.key}` : `${scope.kind}:${scope.key}=${scope.operation}`;
}

/** `KIND:KEY`, whatever is done to it. */
export function scopeName(scope: Scope): string {
  return `${scope.kind}:${scope.key}`;
}

/** Warnings about how a scope is written (spec 1.1); never a refusal. */
export function scopeWarnings(scope: Scope): string[] {
  const better = memberSpelling(scope);
  if (better === undefined) return [];
  return [
    `${scope.kind}:${scope.key} names a member with a dot; write ${scope.kind}:${better}, or it will not be the same scope as one written with "::".`,
  ];
}

/** `CheckoutPage::submit` for `CheckoutPage.submit`, or undefined when the spelling is fine. */
export function memberSpelling(scope: Scope): string | undefined {
  if (scope.kind !== "symbol" || !scope.key.includes(".")) return undefined;
  const { key } = scope;
  // A name that starts upper-case, a dot, and a member that starts lower-case or with "_".
  const member = /(?<![\p{L}\p{M}\p{N}_$])(\p{Lu}[\p{L}\p{M}\p{N}_$]*(?:<[^<>]*>)?)\.([\p{Ll}_][\p{L}\p{M}\p{N}_$]*)/gu;
  const files = splitPieces(key).filter((piece) => hasSourceExtension(piece.trim()));
  for (const found of key.matchAll(member)) {
    const dot = found.index + (found[1]?.length ?? 0);
    const inFile = files.some((piece) => {
      const from = key.indexOf(piece);
      return dot >= from && dot < from + piece.length;
    });
    if (inFile || balancedSpans(key).some(([from, to]) => dot > from && dot < to)) continue;
    return `${key.slice(0, dot)}::${key.slice(dot + 1)}`;
  }
  return undefined;
}

function isKind(text: string): text is ScopeKind {
  return KINDS.has(text);
}

function isOperation(text: string): text is Operation {
  return OPERATION_WORDS.has(text);
}

/** Length in code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
