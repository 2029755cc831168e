// Makes the Session of one call from its global flags: settings are read at once (cached by content), the rest lazily.
import { realpathSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Globals } from "../commands/command.ts";
import { type LoadedSettings, loadSettings } from "../config/load.ts";
import { CONTROL_CHARACTER } from "../detect/text-pattern.ts";
import { ForemergeError, invalidInput } from "../errors.ts";
import { discoverRepository } from "../git/discover.ts";
import type { Repository } from "../git/repository.ts";
import { locateLedger } from "../store/locate.ts";
import { type OpenedLedger, openLedger } from "../store/open-ledger.ts";
import type { State } from "../store/state.ts";
import type { Io } from "../term/io.ts";
import type { Identity, Session } from "./session.ts";

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** The time of --now. @throws INVALID_INPUT for anything but a full ISO 8601 time with a zone, on a day that there is */
export function parseNow(text: string): Date {
  const time = ISO.test(text) && isDay(text.slice(0, 10)) ? new Date(text) : undefined;
  if (time && Number.isFinite(time.getTime())) return time;
  throw invalidInput(
    `--now ${JSON.stringify(text)} is no time`,
    "write an ISO time with a zone, such as 2026-11-30T12:00:00Z",
  );
}

/** False for the 30th of February, which Date would take for a day in March. */
function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return Number.isFinite(day.getTime()) && day.toISOString().startsWith(date);
}

function parseCwd(text: string): string {
  try {
    return realpathSync(resolve(text));
  } catch (error) {
    throw new ForemergeError("INVALID_INPUT", `--cwd ${JSON.stringify(text)} is no folder here`, {
      hint: "write the path of an existing folder",
      cause: error,
    });
  }
}

function identify(globals: Globals, io: Io, repository: Repository | undefined): Identity {
  const given = globals.agent ?? io.env.FOREMERGE_AGENT;
  const session = globals.sessionId ?? io.env.FOREMERGE_SESSION;
  const named = given !== undefined && given.trim() !== "";
  const agent = named ? given.trim() : `${repository?.userName ?? systemUser()}@${repository?.worktreeName ?? "main"}`;
  if (CONTROL_CHARACTER.test(agent) || [...agent].length > 200) {
    const said = globals.agent === undefined && named ? "FOREMERGE_AGENT" : "--agent";
    throw invalidInput(
      `${said} ${JSON.stringify(agent.slice(0, 60))} is no name`,
      "write up to 200 characters, no control characters",
    );
  }
  return { agent, named, session: session === undefined || session.trim() === "" ? undefined : session.trim() };
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "somebody";
  }
}

/** The session of one call. @throws INVALID_INPUT for flags that cannot be read; settings trouble waits until asked for */
export async function openSession(globals: Globals, io: Io, lenient = false): Promise<Session> {
  const cwd = parseCwd(globals.cwd);
  const now = globals.now === undefined ? new Date() : parseNow(globals.now);
  const repository = discoverRepository(cwd, io.env);
  const place = locateLedger({ cwd, repository, ledger: globals.ledger, variable: io.env.FOREMERGE_LEDGER });
  const root = repository?.root ?? (place.kind === "folder" ? dirname(place.folder) : cwd);

  // Inside hooks a wrong key must not switch off what the others ask for (spec 5.5): it is said and passed over. Where
  // nobody uses foremerge, nobody wants to hear of it.
  const tell = (mistake: ForemergeError): void => {
    if (place.exists) io.err(`foremerge: not assessed: ${mistake.message}${mistake.hint ? `; ${mistake.hint}` : ""}\n`);
  };
  const passedOver = lenient ? tell : undefined;
  let loaded: LoadedSettings | undefined;
  let trouble: unknown;
  try {
    loaded = await loadSettings(root, io.env, place.exists ? join(place.folder, "cache") : undefined, passedOver);
  } catch (error) {
    trouble = error;
  }

  const warned = new Set<string>();
  let ledger: OpenedLedger | undefined;
  let state: State | undefined;
  let who: Identity | undefined;
  const session: Session = {
    cwd,
    now,
    clockFixed: globals.now !== undefined,
    env: io.env,
    repository,
    root,
    place,
    bookkeeping: true,
    interactive: io.stdinIsTerminal && io.stdoutIsTerminal,
    get who() {
      who ??= identify(globals, io, repository);
      return who;
    },
    get settings() {
      if (!loaded) throw trouble;
      return loaded.settings;
    },
    get loadedSettings() {
      if (!loaded) throw trouble;
      return loaded;
    },
    ledger() {
      // Before anything is written, whether or not the call would come to ask for the setting that is wrong.
      if (!loaded) throw trouble;
      if (!ledger) {
        tellLength(session);
        ledger = openLedger(place, { onWarning: (text) => session.warn(text) });
      }
      return ledger;
    },
    state() {
      if (!state) {
        state = session.ledger().read();
        for (const warning of state.warnings) session.warn(warning);
      }
      return state;
    },
    opened: () => (ledger === undefined ? undefined : { ledger, state }),
    warn(text) {
      if (globals.quiet || warned.has(text)) return;
      warned.add(text);
      io.err(`foremerge: warning: ${text}\n`);
    },
    progress(text, expected) {
      if (!globals.quiet) io.progress?.(text, expected);
    },
    note(text) {
      if (!globals.quiet) io.err(`${text}\n`);
    },
  };
  return session;
}

/** A ledger of this size takes over a second to read. */
const LONG_LEDGER = 150 * 1024 * 1024;

function tellLength({ place, progress }: Session): void {
  const size = statSync(place.path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LONG_LEDGER) progress(`reading ${Math.round(size / 1024 / 1024)} MB of ledger`, true);
}
