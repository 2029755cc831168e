// Findings and records of a dispatch check (spec 3.5): what is written down of a pair. Pure.
import type { RecordedDecision, Settings } from "../../config/settings.ts";
import { findingId } from "../../detect/finding-id.ts";
import type { Evidence, Finding, Operation, Scope } from "../../detect/model.ts";
import { normalise } from "../../detect/normal-form.ts";
import { architectureContradiction } from "../../detect/rules/fm-a001-architecture-contradiction.ts";
import { fileOverlap } from "../../detect/rules/fm-f001-file-overlap.ts";
import { symbolOverlap } from "../../detect/rules/fm-f002-symbol-overlap.ts";
import { schemaOverlap } from "../../detect/rules/fm-f003-schema-overlap.ts";
import { levelOf, underLevel } from "../../detect/severity.ts";
import type { FileTouch } from "../../plan/artifacts.ts";
import type { FilesVerdict } from "../../plan/pair.ts";
import type { ConflictClass, ConflictRecord } from "../../store/model.ts";
import { type Contradiction, explainContradiction } from "./decisions.ts";
import type { JudgeAnswer } from "./judge.ts";
import type { Role, Side } from "./side.ts";

export type Layer = ConflictRecord["layer"];

/** A conflict of one pair, ready to be recorded. */
export interface PairFinding {
  readonly finding: Finding;
  readonly layer: Layer;
  readonly class: ConflictClass;
  readonly confidence: number;
}

type Rules = Settings["rules"];

/** Files of a record that are written down; an event has a limited size. */
const MOST_LISTED = 100;
/** How sure a judge's word is taken to be; it orders findings and asserts nothing. */
const JUDGED = 0.75;

const few = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");

/** FM-F001, FM-F002 or FM-F003 of a pair whose files overlap; undefined where the rule is off. */
export function filesFinding(subject: Side, other: Side, verdict: FilesVerdict, rules: Rules): PairFinding | undefined {
  const { surest, layer, confidence } = verdict;
  if (!surest) return undefined;
  const inside = layer === "L2" ? [...verdict.functions, ...verdict.schema_elements] : [];
  const schema = layer === "L2" && verdict.functions.length === 0 && verdict.schema_elements.length > 0;
  const { meta } = layer === "L1" ? fileOverlap : schema ? schemaOverlap : symbolOverlap;
  const severity = underLevel("MEDIUM", levelOf(meta.id, { rules }));
  if (severity === undefined) return undefined;
  const [mine, theirs] = [surest.left[0] as FileTouch, surest.right[0] as FileTouch];
  const name = inside[0];
  const scopes: readonly [Scope, Scope] =
    name === undefined
      ? [fileScope(mine), fileScope(theirs)]
      : [symbolScope(surest.file, name), symbolScope(surest.file, name)];
  const what = name === undefined ? few(verdict.files) : `${few(inside)} in ${few(verdict.files)}`;
  const advice =
    layer === "L1"
      ? "Let one wait for the other with depends_on, split the files, or let both name the symbols they touch."
      : "Let one wait for the other with depends_on, or split what is inside of the file.";
  return {
    layer,
    class: schema ? "C3" : layer === "L2" ? "C2" : "C1",
    confidence,
    finding: {
      ...identity(meta.kind, subject, other.id, scopes),
      severity,
      score: confidence,
      explanation: `${titleOf(subject)} and ${titleOf(other)} both touch ${what}.`,
      suggestion: `${advice} This is a heuristic over what the two declare.`,
      evidence: {
        ...evidence(meta.id, scopes, [mine.operation, theirs.operation]),
        match: layer === "L1" && confidence === 1 ? "full" : layer === "L1" ? "contains" : null,
        overlap: overlapWords(layer, confidence),
        confidence,
        files: verdict.files.slice(0, MOST_LISTED),
        ...(inside.length > 0 ? { names: inside.slice(0, MOST_LISTED) } : {}),
      },
    },
  };
}

function overlapWords(layer: Layer, confidence: number): string {
  if (layer === "L2") return "the same part of one file";
  if (confidence === 1) return "the same file";
  if (confidence >= 0.95) return "a directory and what lies in it";
  if (confidence >= 0.9) return "a pattern and a file that it matches";
  return confidence >= 0.7 ? "two patterns that match the same files" : "two patterns that could match one file";
}

/** A HIGH finding of the detector between the two (spec 1) as the pair's finding. */
export function meaningFinding(finding: Finding, layer: "L2" | "L3", schema = false): PairFinding {
  const inside = schema ? "C3" : "C2";
  return { finding, layer, class: layer === "L2" ? inside : "C4", confidence: layer === "L2" ? 0.85 : finding.score };
}

/** FM-A001. HIGH only where the operation was declared; undefined where the rule is off. */
export function decisionFinding(subject: Side, found: Contradiction, rules: Rules): PairFinding | undefined {
  const { meta } = architectureContradiction;
  const severity = underLevel(found.declared ? "HIGH" : "MEDIUM", levelOf(meta.id, { rules }));
  if (severity === undefined) return undefined;
  const { decision, scope, operation, declared } = found;
  return {
    layer: "L4",
    class: "C5",
    confidence: 0.97,
    finding: {
      ...identity(meta.kind, subject, decision.id, [scope, scope]),
      severity,
      score: 0.97,
      explanation: `${explainContradiction(found, titleOf(subject))}.`,
      suggestion: `Plan it another way, or have decision ${decision.id} changed by those who made it.`,
      evidence: {
        ...evidence(meta.id, [scope, scope], [operation, undefined]),
        asserted: declared && severity === "HIGH",
        source_operation_inferred: !declared,
        decision: decision.id,
        why: decision.why,
        forbids: decision.forbid,
      },
    },
  };
}

/** What a judge said of two sides, or of a task and a decision: surfaced, never asserted. */
export function judgedFinding(
  subject: Side,
  other: Side | RecordedDecision,
  layer: "L3" | "L4",
  answer: JudgeAnswer,
): PairFinding {
  const name = "candidate" in other ? titleOf(other) : `decision ${other.id}`;
  return {
    layer,
    class: layer === "L3" ? "C4" : "C5",
    confidence: JUDGED,
    finding: {
      ...identity("judged_conflict", subject, other.id, undefined),
      severity: "MEDIUM",
      score: JUDGED,
      explanation: `The configured judge sees a conflict between ${titleOf(subject)} and ${name}: ${answer.rationale}`,
      suggestion: "Read both plans and decide; a judge's word is an opinion and no declaration.",
      evidence: { ...evidence("judge", undefined, [undefined, undefined]), rationale: answer.rationale },
    },
  };
}

/** A side in words: a task with its summary, an intent with its agent. */
export function titleOf(side: Side): string {
  const agent = side.intent ? ` of ${side.intent.agent}` : "";
  return `${side.kind} ${side.id}${agent}`;
}

const fileScope = ({ path, shape }: FileTouch): Scope => ({
  kind: "file",
  key: shape === "directory" ? `${path}/` : path,
});
const symbolScope = (file: string, name: string): Scope => ({ kind: "symbol", key: `${file}#${name}` });

function identity(
  kind: string,
  subject: Side,
  other: string,
  scopes: readonly [Scope, Scope] | undefined,
): Pick<Finding, "id" | "kind" | "source_intent_id" | "target_intent_id" | "scope"> {
  const fulls = scopes?.map((scope) => normalise(scope).full) ?? [];
  return {
    id: findingId(kind, [subject.id, other], fulls),
    kind,
    source_intent_id: subject.id,
    target_intent_id: other,
    scope: scopes?.[0] ?? null,
  };
}

function evidence(
  rule: string,
  scopes: readonly [Scope, Scope] | undefined,
  operations: readonly [Operation | undefined, Operation | undefined],
): Evidence {
  return {
    rule,
    asserted: false,
    source_operation: operations[0] ?? null,
    target_operation: operations[1] ?? null,
    source_operation_inferred: false,
    target_operation_inferred: false,
    match: null,
    overlap: null,
    source_scope: scopes ? normalise(scopes[0]).alias : null,
    target_scope: scopes ? normalise(scopes[1]).alias : null,
    detected_before_code: true,
  };
}

/** The record of spec 3.5 that goes with a pair's finding. */
export function recordOf(
  subject: Side,
  other: { readonly id: string; readonly role: Role },
  found: PairFinding,
  overlap: { files: readonly string[]; functions: readonly string[]; schema_elements: readonly string[] },
  facts: { readonly detectedBy: string; readonly checkpoint: string | undefined },
): ConflictRecord {
  const listed = (names: readonly string[]): readonly string[] => names.slice(0, MOST_LISTED);
  return {
    layer: found.layer,
    class: found.class,
    detected_by: facts.detectedBy,
    participants: [
      { task: subject.id, role: "proposed" },
      { task: other.id, role: other.role },
    ],
    overlap: {
      files: listed(overlap.files),
      functions: listed(overlap.functions),
      schema_elements: listed(overlap.schema_elements),
    },
    confidence: found.confidence,
    ...(facts.checkpoint === undefined ? {} : { checkpoint: facts.checkpoint }),
  };
}
