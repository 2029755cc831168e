// Pairs of intents that have never met before a sync brought them together (spec 2.6): compared, and their findings
// recorded. What is on record already, from either machine, is left alone.
import { checkAgainst } from "../detect/check.ts";
import type { Finding } from "../detect/model.ts";
import { detectPair } from "../detect/pair.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Intent } from "../store/model.ts";
import { byOrder } from "../store/order.ts";
import { candidateOf, type State } from "../store/state.ts";
import { detectOptions } from "./detection.ts";
import { isOpenIntent } from "./ownership.ts";
import type { Session } from "./session.ts";
import { stoppedSince } from "./stopped.ts";

const later = (a: Intent, b: Intent): boolean =>
  a.order.lc !== b.order.lc
    ? a.order.lc > b.order.lc
    : a.order.replica !== b.order.replica
      ? a.order.replica > b.order.replica
      : a.order.n > b.order.n;

/**
 * Events for the findings between intents that just came in and those that were open here, as far as nobody has recorded
 * them. Two that came in together have met where they came from. The source is the later intent in event order, so that
 * every machine would write the same finding.
 */
export function firstMeetings(session: Session, state: State, intentIds: Iterable<string>): readonly NewEvent[] {
  const options = detectOptions(session, state);
  const came = new Set(intentIds);
  const found = new Map<string, Finding>();
  const [askers, isOther] = whoAsks(state, came);
  for (const intent of askers) {
    for (const finding of checkAgainst(candidateOf(intent), state.postings, options)) {
      if (!isOther(finding.target_intent_id) && finding.target_intent_id !== intent.id) continue;
      if (found.has(finding.id) || state.conflict(finding.id) !== undefined) continue;
      const other = state.intent(finding.target_intent_id);
      const silent = [other, intent].some(
        (each) => each !== undefined && stoppedSince(session, state, each) !== undefined,
      );
      if (silent && finding.severity !== "HIGH") continue;
      found.set(finding.id, fromLater(finding, intent, other, options));
    }
  }
  return [...found.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((finding) => ({
      type: "conflict.detected",
      data: {
        finding,
        detection: {
          id: newId("dtn", session.now),
          severity: finding.severity,
          score: finding.score,
          evidence: finding.evidence,
          previously_settled: false,
          source_intent_id: finding.source_intent_id,
        },
      },
    }));
}

/** A few that came in are looked up one by one; what is open here is not even listed for them. */
const FEW = 50;

/** The smaller side asks, the other one is found by its postings. */
function whoAsks(state: State, came: ReadonlySet<string>): [readonly Intent[], (id: string) => boolean] {
  const isHere = (id: string): boolean => !came.has(id);
  if (came.size <= FEW) {
    const fresh = [...came].flatMap((id) => state.intent(id) ?? []).filter(isOpenIntent);
    return [fresh.sort(byOrder), isHere];
  }
  const open = state.openIntents();
  const fresh = open.filter(({ id }) => came.has(id));
  const here = open.filter(({ id }) => !came.has(id));
  return fresh.length <= here.length ? [fresh, isHere] : [here, (id) => came.has(id)];
}

function fromLater(
  finding: Finding,
  intent: Intent,
  other: Intent | undefined,
  options: ReturnType<typeof detectOptions>,
): Finding {
  if (other === undefined || other.id === intent.id || !later(other, intent)) return finding;
  return detectPair(candidateOf(other), candidateOf(intent), options).find(({ id }) => id === finding.id) ?? finding;
}
