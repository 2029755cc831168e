// Which way to settle a conflict without a person (spec 4.6): the choice, and what may stand in the way of a merge.
// Pure: what git says of the two works is handed in.
import type { Settings, StrategyName } from "../config/settings.ts";
import { DESTRUCTIVE } from "../detect/model.ts";
import { invalidInput } from "../errors.ts";
import { nearest } from "../nearest.ts";
import type { Conflict } from "../store/model.ts";

export const STRATEGIES = ["SERIALIZE", "MERGE", "ESCALATE"] as const;

/** A strategy as typed, in any case. @throws INVALID_INPUT listing the three */
export function parseStrategy(text: string): StrategyName {
  const name = text.trim().toUpperCase();
  const found = STRATEGIES.find((one) => one === name);
  if (found !== undefined) return found;
  throw invalidInput(
    `--strategy ${JSON.stringify(text)} is unknown`,
    `write serialize, merge or escalate${nearest(name, STRATEGIES)}`,
  );
}

/** What a trial merge of a conflict's two works comes to. */
export interface MergePromise {
  /** 0 … 1 by the table of spec 4.6; 0 when there is nothing to merge yet, or git cannot. */
  readonly confidence: number;
  /** Why it is what it is, one clause. */
  readonly because: string;
}

export interface Choice {
  readonly strategy: StrategyName;
  readonly reason: string;
}

export interface ChoiceFacts {
  readonly explicit: StrategyName | undefined;
  /** One of the two names the other in `depends_on`, or work on one side has landed: the order is agreed. */
  readonly sequenced: boolean;
  /** Asked only where the choice hangs on it. */
  readonly merge: () => MergePromise;
}

/** Explicit choice, agreed order, the settings for this kind of finding, the table by severity; then what is disabled. */
export function chooseStrategy(conflict: Conflict, settings: Settings["resolution"], facts: ChoiceFacts): Choice {
  const picked = pick(conflict, settings, facts);
  if (!isDisabled(settings, picked.strategy)) return picked;
  return { strategy: standIn(settings), reason: `${picked.strategy} is switched off; ${picked.reason}` };
}

function pick(conflict: Conflict, settings: Settings["resolution"], facts: ChoiceFacts): Choice {
  if (facts.explicit !== undefined) return { strategy: facts.explicit, reason: "asked for" };
  if (facts.sequenced || conflict.evidence.sequenced === true) {
    return { strategy: "SERIALIZE", reason: "an order is agreed already" };
  }
  const set = Object.hasOwn(settings.per_type, conflict.kind) ? settings.per_type[conflict.kind] : undefined;
  if (set !== undefined) return { strategy: set, reason: `the settings name it for ${conflict.kind}` };
  if (conflict.severity === "LOW") return { strategy: "MERGE", reason: "low" };
  if (conflict.severity === "HIGH") return { strategy: "SERIALIZE", reason: "high" };
  const { confidence, because } = mergeBarrier(conflict) ? NO_MERGE(conflict) : facts.merge();
  return confidence >= settings.escalation_threshold && confidence > 0
    ? { strategy: "MERGE", reason: `medium, ${because} (confidence ${confidence})` }
    : { strategy: "ESCALATE", reason: `medium, ${because} (confidence ${confidence})` };
}

const NO_MERGE = (conflict: Conflict): MergePromise => ({ confidence: 0, because: mergeBarrier(conflict) ?? "" });

/** True when a strategy may not be used: `disabled`, and MERGE with `enable_auto_merge: false`. */
export function isDisabled(settings: Settings["resolution"], strategy: StrategyName): boolean {
  return settings.disabled.includes(strategy) || (strategy === "MERGE" && !settings.enable_auto_merge);
}

/** What steps in: `default_strategy`, or the first of the three that is left. */
function standIn(settings: Settings["resolution"]): StrategyName {
  const order = [settings.default_strategy, "SERIALIZE", "ESCALATE", "MERGE"] as const;
  return order.find((strategy) => !isDisabled(settings, strategy)) ?? "ESCALATE";
}

/** What comes after a merge that settles nothing: SERIALIZE for HIGH, else ESCALATE; what is disabled is replaced. */
export function afterFailedMerge(conflict: Conflict, settings: Settings["resolution"]): StrategyName {
  const next = conflict.severity === "HIGH" ? "SERIALIZE" : "ESCALATE";
  if (!isDisabled(settings, next)) return next;
  const other = standIn(settings);
  return other === "MERGE" ? "ESCALATE" : other;
}

/** Findings that are not about texts: that two texts fit together says nothing of them. */
const NEVER_BY_MERGE: Readonly<Record<string, string>> = {
  "FM-C004": "two works of one purpose are not settled by merging them",
  "FM-C005": "a claim is not settled by merging",
  "FM-C008": "a ring of dependencies is not settled by merging",
};

/** Why a merge may not settle this finding however clean it is; undefined when it may. */
export function mergeBarrier(conflict: Conflict): string | undefined {
  const { rule, asserted, source_operation, target_operation } = conflict.evidence as Readonly<Record<string, unknown>>;
  if (typeof rule === "string" && Object.hasOwn(NEVER_BY_MERGE, rule)) return NEVER_BY_MERGE[rule];
  if (rule === "FM-C007") return "both define the same thing, and a merge would keep both";
  const destroys = [source_operation, target_operation].some((one) =>
    (DESTRUCTIVE as readonly unknown[]).includes(one),
  );
  if (asserted === true && destroys) {
    return "a declared destructive change breaks others also where git merges the texts";
  }
  return undefined;
}
