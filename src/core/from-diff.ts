// Scopes of a publication out of a diff (spec 3.7): marked derived; their operations count as declared only when a
// person or agent confirms them.
import { counted } from "../counted.ts";
import type { ScopeClaim } from "../detect/model.ts";
import { MAX_SCOPES } from "../detect/request.ts";
import { codePoints } from "../detect/scope.ts";
import { CONTROL_CHARACTER } from "../detect/text-pattern.ts";
import { invalidInput } from "../errors.ts";
import { type DerivedScope, derivedScopes } from "./derived-scopes.ts";
import type { Session } from "./session.ts";
import { type DiffRequest, requestedChanges } from "./suggest-scopes.ts";
import { isOwnFile } from "./trial-merge.ts";

export interface FromDiff {
  readonly claims: readonly ScopeClaim[];
  readonly warnings: readonly string[];
}

const MAX_KEY = 512;

/** @throws INVALID_INPUT when nothing changed */
export async function claimsFromDiff(session: Session, request: DiffRequest, confirm: boolean): Promise<FromDiff> {
  const changes = (await requestedChanges(session, request)).filter(({ file }) => !isOwnFile(file.path));
  const derived = derivedScopes(changes).map(writable);
  const scopes = derived.filter(isWritable);
  const lost = derived.length - scopes.length;
  const left =
    lost === 0 ? [] : [`what changed in ${counted(lost, "place")} has no name that can be declared; it is left out`];
  if (scopes.length === 0) {
    throw invalidInput(
      lost === 0 ? "--from-diff finds no change" : "--from-diff finds nothing that can be declared",
      "name another diff (--staged, --range A..B, --worktree), or write --scope KIND:KEY=OPERATION",
    );
  }
  const { kept, warning } = atMost(scopes, MAX_SCOPES);
  return {
    claims: kept.map(({ kind, key, operation }) => ({ kind, key, operation, inferred: !confirm })),
    warnings: [...left, ...(warning === undefined ? [] : [warning])],
  };
}

const isWritable = ({ key }: DerivedScope): boolean => codePoints(key) <= MAX_KEY && !CONTROL_CHARACTER.test(key);

/** A path that no scope can hold is declared by a pattern that holds it, or by the folder around it. */
function writable(scope: DerivedScope): DerivedScope {
  if (scope.kind !== "file" || isWritable(scope)) return scope;
  const pattern = {
    ...scope,
    key: Array.from(scope.key, (each) => (CONTROL_CHARACTER.test(each) ? "?" : each)).join(""),
  };
  if (isWritable(pattern)) return pattern;
  const folders = pattern.key.split("/").slice(0, -1);
  while (codePoints(folders.join("/")) >= MAX_KEY) folders.pop();
  return folders.length === 0 ? pattern : { ...pattern, key: `${folders.join("/")}/`, operation: "modify" };
}

/** Too many scopes: the files alone, and of too many files the folders that hold them. */
function atMost(scopes: readonly DerivedScope[], most: number): { kept: readonly DerivedScope[]; warning?: string } {
  if (scopes.length <= most) return { kept: scopes };
  const files = scopes.filter(({ kind }) => kind === "file");
  if (files.length <= most) {
    return {
      kept: files,
      warning: `${scopes.length} scopes are in this diff; only its ${files.length} files are published`,
    };
  }
  for (let depth = 8; depth > 0; depth--) {
    const folders = new Map<string, DerivedScope>();
    for (const scope of files) {
      const parts = scope.key.split("/");
      const key = parts.length > depth ? `${parts.slice(0, depth).join("/")}/` : scope.key;
      folders.set(key, key === scope.key ? scope : { ...scope, key, operation: "modify" });
    }
    if (folders.size <= most) {
      return {
        kept: [...folders.values()],
        warning: `${files.length} files changed in this diff; the ${folders.size} folders and files that hold them are published`,
      };
    }
  }
  throw invalidInput(
    `${files.length} files changed in this diff, in more than ${most} places`,
    "name the scopes by hand, as file:FOLDER/=modify",
  );
}
