// Doctor's look at hooks: git's and the coding agent's, whether they are there, may run and can find foremerge.
import { accessSync, constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { hooksFolder } from "../../git/hooks-folder.ts";
import type { Session } from "../session.ts";
import { type Diagnosis, note, ok, wrong } from "./diagnosis.ts";
import { onPath } from "./settings-health.ts";

const GIT_HOOKS = ["pre-commit", "pre-push", "post-merge"] as const;
const AGENT_SETTINGS = [".claude/settings.local.json", ".claude/settings.json"] as const;

export function hooksHealth(session: Session): Diagnosis[] {
  const { repository } = session;
  if (!repository || repository.bare) return [];
  const installed = [...gitHooks(session), ...agentHooks(session)];
  const calls = installed.some(({ state }) => state !== "note");
  if (calls && !onPath("foremerge", session)) {
    installed.push(
      wrong("hooks", "hooks call foremerge, which is not on PATH", "npm install -g foremerge, or add it to PATH"),
    );
  }
  return installed;
}

function gitHooks(session: Session): Diagnosis[] {
  const folder = hooksFolder(session.root, session.repository?.commonDir ?? session.root).path;
  const own: string[] = [];
  const found: Diagnosis[] = [];
  for (const name of GIT_HOOKS) {
    const path = join(folder, name);
    const text = read(path);
    if (text === undefined || !/\bforemerge\b/.test(text)) continue;
    own.push(name);
    try {
      accessSync(path, constants.X_OK);
    } catch {
      found.push(wrong("hooks", `${path} may not be executed: git skips it`, `chmod +x ${path}`));
    }
  }
  if (own.length === 0) return [note("hooks", "no git hook calls foremerge", "foremerge hook install git")];
  return [ok("hooks", `git: ${own.join(", ")}`), ...found];
}

function agentHooks(session: Session): Diagnosis[] {
  const found: Diagnosis[] = [];
  for (const name of AGENT_SETTINGS) {
    const text = read(join(session.root, name));
    if (text === undefined) continue;
    try {
      JSON.parse(text);
    } catch {
      found.push(wrong("hooks", `${name} is no JSON: the agent ignores it`, "mend it by hand"));
      continue;
    }
    if (/\bforemerge\b[^"\n]*\bhook\b/.test(text)) found.push(ok("hooks", `coding agent: ${name}`));
  }
  return found.length > 0
    ? found
    : [note("hooks", "no coding agent's hook calls foremerge", "foremerge hook install claude")];
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
