// The payload that all plan events share: one undoable step over the nodes of a cascade (spec 4.4). Not an event type.
import type { EventType, PlanStep } from "../event.ts";
import { absentOr, isName, isRecord, isSettledBy, isText, listFault } from "./check.ts";
import type { PlanEvent } from "./definition.ts";

function nodeFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.node)) return "/node";
  if (!isText(value.path)) return "/path";
  if (!isRecord(value.before)) return "/before";
  if (!isRecord(value.after)) return "/after";
  return undefined;
}

function stepFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.step_id)) return "/step_id";
  if (!isText(value.reason)) return "/reason";
  if (value.by !== "arbiter" && !isSettledBy(value.by)) return "/by";
  if (!absentOr(value.conflict_id, isName)) return "/conflict_id";
  if (!absentOr(value.undoes, isName)) return "/undoes";
  return listFault(value.nodes, "/nodes", nodeFault);
}

type PlanType = Extract<EventType, `plan.${string}`>;

/** The definition of one plan event type. */
export function planStep<T extends PlanType>(type: T): PlanEvent<T> {
  return {
    type,
    of: "plan",
    check: stepFault,
    nodes: (data) => [...new Set((data as PlanStep).nodes.map(({ node }) => node))],
  };
}
