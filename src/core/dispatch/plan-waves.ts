// `plan waves` (spec 3.5): planned tasks, and open intents if asked for, in rounds without conflict.

import { checkAll } from "../../detect/check-all.ts";
import { MemoryPostings } from "../../detect/memory-postings.ts";
import type { Candidate, ScopeClaim } from "../../detect/model.ts";
import type { PairOptions } from "../../detect/pair.ts";
import { meetingIds } from "../../detect/postings.ts";
import type { FileTree } from "../../plan/artifacts.ts";
import { overlapsOf } from "../../plan/l1.ts";
import { cyclesAmong, treeDependencies } from "../../plan/order.ts";
import { asksInside, judgeFiles } from "../../plan/pair.ts";
import type { PlanTree } from "../../plan/tree.ts";
import { type WaveItem, wavesOf } from "../../plan/waves.ts";
import type { State } from "../../store/state.ts";
import type { NotAssessed } from "../documents.ts";
import { openFileTree } from "../file-tree.ts";
import { pathNamer } from "../paths.ts";
import { loadPlans } from "../plan-files.ts";
import type { Session } from "../session.ts";
import { writeStatuses } from "./check-plan.ts";
import { answersInside, type OutlineOf, worktreeOutlines } from "./inside.ts";
import { intentSide, otherTask, type Side } from "./side.ts";

/** `foremerge.plan-waves/1`. */
export interface PlanWavesDocument {
  readonly schema: "foremerge.plan-waves/1";
  readonly as_of_event: number | null;
  readonly waves: readonly { readonly tasks: readonly string[] }[];
  readonly critical_path: readonly string[];
  /** Declare nothing, or cannot be read: nobody knows what they touch, so each has a round of its own. */
  readonly alone: readonly string[];
  /** Tasks that wait for something that is under way or stopped, and so in no round. */
  readonly waiting: readonly { readonly task: string; readonly on: string; readonly status: string }[];
  /** Circles of `depends_on`; with one there are no rounds. */
  readonly cycles: readonly (readonly string[])[];
  readonly titles: Readonly<Record<string, string>>;
  readonly assessment: "complete" | "incomplete";
  readonly not_assessed: readonly NotAssessed[];
  readonly [extra: string]: unknown;
}

const FINISHED: readonly string[] = ["done", "discarded", "archived"];

/** Splits what is planned into rounds. Without a ledger only the plan files speak. */
export async function planWaves(session: Session, request: { readonly intents: boolean }): Promise<PlanWavesDocument> {
  const state = session.place.exists || request.intents ? session.state() : undefined;
  const plans = await loadPlans(session, (id) => state?.plan(id));
  await writeStatuses(session, plans);
  const { tree } = plans;
  const files = await openFileTree(session);
  const notAssessed: NotAssessed[] = tree.broken
    .filter(({ foreign }) => !foreign)
    .map(({ path, id, reason }) => ({
      what: id ?? path,
      reason: `${path} cannot be read as a plan node: ${reason}`,
      side: "subject",
    }));
  const cycles = cyclesAmong(openIds(tree), openDependencies(tree));
  const sides = cycles.length > 0 ? [] : sidesOf(session, tree, state, files, request.intents, notAssessed);
  const { items, waiting } = itemsOf(session, tree, sides, notAssessed);
  const conflicts = await conflictsAmong(sides, files, optionsOf(session, state), worktreeOutlines(session));
  const { rounds, criticalPath } = wavesOf(items, (id) => conflicts.get(id) ?? []);
  return {
    schema: "foremerge.plan-waves/1",
    as_of_event: state?.asOf ?? null,
    waves: rounds.map((tasks) => ({ tasks })),
    critical_path: criticalPath,
    alone: items.filter(({ alone }) => alone).map(({ id }) => id),
    waiting,
    cycles,
    titles: Object.fromEntries(sides.map(({ id, candidate }) => [id, candidate.summary])),
    assessment: notAssessed.length > 0 || cycles.length > 0 ? "incomplete" : "complete",
    not_assessed: notAssessed,
  };
}

function optionsOf(session: Session, state: State | undefined): PairOptions {
  const { rules, contains } = session.settings;
  return {
    rules,
    contains,
    ignoreCase: session.repository?.ignoreCase ?? false,
    dependsOn: (id) => state?.intent(id)?.depends_on,
  };
}

const isFinished = (tree: PlanTree, id: string): boolean => {
  const nodes = tree.withId(id);
  return nodes.length > 0 && nodes.every(({ status }) => FINISHED.includes(status));
};

const openIds = (tree: PlanTree): readonly string[] =>
  [...new Set(tree.nodes.map(({ id }) => id))].filter((id) => !isFinished(tree, id));

function openDependencies(tree: PlanTree): (id: string) => readonly string[] {
  const dependencies = treeDependencies(tree);
  return (id) => dependencies(id).filter((other) => !isFinished(tree, other));
}

/** What is to be placed: planned tasks; with intents, an open intent stands in for the task that it carries out. */
function sidesOf(
  session: Session,
  tree: PlanTree,
  state: State | undefined,
  files: FileTree,
  intents: boolean,
  notAssessed: NotAssessed[],
): readonly Side[] {
  const open = intents && state ? state.openIntents() : [];
  const carried = new Set(open.map(({ task }) => task));
  const reader = { name: pathNamer(session), tree: files };
  const sides: Side[] = [];
  for (const node of tree.nodes) {
    if (node.status !== "planned" || !tree.isTask(node) || carried.has(node.id)) continue;
    if (sides.some(({ id }) => id === node.id)) {
      notAssessed.push({ what: node.id, reason: `${node.path} has the id of another node`, side: "subject" });
      continue;
    }
    const side = otherTask(node, "pending-confirm", reader);
    if (side.unreadable !== undefined) notAssessed.push({ what: node.id, reason: side.unreadable, side: "subject" });
    sides.push(side);
  }
  return [...sides, ...open.map((intent) => intentSide(intent, files))];
}

function itemsOf(
  session: Session,
  tree: PlanTree,
  sides: readonly Side[],
  notAssessed: NotAssessed[],
): { items: readonly WaveItem[]; waiting: PlanWavesDocument["waiting"] } {
  const dependencies = treeDependencies(tree);
  const serialKinds = new Set(session.settings.serial_kinds);
  const standIns = new Map<string, string[]>();
  for (const { id, intent } of sides) {
    if (intent?.task !== undefined) standIns.set(intent.task, [...(standIns.get(intent.task) ?? []), id]);
  }
  const placed = new Set(sides.map(({ id }) => id));
  const items: WaveItem[] = [];
  const waiting: { task: string; on: string; status: string }[] = [];
  for (const side of sides) {
    const { id, candidate, touches, intent, kind } = side;
    const task = kind === "task" ? id : intent?.task;
    const named = [...(task === undefined ? [] : dependencies(task)), ...(intent?.depends_on ?? [])];
    for (const other of named) {
      if (placed.has(other) || standIns.has(other)) continue;
      const nodes = tree.withId(other);
      const known = nodes[0];
      if (!known && !other.startsWith("int_")) {
        notAssessed.push({ what: id, reason: `it depends on ${other}, which nobody knows`, side: "subject" });
      } else if (known && tree.isTask(known) && !isFinished(tree, other)) {
        waiting.push({ task: id, on: other, status: known.status });
      }
    }
    const silent = kind === "task" ? touches.length === 0 : candidate.scopes.length + candidate.uses.length === 0;
    items.push({
      id,
      after: named.flatMap((other) => standIns.get(other) ?? [other]).filter((other) => other !== id),
      alone: silent || side.unreadable !== undefined,
      serial: [...new Set<string>(candidate.scopes.map(({ kind: scope }) => scope))].filter((scope) =>
        serialKinds.has(scope),
      ),
    });
  }
  return { items, waiting };
}

type Conflicts = ReadonlyMap<string, ReadonlySet<string>>;

/** Who must not share a round with whom: files (and what is inside of them) that overlap, and HIGH findings. */
async function conflictsAmong(
  sides: readonly Side[],
  files: FileTree,
  options: PairOptions,
  outlines: OutlineOf,
): Promise<Conflicts> {
  const conflicts = new Map<string, Set<string>>(sides.map(({ id }) => [id, new Set()]));
  const apart = (a: string, b: string): void => {
    conflicts.get(a)?.add(b);
    conflicts.get(b)?.add(a);
  };
  for (const { severity, source_intent_id: a, target_intent_id: b } of checkAll(
    sides.map(({ candidate }) => candidate),
    options,
  )) {
    if (severity === "HIGH") apart(a, b);
  }
  const byId = new Map(sides.map((side) => [side.id, side]));
  const index = new MemoryPostings();
  for (const side of sides) {
    const places = placesOf(side);
    for (const id of new Set(meetingIds(places, index, { ...options, rules: {} }))) {
      const other = byId.get(id);
      if (!other || conflicts.get(side.id)?.has(id)) continue;
      const overlaps = overlapsOf(side.touches, other.touches, files);
      const answers = overlaps.some(asksInside) ? await answersInside(overlaps, outlines) : new Map();
      if (judgeFiles(overlaps, answers).verdict === "conflict") apart(side.id, id);
    }
    index.add(places);
  }
  return conflicts;
}

/** The places of a side as a candidate, so that the detector's index finds who could meet there. */
function placesOf({ id, touches }: Side): Candidate {
  const scopes = touches.map(
    ({ path, shape }): ScopeClaim => ({
      kind: "file",
      key: shape === "directory" ? `${path}/` : path,
      operation: "modify",
      inferred: true,
    }),
  );
  return { id, summary: "", scopes, uses: [], dependsOn: [] };
}
