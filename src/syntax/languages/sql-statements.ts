// Cuts SQL text into statements.
import type { SqlToken } from "./sql-tokens.ts";

/** Words that begin a statement of their own, for dialects that write no semicolon. */
const STARTERS: ReadonlySet<string> = new Set(["CREATE", "ALTER", "DROP"]);

/** Cuts at semicolons outside of parentheses and of routine bodies, and at `GO` or a DDL word on a new statement. */
export function* statements(tokens: readonly SqlToken[]): Generator<SqlToken[]> {
  let current: SqlToken[] = [];
  let depth = 0;
  let begins = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as SqlToken;
    if (token.text === "(") depth++;
    else if (token.text === ")") depth = Math.max(0, depth - 1);
    if (isRoutine(current)) {
      if (token.key === "BEGIN" || token.key === "CASE") begins++;
      else if (token.key === "END" && !/^(?:IF|LOOP|WHILE|REPEAT)$/.test(tokens[i + 1]?.key ?? "")) begins--;
    }
    const ends = token.text === ";" && depth === 0 && begins <= 0;
    const restarts =
      begins <= 0 &&
      token.kind === "word" &&
      (token.key === "GO" || (STARTERS.has(token.key) && depth === 0 && canRestart(current, tokens[i + 1])));
    if (ends || restarts) {
      if (ends) current.push(token);
      if (current.length > 0) yield current;
      current = restarts && token.key !== "GO" ? [token] : [];
      depth = 0;
      begins = 0;
    } else {
      current.push(token);
    }
  }
  if (current.length > 0) yield current;
}

function isRoutine(tokens: readonly SqlToken[]): boolean {
  return (
    tokens[0]?.key === "CREATE" &&
    tokens.slice(1, 6).some((token) => /^(?:FUNCTION|PROCEDURE|PROC|TRIGGER)$/.test(token.key))
  );
}

/** A DDL word begins a new statement only where the one before is complete: its own words may hold `DROP` and `ALTER` too. */
function canRestart(current: readonly SqlToken[], next: SqlToken | undefined): boolean {
  const verb = current[0]?.key;
  if (verb === "ALTER") return current.length > 3 && /^(?:TABLE|VIEW|PROCEDURE|FUNCTION)$/.test(next?.key ?? "");
  return verb === "CREATE" && current.at(-1)?.text === ")" && !isRoutine(current);
}
