// Documents of merging: preview and automatic resolution. Types only, snake_case, plain JSON.
import type { ConflictStatus, SettledBy } from "../store/model.ts";
import type { NotAssessed } from "./documents.ts";

export interface PreviewHunk {
  /** Line in the merged text, side a's lines counted. */
  readonly line: number;
  readonly a: string;
  readonly base: string;
  readonly b: string;
}

export interface PreviewFile {
  readonly path: string;
  /** git's word: `content`, `modify/delete`, `rename/rename`, `add/add` … */
  readonly kind: string;
  readonly message: string;
  /** Empty where git wrote no text: binaries, deleted files, submodules. */
  readonly hunks: readonly PreviewHunk[];
}

export interface PreviewPair {
  readonly a: string;
  readonly b: string;
  readonly a_commit: string;
  readonly b_commit: string;
  /** Null: git could not say, see `not_assessed`. */
  readonly clean: boolean | null;
  /** Tree that the merge would give; conflicting files hold markers in it. A check value: it is not kept. */
  readonly tree?: string;
  readonly files: readonly PreviewFile[];
}

/** `foremerge.merge-preview/1`. */
export interface MergePreviewDocument {
  readonly schema: "foremerge.merge-preview/1";
  readonly as_of_event: null;
  readonly branches: readonly { readonly name: string; readonly commit: string; readonly with_uncommitted?: boolean }[];
  readonly pairs: readonly PreviewPair[];
  readonly conflicting: number;
  /** Work in worktrees of these branches that is no part of the answer, because it is not committed. */
  readonly uncommitted: readonly {
    readonly branch: string;
    readonly worktree: string;
    readonly paths: readonly string[];
  }[];
  readonly assessment: "complete" | "incomplete";
  readonly not_assessed: readonly NotAssessed[];
  readonly [extra: string]: unknown;
}

export interface AutoResult {
  readonly conflict_id: string;
  readonly strategy: "SERIALIZE" | "MERGE" | "ESCALATE";
  readonly reason: string;
  /** SERIALIZE: who goes first, and who then. */
  readonly order?: readonly [string, string];
  /** State of the conflict afterwards. */
  readonly status: ConflictStatus;
  readonly by: SettledBy;
  /** What was merged for trial, when it was. */
  readonly merge?: {
    readonly commits: readonly [string, string];
    readonly clean: boolean;
    readonly confidence: number;
    readonly tree?: string;
    readonly conflicts: readonly { readonly path: string; readonly kind: string }[];
    /** Files of which the import lines of both sides were united, with the text that came of it. */
    readonly united: readonly { readonly path: string; readonly text?: string }[];
    /** The answer was known from an earlier trial of the same two commits. */
    readonly cached?: boolean;
  };
  /** ESCALATE: what a person is asked. */
  readonly question?: string;
  readonly options?: readonly string[];
  /** How alike conflicts were settled before: offered, never applied. */
  readonly alike?: readonly {
    readonly conflict_id: string;
    readonly status: ConflictStatus;
    readonly resolution: string;
    readonly by: SettledBy;
    readonly at: string;
  }[];
}

/** `foremerge.auto-resolution/1`. */
export interface AutoResolutionDocument {
  readonly schema: "foremerge.auto-resolution/1";
  readonly as_of_event: number;
  readonly results: readonly AutoResult[];
  /** Conflicts that wait in an order already and were left alone. */
  readonly waiting: number;
  readonly escalated: number;
  readonly [extra: string]: unknown;
}
