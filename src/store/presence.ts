// When an agent was last here, in which sessions, and what it has been shown (spec 2.1, 4.1). Derived: may be deleted,
// is written whole, and never fails a command.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../sha256.ts";
import { writeAtomically } from "./atomic.ts";
import { isRecord, isTime } from "./events/check.ts";

export interface Presence {
  readonly agent: string;
  /** The latest time that any call of the agent on this machine showed. */
  readonly last_call: string;
  /** The time that the call made last showed; another one than `last_call` when a clock stepped. */
  readonly recent_call: string;
  /** Time of the newest call after which the ledger owed the agent nothing: what was skipped before is recorded. */
  readonly recorded_call: string | undefined;
  /** Last call of each session. */
  readonly sessions: Readonly<Record<string, string>>;
  /** Ids of findings, claims and so on that this agent has been told of. */
  readonly shown: readonly string[];
  /** Conflicts in whose order this agent's work comes second. */
  readonly waiting: readonly string[];
}

/** Sessions and ids that are remembered per agent, newest last. */
const SESSIONS = 32;
const SHOWN = 5000;

const folderOf = (ledgerFolder: string): string => join(ledgerFolder, "presence");
/** Longest file name made of the agent's own; a longer one is hashed. */
const NAME_BYTES = 150;

/** A file name for an agent that is its own on any file system: capitals and everything unusual are escaped. */
function nameOf(agent: string): string {
  let name = "";
  for (const byte of Buffer.from(agent, "utf8")) {
    const c = String.fromCharCode(byte);
    name += /[a-z0-9@_-]/.test(c) ? c : `%${byte.toString(16).padStart(2, "0")}`;
  }
  return name.length <= NAME_BYTES ? name : sha256(agent).slice(0, 32);
}

const fileOf = (ledgerFolder: string, agent: string): string => join(folderOf(ledgerFolder), `${nameOf(agent)}.json`);

function parse(path: string): Presence | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (!isRecord(stored) || typeof stored.agent !== "string" || !isTime(stored.last_call)) return undefined;
    const sessions: Record<string, string> = Object.create(null);
    if (isRecord(stored.sessions)) {
      for (const [id, at] of Object.entries(stored.sessions)) if (isTime(at)) sessions[id] = at;
    }
    const texts = (list: unknown): string[] =>
      Array.isArray(list) ? list.filter((id): id is string => typeof id === "string") : [];
    return {
      agent: stored.agent,
      last_call: stored.last_call,
      recent_call: isTime(stored.recent_call) ? stored.recent_call : stored.last_call,
      recorded_call: isTime(stored.recorded_call) ? stored.recorded_call : undefined,
      sessions,
      shown: texts(stored.shown),
      waiting: texts(stored.waiting),
    };
  } catch {
    return undefined;
  }
}

/** What is known of an agent on this machine. */
export function readPresence(ledgerFolder: string, agent: string): Presence | undefined {
  const presence = parse(fileOf(ledgerFolder, agent));
  return presence?.agent === agent ? presence : undefined;
}

/** Everybody who was ever here, by name. */
export function allPresence(ledgerFolder: string): Presence[] {
  let files: string[];
  try {
    files = readdirSync(folderOf(ledgerFolder));
  } catch {
    return [];
  }
  const found: Presence[] = [];
  for (const file of files) {
    const presence = file.endsWith(".json") ? parse(join(folderOf(ledgerFolder), file)) : undefined;
    if (presence) found.push(presence);
  }
  return found.sort((a, b) => (a.agent < b.agent ? -1 : 1));
}

/** A call of an agent. A clock that steps back never makes the last call earlier. */
export interface Call {
  readonly agent: string;
  readonly at: Date;
  readonly session?: string | undefined;
  /** Ids that this call has shown to the agent. */
  readonly shown?: Iterable<string>;
  /** Replaces what was waited for before. */
  readonly waiting?: readonly string[];
  /** Everything that the call owed the ledger is written. */
  readonly recorded?: boolean;
}

/** Notes a call. Answers false when it could not be written; never throws. */
export function notePresence(ledgerFolder: string, call: Call): boolean {
  try {
    const before = readPresence(ledgerFolder, call.agent);
    const at = call.at.toISOString();
    const sessions = Object.entries(before?.sessions ?? {}).filter(([id]) => id !== call.session);
    if (call.session !== undefined) {
      const last = before?.sessions[call.session];
      sessions.push([call.session, last !== undefined && last > at ? last : at]);
    }
    const presence: Presence = {
      agent: call.agent,
      last_call: before !== undefined && before.last_call > at ? before.last_call : at,
      recent_call: at,
      recorded_call: call.recorded ? at : before?.recorded_call,
      sessions: Object.fromEntries(sessions.slice(-SESSIONS)),
      shown: [...new Set([...(before?.shown ?? []), ...(call.shown ?? [])])].slice(-SHOWN),
      waiting: (call.waiting ?? before?.waiting ?? []).slice(-SHOWN),
    };
    mkdirSync(folderOf(ledgerFolder), { recursive: true, mode: 0o700 });
    writeAtomically(fileOf(ledgerFolder, call.agent), `${JSON.stringify(presence)}\n`);
    return true;
  } catch {
    return false;
  }
}
