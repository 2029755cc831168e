// Every rule of the detector, in the order of its number (spec 1.5).

import { architectureContradiction } from "./rules/fm-a001-architecture-contradiction.ts";
import { destructiveVsAdditive } from "./rules/fm-c001-destructive-vs-additive.ts";
import { divergentRewrite } from "./rules/fm-c002-divergent-rewrite.ts";
import { sharedContract } from "./rules/fm-c003-shared-contract.ts";
import { duplicateWork } from "./rules/fm-c004-duplicate-work.ts";
import { overlappingClaim } from "./rules/fm-c005-overlapping-claim.ts";
import { destructiveVsUse } from "./rules/fm-c006-destructive-vs-use.ts";
import { doubleDefinition } from "./rules/fm-c007-double-definition.ts";
import { dependencyCycle } from "./rules/fm-c008-dependency-cycle.ts";
import { dependencyReach } from "./rules/fm-c009-dependency-reach.ts";
import { overlappingEdit } from "./rules/fm-c010-overlapping-edit.ts";
import { scopeDrift } from "./rules/fm-d001-scope-drift.ts";
import { fileOverlap } from "./rules/fm-f001-file-overlap.ts";
import { symbolOverlap } from "./rules/fm-f002-symbol-overlap.ts";
import { schemaOverlap } from "./rules/fm-f003-schema-overlap.ts";
import { contractBreak } from "./rules/fm-f004-contract-break.ts";
import { dependencyVersion } from "./rules/fm-f005-dependency-version.ts";
import { moduleOverlap } from "./rules/fm-m001-module-overlap.ts";
import { alreadyExists } from "./rules/fm-x001-already-exists.ts";
import { missingTarget } from "./rules/fm-x002-missing-target.ts";
import type { RuleMeta, ScopeRule } from "./rules/rule.ts";

/** Rules over one overlapping pair of scopes. A rule that replaces another stands before it. */
export const SCOPE_RULES: readonly ScopeRule[] = [
  destructiveVsAdditive,
  divergentRewrite,
  doubleDefinition,
  sharedContract,
  destructiveVsUse,
];

/** What every rule says of itself. */
export const RULES: readonly RuleMeta[] = [
  destructiveVsAdditive,
  divergentRewrite,
  sharedContract,
  duplicateWork,
  overlappingClaim,
  destructiveVsUse,
  doubleDefinition,
  dependencyCycle,
  dependencyReach,
  overlappingEdit,
  fileOverlap,
  symbolOverlap,
  schemaOverlap,
  architectureContradiction,
  scopeDrift,
  contractBreak,
  dependencyVersion,
  alreadyExists,
  missingTarget,
  moduleOverlap,
].map((rule) => rule.meta);

/** The description of a rule by id (any case) or kind, or undefined. */
export function explainRule(name: string): RuleMeta | undefined {
  const word = name.trim().toLowerCase();
  return RULES.find((meta) => meta.id.toLowerCase() === word || meta.kind === word);
}
