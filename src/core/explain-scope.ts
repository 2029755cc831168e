// Why did this (not) match (spec 5.2): the detector's own steps, shown. Reads settings, no ledger.
import { inferOperation } from "../detect/infer.ts";
import { normalise } from "../detect/normal-form.ts";
import { compareScopes } from "../detect/overlap.ts";
import { parseScope, scopeWarnings } from "../detect/scope.ts";
import { tokensOf } from "../detect/tokens.ts";
import { pathReader } from "./paths.ts";
import type { Session } from "./session.ts";

/** `foremerge.scope/1`. @throws INVALID_INPUT */
export function describeScope(session: Session, text: string) {
  const scope = parseScope(text, { context: "either", filePath: pathReader(session) });
  const { full, alias } = normalise(scope);
  return {
    schema: "foremerge.scope/1",
    as_of_event: null,
    kind: scope.kind,
    key: scope.key,
    operation: scope.operation ?? null,
    inferred: scope.operation === undefined,
    full,
    alias,
    tokens: [...tokensOf(scope.key)],
    warnings: scopeWarnings(scope),
  } as const;
}

/** `foremerge.compare/1`: operations are taken and ignored. @throws INVALID_INPUT */
export function describeComparison(session: Session, left: string, right: string) {
  const read = (text: string) => parseScope(text, { context: "either", filePath: pathReader(session) });
  const [a, b] = [read(left), read(right)];
  const compared = compareScopes(a, b, {
    contains: session.settings.contains,
    ignoreCase: session.repository?.ignoreCase ?? false,
  });
  return {
    schema: "foremerge.compare/1",
    as_of_event: null,
    a: { kind: a.kind, key: a.key, ...normalise(a) },
    b: { kind: b.kind, key: b.key, ...normalise(b) },
    match: compared.match,
    overlap_score: compared.overlapScore,
    finding_score: compared.findingScore,
    can_assert: compared.canAssert,
    jaccard: compared.jaccard,
  } as const;
}

/** `foremerge.infer/1`: which words of a text decided what is done to a scope. @throws INVALID_INPUT */
export function describeInference(session: Session, text: string, scopeText: string) {
  const scope = parseScope(scopeText, { context: "either", filePath: pathReader(session) });
  const read = inferOperation(text, scope);
  return {
    schema: "foremerge.infer/1",
    as_of_event: null,
    operation: read.operation,
    recognised: read.recognised,
    withdrawn: read.withdrawn,
    verb: read.verb,
    phrase: read.phrase,
  } as const;
}
