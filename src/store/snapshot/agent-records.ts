// Records of agents, from the event index and from a snapshot, and the newer of two. Pure.
import { type EventIndex, SESSIONS } from "../event-index.ts";
import { compareKeys } from "../order.ts";
import type { AgentRecord, Moment } from "./format.ts";

/** What the event index knows of an agent, in the form of a record. */
export function traceOf(index: EventIndex, name: string): AgentRecord | undefined {
  const trace = index.agents.get(name);
  if (!trace) return undefined;
  const moment = (at: string, row: number): Moment => {
    const { lc, replica, n } = index.orderOf(row);
    return [at, lc, replica, n];
  };
  return {
    last: moment(trace.at, trace.row),
    sessions: index.newestSessions(trace).map(([id, { at, row }]) => [id, ...moment(at, row)] as const),
  };
}

/** The newer of two records, event by event. */
export function mergeAgents(a: AgentRecord | undefined, b: AgentRecord | undefined): AgentRecord | undefined {
  if (!a || !b) return a ?? b;
  const sessions = new Map<string, Moment>();
  for (const [id, ...moment] of [...a.sessions, ...b.sessions]) {
    const known = sessions.get(id);
    if (!known || compareMoments(known, moment) < 0) sessions.set(id, moment);
  }
  const newest = [...sessions].sort(([, x], [, y]) => compareMoments(y, x)).slice(0, SESSIONS);
  return {
    last: compareMoments(a.last, b.last) < 0 ? b.last : a.last,
    sessions: newest.map(([id, moment]) => [id, ...moment] as const),
  };
}

const keyOf = ([, lc, replica, n]: Moment) => ({ lc, replica, n });
const compareMoments = (a: Moment, b: Moment): number => compareKeys(keyOf(a), keyOf(b));
