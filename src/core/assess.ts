// Judgements (spec 4.2): what an owner thinks of another intent, and what it does about it. Recorded, never a verdict.
import { invalidInput } from "../errors.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Assessment, Intent } from "../store/model.ts";
import { requireOwner } from "./ownership.ts";
import type { Session } from "./session.ts";

export const VERDICTS = ["conflicts", "compatible", "duplicate", "depends_on"] as const;
export const ACTIONS = ["proceeding", "rescoping", "waiting", "abandoning"] as const;

export interface Judgement {
  readonly verdict: Assessment["verdict"];
  readonly action: Assessment["action"];
  readonly reason: string;
}

/** @throws INVALID_INPUT (against itself), NOT_OWNER */
export function decideAssess(
  session: Session,
  own: Intent,
  other: Intent,
  judgement: Judgement,
): { readonly event: NewEvent; readonly assessment: Assessment } {
  if (own.id === other.id)
    throw invalidInput(`${own.id} cannot be judged against itself`, "name the other intent second");
  requireOwner(session, own, "judge for");
  const stored = {
    id: newId("asm", session.now),
    intent_id: own.id,
    other_id: other.id,
    ...judgement,
    agent: session.who.agent,
  };
  return {
    event: { type: "assessment.recorded", data: { assessment: stored } },
    assessment: { ...stored, at: session.now.toISOString() },
  };
}
