// What a coding agent's hook says on standard input (spec 3.6, 7): which tool, which file, which task. Pure; everything
// is unknown until it is looked at.

/** A tool call about to happen. */
export interface ToolCall {
  readonly tool: string;
  /** The file that the tool will write; undefined for tools that write none, or name none. */
  readonly path: string | undefined;
  /** Where the agent stands. */
  readonly cwd: string | undefined;
  /** Every text of the tool's input, for finding a task's name. */
  readonly texts: readonly string[];
}

/** Tools that write a file, and the field that names it. */
const WRITERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Write", ["file_path"]],
  ["Edit", ["file_path"]],
  ["MultiEdit", ["file_path"]],
  ["NotebookEdit", ["notebook_path", "file_path"]],
]);

/** Reads one call. @throws Error with what is wrong, for the caller to tell */
export function readToolCall(bytes: Buffer): ToolCall {
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  if (text.trim() === "") throw new Error("standard input is empty");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("standard input is no JSON");
  }
  const call = record(value);
  if (!call) throw new Error("standard input is no JSON object");
  const tool = textOf(call, "tool_name");
  if (tool === undefined) throw new Error("standard input names no tool (tool_name)");
  const input = record(field(call, "tool_input")) ?? {};
  const path = (WRITERS.get(tool) ?? []).map((name) => textOf(input, name)).find((one) => one !== undefined);
  if (WRITERS.has(tool) && path === undefined) throw new Error(`${tool} names no file`);
  return { tool, path, cwd: textOf(call, "cwd"), texts: textsIn(input) };
}

function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

const field = (from: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(from, name) ? from[name] : undefined;

function textOf(from: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = field(from, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Texts at any depth, in order, bounded. */
function textsIn(value: unknown, depth = 0, found: string[] = []): readonly string[] {
  if (found.length >= 200 || depth > 6) return found;
  if (typeof value === "string") found.push(value);
  else if (Array.isArray(value)) for (const item of value) textsIn(item, depth + 1, found);
  else if (record(value)) for (const item of Object.values(value as object)) textsIn(item, depth + 1, found);
  return found;
}
