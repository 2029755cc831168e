// Whom a task is compared with before it is dispatched (spec 3.5): pending siblings, active tasks anywhere, open
// intents. Never itself, nor what is above or below it.

import type { ScopeClaim } from "../../detect/model.ts";
import type { PairOptions } from "../../detect/pair.ts";
import { meetingIds } from "../../detect/postings.ts";
import type { BrokenNode, PlanNode } from "../../plan/node.ts";
import type { PlanTree } from "../../plan/tree.ts";
import type { Intent } from "../../store/model.ts";
import type { State } from "../../store/state.ts";
import type { Role, Side } from "./side.ts";

export interface OtherTask {
  readonly node: PlanNode;
  readonly role: Role;
}

/** Tasks that are running, or were when they were frozen, and siblings that may run next. */
export function otherTasks(tree: PlanTree, subject: PlanNode): readonly OtherTask[] {
  const family = familyOf(tree, subject.id);
  const parent = tree.parentId(subject.id);
  const others: OtherTask[] = [];
  for (const node of tree.nodes) {
    if (node === subject || family.has(node.id) || !tree.isTask(node)) continue;
    const role = roleOf(tree, node, parent);
    if (role) others.push({ node, role });
  }
  return others;
}

/** The task, what is above it and what is below it. */
function familyOf(tree: PlanTree, id: string): ReadonlySet<string> {
  return new Set([id, ...tree.ancestors(id), ...tree.descendants(id)]);
}

function roleOf(tree: PlanTree, node: PlanNode, parent: string | undefined): Role | undefined {
  const { status, frozenFrom } = node;
  if (status === "active" || (status === "frozen" && frozenFrom === "active")) return "active";
  if (tree.parentId(node.id) !== parent) return undefined;
  if (status === "blocked" || status === "blocked-on-confirm") return "pending-confirm";
  return status === "planned" && isUnderWay(tree, parent) ? "pending-confirm" : undefined;
}

/** The parent is active. Without a parent, or with one that cannot be read, nobody can say that it is not. */
function isUnderWay(tree: PlanTree, parent: string | undefined): boolean {
  const nodes = parent === undefined ? [] : tree.withId(parent);
  return nodes.length === 0 || nodes.some(({ status }) => status === "active");
}

/** Files that are meant as nodes and cannot be read, and could be tasks: any of them may be running. */
export function brokenTasks(tree: PlanTree, subject: string): readonly BrokenNode[] {
  const family = familyOf(tree, subject);
  return tree.broken.filter(
    ({ id, foreign }) => !foreign && (id === undefined || (!family.has(id) && tree.childIds(id).length === 0)),
  );
}

/**
 * Open intents that could have something to do with the task, by the index: those that meet its scopes, its files or
 * its summary. Intents that carry out the task itself, or what is above or below it, are left out.
 */
export function meetingIntents(state: State, tree: PlanTree, subject: Side, options: PairOptions): readonly Intent[] {
  const family = familyOf(tree, subject.id);
  const files = subject.touches.map(
    ({ path, shape }): ScopeClaim => ({
      kind: "file",
      key: shape === "directory" ? `${path}/` : path,
      operation: "modify",
      inferred: true,
    }),
  );
  const probe = { ...subject.candidate, scopes: [...subject.candidate.scopes, ...files] };
  const intents: Intent[] = [];
  for (const id of new Set(meetingIds(probe, state.postings, options))) {
    const intent = state.intent(id);
    if (intent && !(intent.task !== undefined && family.has(intent.task))) intents.push(intent);
  }
  return intents.sort((a, b) => (a.id < b.id ? -1 : 1));
}
