// One pair of a dispatch check while the layers look at it, and how it is told at the end. Pure.
import type { Finding } from "../../detect/model.ts";
import type { FilesVerdict, Verdict } from "../../plan/pair.ts";
import type { PairNote, PairView } from "./document.ts";
import type { Layer, PairFinding } from "./finding.ts";
import type { JudgeAnswer } from "./judge.ts";
import type { Side } from "./side.ts";

export interface PairState {
  readonly other: Side;
  verdict: Verdict;
  layer: Layer | null;
  confidence: number | null;
  files?: FilesVerdict;
  /** What will be recorded of a conflict. */
  chosen?: PairFinding;
  readonly notes: PairNote[];
  sequenced?: true;
  judge?: JudgeAnswer;
  timedOut?: true;
  reason?: string;
}

export const newPair = (other: Side): PairState => ({
  other,
  verdict: "clear",
  layer: null,
  confidence: null,
  notes: [],
});

/** Takes a finding as the pair's conflict when it is surer than what the pair has. */
export function decide(pair: PairState, found: PairFinding | undefined, layer: Layer, confidence: number): void {
  if (pair.verdict === "conflict" && (pair.confidence ?? 0) >= confidence) return;
  pair.verdict = "conflict";
  pair.layer = layer;
  pair.confidence = confidence;
  if (found) pair.chosen = found;
  else delete pair.chosen;
}

/** A layer ran out of time before it came to this pair: as if there were a conflict. */
export function cutShort(pair: PairState, layer: Layer): void {
  if (pair.verdict === "conflict") return;
  pair.verdict = "conflict";
  pair.layer = layer;
  pair.confidence = null;
  pair.timedOut = true;
  pair.reason = `${layer} ran out of time before it came to this pair; taken as a conflict`;
}

export function unknownBecause(pair: PairState, reason: string): void {
  if (pair.verdict === "conflict") return;
  pair.verdict = "unknown";
  pair.reason ??= reason;
}

/** A finding as a note. */
export const noteOf = ({ kind, severity, score, explanation, suggestion, evidence }: Finding): PairNote => ({
  rule: evidence.rule,
  kind,
  severity,
  score,
  explanation,
  suggestion,
});

export function viewOfPair(pair: PairState, findingId: string | null, settled: boolean): PairView {
  const { other, files, notes } = pair;
  return {
    with: other.id,
    kind: other.kind,
    role: other.role,
    layer: pair.layer,
    verdict: pair.verdict,
    confidence: pair.confidence,
    overlap: {
      files: files?.files ?? [],
      functions: files?.functions ?? [],
      schema_elements: files?.schema_elements ?? [],
    },
    finding_id: findingId,
    ...(other.intent ? { agent: other.intent.agent } : {}),
    ...(other.candidate.summary === "" ? {} : { summary: other.candidate.summary }),
    ...(pair.sequenced ? { sequenced: true as const } : {}),
    ...(files?.not_found.length ? { not_found: files.not_found } : {}),
    ...(files?.double_definition.length ? { double_definition: files.double_definition } : {}),
    ...(notes.length > 0 ? { findings: notes } : {}),
    ...(pair.judge ? { judge: pair.judge } : {}),
    ...(settled ? { previously_settled: true as const } : {}),
    ...(pair.timedOut ? { timed_out: true as const } : {}),
    ...(pair.reason === undefined ? {} : { reason: pair.reason }),
  };
}
