// When an agent made its last call on this machine, and what it has been shown (spec 2.1 `presence/`, 4.1). Derived:
// one small file an agent, may be deleted at any time. Knows no rule; who is stopped is src/core/stopped.ts.
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface PresenceRecord {
  readonly agent: string;
  /** ISO time of the newest call, whatever its clock said. */
  readonly at: string;
  /** Highest Lamport clock that the agent had read by then. */
  readonly lc: number;
  /** Newest call by session; one that gave no session id stands under its worktree's name. */
  readonly sessions: Readonly<Record<string, string>>;
  /** Open findings on its work that it was shown. */
  readonly seen: readonly string[];
  /** Lapsed claims that it was told of. */
  readonly lapses: readonly string[];
  /** Conflicts in whose order its work comes second. */
  readonly waiting: readonly string[];
}

/** At most so many of each list are kept: the file is a convenience, never a record. */
const MOST = 500;

const fileOf = (folder: string, agent: string): string =>
  join(folder, "presence", `${createHash("sha256").update(agent).digest("hex").slice(0, 32)}.json`);

/** What is known here of an agent, or undefined. Anything unreadable counts as nothing. */
export function readPresence(folder: string, agent: string): PresenceRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(fileOf(folder, agent), "utf8"));
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { agent: name, at, lc, sessions, seen, lapses, waiting } = value as Record<string, unknown>;
  if (name !== agent || typeof at !== "string" || Number.isNaN(Date.parse(at))) return undefined;
  const texts = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter((item): item is string => typeof item === "string").slice(0, MOST) : [];
  const known: Record<string, string> = Object.create(null);
  if (typeof sessions === "object" && sessions !== null) {
    for (const [key, time] of Object.entries(sessions)) {
      if (typeof time === "string" && !Number.isNaN(Date.parse(time))) known[key] = time;
    }
  }
  return {
    agent,
    at,
    lc: typeof lc === "number" && Number.isFinite(lc) ? lc : 0,
    sessions: known,
    seen: texts(seen),
    lapses: texts(lapses),
    waiting: texts(waiting),
  };
}

/** Replaces the record in one step. Answers false where nothing can be written: presence is never worth an error. */
export function writePresence(folder: string, record: PresenceRecord): boolean {
  const file = fileOf(folder, record.agent);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync(join(folder, "presence"), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(draft, file);
    return true;
  } catch {
    try {
      rmSync(draft, { force: true });
    } catch {
      // There is nothing to clear away where nothing could be made.
    }
    return false;
  }
}

/**
 * Notes that this copy received news of an agent now: its silence counts from here, whatever its own clock says
 * (spec 2.6). For `ledger sync`.
 */
export function noteReceived(folder: string, agent: string, now: Date): void {
  const known = readPresence(folder, agent);
  const at = now.toISOString();
  writePresence(
    folder,
    known ? { ...known, at } : { agent, at, lc: 0, sessions: {}, seen: [], lapses: [], waiting: [] },
  );
}
