// A reading head over the tokens of one SQL statement.
import type { SqlToken } from "./sql-tokens.ts";

export class Cursor {
  readonly tokens: readonly SqlToken[];
  #at = 0;

  constructor(tokens: readonly SqlToken[]) {
    this.tokens = tokens;
  }

  peek(ahead = 0): SqlToken | undefined {
    return this.tokens[this.#at + ahead];
  }

  next(): SqlToken | undefined {
    return this.tokens[this.#at++];
  }

  /** Takes the next token when it is one of these bare words. */
  take(...keys: readonly string[]): SqlToken | undefined {
    const token = this.peek();
    if (token?.kind !== "word" || !keys.includes(token.key)) return undefined;
    this.#at++;
    return token;
  }

  takeMark(mark: string): boolean {
    if (this.peek()?.kind !== "mark" || this.peek()?.text !== mark) return false;
    this.#at++;
    return true;
  }

  /** `IF EXISTS`, `IF NOT EXISTS`. */
  ifExists(): void {
    if (this.peek()?.key !== "IF") return;
    if (this.peek(1)?.key === "EXISTS") this.#at += 2;
    else if (this.peek(1)?.key === "NOT" && this.peek(2)?.key === "EXISTS") this.#at += 3;
  }

  /** MySQL's `ALGORITHM = x DEFINER = user@host SQL SECURITY x` before the kind. */
  skipDefiner(): void {
    for (;;) {
      if (this.take("DEFINER", "ALGORITHM")) {
        this.takeMark("=");
        this.next();
        while (this.peek()?.kind === "name" && this.tokens[this.#at - 1]?.to === this.peek()?.from) this.next();
        if (this.peek()?.text === "@") {
          this.next();
          this.next();
        }
      } else if (this.peek()?.key === "SQL" && this.peek(1)?.key === "SECURITY") {
        this.#at += 3;
      } else {
        return;
      }
    }
  }

  /** A name with what qualifies it: `app.accounts` has the text `accounts` and the namespace `app`. */
  name(): { text: string; namespace?: string } | undefined {
    const parts: string[] = [];
    for (;;) {
      const token = this.peek();
      if (!token || (token.kind !== "word" && token.kind !== "name")) break;
      this.#at++;
      parts.push(token.text);
      if (!this.takeMark(".")) break;
    }
    const text = parts.pop();
    if (text === undefined) return undefined;
    return parts.length > 0 ? { text, namespace: parts.join(".") } : { text };
  }

  /** The elements of a parenthesised list, cut at its commas; stands behind the list afterwards. */
  list(): SqlToken[][] {
    const elements: SqlToken[][] = [];
    let current: SqlToken[] = [];
    let depth = 0;
    for (let token = this.next(); token; token = this.next()) {
      if (token.text === "(" && token.kind === "mark" && depth++ === 0) continue;
      if (token.text === ")" && token.kind === "mark" && --depth === 0) break;
      if (token.text === "," && token.kind === "mark" && depth === 1) {
        elements.push(current);
        current = [];
      } else {
        current.push(token);
      }
    }
    elements.push(current);
    return elements.filter((element) => element.length > 0);
  }

  /** What is left, cut at commas outside of parentheses, without the semicolon. */
  actions(): SqlToken[][] {
    const actions: SqlToken[][] = [[]];
    let depth = 0;
    for (const token of this.rest()) {
      if (token.kind === "mark" && token.text === "(") depth++;
      if (token.kind === "mark" && token.text === ")") depth--;
      if (token.kind === "mark" && token.text === "," && depth === 0) actions.push([]);
      else actions.at(-1)?.push(token);
    }
    return actions.filter((action) => action.length > 0);
  }

  /** The tokens that have not been read, without the closing semicolon. */
  rest(): readonly SqlToken[] {
    const rest = this.tokens.slice(this.#at);
    return rest.at(-1)?.text === ";" ? rest.slice(0, -1) : rest;
  }

  /** Where the whole statement stands. */
  whole(): { from: number; to: number } {
    return { from: this.tokens[0]?.from ?? 0, to: this.tokens.at(-1)?.to ?? 0 };
  }
}
