// Doctor's look at hooks: git's and the coding agent's, whether they are there, may run and can find foremerge.
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { hooksFolder } from "../../git/hooks-folder.ts";
import type { Session } from "../session.ts";
import { type Diagnosis, note, ok, wrong } from "./diagnosis.ts";
import { onPath } from "./settings-health.ts";
import { type ShellCall, shellCalls } from "./shell-calls.ts";

const GIT_HOOKS = ["pre-commit", "pre-push", "post-merge"] as const;
const AGENT_SETTINGS = [".claude/settings.local.json", ".claude/settings.json"] as const;

export function hooksHealth(session: Session): Diagnosis[] {
  const { repository } = session;
  if (!repository || repository.bare) return [];
  const calls: HookCall[] = [];
  const found = [...gitHooks(session, calls), ...agentHooks(session, calls)];
  return [...found, ...missing(session, calls)];
}

/** What a hook starts, and which hook that is. */
interface HookCall extends ShellCall {
  readonly hook: string;
}

/** Programs, and scripts of interpreters, that cannot be started from here. */
function missing(session: Session, calls: readonly HookCall[]): Diagnosis[] {
  const callers = new Map<string, Set<string>>();
  for (const { hook, program, words } of calls) {
    const script = /(^|\/)(node|bun|deno)$/.test(program) ? words.find((word) => !word.startsWith("-")) : undefined;
    const gone = !onPath(program, session)
      ? program
      : script !== undefined && !existsSync(resolve(session.root, script))
        ? script
        : undefined;
    if (gone !== undefined) callers.set(gone, (callers.get(gone) ?? new Set()).add(hook));
  }
  return [...callers].map(([gone, hooks]) => {
    const who = `${[...hooks].join(", ")} ${hooks.size === 1 ? "calls" : "call"} ${gone}`;
    if (gone === "foremerge") {
      return wrong("hooks", `${who}, which is not on PATH`, "npm install -g foremerge, or add it to PATH");
    }
    return gone.includes("/")
      ? wrong(
          "hooks",
          `${who}, which is not there`,
          "mend the path, or take the lines out and run foremerge hook install",
        )
      : wrong("hooks", `${who}, which is not on PATH`, `install ${gone}, or add it to PATH`);
  });
}

function gitHooks(session: Session, calls: HookCall[]): Diagnosis[] {
  const folder = hooksFolder(session.root, session.repository?.commonDir ?? session.root).path;
  const own: string[] = [];
  const found: Diagnosis[] = [];
  for (const name of GIT_HOOKS) {
    const path = join(folder, name);
    const text = read(path);
    if (text === undefined || !/\bforemerge\b/.test(text)) continue;
    own.push(name);
    calls.push(...shellCalls(text).map((call) => ({ ...call, hook: name })));
    try {
      accessSync(path, constants.X_OK);
    } catch {
      found.push(wrong("hooks", `${path} may not be executed: git skips it`, `chmod +x ${path}`));
    }
  }
  if (own.length === 0) return [note("hooks", "no git hook calls foremerge", "foremerge hook install git")];
  return [ok("hooks", `git: ${own.join(", ")}`), ...found];
}

function agentHooks(session: Session, calls: HookCall[]): Diagnosis[] {
  const found: Diagnosis[] = [];
  for (const name of AGENT_SETTINGS) {
    const text = read(join(session.root, name));
    if (text === undefined) continue;
    let settings: unknown;
    try {
      settings = JSON.parse(text);
    } catch {
      found.push(wrong("hooks", `${name} is no JSON: the agent ignores it`, "mend it by hand"));
      continue;
    }
    const own = commandsIn(settings).filter((command) => /\bforemerge\b.*\bhook\b/s.test(command));
    if (own.length > 0) found.push(ok("hooks", `coding agent: ${name}`));
    for (const command of own) calls.push(...shellCalls(command).map((call) => ({ ...call, hook: name })));
  }
  return found.length > 0
    ? found
    : [note("hooks", "no coding agent's hook calls foremerge", "foremerge hook install claude")];
}

/** Every command that an agent's settings name, wherever it stands. */
function commandsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "command" && typeof inner === "string" ? [inner] : commandsIn(inner),
  );
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
