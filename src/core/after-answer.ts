// What happens once the answer is out (spec 2.3, 4.1, 4.3): the agent is noted as seen, told what it does not know yet,
// its leases run on, and what was skipped while it was silent is recorded. Never changes the answer or the exit status.
import type { Finding } from "../detect/model.ts";
import { jsonPieces } from "../json-pieces.ts";
import type { NewEvent } from "../store/event.ts";
import type { Ledger } from "../store/ledger.ts";
import type { Claim, Intent } from "../store/model.ts";
import { type Call, notePresence, type Presence, readPresence } from "../store/presence.ts";
import type { State } from "../store/state.ts";
import { lockRules, ownClaims } from "./held-claims.ts";
import { isHalfGone, renewalEvents, renewed } from "./leases.ts";
import { recordFindings } from "./recording.ts";
import type { Session } from "./session.ts";
import { otherSession, sessionKey } from "./sessions.ts";
import { freedLines, lapseLine, unseenFindings, unseenLine, untoldLapses, waitingOrders } from "./unseen.ts";

/** Others learn from an event that an agent lives when its newest one is older than this (spec 4.1). */
const SEEN_AFTER_MS = 3_600_000;

/** An agent's own open work, and what it holds. */
interface Own {
  readonly intents: readonly Intent[];
  readonly claims: readonly Claim[];
}

/** How a call ended. */
export interface Ending {
  /** The document that was printed: findings whose id stands in it count as seen. */
  readonly shown?: unknown;
  /** Exit status of a call that was refused: it counts as a call, and its standard error holds the error alone. */
  readonly refused?: number;
}

/** Runs after the answer of a call. Never throws. */
export async function afterAnswer(session: Session, ending: Ending = {}): Promise<void> {
  try {
    await attend(session, ending);
  } catch {
    // Bookkeeping is not worth an error: the answer is out, and the next call does it again.
  }
  // Derived, so that any call may write it, also one that may not touch the ledger.
  session.opened()?.ledger.keepSnapshot();
}

async function attend(session: Session, { shown, refused }: Ending): Promise<void> {
  const ledger = session.opened()?.ledger;
  if (!ledger) {
    // A command that needs no ledger is a call too; it is noted and no more.
    const { agent, named } = session.who;
    if (named && session.place.exists)
      notePresence(session.place.folder, { agent, at: session.now, session: sessionKey(session) });
    return;
  }
  const state = ledger.read();
  const own = ownWork(session, state);
  const before = readPresence(session.place.folder, session.who.agent);
  // A name that git lent, without work here, is nobody whose silence could matter.
  if (!session.who.named && own.intents.length === 0 && own.claims.length === 0 && !before) return;
  const told: Telling = refused === undefined ? await tell(session, state, own, before, idsIn(shown)) : {};
  // Bad input writes nothing.
  const pays = session.bookkeeping && refused !== 2;
  notePresence(session.place.folder, {
    agent: session.who.agent,
    at: session.now,
    session: sessionKey(session),
    ...told,
    recorded: pays && (await payDues(session, ledger, state, own, before)),
  });
}

/** Writes what the call owes the ledger; answers whether it owes nothing any more. */
async function payDues(
  session: Session,
  ledger: Ledger,
  state: State,
  own: Own,
  before: Presence | undefined,
): Promise<boolean> {
  const since = recordedUntil(own, before);
  // Looking for what was skipped loads the detector: only after a silence in which others were at work.
  const skipped = hasNews(session, state, own, since) ? (await import("./returning.ts")).skippedFindings : () => [];
  const due = (newest: State, work: Own): readonly NewEvent[] =>
    dueEvents(session, newest, work, skipped(session, newest, work.intents, since));
  if (due(state, own).length === 0) return true;
  try {
    ledger.transact({ actor: session.who.agent, at: session.now }, (newest) => ({
      events: due(newest, ownWork(session, newest)),
      result: undefined,
    }));
    return true;
  } catch {
    return false; // read-only, or somebody holds the lock: the next call tries again
  }
}

/** Whether others published or changed work when this agent's silence had lasted too long already. */
function hasNews(session: Session, state: State, own: Own, since: number): boolean {
  if (own.intents.length === 0) return false;
  const silentFrom = since + session.settings.stopped_after * 1000;
  if (Date.parse(state.updatedUntil) <= silentFrom) return false;
  return state
    .openIntents()
    .some((intent) => intent.agent !== session.who.agent && Date.parse(intent.updated_at) > silentFrom);
}

const ownWork = (session: Session, state: State): Own => ({
  intents: state.openIntentsOf(session.who.agent),
  claims: ownClaims(session, state),
});

type Telling = Pick<Call, "shown" | "waiting">;

/** Says the footers; answers what is to be remembered of them. */
async function tell(
  session: Session,
  state: State,
  own: Own,
  before: Presence | undefined,
  shown: ReadonlySet<string>,
): Promise<Telling> {
  const { now } = session;
  const told = new Set(before?.shown ?? []);
  const lapses = untoldLapses(own.claims, told, now);
  const locks = own.claims.filter((claim) => claim.exclusive);
  const lost =
    locks.length === 0 ? [] : (await import("./lost-locks.ts")).lostLines(state, locks, lockRules(session), now);
  const lines = [
    otherSession(session, before),
    ...lapses.map(lapseLine),
    ...lost,
    ...freedLines(state, own.intents, before?.waiting ?? []),
    unseenLine(unseenFindings(state, own.intents, told)),
  ];
  for (const line of lines) if (line !== undefined) session.note(`foremerge: ${line}`);
  return { shown: [...shown, ...lapses.map(({ id }) => id)], waiting: waitingOrders(state, own.intents) };
}

/** What this call owes the ledger: leases past their half, findings skipped in silence, a sign of life. */
function dueEvents(session: Session, state: State, own: Own, skipped: readonly Finding[]): readonly NewEvent[] {
  const { now } = session;
  const renewals = own.claims
    .filter((claim) => isHalfGone(claim, now))
    .flatMap((claim) => renewalEvents(claim, renewed(claim, now, claim.lease_seconds)));
  const events = [...renewals, ...recordFindings(state, skipped, now).events];
  if (events.length > 0 || own.intents.length === 0) return events;
  const newest = state.agent(session.who.agent)?.last_event_at;
  if (newest !== undefined && now.getTime() - Date.parse(newest) <= SEEN_AFTER_MS) return events;
  const { agent, session: id } = session.who;
  return [{ type: "agent.seen", data: { agent, ...(id === undefined ? {} : { session: id }) } }];
}

/** Milliseconds until which nothing is owed: the newest call that paid its dues, else when the oldest work began. */
const recordedUntil = (own: Own, before: Presence | undefined): number =>
  before?.recorded_call === undefined
    ? Math.min(...own.intents.map((intent) => Date.parse(intent.created_at)))
    : Date.parse(before.recorded_call);

/** Every conflict id that stands anywhere in a document. */
function idsIn(document: unknown): ReadonlySet<string> {
  if (document === undefined) return new Set();
  const found = new Set<string>();
  for (const piece of jsonPieces(document as object)) {
    for (const id of piece.match(/\bcfl_[0-9a-z]{26}\b/gi) ?? []) found.add(id);
  }
  return found;
}
