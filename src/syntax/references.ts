// What a string in code refers to: addresses of an API, words of an SQL or GraphQL text. Pure text, no parser.

const MAX_STRING = 20_000;
const MAX_WORDS = 200;

const SQL =
  /\b(?:select\b[\s\S]*\bfrom|insert\s+into|update\s+\S+\s+set|delete\s+from|create\s+(?:table|index|view|unique)|alter\s+table|drop\s+table|truncate\s+table|merge\s+into)\b/i;
const GRAPHQL = /^\s*(?:(?:query|mutation|subscription)\b[^{]*|fragment\s+\w+\s+on\s+\w+\s*|)\{\s*[\w.]/;

/**
 * `/accounts/{}` for an address (every parameter becomes `{}`), `sql:email` for a word of an SQL text, `gql:email` for
 * a word of a GraphQL text; nothing for other strings.
 */
export function addressesIn(literal: string): readonly string[] {
  if (literal.length > MAX_STRING) return [];
  const text = literal.replace(/^[a-zA-Z]{0,3}["'`]+|["'`]+$/g, "");
  if (SQL.test(text)) return wordsOf(text, "sql:");
  if (GRAPHQL.test(text) && text.includes("}")) return wordsOf(text, "gql:");
  const path = pathIn(text);
  return path === undefined ? [] : [path];
}

function wordsOf(text: string, prefix: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu)) {
    words.add(prefix + (prefix === "sql:" ? word.toLowerCase() : word));
    if (words.size >= MAX_WORDS) break;
  }
  return [...words];
}

/** The path of a string that is an address and nothing else: `/labels/${id}?x=1`, `https://host/labels/7`, `GET /labels`. */
function pathIn(text: string): string | undefined {
  const found = /^(?:[A-Z]+ )?(?:https?:\/\/[^/\s]+|\$\{[^}]*\}|\{[^}]*\})?(\/[^\s?#]*)(?:[?#]\S*)?$/.exec(text)?.[1];
  if (found === undefined || !/^\/[\p{L}\p{N}_{$:<.-]/u.test(found)) return undefined;
  return addressKey(found);
}

/** One form for all ways to write a parameter of a path: `{id}`, `${id}`, `:id`, `<id>`, `%s` and plain numbers. */
export function addressKey(path: string): string {
  const folded = path
    .replace(/\$\{[^}]*\}/g, "{}")
    .replace(/\{[^}]*\}/g, "{}")
    .replace(/<[^>]*>/g, "{}")
    .replace(/(?<=\/):[\w]+/g, "{}")
    .replace(/(?<=\/)%[sd](?=\/|$)/g, "{}")
    .replace(/(?<=\/)\d+(?=\/|$)/g, "{}");
  return folded.length > 1 ? folded.replace(/\/+$/, "") || "/" : folded;
}
