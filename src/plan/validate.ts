// What is wrong with a tree of plan nodes (spec 3.4): every violation with its file and line. Pure.

import type { PlanNode } from "./node.ts";
import { cyclesAmong } from "./order.ts";
import type { PlanTree } from "./tree.ts";

export interface Violation {
  readonly file: string;
  /** Line of the field that is wrong; 1 where no field is. */
  readonly line: number;
  /** Id of the node, or null where the file shows none. */
  readonly node: string | null;
  readonly rule: string;
  readonly message: string;
}

/** Checks of one text against rules that live elsewhere: scopes, uses and paths. They return what is wrong, or nothing. */
export interface ValueChecks {
  scope(text: string): string | undefined;
  use(text: string): string | undefined;
  path(text: string): string | undefined;
}

/** All violations, by file and line. */
export function validatePlans(tree: PlanTree, checks: ValueChecks): readonly Violation[] {
  const found: Violation[] = [];
  const at = (node: PlanNode, field: string, rule: string, message: string): void => {
    found.push({ file: node.path, line: lineOf(node, field), node: node.id, rule, message });
  };
  for (const { path, id, line, reason } of tree.broken) {
    const rule = reason === "it has no id" ? "id_missing" : "unreadable";
    found.push({ file: path, line, node: id ?? null, rule, message: `${id ?? path}: ${reason}` });
  }
  const unread = new Set(tree.broken.map(({ id }) => id).filter((id) => id !== undefined));
  const known = (id: string): boolean => tree.withId(id).length > 0 || unread.has(id);
  for (const node of tree.nodes) {
    for (const { line, rule, message } of node.problems) {
      found.push({ file: node.path, line, node: node.id, rule, message });
    }
    uniqueness(node, tree, at);
    family(node, tree, known, at);
    for (const target of node.dependsOn) {
      if (!known(target))
        at(node, "depends_on", "dependency_unknown", `${node.id} depends on ${target}, which nobody knows`);
    }
    const reason = node.fields.get("freeze_reason");
    if (node.fields.get("status") === "frozen" && (typeof reason !== "string" || reason.trim() === "")) {
      at(node, "status", "frozen_without_reason", `${node.id} is frozen and has no freeze_reason`);
    }
    values(node, checks, at);
  }
  cycles(tree, at);
  return found.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

type Report = (node: PlanNode, field: string, rule: string, message: string) => void;

const lineOf = (node: PlanNode, field: string): number => node.lines.get(field) ?? node.lines.get("id") ?? 1;

function uniqueness(node: PlanNode, tree: PlanTree, at: Report): void {
  const others = tree.withId(node.id).filter((other) => other !== node);
  if (others.length === 0) return;
  at(node, "id", "id_not_unique", `${node.id} is also the id of ${others.map(({ path }) => path).join(", ")}`);
}

function family(node: PlanNode, tree: PlanTree, known: (id: string) => boolean, at: Report): void {
  for (const child of new Set(node.children)) {
    if (!known(child))
      at(node, "children", "child_unknown", `${node.id} lists the child ${child}, which does not exist`);
    for (const other of tree.withId(child)) {
      if (other.parent === node.id) continue;
      const says = other.parent === undefined ? "names no parent" : `names ${other.parent} as its parent`;
      const field = other.parent === undefined ? "id" : "parent";
      at(other, field, "parent_disagrees", `${node.id} lists the child ${child}, and ${child} ${says}`);
    }
  }
  if (new Set(node.children).size < node.children.length) {
    at(node, "children", "child_twice", `${node.id} lists a child twice`);
  }
  if (node.parent === undefined) return;
  if (!known(node.parent)) {
    at(node, "parent", "parent_unknown", `${node.id} names the parent ${node.parent}, which does not exist`);
  }
  for (const parent of tree.withId(node.parent)) {
    if (parent.children.includes(node.id)) continue;
    at(
      parent,
      "children",
      "child_missing",
      `${node.id} names the parent ${parent.id}, and ${parent.id} does not list it`,
    );
  }
}

function values(node: PlanNode, checks: ValueChecks, at: Report): void {
  for (const { path, to } of node.artifacts) {
    for (const text of to === undefined ? [path] : [path, to]) {
      const why = checks.path(text);
      if (why !== undefined) at(node, "artifacts", "path_refused", `${node.id}: ${why}`);
    }
  }
  for (const text of node.scopes) {
    const why = checks.scope(text);
    if (why !== undefined) at(node, "scopes", "scope_illegal", `${node.id}: ${why}`);
  }
  for (const text of node.uses) {
    const why = checks.use(text);
    if (why !== undefined) at(node, "uses", "scope_illegal", `${node.id}: ${why}`);
  }
}

function cycles(tree: PlanTree, at: Report): void {
  const ids = [...new Set(tree.nodes.map(({ id }) => id))];
  const dependsOn = new Map<string, readonly string[]>(
    ids.map((id) => [id, [...new Set(tree.withId(id).flatMap((node) => node.dependsOn))]]),
  );
  for (const cycle of cyclesAmong(ids, (id) => dependsOn.get(id) ?? [])) {
    const [first] = tree.withId(cycle[0] as string);
    const words = [...cycle, cycle[0]].join(" → ");
    if (first) at(first, "depends_on", "dependency_cycle", `depends_on goes in a circle: ${words}`);
  }
  const above = (id: string): readonly string[] => {
    const parent = tree.withId(id)[0]?.parent;
    return parent === undefined ? [] : [parent];
  };
  for (const cycle of cyclesAmong(ids, above)) {
    const [first] = tree.withId(cycle[0] as string);
    if (first) at(first, "parent", "parent_cycle", `parents go in a circle: ${[...cycle, cycle[0]].join(" → ")}`);
  }
}
