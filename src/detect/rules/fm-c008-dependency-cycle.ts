// FM-C008: intents that wait for each other in a circle.
import { findingId } from "../finding-id.ts";
import type { DetectOptions, Finding } from "../model.ts";
import type { DependsOn } from "../sequence.ts";
import { compareText, levelOf, underLevel } from "../severity.ts";
import type { NamedRule } from "./rule.ts";

const SCORE = 0.9;

export const dependencyCycle: NamedRule & {
  /**
   * Cycles through `id`, the intent that closed them: for each of its dependencies the shortest way back. `dependsOn`
   * answers for open intents alone. The target is the intent that `id` waits for.
   */
  readonly check: (id: string, dependsOn: DependsOn, options?: DetectOptions, ephemeral?: boolean) => Finding[];
} = {
  meta: {
    id: "FM-C008",
    kind: "dependency_cycle",
    summary: "The declared dependencies of open intents form a circle.",
    rationale:
      "None of them can ever be accepted first. It is a fact about what was declared, not about code, so it has no " +
      "scope; it is reported once for each circle.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "depends_on: the second intent", target: "depends_on: the first intent" },
    miss: {
      source: "depends_on: the second intent",
      target: "depends_on: nothing",
      why: "a chain has an end to begin with",
    },
    since: "0.1.0",
    yieldsToOrder: false,
  },
  check: (id, dependsOn, options = {}, ephemeral = false) => {
    const severity = underLevel("MEDIUM", levelOf("FM-C008", options));
    if (severity === undefined) return [];
    const found = new Map<string, Finding>();
    for (const first of [...new Set(dependsOn(id) ?? [])].sort(compareText)) {
      if (first === id) continue;
      const way = wayBack(first, id, dependsOn);
      if (way === undefined) continue;
      const finding = { ...findingOf(id, way, ephemeral), severity };
      if (!found.has(finding.id)) found.set(finding.id, finding);
    }
    return [...found.values()];
  },
};

/** Shortest chain of dependencies from `from` to `goal`, both included; undefined when there is none. */
function wayBack(from: string, goal: string, dependsOn: DependsOn): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  let front = [from];
  while (front.length > 0) {
    const next: string[] = [];
    for (const id of front) {
      for (const after of [...(dependsOn(id) ?? [])].sort(compareText)) {
        if (cameFrom.has(after)) continue;
        cameFrom.set(after, id);
        if (after === goal) return trace(goal, cameFrom);
        next.push(after);
      }
    }
    front = next;
  }
  return undefined;
}

function trace(goal: string, cameFrom: ReadonlyMap<string, string | undefined>): string[] {
  const way: string[] = [];
  for (let at: string | undefined = goal; at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}

function findingOf(id: string, way: readonly string[], ephemeral: boolean): Omit<Finding, "severity"> {
  const cycle = [id, ...way];
  const named = cycle.length > 12 ? [...cycle.slice(0, 6), "…", ...cycle.slice(-5)] : cycle;
  return {
    id: findingId(dependencyCycle.meta.kind, way, [], ephemeral),
    kind: dependencyCycle.meta.kind,
    score: SCORE,
    source_intent_id: id,
    target_intent_id: way[0] ?? id,
    scope: null,
    explanation: `Intent ${id} depends on intent ${way[0] ?? id}, which depends on it again: ${named.join(" → ")}.`,
    suggestion: `Heuristic: break the cycle ${named.join(" → ")} by taking one depends_on away (intent rescope), or merge these intents into one.`,
    evidence: {
      rule: dependencyCycle.meta.id,
      asserted: false,
      source_operation: null,
      target_operation: null,
      source_operation_inferred: false,
      target_operation_inferred: false,
      match: null,
      overlap: null,
      source_scope: null,
      target_scope: null,
      detected_before_code: true,
      cycle,
      ...(ephemeral ? { ephemeral: true } : {}),
    },
  };
}
