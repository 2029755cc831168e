// One side of a dispatch check (spec 3.5): a plan task or an open intent, as the layers look at it.
import { isGlob } from "../../detect/glob.ts";
import type { Candidate, Scope, ScopeClaim, UseClaim } from "../../detect/model.ts";
import { foldPath, pathRefusal } from "../../detect/path.ts";
import { buildRequest } from "../../detect/request.ts";
import { ForemergeError, invalidInput } from "../../errors.ts";
import { type FileTouch, type FileTree, type NamePath, placeOf, touchesOf } from "../../plan/artifacts.ts";
import type { PlanNode } from "../../plan/node.ts";
import type { Intent } from "../../store/model.ts";
import { candidateOf } from "../../store/state.ts";

/** What a side is to the task that is checked. */
export type Role = "pending-confirm" | "active";

export interface Side {
  readonly id: string;
  readonly kind: "task" | "intent";
  readonly role: Role;
  /** The detector's view. */
  readonly candidate: Candidate;
  readonly touches: readonly FileTouch[];
  /** Why nothing can be said about it: a bad path, a scope that does not parse. */
  readonly unreadable?: string;
  readonly node?: PlanNode;
  readonly intent?: Intent;
}

export interface SideReader {
  readonly name: NamePath;
  readonly tree: FileTree;
}

/**
 * A plan task as a side.
 * @throws INVALID_INPUT for a path or a scope that spec 1.1 or 3.1 refuses
 */
export function taskSide(node: PlanNode, role: Role, { name, tree }: SideReader): Side {
  const illegal = node.problems.find(({ rule }) => rule === "artifact_illegal");
  if (illegal) throw invalidInput(`${node.path}: ${illegal.message}.`, "Give every artifact a path.");
  const declared = buildRequest(
    { summary: node.intent === "" ? undefined : node.intent, scopes: node.scopes, uses: node.uses },
    { filePath: (key) => pathOf(name, key), ignoreCase: tree.ignoreCase },
  );
  return {
    id: node.id,
    kind: "task",
    role,
    candidate: {
      id: node.id,
      summary: declared.summary,
      scopes: declared.scopes,
      uses: declared.uses,
      dependsOn: node.dependsOn,
    },
    touches: [...touchesOf(node.artifacts, name, tree), ...scopeTouches(declared.scopes, declared.uses, tree)],
    node,
  };
}

const pathOf = (name: NamePath, key: string): string => {
  const { path, directory } = name(key);
  return directory ? `${path}/` : path;
};

/** A task of the other side: what cannot be read is said in `unreadable`, never thrown. */
export function otherTask(node: PlanNode, role: Role, reader: SideReader): Side {
  try {
    return taskSide(node, role, reader);
  } catch (error) {
    if (!(error instanceof ForemergeError) || error.code !== "INVALID_INPUT") throw error;
    const candidate: Candidate = { id: node.id, summary: node.intent, scopes: [], uses: [], dependsOn: node.dependsOn };
    return { id: node.id, kind: "task", role, candidate, touches: [], unreadable: error.message, node };
  }
}

/** An open intent as a side: files that its scopes name, and everything for the detector. */
export function intentSide(intent: Intent, tree: FileTree): Side {
  const files = (intent.files ?? []).map(
    (key): ScopeClaim => ({ kind: "file", key, operation: "modify", inferred: true }),
  );
  return {
    id: intent.id,
    kind: "intent",
    role: "active",
    candidate: candidateOf(intent),
    touches: scopeTouches([...intent.scopes, ...files], intent.uses, tree),
    intent,
  };
}

/** The places that `file:` scopes and symbols of named files (`src/label.ts#print`) touch. */
function scopeTouches(scopes: readonly ScopeClaim[], uses: readonly UseClaim[], tree: FileTree): readonly FileTouch[] {
  const touches: FileTouch[] = [];
  const add = (scope: Scope, more: Pick<FileTouch, "read" | "operation">): void => {
    const file = fileOf(scope);
    if (!file || pathRefusal(file.path) !== undefined) return;
    touches.push({
      ...placeOf(file.path, foldPath, tree),
      ...more,
      ...(file.symbol ? { symbols: [file.symbol] } : {}),
    });
  };
  for (const claim of scopes) {
    add(claim, { read: false, ...(claim.inferred ? {} : { operation: claim.operation }) });
  }
  for (const use of uses) add(use, { read: true });
  return touches;
}

function fileOf({ kind, key }: Scope): { path: string; symbol?: string } | undefined {
  if (kind === "file") return { path: key.trim() };
  if (kind !== "symbol") return undefined;
  const hash = key.indexOf("#");
  const path = key.slice(0, hash).trim();
  const symbol = key.slice(hash + 1).trim();
  if (hash <= 0 || symbol === "" || isGlob(path) || !/[\\/]|\.[a-z]{1,5}$/.test(path)) return undefined;
  return { path, symbol };
}
