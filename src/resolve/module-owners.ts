// Who answers for which scenario when modules overlap (spec 4.5). Uniqueness is arithmetic: it is confirmed when every
// overlapping scenario has exactly one owner. Pure.

/** The question that is asked for a scenario without owner. Answers name one of the modules. */
export function ownerQuestion(scenario: string, modules: readonly string[]): string {
  return `Which module owns "${scenario}": ${modules.join(" or ")}?`;
}

/** Scenario → the modules that were named as its owner. */
export type Owners = ReadonlyMap<string, ReadonlySet<string>>;

export interface Uniqueness {
  readonly confirmed: boolean;
  /** Scenarios nobody owns, in the order given. */
  readonly unowned: readonly string[];
  /** Scenarios with more than one owner. */
  readonly contested: readonly { readonly scenario: string; readonly owners: readonly string[] }[];
}

/** Counts owners per overlapping scenario. No scenario at all is confirmed: there is nothing to own twice. */
export function uniqueness(scenarios: readonly string[], owners: Owners): Uniqueness {
  const unowned: string[] = [];
  const contested: { scenario: string; owners: string[] }[] = [];
  for (const scenario of new Set(scenarios)) {
    const named = [...(owners.get(scenario) ?? [])].sort();
    if (named.length === 0) unowned.push(scenario);
    else if (named.length > 1) contested.push({ scenario, owners: named });
  }
  return { confirmed: unowned.length === 0 && contested.length === 0, unowned, contested };
}

/** The module that an answer names, whatever its case; undefined when it names none of them. */
export function ownerNamed(answer: string, modules: readonly string[]): string | undefined {
  const wanted = answer.trim().toLowerCase();
  return (
    modules.find((module) => module === answer.trim()) ?? modules.find((module) => module.toLowerCase() === wanted)
  );
}
