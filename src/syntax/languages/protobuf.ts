// Messages, fields, enums, services and rpcs of Protocol Buffers text, by their full names. A small reader of its own,
// since positions are needed and kept parsers give none; what it does not know it skips to the next `;` or `}`.
import type { Outline, Problem, SymbolKind } from "../outline.ts";
import { lineIndex, type Span, textOutline } from "../text-outline.ts";

interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\.?[A-Za-z_][\w.]*|-?\d[\w.]*|[\s\S]/g;
const MAX_DEPTH = 64;

const BLOCKS: Readonly<Record<string, SymbolKind>> = { message: "message", enum: "proto_enum", service: "service" };

export function protobufOutline(path: string, text: string): Outline {
  const reader = new Reader(text);
  reader.file();
  return textOutline(path, "protobuf", text, {
    spans: reader.spans,
    problems: reader.problems,
    references: [...reader.imports].sort(),
    strip: (own) => own.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ""),
  });
}

class Reader {
  readonly spans: Span[] = [];
  readonly problems: Problem[] = [];
  readonly imports = new Set<string>();
  readonly #tokens: Token[] = [];
  readonly #lineAt: (offset: number) => number;
  #at = 0;
  #package = "";
  /** The message that the fields being read extend. */
  #extended: string | undefined;

  constructor(text: string) {
    this.#lineAt = lineIndex(text);
    for (const found of text.matchAll(TOKEN)) {
      const [token] = found;
      if (/^(?:\s|\/\/|\/\*)/.test(token)) continue;
      this.#tokens.push({ text: token, from: found.index, to: found.index + token.length });
    }
  }

  file(): void {
    while (this.#peek()) {
      const token = this.#peek() as Token;
      if (token.text === "package") {
        this.#at++;
        this.#package = this.#peek()?.text ?? "";
        this.#skip();
      } else if (token.text === "import") {
        for (let i = 1; i <= 2; i++) {
          const quoted = this.#tokens[this.#at + i]?.text;
          if (quoted && /^["']/.test(quoted)) this.imports.add(quoted.slice(1, -1));
        }
        this.#skip();
      } else if (token.text === "}") {
        this.#problem("a closing brace without its opening one");
        this.#at++;
      } else {
        this.#declaration(this.#package, 0);
      }
    }
  }

  /** One declaration of a file or a message body; always moves on. */
  #declaration(scope: string, depth: number): void {
    const first = this.#peek() as Token;
    const name = this.#tokens[this.#at + 1];
    const opens = this.#tokens[this.#at + 2]?.text === "{";
    const kind = BLOCKS[first.text];
    if (kind && name && opens) {
      this.#block(scope, kind, first, name, depth);
      return;
    }
    if (first.text === "extend" && name && opens) {
      this.#at += 3;
      // An extension has its name from where it is declared, not from what it extends.
      const around = this.#extended;
      this.#extended = name.text;
      this.#body(scope, "message", depth + 1);
      this.#extended = around;
      return;
    }
    if (first.text === "oneof" && name && opens) {
      this.#at += 3;
      this.#body(scope, "message", depth + 1);
      return;
    }
    if (/^(?:syntax|edition|option|reserved|extensions|;)$/.test(first.text)) this.#skip();
    else this.#field(scope, depth);
  }

  #block(scope: string, kind: SymbolKind, first: Token, name: Token, depth: number): void {
    const full = qualified(scope, name.text);
    const index = this.spans.length;
    this.#at += 3;
    this.spans.push({ name: full, kind, from: first.from, to: first.to });
    const around = this.#extended;
    this.#extended = undefined;
    const values = this.#body(full, kind, depth + 1);
    this.#extended = around;
    const to = this.#tokens[this.#at - 1]?.to ?? first.to;
    this.spans[index] = {
      name: full,
      kind,
      from: first.from,
      to,
      ...(this.#package === "" ? {} : { facts: { namespace: this.#package } }),
      ...(values.length > 0 ? { facts: { ...(this.#package ? { namespace: this.#package } : {}), values } } : {}),
    };
  }

  /** Reads up to the closing brace and takes it; for an enum, gives its values. */
  #body(scope: string, kind: SymbolKind, depth: number): string[] {
    const values: string[] = [];
    for (let token = this.#peek(); token && token.text !== "}"; token = this.#peek()) {
      if (depth > MAX_DEPTH) this.#skip();
      else if (kind === "proto_enum") {
        const value = this.#value(scope);
        if (value !== undefined) values.push(value);
      } else if (kind === "service") this.#rpc(scope);
      else this.#declaration(scope, depth);
    }
    if (this.#peek()) this.#at++;
    else this.#problem(`${scope} is not closed`);
    return values;
  }

  /** `repeated Label labels = 3 [opts];`, `map<string, int32> weights = 4;`, `group Part = 5 { … }`. */
  #field(scope: string, depth: number): void {
    const start = this.#at;
    const first = this.#peek() as Token;
    const words: string[] = [];
    for (let token = this.#peek(); token && !/^[=;{}]$/.test(token.text); token = this.#peek()) {
      words.push(token.text);
      this.#at++;
    }
    const name = words.pop();
    if (this.#peek()?.text !== "=" || name === undefined || words.length === 0) {
      if (this.#at === start) this.#at++;
      this.#problem("no declaration of a message");
      this.#skip();
      return;
    }
    this.#at++;
    const number = this.#peek()?.text ?? "";
    const isGroup = words.at(-1) === "group";
    if (isGroup) {
      this.#at++;
      this.#brackets();
      if (depth > MAX_DEPTH || this.#peek()?.text !== "{") this.#skip();
      else {
        this.#at++;
        const around = this.#extended;
        this.#extended = undefined;
        this.#body(qualified(scope, name), "message", depth + 1);
        this.#extended = around;
      }
    } else {
      this.#skip();
    }
    const last = this.#tokens[this.#at - 1] as Token;
    const type = words
      .join(" ")
      .replace(/ ?([<>,]) ?/g, "$1")
      .replace(",", ", ");
    this.spans.push({
      name: qualified(scope, name),
      kind: "message_field",
      from: first.from,
      to: last.to,
      facts: {
        ...(this.#package === "" ? {} : { namespace: this.#package }),
        type,
        required: words[0] === "required",
        version: number,
        references: typesIn(this.#extended === undefined ? words : [...words, this.#extended]),
      },
    });
  }

  #value(scope: string): string | undefined {
    const name = this.#peek() as Token;
    const isValue = this.#tokens[this.#at + 1]?.text === "=" && name.text !== "option";
    const number = this.#tokens[this.#at + 2]?.text ?? "";
    this.#skip();
    if (!isValue) return undefined;
    const last = this.#tokens[this.#at - 1] as Token;
    this.spans.push({
      name: qualified(scope, name.text),
      kind: "proto_value",
      from: name.from,
      to: last.to,
      facts: { ...(this.#package === "" ? {} : { namespace: this.#package }), version: number },
    });
    return name.text;
  }

  /** `rpc Get(stream GetReq) returns (Account) { option … }`. */
  #rpc(scope: string): void {
    const first = this.#peek() as Token;
    const name = this.#tokens[this.#at + 1];
    if (first.text !== "rpc" || !name) {
      this.#skip();
      return;
    }
    this.#at += 2;
    const request = this.#parenthesised();
    if (this.#peek()?.text === "returns") this.#at++;
    const response = this.#parenthesised();
    this.#skip();
    const last = this.#tokens[this.#at - 1] as Token;
    this.spans.push({
      name: qualified(scope, name.text),
      kind: "rpc",
      from: first.from,
      to: last.to,
      facts: {
        ...(this.#package === "" ? {} : { namespace: this.#package }),
        parameters: [{ name: "request", type: request }],
        returns: response,
        references: typesIn([...request.split(" "), ...response.split(" ")]),
      },
    });
  }

  #parenthesised(): string {
    if (this.#peek()?.text !== "(") return "";
    const words: string[] = [];
    this.#at++;
    while (this.#peek() && this.#peek()?.text !== ")" && words.length < 4) words.push((this.#next() as Token).text);
    this.#at++;
    return words.join(" ");
  }

  /** To behind the next `;`, or behind a block when one comes first; stops before a `}` that closes what is around. */
  #skip(): void {
    let depth = 0;
    for (let token = this.#peek(); token; token = this.#peek()) {
      if (token.text === "}" && depth === 0) return;
      if (token.text === "[") {
        this.#brackets();
        continue;
      }
      this.#at++;
      if (token.text === "{") depth++;
      else if (token.text === "}" && --depth === 0) return;
      else if (token.text === ";" && depth === 0) return;
    }
  }

  /** Options: from `[` to behind its `]`, with the braces in between; stops where a brace or the text ends before that. */
  #brackets(): void {
    if (this.#peek()?.text !== "[") return;
    const open: string[] = [];
    for (let token = this.#peek(); token; token = this.#peek()) {
      const opener = token.text === "]" ? "[" : token.text === "}" ? "{" : undefined;
      if (opener !== undefined && open.pop() !== opener) break;
      if (token.text === "[" || token.text === "{") open.push(token.text);
      // A declaration behind a semicolon: the options are over.
      if (token.text === ";" && open.length === 1) break;
      this.#at++;
      if (open.length === 0) return;
    }
    this.#problem("options are not closed");
  }

  #problem(message: string): void {
    if (this.problems.length < 20) {
      this.problems.push({ line: this.#lineAt(this.#tokens[Math.max(0, this.#at - 1)]?.from ?? 0), message });
    }
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }
}

const SCALARS =
  /^(?:double|float|u?int(?:32|64)|sint(?:32|64)|s?fixed(?:32|64)|bool|string|bytes|map|optional|required|repeated|group|stream|[<>,]|)$/;

function typesIn(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => !SCALARS.test(word)).map((word) => word.replace(/^\./, "")))].sort();
}

function qualified(scope: string, name: string): string {
  return scope === "" ? name : `${scope}.${name}`;
}
