// Whether a text that no parser reads relies on a schema element (FM-F004): by words and addresses, in the lines that are
// new. Comments and prose count as everything else does, so what is found this way is a name, but for addresses. Pure.
import { addressKey } from "./references.ts";
import { type Use, type UsedElement, type UsePlace, useOf } from "./uses.ts";

/** A text by its words. */
export interface SearchedText {
  readonly file: string;
  /** Words and addresses of the lines that are new, each with the first such line (1-based). */
  readonly fresh: ReadonlyMap<string, number>;
  /** All its words. */
  readonly around: ReadonlySet<string>;
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;
/** A path as it stands in quotes, in an attribute or in a command line; a variable or a host may stand before it. */
const ADDRESS =
  /(?:^|[\s"'`(=,[>])(?:https?:\/\/[^/\s"'`]+|\$\w+|[$#]?\{+[^{}\s]*\}+)?(\/[\p{L}\p{N}_{$:<.-](?:[#$]?\{+[^{}]*\}+|[^\s"'`?#)>,\]])*)/gu;

export function searchedText(file: string, before: string, after: string): SearchedText {
  const known = new Set(before.split("\n"));
  const fresh = new Map<string, number>();
  const around = new Set<string>();
  after.split("\n").forEach((line, at) => {
    const words = line.match(WORD) ?? [];
    for (const word of words) around.add(word);
    if (known.has(line)) return;
    const addresses = [...line.matchAll(ADDRESS)].map((found) => addressKey(found[1] as string));
    for (const word of [...words, ...addresses]) if (!fresh.has(word)) fresh.set(word, at + 1);
  });
  return { file, fresh, around };
}

/** How the text relies on the element, with the line; `holders` as in useOf. */
export function useInText(
  element: UsedElement,
  text: SearchedText,
  holders: readonly string[],
): (Use & { readonly line: number }) | undefined {
  const used = wordUse(element, text, holders) ?? useOf(element, placeOf(text));
  return used && { ...used, line: text.fresh.get(used.word) ?? 1 };
}

/** SQL and GraphQL stand between other words here: the element's name, in a text that also names what it belongs to. */
function wordUse({ name, kind }: UsedElement, text: SearchedText, holders: readonly string[]): Use | undefined {
  const parts = name.split(".");
  const simple = parts.at(-1) as string;
  const owner = parts.at(-2) ?? "";
  const find = (word: string): Use | undefined => {
    const found = [word, word.toLowerCase(), word.toUpperCase()].find((one) => text.fresh.has(one));
    return found === undefined ? undefined : { word: found, match: "name" };
  };
  const near = (words: readonly string[]): boolean =>
    words.some((word) => [word, word.toLowerCase(), word.toUpperCase()].some((one) => text.around.has(one)));
  switch (kind) {
    case "table":
    case "view":
    case "sql_type":
    case "routine":
      return find(simple);
    case "column":
      return near([owner]) ? find(simple) : undefined;
    case "graphql_field":
      return near([owner, ...holders]) || /^(?:Query|Mutation|Subscription)$/.test(owner) ? find(simple) : undefined;
    default:
      return undefined;
  }
}

function placeOf({ file, fresh, around }: SearchedText): UsePlace {
  const references = new Set(fresh.keys());
  return { file, symbol: undefined, line: 1, references, fresh: references, around };
}
