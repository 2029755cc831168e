// Where the definitions of a GraphQL text begin and end, without parsing them: for texts that do not parse as a whole.

const TOKEN =
  /#[^\n]*|"""[\s\S]*?(?:(?<!\\)"""|$)|"(?:\\.|[^"\\\n])*"?|[A-Za-z_]\w*|[{}()[\]]|[^\s\w"#{}()[\]]|\d[\w.]*/g;

const KEYWORD =
  /^(?:extend|type|interface|input|enum|union|scalar|directive|schema|query|mutation|subscription|fragment)$/;

interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * From and to of every part that may be a definition, in order; comments between them are left out. A keyword
 * begins one outside of brackets, and inside of them where it stands at the start of a line.
 */
export function graphqlParts(text: string): [number, number][] {
  const tokens: Token[] = [...text.matchAll(TOKEN)]
    .filter(([token]) => !token.startsWith("#"))
    .map((found) => ({ text: found[0], from: found.index, to: found.index + found[0].length }));
  const parts: [number, number][] = [];
  let from: number | undefined;
  let depth = 0;
  const end = (): void => {
    from = undefined;
    depth = 0;
  };
  tokens.forEach((token, i) => {
    const isFirst = token.from === 0 || text[token.from - 1] === "\n";
    if ((depth === 0 || isFirst) && begins(tokens, i)) {
      // A description before it goes with it; the keyword behind `extend` begins nothing.
      const isExtended = tokens[i - 1]?.text === "extend" && from !== undefined;
      if (!isExtended) {
        end();
        from = tokens[i - 1]?.text.startsWith('"') ? (tokens[i - 1] as Token).from : token.from;
        const before = parts.at(-1);
        if (before && before[1] > from) before[1] = from;
        parts.push([from, token.to]);
      }
    } else if (from === undefined && !token.text.startsWith('"')) {
      from = token.from;
      parts.push([from, token.to]);
    }
    const part = parts.at(-1);
    if (part && from !== undefined) part[1] = token.to;
    if (/^[{([]$/.test(token.text)) depth++;
    else if (/^[})\]]$/.test(token.text)) {
      depth = Math.max(0, depth - 1);
      if (token.text === "}" && depth === 0) end();
    }
  });
  return parts;
}

/** A keyword with what must follow on it: `type` may be the name of a field, too. */
function begins(tokens: readonly Token[], i: number): boolean {
  const [keyword, next] = [tokens[i]?.text ?? "", tokens[i + 1]?.text ?? ""];
  if (!KEYWORD.test(keyword)) return false;
  if (keyword === "extend") return KEYWORD.test(next);
  if (keyword === "directive") return next === "@";
  if (keyword === "schema") return next === "{" || next === "@";
  if (/^[A-Za-z_]/.test(next)) return true;
  return /^(?:query|mutation|subscription)$/.test(keyword) && /^[({@]$/.test(next);
}
