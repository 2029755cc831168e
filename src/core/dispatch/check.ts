// What a dispatch check works on: the task, the sides it is compared with, and what could not be looked at (spec 3.5).
import type { PairOptions } from "../../detect/pair.ts";
import type { FileTree } from "../../plan/artifacts.ts";
import type { PlanNode } from "../../plan/node.ts";
import { treeDependencies, waitsFor } from "../../plan/order.ts";
import type { PlanTree } from "../../plan/tree.ts";
import type { State } from "../../store/state.ts";
import type { NotAssessed } from "../documents.ts";
import { pathNamer } from "../paths.ts";
import type { Session } from "../session.ts";
import { brokenTasks, meetingIntents, otherTasks } from "./counterparts.ts";
import type { PairNote } from "./document.ts";
import type { PairFinding } from "./finding.ts";
import type { LayerClock } from "./layers.ts";
import { newPair, type PairState } from "./pair-state.ts";
import { intentSide, otherTask, type Side, taskSide } from "./side.ts";

/** A decision on record that the task contradicts, or that a judge says it does. */
export interface DecisionConflict {
  readonly id: string;
  readonly found: PairFinding | "timed out";
}

export interface DispatchCheck {
  readonly session: Session;
  readonly subject: Side;
  readonly files: FileTree;
  readonly options: PairOptions;
  readonly clock: LayerClock;
  readonly pairs: readonly PairState[];
  readonly decisions: DecisionConflict[];
  /** Findings about the task that are no pair's. */
  readonly notes: PairNote[];
  readonly notAssessed: NotAssessed[];
  /** Those of them that are plan files which cannot be read: any of them may hold a running task. */
  readonly unreadFiles: ReadonlySet<string>;
}

/**
 * Gathers the sides. Pairs that `depends_on` orders are clear from the start.
 * @throws INVALID_INPUT when the task's own paths or scopes are refused
 */
export function gather(
  session: Session,
  state: State,
  tree: PlanTree,
  node: PlanNode,
  files: FileTree,
  clock: LayerClock,
): DispatchCheck {
  const { rules, contains } = session.settings;
  const options: PairOptions = {
    rules,
    contains,
    ignoreCase: files.ignoreCase,
    dependsOn: (id) => state.intent(id)?.depends_on,
  };
  const reader = { name: pathNamer(session), tree: files };
  const subject = taskSide(node, "pending-confirm", reader);
  const sides = [
    ...otherTasks(tree, node).map((other) => otherTask(other.node, other.role, reader)),
    ...meetingIntents(state, tree, subject, options).map((intent) => intentSide(intent, files)),
  ];
  const dependencies = treeDependencies(tree);
  const pairs = sides.map((side) => {
    const pair = newPair(side);
    // An intent that carries out a task stands where the task stands.
    const id = side.kind === "task" ? side.id : side.intent?.task;
    const ordered = id !== undefined && (waitsFor(node.id, id, dependencies) || waitsFor(id, node.id, dependencies));
    if (ordered) pair.sequenced = true;
    return pair;
  });
  const unread = unreadFiles(tree, node.id);
  return {
    session,
    subject,
    files,
    options,
    clock,
    pairs,
    decisions: [],
    notes: [],
    notAssessed: [...unread, ...unscoped(state), ...nothingDeclared(subject)],
    unreadFiles: new Set(unread.map(({ what }) => what)),
  };
}

/** Files that are meant as nodes: any of them may be a task that is running. */
function unreadFiles(tree: PlanTree, subject: string): readonly NotAssessed[] {
  return brokenTasks(tree, subject).map(({ path, id, reason }) => ({
    what: id ?? path,
    reason: `${path} cannot be read as a plan node: ${reason}`,
    side: "counterpart",
  }));
}

function unscoped(state: State): readonly NotAssessed[] {
  return state.unscoped.map((what) => ({
    what,
    reason: "declares no scopes; only its summary was compared",
    side: "counterpart",
  }));
}

function nothingDeclared({ id, touches }: Side): readonly NotAssessed[] {
  if (touches.length > 0) return [];
  return [{ what: id, reason: "declares no artifacts, so nobody knows which files it touches", side: "subject" }];
}
