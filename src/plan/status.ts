// Which status holds (spec 3.4): plan files exist once per branch, the ledger once. Pure.
import type { PlanStep } from "../store/event.ts";
import type { PlanHistory } from "../store/model.ts";
import type { Fields, FieldValue } from "./frontmatter.ts";
import { nodeOf, type PlanNode, textOf } from "./node.ts";

/** What the ledger knows better than the file: fields to set, null for fields to take out. */
export type PendingFields = ReadonlyMap<string, FieldValue>;

export interface HeldNode {
  /** The node with the fields that hold. */
  readonly node: PlanNode;
  /** What the next plan command in this worktree writes into the file; empty when the file is right. */
  readonly pending: PendingFields;
}

/** A value of an event's before or after image as a field. */
export function fieldOf(value: unknown): FieldValue {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(fieldOf);
  if (typeof value === "object") return new Map(Object.entries(value).map(([key, item]) => [key, fieldOf(item)]));
  return String(value);
}

/** True when two fields say the same; nothing and an empty list are one. */
export function sameField(a: FieldValue, b: FieldValue): boolean {
  const plain = (value: FieldValue): unknown => {
    if (Array.isArray(value)) return value.length === 0 ? null : value.map(plain);
    if (value instanceof Map) return [...value].map(([key, item]) => [key, plain(item)]);
    return value;
  };
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

interface Image {
  readonly before: Fields;
  readonly after: Fields;
}

/** Before and after images of this node, oldest first. */
function imagesOf(id: string, history: PlanHistory): readonly Image[] {
  const images: Image[] = [];
  for (const { data } of history.entries) {
    const nodes = (data as Partial<PlanStep>).nodes;
    if (!Array.isArray(nodes)) continue;
    for (const entry of nodes as PlanStep["nodes"]) {
      if (entry?.node !== id) continue;
      images.push({ before: fieldsOf(entry.before), after: fieldsOf(entry.after) });
    }
  }
  return images;
}

const fieldsOf = (record: unknown): Fields =>
  new Map(Object.entries((record ?? {}) as object).map(([key, value]) => [key, fieldOf(value)]));

/**
 * The node as it holds. A field that the file still shows as it was before the newest plan event about it has the
 * event's value; one that shows anything else was changed by a person and stays. The fields that came with a change
 * of status (reason, time, …) follow the status.
 */
export function heldNode(node: PlanNode, history: PlanHistory | undefined): HeldNode {
  if (!history) return { node, pending: new Map() };
  const pending = new Map<string, FieldValue>();
  const decided = new Set<string>();
  const inFile = (name: string): FieldValue =>
    name === "status" ? (textOf(node.fields.get("status"))?.trim() ?? "planned") : (node.fields.get(name) ?? null);
  for (const { before, after } of [...imagesOf(node.id, history)].reverse()) {
    const statusMoves = after.has("status") && !decided.has("status");
    const statusPends = statusMoves && sameField(inFile("status"), before.get("status") ?? "planned");
    for (const [name, value] of after) {
      if (decided.has(name)) continue;
      decided.add(name);
      const stale = statusMoves ? statusPends : sameField(inFile(name), before.get(name) ?? null);
      if (stale && !sameField(inFile(name), value)) pending.set(name, value);
    }
  }
  if (pending.size === 0) return { node, pending };
  const fields = new Map(node.fields);
  for (const [name, value] of pending) {
    if (value === null) fields.delete(name);
    else fields.set(name, value);
  }
  return { node: nodeOf(node.path, node.id, fields, node.lines), pending };
}
