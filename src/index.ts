// The library entry: the pure detector, typed. Nothing in here touches a file, git, the clock or the network.
export { checkAgainst, detect } from "./detect/check.ts";
export { checkAll } from "./detect/check-all.ts";
export { findingId } from "./detect/finding-id.ts";
export { type Inference, inferOperation } from "./detect/infer.ts";
export { MemoryPostings } from "./detect/memory-postings.ts";
export type {
  Candidate,
  DetectOptions,
  Evidence,
  Finding,
  MatchTier,
  Operation,
  RuleLevel,
  Scope,
  ScopeClaim,
  ScopeKind,
  Severity,
  UseClaim,
} from "./detect/model.ts";
export { OPERATIONS, SCOPE_KINDS } from "./detect/model.ts";
export { type NormalForms, normalise } from "./detect/normal-form.ts";
export { type Comparison, compareScopes } from "./detect/overlap.ts";
export { detectPair, type PairOptions } from "./detect/pair.ts";
export type { PostingSource } from "./detect/posting-source.ts";
export { explainRule, RULES } from "./detect/registry.ts";
export { buildRequest, type RawRequest, type Request, type RequestOptions } from "./detect/request.ts";
export type { RuleMeta } from "./detect/rules/rule.ts";
export {
  type ParsedScope,
  type ParseOptions,
  parseScope,
  parseScopeClaim,
  printScope,
  type ScopeContext,
  scopeWarnings,
} from "./detect/scope.ts";
export { isBlocking } from "./detect/severity.ts";
export { jaccard, tokensOf } from "./detect/tokens.ts";
export { ForemergeError } from "./errors.ts";
