// Names for the advice of FM-C001 and FM-C006 (spec 1.6): an abstraction and the implementations behind it.
import { TextPattern } from "./text-pattern.ts";
import { wordsOf } from "./tokens.ts";

export interface ProviderNames {
  /** `PaymentProvider` */
  readonly abstraction: string;
  /** `StripePaymentProvider`, `PayPalPaymentProvider`; empty when the summaries have no such shape. */
  readonly implementations: readonly string[];
}

/** Names the abstraction after the destructive side: X of "replace X with Y", else its key. */
export function providerNames(destructive: { summary: string; key: string }, otherSummary: string): ProviderNames {
  const swap = replacementIn(destructive.summary);
  const base = withoutService(swap?.what ?? nameOfKey(destructive.key));
  const added = supportIn(otherSummary);
  const implementations = [swap?.by, added]
    .filter((name) => name !== undefined)
    .map((name) => implementationName(withoutService(name), base));
  return { abstraction: `${base}Provider`, implementations: [...new Set(implementations)] };
}

function implementationName(name: string, base: string): string {
  return `${name.toLowerCase().endsWith(base.toLowerCase()) ? name : name + base}Provider`;
}

function withoutService(name: string): string {
  return name.length > 7 && name.endsWith("Service") ? name.slice(0, -7) : name;
}

const IDENTIFIER = new TextPattern(String.raw`^[\p{L}_$][\p{L}\p{M}\p{N}_$]*$`);
const HTTP_METHOD = /^(?:get|head|post|put|patch|delete|options|trace)\s+(?=\S)/i;

/** An identifier as it is, else its words in PascalCase: `GET /labels` → `Labels`. */
function nameOfKey(key: string): string {
  if (IDENTIFIER.for(key).test(key)) return key;
  const bare = key.replace(HTTP_METHOD, "").replace(/\{[^{}]*\}|<[^<>]*>|\([^()]*\)/g, " ");
  return pascal(wordsOf(bare).length > 0 ? bare : key);
}

function pascal(text: string): string {
  return wordsOf(text)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}

const REPLACE = new Set(
  "replace replaces replaced replacing swap swaps swapped swapping supersede supersedes superseded superseding".split(
    " ",
  ),
);
const ADD = new Set(
  "add adds added adding introduce introduces introduced introducing implement implements implemented implementing".split(
    " ",
  ),
);
const BY = new Set(["with", "for", "by"]);
const TO = new Set(["to", "for", "in"]);
const ENDS = new Set(
  "in into to onto from on at for with by and so then as after before once when while until".split(" "),
);
const FILLER = new Set(
  "the a an our your my their its this that legacy old new existing current obsolete every".split(" "),
);

interface Token {
  readonly text: string;
  readonly lower: string;
  /** Punctuation follows that ends the clause. */
  readonly ends: boolean;
}

function readClause(summary: string): Token[] {
  return summary
    .split(/\s+/u)
    .map((chunk) => {
      const text = chunk.replace(/^["'`\u201c\u2018(]+|["'`\u201d\u2019).,;:!?]+$/gu, "");
      return { text, lower: text.toLowerCase(), ends: /[.,;:!?)]["'`\u201d\u2019]*$/u.test(chunk) };
    })
    .filter((token) => token.text !== "");
}

/** X and Y of "replace X with Y" (swap, swap out, supersede; with, for, by). */
function replacementIn(summary: string): { what: string; by: string } | undefined {
  if (!/replac|swap|supersed/i.test(summary)) return undefined;
  const tokens = readClause(summary);
  for (let at = 0; at < tokens.length; at++) {
    if (!REPLACE.has(tokens[at]?.lower ?? "")) continue;
    const link = tokens.findIndex((token, i) => i > at && (BY.has(token.lower) || token.ends));
    const linked = tokens[link];
    if (linked === undefined || !BY.has(linked.lower)) continue;
    const what = nameOfWords(tokens.slice(at + 1, link).filter((token) => token.lower !== "out"));
    const by = nameOfWords(untilEnd(tokens, link + 1));
    if (what !== undefined && by !== undefined) return { what, by };
  }
  return undefined;
}

/** Z of "add Z support to X" (introduce, implement; to, for, in). */
function supportIn(summary: string): string | undefined {
  if (!/support/i.test(summary)) return undefined;
  const tokens = readClause(summary);
  for (let at = 0; at < tokens.length; at++) {
    if (!ADD.has(tokens[at]?.lower ?? "")) continue;
    const support = tokens.findIndex((token, i) => i > at && (token.lower === "support" || token.ends));
    if (tokens[support]?.lower !== "support" || !TO.has(tokens[support + 1]?.lower ?? "")) continue;
    const name = nameOfWords(tokens.slice(at + 1, support));
    if (name !== undefined) return name;
  }
  return undefined;
}

function untilEnd(tokens: readonly Token[], from: number): Token[] {
  const found: Token[] = [];
  for (const token of tokens.slice(from)) {
    if (ENDS.has(token.lower)) break;
    found.push(token);
    if (token.ends) break;
  }
  return found;
}

/** One name out of at most three words; more is a sentence, not a name. */
function nameOfWords(tokens: readonly Token[]): string | undefined {
  const words = tokens.filter((token) => !FILLER.has(token.lower));
  if (words.length === 0 || words.length > 3) return undefined;
  const only = words.length === 1 ? words[0]?.text : undefined;
  if (only !== undefined && IDENTIFIER.for(only).test(only)) return only.slice(0, 1).toUpperCase() + only.slice(1);
  const name = pascal(words.map((word) => word.text).join(" "));
  return name === "" ? undefined : name;
}
