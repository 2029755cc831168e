// The question that an escalated conflict puts to a person: both sides, what can be chosen, and how alike conflicts
// were settled before (spec 4.6). Pure.
import type { Conflict, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { AutoResult } from "./documents-merge.ts";
import type { TrialMerge } from "./trial-merge.ts";

export interface Question {
  readonly question: string;
  /** Command lines, each a whole answer. */
  readonly options: readonly string[];
  readonly alike: NonNullable<AutoResult["alike"]>;
}

const MOST_ALIKE = 3;

/** What to ask about a conflict between two intents. */
export function questionFor(
  state: State,
  conflict: Conflict,
  a: Intent,
  b: Intent,
  trial: TrialMerge | undefined,
): Question {
  const what = conflict.scope === null ? "" : ` on ${conflict.scope.kind}:${conflict.scope.key}`;
  const merge =
    trial === undefined
      ? ""
      : trial.clean
        ? ` Git merges the two texts (${trial.because}).`
        : ` Git: ${trial.because}.`;
  const question =
    `${conflict.kind}${what}: ${sideText(conflict, a)}; ${sideText(conflict, b)}.${merge} ` +
    "Who goes first, does one change its plan, or may both go on?";
  const settle = `foremerge resolve ${conflict.id}`;
  return {
    question,
    options: [
      `${settle} --auto --strategy serialize --first ${a.id}`,
      `${settle} --auto --strategy serialize --first ${b.id}`,
      `foremerge intent rescope ${a.id} --scope …`,
      `foremerge intent rescope ${b.id} --scope …`,
      `${settle} --as resolved --reason TEXT`,
      `${settle} --as dismissed --reason TEXT`,
    ],
    alike: alikeDecisions(state, conflict),
  };
}

function sideText(conflict: Conflict, side: Intent): string {
  const evidence = conflict.evidence as Readonly<Record<string, unknown>>;
  const isSource = side.id === conflict.source_intent_id;
  const operation = isSource ? evidence.source_operation : evidence.target_operation;
  const scope = isSource ? evidence.source_scope : evidence.target_scope;
  const does = typeof operation === "string" && typeof scope === "string" ? ` (${operation} ${scope})` : "";
  return `${side.agent} in ${side.id}${does}: ${JSON.stringify(side.summary)}`;
}

/** Settled conflicts of the same kind about the same thing, newest first. They are shown, never applied. */
function alikeDecisions(state: State, conflict: Conflict): NonNullable<AutoResult["alike"]> {
  const about = subjectOf(conflict);
  if (about === undefined) return [];
  return state
    .allConflicts()
    .filter((other) => other.id !== conflict.id && other.decisions.length > 0 && subjectOf(other) === about)
    .slice(-MOST_ALIKE)
    .reverse()
    .flatMap((other) => {
      const decision = other.decisions[0];
      if (decision === undefined) return [];
      const { resolution, by, at } = decision;
      return [{ conflict_id: other.id, status: other.status, resolution, by, at }];
    });
}

function subjectOf(conflict: Conflict): string | undefined {
  const { source_scope, target_scope } = conflict.evidence as Readonly<Record<string, unknown>>;
  if (typeof source_scope !== "string" || typeof target_scope !== "string") return undefined;
  return [conflict.kind, ...[source_scope, target_scope].sort()].join(" ");
}
