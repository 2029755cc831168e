// conflicts export --as plan-records (spec 4.4): conflicts and history as two files of lines, for tools that read those.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeAtomically } from "../store/atomic.ts";
import type { PlanStep } from "../store/event.ts";
import type { Arbitration, Conflict, OrderKey } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { Session } from "./session.ts";

/** One line of conflicts.jsonl. */
export interface PlanConflictRecord {
  /** CONFLICT-00001 …, by first detection. */
  readonly conflict_id: string;
  /** The id in the ledger. */
  readonly ledger_id: string;
  readonly detected_at: string;
  readonly detected_by: string;
  readonly layer: string;
  readonly type: string;
  readonly participants: readonly { readonly task: string; readonly role: string }[];
  readonly overlap: {
    readonly files: readonly string[];
    readonly functions: readonly string[];
    readonly schema_elements: readonly string[];
  };
  readonly confidence: number;
  /** The newest outcome of an arbitration; null before the first. */
  readonly arbitration: string | null;
  readonly actions_taken: readonly string[];
  readonly resolution: string | null;
  readonly resolved_at: string | null;
}

/** One line of history.jsonl: a decision about a conflict or a task, or a step that changed nodes. */
export interface PlanHistoryRecord {
  readonly at: string;
  readonly type: string;
  readonly conflict_id: string | null;
  readonly task: string | null;
  readonly blocker: string | null;
  readonly outcome: string;
  readonly reason: string;
  readonly actions: readonly string[];
  readonly nodes: readonly string[];
  readonly by: string;
  readonly agent: string;
}

export interface PlanRecords {
  readonly conflicts: readonly PlanConflictRecord[];
  readonly history: readonly PlanHistoryRecord[];
}

/** Every recorded conflict, numbered by first detection, and every decision in event order. */
export function planRecords(state: State): PlanRecords {
  const conflicts = [...state.allConflicts()].sort((a, b) => byOrder(a.order, b.order));
  const numbers = new Map(conflicts.map(({ id }, i) => [id, `CONFLICT-${String(i + 1).padStart(5, "0")}`]));
  return {
    conflicts: conflicts.map((conflict) => recordOf(state, conflict, numbers.get(conflict.id) as string)),
    history: historyOf(state, numbers),
  };
}

function byOrder(a: OrderKey, b: OrderKey): number {
  return a.lc - b.lc || (a.replica < b.replica ? -1 : a.replica > b.replica ? 1 : 0) || a.n - b.n;
}

function recordOf(state: State, conflict: Conflict, number: string): PlanConflictRecord {
  const { record, decisions, arbitrations } = conflict;
  const nameOf = (id: string): string => state.intent(id)?.task ?? id;
  const decision = decisions[0];
  const newest = arbitrations.at(-1);
  return {
    conflict_id: number,
    ledger_id: conflict.id,
    detected_at: conflict.detected_at,
    detected_by: record?.detected_by ?? "foremerge",
    layer: record?.layer ?? "L3",
    type: conflict.kind,
    participants: record?.participants ?? [
      { task: nameOf(conflict.source_intent_id), role: "proposed" },
      { task: nameOf(conflict.target_intent_id), role: "active" },
    ],
    overlap: record?.overlap ?? {
      files: conflict.scope?.kind === "file" ? [conflict.scope.key] : [],
      functions: conflict.scope?.kind === "symbol" ? [conflict.scope.key] : [],
      schema_elements: conflict.scope?.kind === "schema" ? [conflict.scope.key] : [],
    },
    confidence: record?.confidence ?? conflict.score,
    arbitration: newest?.outcome ?? null,
    actions_taken: arbitrations.flatMap(({ actions }) => actions),
    resolution: decision?.resolution ?? null,
    resolved_at: decision?.at ?? null,
  };
}

function historyOf(state: State, numbers: ReadonlyMap<string, string>): PlanHistoryRecord[] {
  const history: PlanHistoryRecord[] = [];
  const numbered = (id: string | null | undefined): string | null => (id ? (numbers.get(id) ?? id) : null);
  for (const { at, actor, type, data } of state.events()) {
    if (type === "arbitration.decided") {
      const { conflict_id, task, blocker, outcome, reason, actions, by, agent } = (data as { arbitration: Arbitration })
        .arbitration;
      const conflict = numbered(conflict_id);
      history.push({ at, type, conflict_id: conflict, task, blocker, outcome, reason, actions, nodes: [], by, agent });
    } else if (type.startsWith("plan.")) {
      const step = data as PlanStep;
      history.push({
        at,
        type,
        conflict_id: numbered(step.conflict_id),
        task: step.nodes[0]?.node ?? null,
        blocker: null,
        outcome: type.slice("plan.".length),
        reason: step.reason,
        actions: [],
        nodes: step.nodes.map(({ node }) => node),
        by: step.by,
        agent: actor,
      });
    }
  }
  return history;
}

/** The two files as text. */
export function planRecordLines({ conflicts, history }: PlanRecords): { conflicts: string; history: string } {
  const lines = (records: readonly unknown[]): string =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  return { conflicts: lines(conflicts), history: lines(history) };
}

/** Writes conflicts.jsonl and history.jsonl into a folder, which is made; returns their paths. */
export function writePlanRecords(session: Session, records: PlanRecords, folder: string): readonly string[] {
  const into = resolve(session.cwd, folder);
  mkdirSync(into, { recursive: true });
  const texts = planRecordLines(records);
  const written = [
    [join(into, "conflicts.jsonl"), texts.conflicts],
    [join(into, "history.jsonl"), texts.history],
  ] as const;
  for (const [path, text] of written) writeAtomically(path, Buffer.from(text, "utf8"), { mode: 0o644, durable: true });
  return written.map(([path]) => path);
}
