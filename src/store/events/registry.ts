// Every event type, by name. A new type needs its file, a line here, a schema in schemas/events/ and a line in
// docs/ledger-format.md.
import type { EventType } from "../event.ts";
import { agentSeen } from "./agent-seen.ts";
import { arbitrationDecided } from "./arbitration-decided.ts";
import { assessmentRecorded } from "./assessment-recorded.ts";
import { claimRefused } from "./claim-refused.ts";
import { claimReleased } from "./claim-released.ts";
import { claimRenewed } from "./claim-renewed.ts";
import { claimTaken } from "./claim-taken.ts";
import { clarificationAnswered } from "./clarification-answered.ts";
import { conflictCoordinating } from "./conflict-coordinating.ts";
import { conflictDetected } from "./conflict-detected.ts";
import { conflictDismissed } from "./conflict-dismissed.ts";
import { conflictEscalated } from "./conflict-escalated.ts";
import { conflictOverridden } from "./conflict-overridden.ts";
import { conflictRedetected } from "./conflict-redetected.ts";
import { conflictResolved } from "./conflict-resolved.ts";
import { decisionRecorded } from "./decision-recorded.ts";
import type { EventDefinition } from "./definition.ts";
import { intentAccepted } from "./intent-accepted.ts";
import { intentAdopted } from "./intent-adopted.ts";
import { intentDiscarded } from "./intent-discarded.ts";
import { intentFinished } from "./intent-finished.ts";
import { intentPublished } from "./intent-published.ts";
import { intentRescoped } from "./intent-rescoped.ts";
import { intentStarted } from "./intent-started.ts";
import { ledgerCreated } from "./ledger-created.ts";
import { ledgerRepaired } from "./ledger-repaired.ts";
import { mergeAttempted } from "./merge-attempted.ts";
import { modificationsApplied } from "./modifications-applied.ts";
import { modificationsRolledBack } from "./modifications-rolled-back.ts";
import { planFrozen } from "./plan-frozen.ts";
import { planReordered } from "./plan-reordered.ts";
import { planReplanned } from "./plan-replanned.ts";
import { planStatus } from "./plan-status.ts";
import { planThawed } from "./plan-thawed.ts";
import { strategyChosen } from "./strategy-chosen.ts";

const DEFINITIONS: { readonly [T in EventType]: EventDefinition<T> } = {
  "ledger.created": ledgerCreated,
  "agent.seen": agentSeen,
  "intent.published": intentPublished,
  "intent.started": intentStarted,
  "intent.finished": intentFinished,
  "intent.accepted": intentAccepted,
  "intent.discarded": intentDiscarded,
  "intent.adopted": intentAdopted,
  "intent.rescoped": intentRescoped,
  "claim.taken": claimTaken,
  "claim.renewed": claimRenewed,
  "claim.released": claimReleased,
  "claim.refused": claimRefused,
  "conflict.detected": conflictDetected,
  "conflict.redetected": conflictRedetected,
  "conflict.coordinating": conflictCoordinating,
  "conflict.resolved": conflictResolved,
  "conflict.overridden": conflictOverridden,
  "conflict.dismissed": conflictDismissed,
  "conflict.escalated": conflictEscalated,
  "merge.attempted": mergeAttempted,
  "strategy.chosen": strategyChosen,
  "clarification.answered": clarificationAnswered,
  "modifications.applied": modificationsApplied,
  "modifications.rolled_back": modificationsRolledBack,
  "assessment.recorded": assessmentRecorded,
  "arbitration.decided": arbitrationDecided,
  "plan.frozen": planFrozen,
  "plan.thawed": planThawed,
  "plan.replanned": planReplanned,
  "plan.reordered": planReordered,
  "plan.status": planStatus,
  "decision.recorded": decisionRecorded,
  "ledger.repaired": ledgerRepaired,
};

/** All types, in the order of the format's documentation. */
export const EVENT_TYPES = Object.keys(DEFINITIONS) as readonly EventType[];

const BY_NAME = new Map<string, EventDefinition<EventType>>(
  Object.entries(DEFINITIONS) as unknown as readonly [string, EventDefinition<EventType>][],
);

/** The definition of a type, or undefined for one that this version does not know. */
export function definitionOf(type: string): EventDefinition<EventType> | undefined {
  return BY_NAME.get(type);
}
