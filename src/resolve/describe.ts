// A conflict described for the one who has to settle it (spec 4.5): brief, category, severity in words, impact. Pure.
import type { ScopeKind } from "../detect/model.ts";
import type { Uniqueness } from "./module-owners.ts";
import { destroys, does, matterOf, type Side, type Story, thingOf } from "./story.ts";
import { briefOf, generateStrategies } from "./strategies.ts";
import type { StrategyChoice } from "./strategy.ts";

export type Category = "API" | "Data" | "Dependency" | "Architecture" | "ModuleOverlap";
export type SeverityWord = "Critical" | "High" | "Medium";

export interface Impact {
  readonly scope: string;
  /** Can both plans stand as they are declared? */
  readonly compatibility: "Yes" | "No" | "Partial";
  readonly migration_required: boolean;
  readonly estimated_effort: string;
}

export interface OverlapAnalysis {
  readonly new_module: Readonly<Record<string, unknown>>;
  readonly existing_modules: readonly Readonly<Record<string, unknown>>[];
  /** Whether every overlapping scenario has exactly one owner by now. */
  readonly uniqueness?: Uniqueness;
}

/** What `resolve ID --strategies` shows beside the strategies. */
export interface Description extends StrategyChoice {
  readonly conflict_id: string;
  readonly brief: string;
  readonly description: string;
  readonly category: Category;
  readonly severity: SeverityWord;
  readonly affected_files: readonly string[];
  readonly impact: Impact;
  readonly overlap_analysis?: OverlapAnalysis;
}

const CATEGORY: Readonly<Record<ScopeKind, Category>> = {
  api: "API",
  schema: "Data",
  migration: "Data",
  config: "Dependency",
  env: "Dependency",
  package: "Dependency",
  symbol: "Architecture",
  file: "Architecture",
  component: "Architecture",
  contract: "Architecture",
  domain: "Architecture",
  infra: "Architecture",
  test: "Architecture",
  module: "ModuleOverlap",
};

/** By rule, where no scope says it. */
const CATEGORY_OF_RULE: Readonly<Record<string, Category>> = {
  "FM-F003": "Data",
  "FM-F005": "Dependency",
  "FM-M001": "ModuleOverlap",
};

/** Category from the scope kinds. Of two kinds the first in this order, so that it does not matter who came first. */
export function categoryOf(story: Story): Category {
  const found = new Set(story.sides.flatMap(({ scope }) => (scope ? [CATEGORY[scope.kind]] : [])));
  if (story.rule === "FM-M001") return "ModuleOverlap";
  for (const category of ["API", "Data", "Dependency", "ModuleOverlap", "Architecture"] as const) {
    if (found.has(category)) return category;
  }
  return (Object.hasOwn(CATEGORY_OF_RULE, story.rule) ? CATEGORY_OF_RULE[story.rule] : undefined) ?? "Architecture";
}

/** `Critical` for a HIGH that takes away or turns over an endpoint or a schema, `High` for any other. */
export function severityWordOf(story: Story): SeverityWord {
  if (story.rule === "FM-M001") return story.evidence.overlap_word === "High" ? "High" : "Medium";
  if (story.severity !== "HIGH") return "Medium";
  const grave = story.sides.some(
    (side) => destroys(side) && (side.scope?.kind === "api" || side.scope?.kind === "schema"),
  );
  return story.asserted && grave ? "Critical" : "High";
}

function impactOf(story: Story, choice: StrategyChoice): Impact {
  const matter = matterOf(story);
  const destructive = story.sides.filter(destroys);
  const clash = destructive.length > 0 || story.rule === "FM-C007";
  const compatibility =
    story.rule === "FM-C005" ? "Yes" : clash && (story.severity === "HIGH" || story.asserted) ? "No" : "Partial";
  const moves = destructive.some(({ operation }) => operation === "migrate" || operation === "rename");
  return {
    scope: thingOf(story),
    compatibility: story.sequenced ? "Partial" : compatibility,
    migration_required: moves || (destructive.length > 0 && ["data", "setting", "api"].includes(matter)),
    estimated_effort: choice.strategies[choice.recommended]?.effort ?? "unknown",
  };
}

function descriptionOf(story: Story): string {
  const plan = (side: Side): string =>
    `${side.name} (${side.kind === "task" ? "" : `${side.id}, `}${side.status}) plans: ${side.summary}.`.replace(
      /\.\.$/,
      ".",
    );
  const said = story.asserted ? "Both sides declared it." : "It is surfaced to be judged, not asserted.";
  const order = story.sequenced ? " An order between the two is on record." : "";
  return [story.explanation, ...story.sides.map(plan), said + order].join(" ");
}

function filesOf(story: Story): string[] {
  const named = story.sides.flatMap((side) => [
    ...(side.scope?.kind === "file" ? [side.scope.key] : []),
    ...(side.scope?.kind === "symbol" && side.scope.key.includes("#") ? [side.scope.key.split("#")[0] as string] : []),
    ...(story.files.length === 0 ? side.files : []),
  ]);
  return [...new Set([...story.files, ...named])].sort();
}

/** The whole description; `brought` are strategies of an agent, which replace the generated ones. */
export function describe(story: Story, brought?: Partial<StrategyChoice>): Description {
  const generated = generateStrategies(story);
  const choice: StrategyChoice = {
    strategies: brought?.strategies ?? generated.strategies,
    recommended: brought?.recommended ?? generated.recommended,
    suggestions: brought?.suggestions ?? generated.suggestions,
  };
  const overlap = overlapAnalysis(story);
  return {
    conflict_id: story.conflictId,
    brief: briefOf(story, does),
    description: descriptionOf(story),
    category: categoryOf(story),
    severity: severityWordOf(story),
    affected_files: filesOf(story),
    impact: impactOf(story, choice),
    ...(overlap ? { overlap_analysis: overlap } : {}),
    ...choice,
  };
}

function overlapAnalysis(story: Story): OverlapAnalysis | undefined {
  if (story.rule !== "FM-M001") return undefined;
  const { new_module, existing_module, overlap_scenarios, overlap_coefficient } = story.evidence;
  return {
    new_module: (new_module as Record<string, unknown> | undefined) ?? {},
    existing_modules: [
      { ...(existing_module as Record<string, unknown> | undefined), overlap_scenarios, overlap_coefficient },
    ],
  };
}
