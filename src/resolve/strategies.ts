// The strategies of a conflict, generated from the template of its rule (spec 4.5). Pure; the texts are in
// src/resolve/templates/.
import type { Side, Story } from "./story.ts";
import { command, nameOf, thingOf } from "./story.ts";
import { recommend, type Strategy, type StrategyChoice } from "./strategy.ts";
import * as declared from "./templates/declared.ts";
import { moduleOverlap } from "./templates/modules.ts";
import * as planned from "./templates/planned.ts";

type Template = (story: Story, pair: readonly [Side, Side]) => Strategy[];

const onOne =
  (template: (story: Story, side: Side) => Strategy[]): Template =>
  (story, [side]) =>
    template(story, side);

/** By rule id. A rule that is not named here is a plain overlap of two changes. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  "FM-C001": declared.destructiveVsAdditive,
  "FM-C002": declared.divergentRewrite,
  "FM-C003": declared.sharedContract,
  "FM-C004": declared.duplicateWork,
  "FM-C005": declared.overlappingClaim,
  "FM-C006": declared.destructiveVsUse,
  "FM-C007": declared.doubleDefinition,
  "FM-C008": declared.dependencyCycle,
  "FM-C009": declared.destructiveVsUse,
  "FM-F001": planned.fileOverlap,
  "FM-F002": planned.elementOverlap,
  "FM-F003": planned.elementOverlap,
  "FM-F004": planned.contractBreak,
  "FM-F005": planned.dependencyVersion,
  "FM-A001": onOne(planned.architectureContradiction),
  "FM-X001": onOne(planned.alreadyExists),
  "FM-X002": onOne(planned.missingTarget),
  "FM-D001": onOne(planned.scopeDrift),
  "FM-M001": onOne(moduleOverlap),
};

/** Two to four strategies, the recommended one, and two to five suggestions for a way of one's own. */
export function generateStrategies(story: Story): StrategyChoice {
  const template = Object.hasOwn(TEMPLATES, story.rule) ? TEMPLATES[story.rule] : undefined;
  const pair = [story.sides[0], story.sides[1] ?? story.sides[0]] as const;
  const strategies = unique((template ?? declared.plainOverlap)(story, pair)).slice(0, 4);
  return { strategies, recommended: recommend(strategies), suggestions: suggestions(story) };
}

/** Names choose, so no two may be equal. */
function unique(strategies: readonly Strategy[]): Strategy[] {
  const names = new Set<string>();
  const ids = new Set<string>();
  return strategies.map((strategy, i) => {
    const name = names.has(strategy.name.toLowerCase()) ? `${strategy.name} (${i + 1})` : strategy.name;
    const id = ids.has(strategy.id) ? `${strategy.id}-${i + 1}` : strategy.id;
    names.add(name.toLowerCase());
    ids.add(id);
    return { ...strategy, name, id };
  });
}

function suggestions(story: Story): string[] {
  const [a, b] = story.sides;
  const thing = thingOf(story);
  const list = [story.suggestion.trim()];
  if (b) {
    const look =
      a.kind === "intent" && b.kind === "intent" ? command("conflicts", "show", story.conflictId, "--diff") : "";
    list.push(`Ask ${b.name} what "${b.summary}" needs of ${thing} at the least; often it is less than was declared.`);
    if (look) list.push(`See what the other side has changed so far: ${look}`);
    list.push(`Put what you agree on record: ${command("resolve", story.conflictId, "--custom", "what was agreed")}`);
  } else {
    list.push(`Look again at what the plan of ${a.name} needs of ${thing}: ${a.summary}`);
    list.push(`Put what you decide on record: ${command("resolve", story.conflictId, "--custom", "what was decided")}`);
  }
  return list.filter((text) => text !== "").slice(0, 5);
}

/** A line of words for the finding: who does what to which thing. */
export function briefOf(story: Story, doing: (side: Side) => string): string {
  const [a, b] = story.sides;
  const modules = modulesOf(story);
  if (modules) return `${modules[0]} would do what ${modules[1]} does already`;
  const thing = (side: Side): string => (side.scope ? nameOf(side.scope) : thingOf(story));
  if (!b) return `${a.name} ${doing(a)} ${thing(a)}`;
  if (story.rule === "FM-C008") return `${a.name} and ${b.name} wait for each other`;
  if (!a.scope && !b.scope) return `${a.name} and ${b.name} both touch ${thingOf(story)}`;
  const other = b.scope && a.scope && nameOf(b.scope) !== nameOf(a.scope) ? thing(b) : "it";
  return `${a.name} ${doing(a)} ${thing(a)} while ${b.name} ${doing(b)} ${other}`;
}

/** Names of the new and the existing module of FM-M001. */
function modulesOf({ rule, evidence }: Story): readonly [string, string] | undefined {
  const name = (value: unknown): unknown => (value as { name?: unknown } | null | undefined)?.name;
  const [added, existing] = [name(evidence.new_module), name(evidence.existing_module)];
  return rule === "FM-M001" && typeof added === "string" && typeof existing === "string"
    ? [added, existing]
    : undefined;
}
