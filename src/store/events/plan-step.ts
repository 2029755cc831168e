// The payload that all plan events share: one undoable step over the nodes of a cascade (spec 4.4). Not an event type.
import type { EventType, PlanStep } from "../event.ts";
import { fields, list, name, oneOf, record, text } from "./check.ts";
import type { PlanEvent } from "./definition.ts";

const step = fields(
  {
    step_id: name,
    reason: text,
    by: oneOf("arbiter", "auto", "agent", "human"),
    nodes: list(fields({ node: name, path: text, before: record, after: record })),
  },
  { conflict_id: name, undoes: name },
);

type PlanType = Extract<EventType, `plan.${string}`>;

/** The definition of one plan event type. */
export function planStep<T extends PlanType>(type: T): PlanEvent<T> {
  return {
    type,
    of: "plan",
    check: step,
    nodes: (data) => [...new Set((data as PlanStep).nodes.map(({ node }) => node))],
  };
}
