// Doctor's look at the settings, and at what they name: the judge's programs, the remote, files of modules.
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { ForemergeError } from "../../errors.ts";
import { gitText } from "../../git/run.ts";
import type { Session } from "../session.ts";
import { type Diagnosis, note, ok, wrong } from "./diagnosis.ts";

export function settingsHealth(session: Session): Diagnosis[] {
  try {
    const { file } = session.loadedSettings;
    const found = [ok("settings", file ?? "no .foremerge.yaml: defaults everywhere")];
    const overridden = Object.entries(session.loadedSettings.origins)
      .filter(([, origin]) => origin === "environment")
      .map(([key]) => key);
    if (overridden.length > 0) found.push(note("settings", `set by the environment: ${overridden.join(", ")}`));
    return [...found, ...switchedOff(session), ...judge(session)];
  } catch (error) {
    if (!(error instanceof ForemergeError)) throw error;
    return [wrong("settings", error.message, error.hint ?? "foremerge config explain shows every key")];
  }
}

function switchedOff(session: Session): Diagnosis[] {
  const off = Object.entries(session.settings.rules)
    .filter(([, level]) => level === "off")
    .map(([rule]) => rule);
  return off.length === 0 ? [] : [note("settings", `rules switched off: ${off.join(", ")}`)];
}

/** A judge runs only when this machine's owner says so; a tracked file alone never starts a program (spec 3.5). */
function judge(session: Session): Diagnosis[] {
  const { judge: configured } = session.settings;
  if (!configured || configured.commands.length === 0) return [];
  const { env } = session;
  for (const name of ["FOREMERGE_JUDGE_DISABLED", "AF_CONFLICT_LLM_DISABLED"]) {
    if (env[name] === "true") return [note("judge", `switched off by ${name}`, `unset ${name} to use it`)];
  }
  if (env.FOREMERGE_JUDGE !== "1" && !allowedByGit(session)) {
    return [
      note(
        "judge",
        "configured, and not allowed to run on this machine",
        "git config foremerge.judge true, if you trust the commands that .foremerge.yaml names",
      ),
    ];
  }
  const missing = configured.commands.map(([program = ""]) => program).filter((program) => !onPath(program, session));
  return missing.length === 0
    ? [ok("judge", `${configured.commands.length} configured`)]
    : [wrong("judge", `not found: ${missing.join(", ")}`, "install it, or mend judge.commands in .foremerge.yaml")];
}

function allowedByGit(session: Session): boolean {
  if (!session.repository) return false;
  try {
    return gitText(["config", "--type=bool", "--get", "foremerge.judge"], { cwd: session.root }) === "true";
  } catch {
    return false;
  }
}

/** True when a program can be started from here. */
export function onPath(program: string, session: Pick<Session, "env" | "root">): boolean {
  const places = program.includes("/")
    ? [isAbsolute(program) ? program : join(session.root, program)]
    : (session.env.PATH ?? "").split(delimiter).map((folder) => join(folder, program));
  return places.some((path) => {
    try {
      accessSync(path, constants.X_OK);
      return existsSync(path);
    } catch {
      return false;
    }
  });
}
