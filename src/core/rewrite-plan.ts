// Rewrites plan files: the fields meant, and no other byte (spec 3.4). Loads the YAML parser, so it is imported only
// where something is written.
import { readFileSync, statSync } from "node:fs";
import { editFrontmatter, type FieldChanges } from "../plan/frontmatter-edit.ts";
import type { PendingFields } from "../plan/status.ts";
import { writeAtomically } from "../store/atomic.ts";
import { realPlanFile } from "./plan-files.ts";

/**
 * Changes fields of a plan file in one step: readers see the old file or the new one. Returns the bytes before, for
 * undo, and whether anything changed.
 * @throws ForemergeError INVALID_STATE when the file cannot be rewritten so
 */
export function rewritePlanFile(
  root: string,
  path: string,
  changes: FieldChanges,
): { readonly before: Buffer; readonly changed: boolean } {
  const file = realPlanFile(root, path);
  const before = readFileSync(file);
  const after = editFrontmatter(path, before, changes);
  const changed = !after.equals(before);
  if (changed) writeAtomically(file, after, { mode: statSync(file).mode & 0o7777, durable: true });
  return { before, changed };
}

/** Writes into this worktree's files what the ledger knows better; returns what could not be written, and why. */
export function writePending(root: string, pending: ReadonlyMap<string, PendingFields>): readonly string[] {
  const failed: string[] = [];
  for (const [path, changes] of pending) {
    try {
      rewritePlanFile(root, path, changes);
    } catch (error) {
      failed.push(`${path} still shows an old status: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failed;
}
