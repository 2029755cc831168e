// A conflict retold for people: who does what to which thing. The words that strategy templates are made of. Pure.
import {
  DESTRUCTIVE,
  type Operation,
  type Scope,
  type ScopeClaim,
  type ScopeKind,
  type Severity,
} from "../detect/model.ts";
import { shellWord } from "../shell-word.ts";

/** One of the two plans of a conflict. */
export interface Side {
  readonly id: string;
  /** `intent`: published in the ledger; `task`: a plan node. */
  readonly kind: "intent" | "task";
  /** Who is spoken of: the agent, or the task's id. */
  readonly name: string;
  readonly summary: string;
  readonly status: string;
  /** The scope that took part, as written; null when none did. */
  readonly scope: Scope | null;
  readonly operation: Operation | null;
  /** Everything the side declares: a rescope has to name all of it again. */
  readonly scopes: readonly ScopeClaim[];
  readonly uses: readonly Scope[];
  readonly dependsOn: readonly string[];
  readonly branch: string | null;
  /** Repo-relative files that this side named. */
  readonly files: readonly string[];
}

/** Everything a template may know. */
export interface Story {
  readonly conflictId: string;
  readonly rule: string;
  readonly kind: string;
  readonly severity: Severity;
  readonly asserted: boolean;
  /** An order between the two is on record. */
  readonly sequenced: boolean;
  readonly explanation: string;
  readonly suggestion: string;
  /** Earlier plan first, where the order is known. */
  readonly sides: readonly [Side, Side] | readonly [Side];
  /** The task that is proposed, for conflicts of the dispatch check; undefined for those between intents. */
  readonly proposedId?: string;
  /** Files in which the two meet, for findings about files. */
  readonly files: readonly string[];
  /** Symbols or schema elements in which the two meet. */
  readonly elements: readonly string[];
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Kinds that are handled alike. */
export type Matter = "code" | "api" | "data" | "setting" | "package" | "infra" | "test" | "file";

const MATTER: Readonly<Record<ScopeKind, Matter>> = {
  symbol: "code",
  component: "code",
  contract: "code",
  domain: "code",
  module: "code",
  api: "api",
  schema: "data",
  migration: "data",
  config: "setting",
  env: "setting",
  package: "package",
  infra: "infra",
  test: "test",
  file: "file",
};

/** What the conflict is about. Of two kinds the graver: data, then api. */
export function matterOf(story: Story): Matter {
  const matters = story.sides.flatMap(({ scope }) => (scope ? [MATTER[scope.kind]] : []));
  for (const grave of ["data", "api", "setting", "package", "infra"] as const)
    if (matters.includes(grave)) return grave;
  return matters[0] ?? (story.files.length > 0 && story.elements.length === 0 ? "file" : "code");
}

const NOUN: Readonly<Record<ScopeKind, string>> = {
  symbol: "",
  component: "the component ",
  contract: "the contract ",
  domain: "the domain ",
  module: "the module ",
  api: "the endpoint ",
  schema: "the schema ",
  migration: "the migration ",
  config: "the setting ",
  env: "the variable ",
  package: "the package ",
  infra: "the infrastructure ",
  test: "the test ",
  file: "",
};

/** The thing in words: `PaymentService`, `the endpoint POST /refunds`. */
export const nameOf = (scope: Scope): string => `${NOUN[scope.kind]}${scope.key}`;

/** The thing that both sides meet in, in words; without a scope the files, or nothing at all. */
export function thingOf(story: Story): string {
  const scope = story.sides[0].scope ?? story.sides[1]?.scope;
  if (scope) return nameOf(scope);
  return fewOf(story.elements.length > 0 ? story.elements : story.files) || "the same work";
}

/** At most three names, and how many more there are. */
export function fewOf(names: readonly string[]): string {
  if (names.length > 3) return `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const DOES: Readonly<Record<Operation, readonly [string, string, string]>> = {
  replace: ["replaces", "replace", "replacement"],
  remove: ["removes", "remove", "removal"],
  rename: ["renames", "rename", "rename"],
  migrate: ["migrates", "migrate", "migration"],
  add: ["adds", "add", "addition"],
  extend: ["extends", "extend", "extension"],
  modify: ["changes", "change", "change"],
  use: ["uses", "use", "use"],
};

/** `replaces`. */
export const does = (side: Side): string => DOES[side.operation ?? "modify"][0];
/** `replace`. */
export const verb = (side: Side): string => DOES[side.operation ?? "modify"][1];
/** `replacement`. */
export const deed = (side: Side): string => DOES[side.operation ?? "modify"][2];

/** What a side does that comes second: `extends what came out of it`. */
export function follows(side: Side, first: Side): string {
  if (first.operation === "remove") return "goes on without it";
  if (side.operation === "remove") return "removes it";
  if (side.operation === "add") return "adds to what came out of it";
  return `${does(side)} what came out of it`;
}

/** True when the side takes away or turns over what the other counts on. */
export const destroys = (side: Side): boolean =>
  side.operation !== null && (DESTRUCTIVE as readonly string[]).includes(side.operation);

/** The name of the provider that the finding's own suggestion proposes, if it does. */
export function seamOf(story: Story): string | undefined {
  return /\b([A-Z][A-Za-z0-9]*Provider)\b/.exec(story.suggestion)?.[1];
}

/** `foremerge …` ready to be typed. */
export function command(...words: readonly string[]): string {
  return `foremerge ${words.map(shellWord).join(" ")}`;
}

/** What a rescope shall change; everything else that the side declares is named again, since a rescope replaces. */
export interface Rescope {
  /** Texts with operation that take the place of the side's own scope in this finding. */
  readonly scopes?: readonly string[];
  readonly uses?: string;
  readonly after?: string;
}

/** The `intent rescope` that makes this change and keeps the rest. */
export function rescopeCommand(side: Side, change: Rescope): string {
  const words = ["intent", "rescope", side.id];
  if (change.scopes) {
    const same = (scope: Scope): boolean => scope.kind === side.scope?.kind && scope.key === side.scope.key;
    const kept = side.scopes.filter((scope) => !same(scope)).map((s) => `${s.kind}:${s.key}=${s.operation}`);
    for (const scope of [...change.scopes, ...kept]) words.push("--scope", scope);
  }
  if (change.uses !== undefined) {
    const kept = side.uses.map((scope) => `${scope.kind}:${scope.key}`);
    for (const use of new Set([...kept, change.uses])) words.push("--uses", use);
  }
  if (change.after !== undefined) {
    for (const id of new Set([...side.dependsOn, change.after])) words.push("--depends-on", id);
  }
  return command(...words);
}

/** `on branch labels`, or nothing. */
export const onBranch = (side: Side): string => (side.branch === null ? "" : ` on branch ${side.branch}`);
