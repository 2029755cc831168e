// Where a text stops being JSON. What it says is read by the YAML reader, which takes more than JSON.

const TOKEN =
  /[ \t\r\n]+|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|[{}[\],:]/y;

/** What may come next: a value, a key, what follows on a key, what follows on a value, or nothing more. */
type Next = "value" | "value or end" | "key" | "key or end" | ":" | ", or end" | "end of text";

/** The offset of the first token that JSON does not allow there (the length of a text that ends too early), or undefined. */
export function firstJsonError(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return errorOffset(text);
  }
}

function errorOffset(text: string): number {
  const open: ("{" | "[")[] = [];
  let next: Next = "value";
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return at;
    if (token.trim() !== "") {
      const then = step(token, next, open);
      if (then === undefined) return at;
      next = then;
    }
    at += token.length;
  }
  return text.length;
}

function step(token: string, next: Next, open: ("{" | "[")[]): Next | undefined {
  const after = (): Next => (open.length === 0 ? "end of text" : ", or end");
  if (token === "}" || token === "]") {
    const opened = open.pop();
    const mayEnd = next === ", or end" || next === (token === "}" ? "key or end" : "value or end");
    return mayEnd && opened === (token === "}" ? "{" : "[") ? after() : undefined;
  }
  if (next === ":") return token === ":" ? "value" : undefined;
  if (next === ", or end") return token !== "," ? undefined : open.at(-1) === "{" ? "key" : "value";
  if (next === "key" || next === "key or end") return token.startsWith('"') ? ":" : undefined;
  if (next === "end of text" || token === "," || token === ":") return undefined;
  if (token === "{" || token === "[") {
    open.push(token);
    return token === "{" ? "key or end" : "value or end";
  }
  return after();
}
