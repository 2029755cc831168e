// Writes foremerge's hooks into a coding agent's settings file (spec 3.6, 7): its own entries only, once, everything
// else as it was.
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { invalidInput } from "../../errors.ts";
import { writeAtomically } from "../../store/atomic.ts";

export interface AgentInstall {
  readonly path: string;
  readonly changed: boolean;
  /** Hook commands that were added. */
  readonly added: readonly string[];
  /** The whole file as it is, or would be. */
  readonly text: string;
}

interface Wanted {
  readonly event: "PreToolUse" | "PostToolUse";
  readonly matcher: string;
  /** Words behind the program. */
  readonly command: string;
}

const WANTED: readonly Wanted[] = [
  { event: "PreToolUse", matcher: "Write|Edit|MultiEdit|NotebookEdit", command: "hook pre-tool" },
  { event: "PreToolUse", matcher: "Task|Agent", command: "hook pre-dispatch" },
  { event: "PostToolUse", matcher: "Task|Agent", command: "hook post-task" },
];

/** Seconds that the agent waits for a hook; the hooks' own deadline is well below. */
const TIMEOUT = 10;

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Adds the entries that are missing.
 * @param program how foremerge is called there, ready for a shell
 * @throws INVALID_INPUT when the file is no JSON object of the known shape; nothing is written then
 */
export function installClaude(
  root: string,
  options: { readonly shared: boolean; readonly dryRun: boolean; readonly program: string },
): AgentInstall {
  const path = join(root, ".claude", options.shared ? "settings.json" : "settings.local.json");
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const { text, added } = withHooks(before, path, options.program);
  const changed = added.length > 0;
  if (changed && !options.dryRun) {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, text, { mode: existsSync(path) ? statSync(path).mode & 0o7777 : 0o644 });
  }
  return { path, changed, added, text };
}

/** The settings text with foremerge's hooks in it; the same text when they are there already. */
export function withHooks(
  before: string,
  path: string,
  program: string,
): { readonly text: string; readonly added: readonly string[] } {
  const settings = parse(before, path);
  const hooks = section(settings, "hooks", path);
  const next: Record<string, unknown> = { ...hooks };
  const added: string[] = [];
  for (const { event, matcher, command } of WANTED) {
    const entries = next[event] ?? [];
    if (!Array.isArray(entries)) throw unreadable(path, `hooks.${event} is no list`);
    if (entries.some((entry) => calls(entry, command))) continue;
    const line = `${program} ${command}`;
    next[event] = [...entries, { matcher, hooks: [{ type: "command", command: line, timeout: TIMEOUT }] }];
    added.push(line);
  }
  if (added.length === 0) return { text: before, added };
  const indent = /^([ \t]+)"/m.exec(before)?.[1] ?? "  ";
  const eol = before.includes("\r\n") ? "\r\n" : "\n";
  const text = `${JSON.stringify({ ...settings, hooks: next }, null, indent)}\n`.replaceAll("\n", eol);
  return { text, added };
}

/** True when an entry of the file runs this hook of foremerge already, however foremerge is called there. */
function calls(entry: unknown, command: string): boolean {
  if (!isRecord(entry) || !Array.isArray(entry.hooks)) return false;
  return entry.hooks.some(
    (hook: unknown) =>
      isRecord(hook) &&
      typeof hook.command === "string" &&
      hook.command.includes("foremerge") &&
      new RegExp(`\\b${command}\\b`).test(hook.command),
  );
}

function parse(text: string, path: string): Json {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw unreadable(path, "it is no JSON");
  }
  if (!isRecord(value)) throw unreadable(path, "it is no JSON object");
  return value;
}

function section(settings: Json, name: string, path: string): Json {
  const value = Object.hasOwn(settings, name) ? settings[name] : {};
  if (!isRecord(value)) throw unreadable(path, `${name} is no object`);
  return value;
}

const unreadable = (path: string, why: string): Error =>
  invalidInput(
    `${path} cannot be added to: ${why}.`,
    "Mend the file by hand, then run this again; nothing was written.",
  );
