// The description of a recorded conflict with its strategies (spec 4.5): generated, or those that an agent brought.
import type { PlanTree } from "../plan/tree.ts";
import { type Description, describe } from "../resolve/describe.ts";
import { ownerNamed, ownerQuestion, uniqueness } from "../resolve/module-owners.ts";
import type { Question } from "../resolve/questions.ts";
import type { Story } from "../resolve/story.ts";
import type { Strategy, StrategyChoice } from "../resolve/strategy.ts";
import { checkStrategies } from "../resolve/validate-strategies.ts";
import type { Conflict } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { storyOf } from "./story-of.ts";

export interface Described {
  readonly conflict: Conflict;
  readonly story: Story;
  readonly description: Description;
}

/** Describes a conflict. Brought strategies are checked again: they may come from another machine. */
export function describeConflict(state: State, conflict: Conflict, tree?: PlanTree): Described {
  const story = storyOf(state, conflict, tree);
  const description = describe(story, broughtTo(conflict));
  const overlap = description.overlap_analysis;
  return {
    conflict,
    story,
    description: overlap
      ? { ...description, overlap_analysis: { ...overlap, uniqueness: uniquenessOf(conflict, story) } }
      : description,
  };
}

function broughtTo(conflict: Conflict): Partial<StrategyChoice> | undefined {
  if (!conflict.strategies) return undefined;
  const { strategies, recommended, suggestions } = conflict.strategies;
  try {
    return checkStrategies({
      strategies,
      ...(recommended === undefined ? {} : { recommended }),
      ...(suggestions === undefined ? {} : { suggestions }),
    });
  } catch {
    return undefined; // written by something that is not us: the generated ones stand
  }
}

interface Overlapping {
  readonly scenarios: readonly string[];
  readonly modules: readonly string[];
}

function overlappingOf(story: Story): Overlapping | undefined {
  if (story.rule !== "FM-M001") return undefined;
  const { overlap_scenarios, new_module, existing_module } = story.evidence;
  const name = (value: unknown): string[] => {
    const held = (value as { name?: unknown } | null | undefined)?.name;
    return typeof held === "string" ? [held] : [];
  };
  return {
    scenarios: Array.isArray(overlap_scenarios) ? overlap_scenarios.map(String) : [],
    modules: [...name(new_module), ...name(existing_module)],
  };
}

/** The questions of a strategy; those for owners of scenarios are known by the scenario and want a module's name. */
export function questionsOf(story: Story, strategy: Strategy): Question[] {
  const overlap = overlappingOf(story);
  const byText = new Map<string, Question>();
  for (const scenario of overlap?.scenarios ?? []) {
    const modules = overlap?.modules ?? [];
    const text = ownerQuestion(scenario, modules);
    byText.set(text, {
      text,
      aliases: [scenario],
      accept: (answer) => ownerNamed(answer, modules),
      allowed: modules.join(" or "),
    });
  }
  return strategy.clarification_needed.map((text) => byText.get(text) ?? { text });
}

/** Who owns what, by the answers on record. */
function uniquenessOf(conflict: Conflict, story: Story): ReturnType<typeof uniqueness> {
  const overlap = overlappingOf(story) ?? { scenarios: [], modules: [] };
  const owners = new Map<string, Set<string>>();
  for (const scenario of overlap.scenarios) {
    const question = ownerQuestion(scenario, overlap.modules);
    const answer = conflict.answers.filter((entry) => entry.question === question).at(-1)?.answer;
    if (answer !== undefined) owners.set(scenario, new Set([answer]));
  }
  return uniqueness(overlap.scenarios, owners);
}
