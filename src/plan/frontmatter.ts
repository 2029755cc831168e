// Where the YAML frontmatter of a Markdown file lies, in bytes, and its fields as values. Reading goes by the plain
// subset first (src/plan/frontmatter-plain.ts); the YAML parser is loaded only for what stands outside it.
import { readPlainFields } from "./frontmatter-plain.ts";

/** A field's value. Scalars stay text (`tier: 4` is "4"): what they mean is their reader's business. */
export type FieldValue = string | null | readonly FieldValue[] | ReadonlyMap<string, FieldValue>;
export type Fields = ReadonlyMap<string, FieldValue>;

/** The part of a file between its two `---` lines. */
export interface Frontmatter {
  /** First byte behind the opening line. */
  readonly start: number;
  /** First byte of the closing line. */
  readonly end: number;
  /** Line of the file (from 1) at which the YAML begins. */
  readonly line: number;
  readonly eol: "\n" | "\r\n";
  readonly yaml: string;
}

/** Frontmatter that is read: its top-level fields, and the line of the file that each key stands in. */
export interface ReadFrontmatter {
  readonly fields: Fields;
  readonly lines: ReadonlyMap<string, number>;
}

/** Why frontmatter cannot be read, and at which line of the file. */
export interface FrontmatterProblem {
  readonly problem: string;
  readonly line: number;
}

const MOST_BYTES = 256 * 1024;
const LF = 10;

/** The next line from `at` without its line end, and where the line after it starts. */
function lineAt(bytes: Buffer, at: number): { text: string; next: number; end: number } {
  const found = bytes.indexOf(LF, at);
  const end = found === -1 ? bytes.length : found;
  // Fence lines are short; a long line is none and need not be decoded.
  const text = end - at > 64 ? "" : bytes.toString("latin1", at, end).replace(/[ \t\r]+$/, "");
  return { text, next: found === -1 ? bytes.length : found + 1, end };
}

/**
 * Finds the frontmatter: `---` as the first line (a byte order mark may stand before it), closed by `---` or `...`.
 * Undefined when the file has none; a problem when it begins like a node and is never closed, or is too large.
 */
export function findFrontmatter(bytes: Buffer): Frontmatter | FrontmatterProblem | undefined {
  const from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const opening = lineAt(bytes, from);
  if (opening.text !== "---") return undefined;
  const start = opening.next;
  for (let at = start; at < bytes.length; ) {
    const line = lineAt(bytes, at);
    if (line.text === "---" || line.text === "...") {
      if (at - start > MOST_BYTES) return { problem: "the frontmatter is larger than 256 KiB", line: 1 };
      const yaml = bytes.toString("utf8", start, at);
      if (yaml.includes("\ufffd") && !Buffer.from(yaml, "utf8").equals(bytes.subarray(start, at))) {
        return { problem: "the frontmatter is no valid UTF-8", line: 1 };
      }
      return { start, end: at, line: 2, eol: bytes[opening.end - 1] === 13 ? "\r\n" : "\n", yaml };
    }
    at = line.next;
  }
  // A lone rule at the top of a text is ordinary Markdown; one with an id below it is a node that lost its end.
  const head = bytes.toString("utf8", start, Math.min(bytes.length, start + 4096));
  return /^["']?id["']?[ \t]*:/m.test(head) ? { problem: "the frontmatter is never closed", line: 1 } : undefined;
}

/** The fields of frontmatter. Loads the YAML parser only when the plain reader does not know the form. */
export async function readFields(found: Frontmatter): Promise<ReadFrontmatter | FrontmatterProblem> {
  const plain = readPlainFields(found.yaml, found.line);
  if (plain) return plain;
  const { readYamlFields } = await import("./frontmatter-yaml.ts");
  return readYamlFields(found.yaml, found.line);
}
