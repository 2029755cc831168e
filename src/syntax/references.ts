// What a string in code refers to: addresses of an API, names of an SQL or GraphQL text. Pure text, no parser.
import { graphqlUses } from "./graphql-uses.ts";
import { sqlTokens } from "./languages/sql-tokens.ts";
import { sqlUses } from "./sql-uses.ts";

const MAX_STRING = 20_000;
const MAX_WORDS = 400;

const SQL =
  /\b(?:select\b[\s\S]*\bfrom|insert\s+into|update\s+(?:only\s+)?\S+(?:\s+(?:as\s+)?\w+)?\s+set|delete\s+from|create\s+(?:table|index|view|unique)|alter\s+table|drop\s+table|truncate\s+table|merge\s+into)\b/i;
const GRAPHQL = /^\s*(?:(?:query|mutation|subscription)\b[^{]*|fragment\s+\w+\s+on\s+\w+\s*|)\{\s*[\w.]/;

/**
 * `/accounts/{}` for an address (every parameter becomes `{}`), what an SQL text refers to (`sql:accounts.email`), what a
 * GraphQL text asks for (`gql:account.email`); nothing for other strings.
 */
export function addressesIn(literal: string): readonly string[] {
  if (literal.length > MAX_STRING) return [];
  const text = unquoted(literal);
  // An address may begin with a brace: `{base}/labels`.
  const path = pathIn(text);
  if (path !== undefined) return [path];
  if (SQL.test(text)) return sqlUses(sqlTokens(sqlOf(text)));
  if (GRAPHQL.test(text) && text.includes("}")) return graphqlUses(text, MAX_WORDS);
  return [];
}

/** How a literal opens: a prefix of the language (`f`, `$@`, `r#`), then its quotes. */
const OPENING = /^[a-zA-Z$@]{0,4}(#*)("""|'''|["'`])/;
const RAW_OPENING = /^(?:u8|[uUL])?R"([^()\\\s"]{0,16})\(/;

/** What stands between the quotes of a literal; quotes inside of it stay. */
function unquoted(literal: string): string {
  const raw = RAW_OPENING.exec(literal);
  const opening = raw ?? OPENING.exec(literal);
  if (!opening) return literal;
  const close = raw ? `)${raw[1]}"` : `${opening[2]}${opening[1]}`;
  const inside = literal.slice(opening[0].length);
  return inside.endsWith(close) ? inside.slice(0, -close.length) : inside;
}

/** An SQL text as a database would read it; where a quote is left open the text goes on in another string. */
function sqlOf(literal: string): string {
  const text = literal.replace(/\\(["'`])/g, "$1").replace(/\\[nrt]/g, " ");
  return text.split("'").length % 2 === 0 ? text.replaceAll("'", " ") : text;
}

/** The path of a string that is an address and nothing else: `/labels/${id}?x=1`, `https://host/labels/7`, `GET /labels`. */
function pathIn(text: string): string | undefined {
  const found = /^(?:[A-Z]+ )?(?:(?:https?|\{\}):\/\/[^/\s]+|(?:\{\}|\$\w+)+)?(\/[^\s?#]*)(?:[?#]\S*)?$/.exec(
    withoutValues(text),
  )?.[1];
  if (found === undefined || !/^\/[\p{L}\p{N}_{$:<.-]/u.test(found)) return undefined;
  return addressKey(found);
}

/** What is put in at run time (`${id}`, `#{id}`, `{id}`, `{{ id }}`) as `{}`; braces may stand in braces. */
function withoutValues(text: string): string {
  if (!text.includes("{")) return text;
  const inner = /[$#]?\{\{?[^{}]*\}\}?/g;
  const once = text.replace(inner, "\u0000");
  return once.replace(inner, "\u0000").replaceAll("\u0000", "{}");
}

/** One form for all ways to write a parameter of a path: `{id}`, `${id}`, `#{id}`, `$id`, `:id`, `<id>`, `%s`, numbers. */
export function addressKey(path: string): string {
  const folded = path
    .replace(/[$#]?\{\{?[^{}]*\}\}?/g, "{}")
    .replace(/(?<=\/)\$\w+(?:->\w+|\[[^\]]*\])*/g, "{}")
    .replace(/<[^>]*>/g, "{}")
    .replace(/(?<=\/):[\w]+/g, "{}")
    .replace(/(?<=\/)%[sd](?=\/|$)/g, "{}")
    .replace(/(?<=\/)\d+(?=\/|$)/g, "{}");
  return folded.length > 1 ? folded.replace(/\/+$/, "") || "/" : folded;
}
