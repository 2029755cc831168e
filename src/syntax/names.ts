// When two ways to write a name mean one symbol (spec 3.3): separators, type arguments, namespaces, spelling.
import { isFormat } from "./language.ts";
import type { Outline, OutlineSymbol } from "./outline.ts";
import { addressKey } from "./references.ts";

/** The parts of a qualified name, in one spelling per language. Two names are one symbol when their parts are equal. */
export type NameKey = readonly string[];

const OPERATION = /^\s*([A-Za-z]+)\s+(\/\S*)\s*$/;

/**
 * Parts of a name as somebody wrote it: `Basket.push`, `Basket#push()`, `src/basket.ts#Basket.push`, `Pool::close`,
 * `(*Store).Put`, `GET /labels/:id`.
 * @param language of the file that it is about; letter case counts, but in SQL
 */
export function nameKey(name: string, language: string | undefined): NameKey {
  const operation = OPERATION.exec(name);
  if (operation) return [`${operation[1]?.toUpperCase()} ${addressKey(operation[2] as string)}`];
  if (language === "openapi" && name.startsWith("/")) return [addressKey(name.trim())];
  if (language === "manifest") return [name.trim().replace(/(?<=.)@[^@/]*$/, "")];
  const plain = withoutPath(name.trim());
  if (language === "sql") {
    const parts = split(plain.replace(/["`[\]]/g, "").toLowerCase());
    // The schema that holds for whoever names none.
    return parts.length > 1 && (parts[0] === "public" || parts[0] === "dbo") ? parts.slice(1) : parts;
  }
  if (/\boperator\b/.test(plain)) return split(plain);
  return split(
    withoutArguments(plain.replace(/^\(\*?([\w$]+)\)\./, "$1.").replace(/^<\s*(.+?)\s+as\s+[^>]*>::/, "$1::")),
  );
}

/** `src/label.ts#print` names `print`. A bare `#` belongs to the name (`Cart#total`, `Queue.#items`). */
function withoutPath(name: string): string {
  const hash = name.indexOf("#");
  if (hash <= 0) return name;
  const before = name.slice(0, hash);
  return before.includes("/") || /\.[a-z]{1,5}$/.test(before) ? name.slice(hash + 1) : name;
}

function withoutArguments(name: string): string {
  let out = "";
  let depth = 0;
  for (const letter of name) {
    if (letter === "<" || letter === "(") depth++;
    else if (letter === ">" || letter === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) out += letter;
  }
  return out;
}

function split(name: string): NameKey {
  return name
    .split(/::|[.#\\/]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function sameName(a: NameKey, b: NameKey): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i]);
}

/** True when `inner` is a member, at any depth, of `outer`. */
export function containsName(outer: NameKey, inner: NameKey): boolean {
  if (outer.length === 1 && inner.length === 1) {
    // A path without a method holds the operations on it.
    const address = outer[0] as string;
    return address.startsWith("/") && (inner[0] as string).endsWith(` ${address}`);
  }
  return outer.length < inner.length && outer.every((part, i) => part === inner[i]);
}

/** Finds symbols of an outline by any way to write their names. */
export class NameIndex {
  readonly language: string | undefined;
  readonly #byKey = new Map<string, OutlineSymbol[]>();

  constructor(outline: Outline) {
    this.language = outline.language;
    for (const symbol of outline.symbols) {
      for (const key of new Set(this.#writings(symbol))) {
        const known = this.#byKey.get(key);
        if (known) known.push(symbol);
        else this.#byKey.set(key, [symbol]);
      }
    }
  }

  /** Every symbol of that name (overloads, a declaration and its definition); none when the file does not have it. */
  find(name: string): readonly OutlineSymbol[] {
    return this.#byKey.get(nameKey(name, this.language).join("\n")) ?? [];
  }

  /** With its namespace, without it, and by its other names. */
  #writings(symbol: OutlineSymbol): string[] {
    const key = nameKey(symbol.name, this.language);
    const writings = [key.join("\n"), ...(symbol.also ?? []).map((name) => nameKey(name, this.language).join("\n"))];
    if (symbol.namespace !== undefined) {
      const namespace = nameKey(symbol.namespace, this.language);
      if (containsName(namespace, key)) writings.push(key.slice(namespace.length).join("\n"));
      else writings.push([...namespace, ...key].join("\n"));
    }
    return writings;
  }
}

/** True when names in this language are schema elements rather than symbols of code. */
export function namesElements(language: string | undefined): boolean {
  return language !== undefined && isFormat(language);
}
