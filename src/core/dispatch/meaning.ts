// L3: the detector of spec 1 between a task and another side (spec 3.5, step 4), and on symbols that both declare in
// one file (spec 3.3). Pure.
import type { Candidate, Scope, ScopeClaim } from "../../detect/model.ts";
import { detectPair, type PairOptions } from "../../detect/pair.ts";
import type { FileTouch } from "../../plan/artifacts.ts";
import type { FileOverlap } from "../../plan/l1.ts";
import { containsName, nameKey, sameName } from "../../syntax/names.ts";
import { meaningFinding } from "./finding.ts";
import { decide, noteOf, type PairState } from "./pair-state.ts";
import type { Side } from "./side.ts";

/** Runs the detector on the pair: a HIGH finding decides, everything else is noted. */
export function compareMeaning(subject: Side, pair: PairState, options: PairOptions): void {
  const findings = detectPair(subject.candidate, pair.other.candidate, options);
  const high = findings.find(({ severity }) => severity === "HIGH");
  if (high) decide(pair, meaningFinding(high, "L3"), "L3", high.score);
  for (const finding of findings) pair.notes.push(noteOf(finding));
}

/**
 * The rules of spec 1.5 on `symbol:` scopes made from what both sides declare of one file: where both declared an
 * operation they may assert. The verdict stays L2's; a HIGH finding stands in for the overlap.
 */
export function compareParts(
  subject: Side,
  pair: PairState,
  overlaps: readonly FileOverlap[],
  options: PairOptions,
): void {
  if (pair.verdict !== "conflict" || pair.layer !== "L2") return;
  for (const overlap of overlaps) {
    const left = declaredParts(overlap.left, overlap.right, overlap.file);
    const right = declaredParts(overlap.right, overlap.left, overlap.file);
    if (left.length === 0 || right.length === 0) continue;
    const findings = detectPair(candidate(subject.id, left), candidate(pair.other.id, right), options);
    const schema = (pair.files?.schema_elements.length ?? 0) > 0;
    for (const finding of findings) {
      if (finding.severity === "HIGH" && pair.chosen?.finding.severity !== "HIGH") {
        pair.chosen = meaningFinding(finding, "L2", schema);
      }
      if (finding.evidence.rule !== "FM-C003") pair.notes.push(noteOf(finding));
    }
  }
}

function candidate(id: string, parts: readonly ScopeClaim[]): Candidate {
  const uses = parts.filter(({ operation }) => operation === "use").map(({ kind, key }): Scope => ({ kind, key }));
  return { id, summary: "", scopes: parts.filter(({ operation }) => operation !== "use"), uses, dependsOn: [] };
}

/** Scopes of the names that one side declares with an operation and the other side names too. */
function declaredParts(mine: readonly FileTouch[], theirs: readonly FileTouch[], file: string): readonly ScopeClaim[] {
  const others = theirs.flatMap(({ symbols }) => symbols ?? []).map((name) => nameKey(name, undefined));
  const parts: ScopeClaim[] = [];
  for (const { symbols, operation, read } of mine) {
    const said = read ? ("use" as const) : operation;
    if (said === undefined) continue;
    for (const name of symbols ?? []) {
      const key = nameKey(name, undefined);
      const met = others.some((other) => sameName(key, other) || containsName(key, other) || containsName(other, key));
      if (met) parts.push({ kind: "symbol", key: `${file}#${name}`, operation: said, inferred: false });
    }
  }
  return parts;
}
