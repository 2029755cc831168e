// Who is silent (spec 4.1): an open intent is stopped when its owner made no call for strictly longer than
// `stopped_after` and it holds no live claim. Derived at read, never stored.
import type { Intent } from "../store/model.ts";
import { type Presence, readPresence } from "../store/presence.ts";
import type { State } from "../store/state.ts";
import { isLive } from "./leases.ts";
import type { Session } from "./session.ts";

/** A time further ahead of the clock than this is a clock's mistake, not news (spec 2.6). */
const AHEAD_MS = 10 * 60_000;

/** The part of a session that this needs; settings are asked for only then. */
export type Clocked = Pick<Session, "now" | "settings" | "place">;

/**
 * When an agent was last heard of, in milliseconds: its newest call on this machine or its newest event, the later of
 * the two. A time that lies well ahead of the clock is passed over while there is another, so that a clock that
 * stepped, ahead or back, neither hides a silence nor makes one.
 */
export function lastHeard(session: Clocked, state: State, agent: string): number | undefined {
  const event = state.agent(agent)?.last_event_at;
  return likelyLatest(session.now, [
    ...callsOf(readPresence(session.place.folder, agent)),
    ...(event === undefined ? [] : [event]),
  ]);
}

/** The times of an agent's calls that its presence record holds. */
const callsOf = (presence: Presence | undefined): readonly string[] =>
  presence === undefined ? [] : [presence.last_call, presence.recent_call];

/** The latest of these times that a clock could mean, in milliseconds. */
function likelyLatest(now: Date, times: readonly string[]): number | undefined {
  if (times.length === 0) return undefined;
  const all = times.map((time) => Date.parse(time));
  const likely = all.filter((time) => time - now.getTime() <= AHEAD_MS);
  return Math.max(...(likely.length > 0 ? likely : all));
}

/** Answers the ISO time of the owner's last call when the intent is stopped, else undefined. */
export type SilentSince = (intent: Intent) => string | undefined;

/** The rule: `last` is when the owner was last heard of, `holds` tells whether the intent has a live claim. */
function silentSince(
  { now, settings }: Clocked,
  intent: Intent,
  last = Date.parse(intent.created_at),
  holds: () => boolean,
): string | undefined {
  if (now.getTime() - last <= settings.stopped_after * 1000 || holds()) return undefined;
  return new Date(last).toISOString();
}

/** ISO time of the owner's last call when the intent is stopped, else undefined. */
export function stoppedSince(session: Clocked, state: State, intent: Intent): string | undefined {
  return silentSince(session, intent, lastHeard(session, state, intent.agent), () =>
    state.claims(intent.id).some((claim) => isLive(claim, session.now)),
  );
}

/** The same for many intents of one state: every owner, and the claims that are live, are looked up once. */
export function silences(session: Clocked, state: State): SilentSince {
  const heard = new Map<string, number | undefined>();
  let holding: ReadonlySet<string> | undefined;
  return (intent) => {
    const { id, agent } = intent;
    if (!heard.has(agent)) heard.set(agent, lastHeard(session, state, agent));
    return silentSince(session, intent, heard.get(agent), () => {
      holding ??= new Set(state.liveClaims(session.now).map((claim) => claim.intent_id));
      return holding.has(id);
    });
  };
}
