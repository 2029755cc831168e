// Findings out of the documents of plan check and plan validate, which keep them in pairs and violations rather than in
// a list: in the shape that the formats for CI take.
import type { Document } from "../commands/command.ts";
import type { Severity } from "../detect/model.ts";
import type { PairNote, PairView, PlanCheckDocument } from "./dispatch/document.ts";
import type { NotAssessed, ShownFinding } from "./documents.ts";

/** A finding with what only its document knows. */
export interface RawFinding extends ShownFinding {
  readonly place?: { readonly path: string; readonly line: number };
  /** It fails the run whatever its severity: the exit status follows a verdict. */
  readonly failing?: boolean;
}

interface Raw {
  readonly findings: readonly RawFinding[];
  readonly not_assessed: readonly NotAssessed[];
}

/** Undefined for documents of other kinds. */
export function planFindings(document: Document): Raw | undefined {
  if (document.schema === "foremerge.plan-check/1") return ofCheck(document as unknown as PlanCheckDocument);
  if (document.schema === "foremerge.plan-validate/1") return ofValidate(document);
  return undefined;
}

function ofCheck(document: PlanCheckDocument): Raw {
  const { task, pairs, verdict } = document;
  const conflicts = pairs.filter((pair) => pair.verdict === "conflict");
  const unknown = pairs.filter((pair) => pair.verdict === "unknown");
  const notes = [
    ...document.findings.map((note) => ofNote(task, task, note)),
    ...pairs.flatMap((pair) => (pair.findings ?? []).map((note) => ofNote(task, pair.with, note))),
  ];
  return {
    findings: [...conflicts.map((pair) => ofPair(task, pair)), ...notes],
    not_assessed: [
      ...document.not_assessed,
      ...unknown.map((pair) => ({
        what: pair.with,
        reason: pair.reason ?? "what it touches is not known",
        side: verdict === "unknown" ? ("subject" as const) : ("counterpart" as const),
      })),
    ],
  };
}

const BY_LAYER: Readonly<Record<string, readonly [string, string]>> = {
  L1: ["FM-F001", "file_overlap"],
  L2: ["FM-F002", "symbol_overlap"],
  L4: ["FM-A001", "architecture_contradiction"],
};

function ofPair(task: string, pair: PairView): RawFinding {
  const [worst] = pair.findings ?? [];
  const elements = pair.overlap.schema_elements.length > 0 && pair.overlap.functions.length === 0;
  const [rule, kind] =
    (pair.layer === "L2" && elements ? ["FM-F003", "schema_overlap"] : BY_LAYER[pair.layer ?? ""]) ??
    (worst ? [worst.rule, worst.kind] : ["FM-F001", "file_overlap"]);
  const [file] = pair.overlap.files;
  const touched = [...pair.overlap.functions, ...pair.overlap.schema_elements, ...pair.overlap.files].slice(0, 8);
  const what = touched.length > 0 ? `: ${touched.join(", ")}` : "";
  const whom = pair.kind === "decision" ? `the decision ${pair.with}` : `${pair.kind} ${pair.with}`;
  return {
    ...basis(task, pair.with),
    id: pair.finding_id ?? `${task} ${pair.with}`,
    kind,
    severity: (worst?.severity as Severity | undefined) ?? "MEDIUM",
    score: pair.confidence ?? 0,
    scope: file === undefined ? null : { kind: "file", key: file },
    explanation: `Task ${task} conflicts with ${whom} at ${pair.layer ?? "no layer"}${what}.`,
    suggestion: worst?.suggestion ?? "Order the two with depends_on, split what both touch, or run plan waves.",
    evidence: { rule, layer: pair.layer },
    previously_settled: pair.previously_settled === true,
    failing: true,
  };
}

function ofNote(task: string, other: string, note: PairNote): RawFinding {
  return {
    ...basis(task, other),
    id: `${task} ${other} ${note.rule}`,
    kind: note.kind,
    severity: note.severity as Severity,
    score: note.score ?? 0,
    scope: null,
    explanation: note.explanation,
    suggestion: note.suggestion ?? "Look at both plans.",
    evidence: { rule: note.rule },
    previously_settled: false,
    failing: false,
  };
}

const basis = (source: string, target: string) =>
  ({ source_intent_id: source, target_intent_id: target, status: "OPEN", detected_at: "" }) as const;

interface Violation {
  readonly file: string;
  readonly line: number;
  readonly node: string | null;
  readonly rule: string;
  readonly message: string;
}

function ofValidate(document: Document): Raw {
  const violations = (document.violations ?? []) as readonly Violation[];
  return {
    findings: violations.map((violation) => ({
      ...basis(violation.node ?? violation.file, violation.node ?? violation.file),
      id: `${violation.file}:${violation.rule}:${violation.node ?? ""}:${violation.message}`,
      kind: violation.rule,
      severity: "HIGH",
      score: 1,
      scope: null,
      explanation: violation.message,
      suggestion: "Mend the plan file.",
      evidence: { rule: violation.rule },
      previously_settled: false,
      place: { path: violation.file, line: Math.max(1, violation.line) },
      failing: true,
    })),
    not_assessed: [],
  };
}
