// The shape that findings about code share: what a rule found in files rather than in two declarations alone. Surfaced,
// never asserted.
import { findingId } from "../finding-id.ts";
import type { DetectOptions, Finding, Scope, Severity } from "../model.ts";
import { normalise } from "../normal-form.ts";
import { levelOf, underLevel } from "../severity.ts";
import type { RuleMeta } from "./rule.ts";

export interface SurfacedFacts {
  readonly source: string;
  readonly target: string;
  /** The source's scope first. */
  readonly scopes: readonly [Scope, Scope];
  readonly score: number;
  readonly explanation: string;
  readonly suggestion: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Found in code that exists, not in what was declared. */
  readonly fromCode: boolean;
  readonly ephemeral?: boolean;
}

/** The finding, or undefined when the settings switch the rule off. MEDIUM at most. */
export function surfaced(meta: RuleMeta, facts: SurfacedFacts, options: DetectOptions): Finding | undefined {
  const severity: Severity | undefined = underLevel("MEDIUM", levelOf(meta.id, options));
  if (severity === undefined) return undefined;
  const [mine, theirs] = facts.scopes.map((scope) => normalise(scope, options.ignoreCase)) as [
    ReturnType<typeof normalise>,
    ReturnType<typeof normalise>,
  ];
  return {
    id: findingId(meta.kind, [facts.source, facts.target], [mine.full, theirs.full], facts.ephemeral ?? false),
    kind: meta.kind,
    severity,
    score: facts.score,
    source_intent_id: facts.source,
    target_intent_id: facts.target,
    scope: facts.scopes[0],
    explanation: facts.explanation,
    suggestion: `Heuristic: ${facts.suggestion}`,
    evidence: {
      rule: meta.id,
      asserted: false,
      source_operation: null,
      target_operation: null,
      source_operation_inferred: false,
      target_operation_inferred: false,
      match: null,
      overlap: null,
      source_scope: mine.alias,
      target_scope: theirs.alias,
      detected_before_code: !facts.fromCode,
      ...facts.evidence,
      ...(facts.ephemeral ? { ephemeral: true } : {}),
    },
  };
}
