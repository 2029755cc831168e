// What a resolving run leaves behind (spec 4.5): the result file, built from what became of each conflict. Pure.
import type { Category, Description, OverlapAnalysis } from "./describe.ts";
import type { ChangeType, Modification } from "./modification.ts";
import type { Clarification } from "./questions.ts";

export interface ResolvedItem {
  readonly conflict_id: string;
  readonly strategy_name: string;
  readonly strategy_approach: string;
  readonly clarifications: readonly Clarification[];
  readonly modifications_applied: readonly Modification[];
}

/** Why a conflict is still somebody's business. */
export type CustomStatus = "custom" | "coordinating" | "unresolved" | "skipped" | "failed";

export interface CustomItem {
  readonly id: string;
  readonly brief: string;
  readonly category: Category;
  readonly suggestions: readonly string[];
  readonly overlap_analysis: OverlapAnalysis | null;
  readonly status: CustomStatus;
  /** What was agreed in free words, for `custom`. */
  readonly note?: string;
  /** Strategy that was tried, and the questions that it still asks. */
  readonly strategy_name?: string;
  readonly open_questions?: readonly string[];
  readonly clarifications?: readonly Clarification[];
}

/** An edit that could not be made because its file is not there: something a plan has to respect. */
export interface PlanningConstraint {
  readonly source: string;
  readonly conflict_id: string;
  readonly target_file: string;
  readonly section: string | null;
  readonly change_type: ChangeType;
  readonly content: string;
  readonly rationale: string;
}

export interface FailedModification {
  readonly file: string;
  readonly reason: string;
  readonly conflict_id?: string;
}

/** What became of one conflict in a run. */
export type Ending =
  | { readonly kind: "resolved"; readonly item: ResolvedItem; readonly constraints: readonly PlanningConstraint[] }
  | {
      readonly kind: "left";
      readonly item: CustomItem;
      readonly constraints: readonly PlanningConstraint[];
      readonly failed: readonly FailedModification[];
    };

export interface ResolveResult {
  readonly session_id: string;
  readonly resolved_at: string;
  readonly summary: {
    readonly total_conflicts: number;
    readonly resolved_with_strategy: number;
    readonly custom_handling: number;
    readonly fallback_constraints: number;
  };
  readonly resolved_conflicts: readonly ResolvedItem[];
  readonly custom_conflicts: readonly CustomItem[];
  readonly planning_constraints: readonly PlanningConstraint[];
  readonly failed_modifications: readonly FailedModification[];
}

/** The result of a run: every conflict it met is resolved or listed, none is dropped. */
export function resultOf(sessionId: string, at: Date, endings: readonly Ending[]): ResolveResult {
  const resolved = endings.flatMap((ending) => (ending.kind === "resolved" ? [ending.item] : []));
  const left = endings.flatMap((ending) => (ending.kind === "left" ? [ending.item] : []));
  const constraints = endings.flatMap((ending) => ending.constraints);
  return {
    session_id: sessionId,
    resolved_at: at.toISOString(),
    summary: {
      total_conflicts: endings.length,
      resolved_with_strategy: resolved.length,
      custom_handling: left.length,
      fallback_constraints: constraints.length,
    },
    resolved_conflicts: resolved,
    custom_conflicts: left,
    planning_constraints: constraints,
    failed_modifications: endings.flatMap((ending) => (ending.kind === "left" ? ending.failed : [])),
  };
}

/** A conflict that the run leaves to somebody. */
export function leftItem(
  description: Description,
  status: CustomStatus,
  more: Pick<CustomItem, "note" | "strategy_name" | "open_questions" | "clarifications"> = {},
): CustomItem {
  return {
    id: description.conflict_id,
    brief: description.brief,
    category: description.category,
    suggestions: description.suggestions,
    overlap_analysis: description.overlap_analysis ?? null,
    status,
    ...more,
  };
}

/** The constraint that stands for an edit whose file is missing. */
export function constraintOf(conflictId: string, edit: Modification): PlanningConstraint {
  return {
    source: "conflict_resolution",
    conflict_id: conflictId,
    target_file: edit.file,
    section: edit.section,
    change_type: edit.change_type,
    content: edit.new_content,
    rationale: edit.rationale,
  };
}
