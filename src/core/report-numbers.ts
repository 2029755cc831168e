// The numbers of `foremerge report` (spec 4.6): how much was settled without a person, by what, and what waits. Pure.
import type { Claim, Conflict, ConflictStatus, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";

export interface ReportFilter {
  /** Milliseconds; what was detected, refused, taken over before it does not count. */
  readonly since?: number;
  /** Conflicts with an intent of this group. */
  readonly group?: string;
  /** Conflicts with an intent of this agent. */
  readonly by?: string;
}

export interface StrategyNumbers {
  readonly attempts: number;
  readonly successes: number;
  /** From detection to settlement, over the successes; null without any. */
  readonly mean_ms: number | null;
}

export interface Counted {
  readonly name: string;
  readonly count: number;
}

export interface ReportNumbers {
  readonly detected: number;
  readonly resolved_automatically: number;
  readonly resolved_by_agents: number;
  readonly resolved_by_person: number;
  /** Settled because the work went away (discarded, rescoped, accepted elsewhere): outside the rate. */
  readonly dismissed_automatically: number;
  /** In an order of SERIALIZE whose first has not landed: neither resolved nor escalated, outside the rate. */
  readonly ordered_waiting: number;
  readonly escalated_open: number;
  /** Open and neither ordered nor escalated: nobody has looked yet. */
  readonly untouched: number;
  /** automatic / (resolved + escalated open); null when there is nothing to divide by. */
  readonly rate: number | null;
  readonly strategies: Readonly<Record<"SERIALIZE" | "MERGE" | "ESCALATE", StrategyNumbers>>;
  readonly hot_spots: {
    readonly scopes: readonly Counted[];
    readonly files: readonly Counted[];
    readonly agents: readonly Counted[];
  };
  readonly rules: Readonly<Record<string, { readonly count: number; readonly share: number }>>;
  readonly contention: number;
  readonly expired: number;
  readonly adopted: number;
  readonly groups: readonly { readonly name: string; readonly detected: number; readonly rate: number | null }[];
}

/** Counts what the ledger holds at a moment. */
export function reportNumbers(state: State, now: Date, filter: ReportFilter = {}): ReportNumbers {
  const intents = new Map(state.allIntents().map((intent) => [intent.id, intent]));
  const counts = (intent: Intent | undefined): boolean =>
    intent !== undefined &&
    (filter.group === undefined || intent.group === filter.group) &&
    (filter.by === undefined || intent.agent === filter.by);
  const free = filter.group === undefined && filter.by === undefined;
  const recent = (at: string): boolean => filter.since === undefined || Date.parse(at) >= filter.since;
  const sides = (conflict: Conflict): (Intent | undefined)[] => [
    intents.get(conflict.source_intent_id),
    intents.get(conflict.target_intent_id),
  ];
  const conflicts = state
    .allConflicts()
    .filter((conflict) => recent(conflict.detected_at) && (free || sides(conflict).some(counts)));
  const cases = conflicts.map((conflict) => caseOf(conflict, sides(conflict)));
  return {
    ...ratesOf(cases),
    strategies: {
      SERIALIZE: strategyNumbers(
        cases.filter(({ conflict }) => conflict.ordered !== undefined || strategyOf(conflict) === "SERIALIZE").length,
        cases.filter(({ end, conflict }) => end === "automatic" && isOrdered(conflict)),
        cases.filter(({ end, conflict }) => end === "by hand" && strategyOf(conflict) === "SERIALIZE"),
      ),
      MERGE: strategyNumbers(
        cases.reduce((sum, { conflict }) => sum + distinctTrials(conflict), 0),
        cases.filter(({ conflict }) => strategyOf(conflict) === "MERGE"),
      ),
      ESCALATE: strategyNumbers(
        cases.filter(({ conflict }) => conflict.escalation !== undefined).length,
        cases.filter(({ end, conflict }) => conflict.escalation !== undefined && end === "by hand"),
      ),
    },
    hot_spots: hotSpots(cases),
    rules: ruleShares(conflicts),
    ...claimNumbers(state, now, recent, (id) => free || counts(intents.get(id))),
    adopted: [...intents.values()]
      .filter((intent) => free || counts(intent))
      .reduce((sum, { previous_owners }) => sum + previous_owners.filter(({ at }) => recent(at)).length, 0),
    groups: groupsOf(cases),
  };
}

/** How a conflict ended, or where it stands. */
type End = "automatic" | "by hand" | "dropped" | "waiting" | "escalated" | "untouched" | "moot";

interface Case {
  readonly conflict: Conflict;
  readonly sides: readonly (Intent | undefined)[];
  readonly end: End;
  readonly person: boolean;
}

const SETTLED: readonly ConflictStatus[] = ["RESOLVED", "OVERRIDDEN", "DISMISSED"];

function caseOf(conflict: Conflict, sides: readonly (Intent | undefined)[]): Case {
  const decision = conflict.decisions[0];
  const person = decision?.by === "human";
  return { conflict, sides, person, end: endOf(conflict, sides) };
}

function endOf(conflict: Conflict, sides: readonly (Intent | undefined)[]): End {
  const by = conflict.decisions[0]?.by;
  if (SETTLED.includes(conflict.status)) {
    if (by !== "auto") return "by hand";
    return conflict.status === "RESOLVED" ? "automatic" : "dropped";
  }
  const known = sides.filter((side) => side !== undefined);
  // Findings whose two intents are both terminal do not count as open (spec 4.2).
  if (known.length > 0 && known.every(({ status }) => status === "ACCEPTED" || status === "DISCARDED")) return "moot";
  if (conflict.ordered !== undefined) return "waiting";
  const arbiter = conflict.arbitrations[conflict.arbitrations.length - 1];
  return conflict.escalation !== undefined || arbiter?.outcome === "escalate" ? "escalated" : "untouched";
}

function ratesOf(cases: readonly Case[]) {
  const count = (...ends: readonly End[]): number => cases.filter(({ end }) => ends.includes(end)).length;
  const automatic = count("automatic");
  const person = cases.filter(({ end, person }) => end === "by hand" && person).length;
  const agents = count("by hand") - person;
  const escalated = count("escalated");
  const whole = automatic + agents + person + escalated;
  return {
    detected: cases.length,
    resolved_automatically: automatic,
    resolved_by_agents: agents,
    resolved_by_person: person,
    dismissed_automatically: count("dropped"),
    ordered_waiting: count("waiting"),
    escalated_open: escalated,
    untouched: count("untouched"),
    rate: whole === 0 ? null : automatic / whole,
  };
}

const strategyOf = (conflict: Conflict): string | undefined => conflict.decisions[0]?.strategy;
const isOrdered = (conflict: Conflict): boolean =>
  strategyOf(conflict) === "SERIALIZE" || (conflict.ordered !== undefined && strategyOf(conflict) !== "MERGE");
const distinctTrials = (conflict: Conflict): number =>
  new Set(conflict.merges.map(({ commits }) => [...commits].sort().join(" "))).size;

function strategyNumbers(attempts: number, ...lists: readonly (readonly Case[])[]): StrategyNumbers {
  const successes = lists.flat();
  const times = successes.flatMap(({ conflict }) => {
    const at = conflict.decisions[0]?.at;
    return at === undefined ? [] : [Math.max(0, Date.parse(at) - Date.parse(conflict.detected_at))];
  });
  return {
    attempts,
    successes: successes.length,
    mean_ms: times.length === 0 ? null : times.reduce((a, b) => a + b, 0) / times.length,
  };
}

const MOST_HOT = 10;

function hotSpots(cases: readonly Case[]): ReportNumbers["hot_spots"] {
  const scopes = new Tally();
  const files = new Tally();
  const agents = new Tally();
  for (const { conflict, sides } of cases) {
    scopes.add(conflict.scope === null ? [] : [`${conflict.scope.kind}:${conflict.scope.key}`]);
    const path = conflict.scope?.kind === "file" ? [conflict.scope.key] : [];
    files.add([...path, ...(conflict.record?.overlap.files ?? [])]);
    agents.add(sides.flatMap((side) => (side === undefined ? [] : [side.agent])));
  }
  return { scopes: scopes.top(), files: files.top(), agents: agents.top() };
}

class Tally {
  private readonly counts = new Map<string, number>();

  /** One more for each of these, however often it is named. */
  add(names: readonly string[]): void {
    for (const name of new Set(names)) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  top(): Counted[] {
    return [...this.counts]
      .map(([name, count]) => ({ name, count }))
      .sort((x, y) => y.count - x.count || (x.name < y.name ? -1 : 1))
      .slice(0, MOST_HOT);
  }
}

function ruleShares(conflicts: readonly Conflict[]): ReportNumbers["rules"] {
  const counts = new Map<string, number>();
  for (const { evidence, kind } of conflicts) {
    const { rule } = evidence as Readonly<Record<string, unknown>>;
    const name = typeof rule === "string" ? rule : kind;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([rule, count]) => [rule, { count, share: count / conflicts.length }]));
}

/** Refused locks and leases that ran out: neither is a conflict, and neither is the other. */
function claimNumbers(
  state: State,
  now: Date,
  recent: (at: string) => boolean,
  ofIntent: (id: string) => boolean,
): { readonly contention: number; readonly expired: number } {
  let contention = 0;
  for (const { type, at, data } of state.events()) {
    if (type !== "claim.refused" || !recent(at)) continue;
    if (ofIntent((data as { readonly intent_id: string }).intent_id)) contention++;
  }
  const ranOut = ({ expires_at, released, intent_id }: Claim): boolean => {
    const end = released === undefined ? now.getTime() : Date.parse(released.at);
    return Date.parse(expires_at) < end && recent(expires_at) && ofIntent(intent_id);
  };
  return { contention, expired: state.allClaims().filter(ranOut).length };
}

function groupsOf(cases: readonly Case[]): ReportNumbers["groups"] {
  const byGroup = new Map<string, Case[]>();
  for (const one of cases) {
    for (const name of new Set(one.sides.flatMap((side) => side?.group ?? []))) {
      const list = byGroup.get(name);
      if (list) list.push(one);
      else byGroup.set(name, [one]);
    }
  }
  return [...byGroup]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, list]) => {
      const { detected, rate } = ratesOf(list);
      return { name, detected, rate };
    });
}
