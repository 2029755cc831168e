// What a GraphQL text in code asks for, read by its braces: a parser of the language would be loaded for every file.

const TOKEN = /#[^\n]*|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\.\.\.|\$?[\p{L}_][\p{L}\p{N}_]*|[{}():@]/gu;

/**
 * `gql:email` for every word; `gql:account.email` for every field in a selection: `query`, `mutation` or `subscription`
 * for the outermost ones, the field around it, or the type behind `on` (`gql:on Account.email`); `gql:in email` for every
 * field of an object that is sent.
 */
export function graphqlUses(text: string, most: number): string[] {
  const uses = new Set<string>();
  const around: string[] = [];
  let holder = "query";
  let parentheses = 0;
  let sent = 0;
  const tokens = (text.match(TOKEN) ?? []).filter((token) => !/^[#"]/.test(token));
  for (let i = 0; i < tokens.length && uses.size < most; i++) {
    const token = tokens[i] as string;
    if (token === "...") holder = around.at(-1) ?? "query";
    else if (token === "(") parentheses++;
    else if (token === ")") parentheses--;
    else if (token === "{" && parentheses <= 0) around.push(holder);
    else if (token === "}" && parentheses <= 0) {
      around.pop();
      holder = "query";
    } else if (token === "{") sent++;
    else if (token === "}") sent--;
    else if (/^[\p{L}_]/u.test(token)) {
      uses.add(`gql:${token}`);
      if (sent > 0 && tokens[i + 1] === ":") uses.add(`gql:in ${token}`);
      if (parentheses > 0 || tokens[i - 1] === "@") continue;
      const before = tokens[i - 1];
      if (before === "on") holder = `on ${token}`;
      else if (around.length === 0) {
        if (/^(?:query|mutation|subscription)$/.test(token)) holder = token;
      } else if (before === "..." || tokens[i + 1] === ":") {
        // A fragment that is spread, the word `on`, or an alias: no field.
      } else {
        uses.add(`gql:${around.at(-1)}.${token}`);
        holder = token;
      }
    }
  }
  return [...uses];
}
