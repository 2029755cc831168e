// `plan check` (spec 3.5): may this task be handed to an agent? Reads ledger and plan files, runs the layers, records
// the conflicts and tells the verdict. What could not be looked at is never clear.
import { broadPlaces } from "../../plan/artifacts.ts";
import type { BrokenNode } from "../../plan/node.ts";
import type { Verdict } from "../../plan/pair.ts";
import type { State } from "../../store/state.ts";
import { openFileTree } from "../file-tree.ts";
import { type LoadedPlans, loadPlans } from "../plan-files.ts";
import type { Session } from "../session.ts";
import { againstCode } from "./against-code.ts";
import { type DispatchCheck, gather } from "./check.ts";
import type { PairView, PlanCheckDocument } from "./document.ts";
import { findTask } from "./find-task.ts";
import { type Caps, DEFAULT_CAPS, LayerClock } from "./layers.ts";
import { noteOf, viewOfPair } from "./pair-state.ts";
import { type DispatchConflict, recordConflicts } from "./record.ts";
import { runLayers } from "./run-layers.ts";

export interface PlanCheckRequest {
  readonly task: string;
  /** False: a what-if, nothing is written. */
  readonly record: boolean;
  /** Counterparts that could not be looked at make the verdict unknown. */
  readonly strict: boolean;
  /** `remembered`: a judge is not started, only its kept answers count; for hooks. */
  readonly judge?: "remembered";
  /** Read already, for this session's state. */
  readonly plans?: LoadedPlans;
  /** For tests, and for hooks, which have less time. */
  readonly caps?: Partial<Caps>;
}

/**
 * Checks one task.
 * @throws NO_LEDGER, NOT_FOUND, AMBIGUOUS_ID, INVALID_INPUT (bad paths or scopes of its own node)
 */
export async function checkPlan(session: Session, request: PlanCheckRequest): Promise<PlanCheckDocument> {
  const clock = new LayerClock({ ...DEFAULT_CAPS, ...session.settings.judge?.cold_ms, ...request.caps }, () =>
    performance.now(),
  );
  const { state, plans, files } = await clock.time("load", async () => {
    const read = session.state();
    return {
      state: read,
      plans: request.plans ?? (await loadPlans(session, (id) => read.plan(id))),
      files: await openFileTree(session),
    };
  });
  const found = findTask(plans.tree, request.task, session);
  if (request.record) await writeStatuses(session, plans);
  if ("reason" in found) return unreadable(found, state, clock);
  const check = await clock.time("load", () => gather(session, state, plans.tree, found, files, clock));
  await runLayers(check, request.judge === "remembered");
  const document = documentOf(check, state, request);
  // A hook has little time, and this changes no verdict.
  return request.judge === "remembered" ? document : { ...document, ...(await againstCode(check)) };
}

/** What the ledger knows better goes into this worktree's files; trouble is told and stops nothing. */
export async function writeStatuses(session: Session, plans: LoadedPlans): Promise<void> {
  if (plans.pending.size === 0) return;
  const { writePending } = await import("../rewrite-plan.ts");
  for (const trouble of writePending(session.root, plans.pending)) session.warn(trouble);
}

/** The task's own file cannot be read: nothing is known, and that is said. */
function unreadable({ path, id, reason }: BrokenNode, state: State, clock: LayerClock): PlanCheckDocument {
  return {
    schema: "foremerge.plan-check/1",
    as_of_event: state.asOf,
    task: id ?? path,
    verdict: "unknown",
    layer: null,
    pairs: [],
    findings: [],
    hints: [],
    assessment: "incomplete",
    not_assessed: [{ what: id ?? path, reason: `${path} cannot be read as a plan node: ${reason}`, side: "subject" }],
    timings_ms: clock.timings(),
    timed_out: false,
  };
}

function documentOf(check: DispatchCheck, state: State, request: PlanCheckRequest): PlanCheckDocument {
  const { session, subject, pairs, decisions, notAssessed, clock } = check;
  const conflicts = conflictsOf(check);
  const settled = new Set(
    conflicts
      .map(({ found }) => found.finding.id)
      .filter((id) => !["OPEN", "COORDINATING", undefined].includes(state.conflict(id)?.status)),
  );
  const asOf = request.record && conflicts.length > 0 ? recordConflicts(session, conflicts) : state.asOf;
  const shownId = (id: string | undefined): string | null =>
    id === undefined ? null : request.record ? id : id.replace(/^cfl_/, "eph_");
  const views: PairView[] = [
    ...pairs
      .filter(({ other, verdict, notes, sequenced }) => {
        // Intents that have nothing to do with the task would only fill the page.
        return other.kind === "task" || verdict !== "clear" || notes.length > 0 || sequenced === true;
      })
      .map((pair) => {
        const id = pair.verdict === "conflict" ? pair.chosen?.finding.id : undefined;
        return viewOfPair(pair, shownId(id), id !== undefined && settled.has(id));
      }),
    ...decisions.map(({ id, found }): PairView => {
      const late = found === "timed out";
      return {
        with: id,
        kind: "decision",
        role: null,
        layer: "L4",
        verdict: "conflict",
        confidence: late ? null : found.confidence,
        overlap: { files: [], functions: [], schema_elements: [] },
        finding_id: late ? null : shownId(found.finding.id),
        ...(late
          ? { timed_out: true as const, reason: "L4 ran out of time; taken as a conflict" }
          : { findings: [noteOf(found.finding)] }),
        ...(!late && settled.has(found.finding.id) ? { previously_settled: true as const } : {}),
      };
    }),
  ].sort(worstFirst);
  const incomplete = notAssessed.some(
    ({ side, what }) => side === "subject" || request.strict || check.unreadFiles.has(what),
  );
  const verdict = overall(views, incomplete);
  return {
    schema: "foremerge.plan-check/1",
    as_of_event: asOf,
    task: subject.id,
    verdict,
    layer: verdict === "conflict" ? (views[0]?.layer ?? null) : null,
    pairs: views,
    findings: check.notes,
    hints: broadPlaces(subject.touches).map(
      (place) =>
        `${place} is as broad as a top-level directory; name the files or folders that ${subject.id} will touch`,
    ),
    assessment: notAssessed.some(({ side }) => side === "subject") ? "incomplete" : "complete",
    not_assessed: notAssessed,
    timings_ms: clock.timings(),
    timed_out: clock.timedOut.length > 0,
  };
}

function overall(views: readonly PairView[], incomplete: boolean): Verdict {
  if (views.some(({ verdict }) => verdict === "conflict")) return "conflict";
  return incomplete || views.some(({ verdict }) => verdict === "unknown") ? "unknown" : "clear";
}

const RANK: Readonly<Record<Verdict, number>> = { conflict: 0, unknown: 1, clear: 2 };

const worstFirst = (a: PairView, b: PairView): number =>
  RANK[a.verdict] - RANK[b.verdict] || (b.confidence ?? 0) - (a.confidence ?? 0) || (a.with < b.with ? -1 : 1);

function conflictsOf({ subject, pairs, decisions }: DispatchCheck): readonly DispatchConflict[] {
  const nothing = { files: [], functions: [], schema_elements: [] };
  const conflicts: DispatchConflict[] = [];
  for (const { verdict, chosen, other, files } of pairs) {
    if (verdict === "conflict" && chosen) conflicts.push({ subject, other, found: chosen, overlap: files ?? nothing });
  }
  for (const { id, found } of decisions) {
    if (found !== "timed out") conflicts.push({ subject, other: { id, role: "active" }, found, overlap: nothing });
  }
  return conflicts;
}
