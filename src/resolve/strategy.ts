// What a strategy is (spec 4.5): ways to settle one conflict, weighed against each other. Types and the weighing.
import type { Modification } from "./modification.ts";

export const LEVELS = ["Low", "Medium", "High"] as const;
export type Level = (typeof LEVELS)[number];

/** One way to settle a conflict. */
export interface Strategy {
  readonly id: string;
  readonly name: string;
  /** What is done, by whom, and the next command to type. */
  readonly approach: string;
  readonly complexity: Level;
  readonly risk: Level;
  /** In words: `half a day`. */
  readonly effort: string;
  readonly pros: readonly string[];
  readonly cons: readonly string[];
  /** Questions that must be answered before this way can be gone. */
  readonly clarification_needed: readonly string[];
  /** Edits that belong to it; generated strategies have none. */
  readonly modifications: readonly Modification[];
  /** What choosing it does to plan nodes; only generated strategies have one. */
  readonly action?: StrategyAction;
}

/** A person's choice between two tasks, or what the arbiter says, which settles nothing by itself. */
export type StrategyAction =
  | { readonly kind: "choose"; readonly choice: "accept-proposed" | "accept-blocker" }
  | { readonly kind: "choose"; readonly choice: "sequential"; readonly first: string }
  | { readonly kind: "arbitrate" };

/** The strategies of one conflict: generated, or brought by an agent. */
export interface StrategyChoice {
  readonly strategies: readonly Strategy[];
  /** Index from 0. */
  readonly recommended: number;
  readonly suggestions: readonly string[];
}

/** Index of the strategy with the lowest complexity and risk together; the first on ties. */
export function recommend(strategies: readonly Pick<Strategy, "complexity" | "risk">[]): number {
  let best = 0;
  strategies.forEach((strategy, i) => {
    if (weight(strategy) < weight(strategies[best] as Strategy)) best = i;
  });
  return best;
}

const weight = (strategy: Pick<Strategy, "complexity" | "risk">): number =>
  LEVELS.indexOf(strategy.complexity) + LEVELS.indexOf(strategy.risk);
