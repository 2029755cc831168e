// FM-M001: a module that is declared would do what another one does already (spec 4.5).
import { jaccard, tokensOf } from "../tokens.ts";
import type { NamedRule } from "./rule.ts";

export const moduleOverlap: NamedRule = {
  meta: {
    id: "FM-M001",
    kind: "module_overlap",
    summary: "A module that is to be built shares scenarios or responsibilities with one that exists.",
    rationale:
      "Two modules for one purpose drift apart, and each later change has to be made twice. Words can agree where " +
      "purposes differ, and synonyms are not guessed, so it is surfaced to be looked at and never asserted.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "module:UserAuthService=add", target: "module:AuthManager=extend" },
    miss: {
      source: "module:Pay=add",
      target: "module:AuthManager=extend",
      why: "no scenario shares three in five of its words with one of the other module",
    },
    since: "0.1.0",
    yieldsToOrder: false,
  },
};

/** Scenarios are the same from this share of common words on. */
export const SCENARIO_MATCH = 0.6;
/** Responsibilities alone are worth a finding from here on. */
export const RESPONSIBILITIES_MATCH = 0.5;
/** From this coefficient on the overlap is called High. */
export const HIGH_COEFFICIENT = 0.5;

/** How much one module would do of another's work. */
export interface ModuleOverlap {
  /** Scenarios of the new module, as it writes them, that match one of the existing module. */
  readonly scenarios: readonly string[];
  /** Matched scenarios by the smaller number of scenarios; 0 without any. */
  readonly coefficient: number;
  /** Word overlap of the responsibilities. */
  readonly responsibilities: number;
  readonly word: "High" | "Medium";
}

/** What a module says of itself. */
interface Described {
  readonly scenarios: readonly string[];
  readonly responsibilities: string;
}

/** The overlap of a new module with an existing one, or undefined where it is not worth a finding. */
export function moduleOverlapOf(added: Described, existing: Described): ModuleOverlap | undefined {
  const theirs = existing.scenarios.map(tokensOf);
  const met = new Set<number>();
  const scenarios = [...new Set(added.scenarios)].filter((scenario) => {
    const words = tokensOf(scenario);
    const hits = theirs.flatMap((other, i) => (jaccard(words, other) >= SCENARIO_MATCH ? [i] : []));
    for (const hit of hits) met.add(hit);
    return hits.length > 0;
  });
  const responsibilities = jaccard(tokensOf(added.responsibilities), tokensOf(existing.responsibilities));
  if (scenarios.length === 0 && responsibilities < RESPONSIBILITIES_MATCH) return undefined;
  const smaller = Math.min(new Set(added.scenarios).size, existing.scenarios.length);
  const coefficient = smaller === 0 ? 0 : Math.min(scenarios.length, met.size, smaller) / smaller;
  return { scenarios, coefficient, responsibilities, word: coefficient >= HIGH_COEFFICIENT ? "High" : "Medium" };
}
