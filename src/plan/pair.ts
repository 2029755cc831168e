// What the first two layers say of one pair (spec 3.5, steps 1 and 2): decided per file, told per pair. Pure.
import type { Operation } from "../detect/model.ts";
import { isNarrow } from "./artifacts.ts";
import type { FileOverlap } from "./l1.ts";

export type Verdict = "conflict" | "clear" | "unknown";

/** Confidence of an overlap inside a file. */
export const L2_CONFIDENCE = 0.85;
/** From here on an overlap of files is a conflict unless both sides name parts. */
const CERTAIN = 0.95;

/** L2's answer for one file. */
export interface PartAnswer {
  readonly verdict: "overlap" | "clear" | "unknown";
  readonly functions: readonly string[];
  readonly schema_elements: readonly string[];
  /** Names that the file does not have: reported, and compared all the same. */
  readonly not_found?: readonly string[];
  readonly double_definition?: readonly string[];
  readonly contract_breaks?: readonly ContractBreak[];
}

/** One side takes away or changes a schema element that the other declares (FM-F004). */
export interface ContractBreak {
  readonly file: string;
  readonly name: string;
  readonly by: "left" | "right";
  readonly operation: Operation;
}

export interface FilesVerdict {
  readonly verdict: Verdict;
  readonly layer: "L1" | "L2";
  readonly confidence: number;
  readonly files: readonly string[];
  readonly functions: readonly string[];
  readonly schema_elements: readonly string[];
  readonly not_found: readonly string[];
  readonly double_definition: readonly string[];
  readonly contract_breaks: readonly ContractBreak[];
  /** The overlap that decided: what the finding is about. */
  readonly surest: FileOverlap | undefined;
}

/** True when L2 has to be asked about this file: the overlap is unsure, or both sides name parts of the file. */
export function asksInside(overlap: FileOverlap): boolean {
  if (!overlap.left.some(isNarrow) && !overlap.right.some(isNarrow)) return false;
  return overlap.confidence < CERTAIN || (overlap.left.every(isNarrow) && overlap.right.every(isNarrow));
}

/**
 * The pair's verdict from its overlapping files. `inside` answers for the files that `asksInside` picks; a file that
 * it does not answer for counts as unknown there, and the finding of L1 stands.
 */
export function judgeFiles(overlaps: readonly FileOverlap[], inside: ReadonlyMap<string, PartAnswer>): FilesVerdict {
  let best: { layer: "L1" | "L2"; confidence: number; overlap: FileOverlap } | undefined;
  const files: string[] = [];
  const seen = { functions: new Set<string>(), schema_elements: new Set<string>() };
  const notFound = new Set<string>();
  const doubled = new Set<string>();
  const breaks: ContractBreak[] = [];
  let cleared = false;
  for (const overlap of overlaps) {
    const answer = asksInside(overlap) ? inside.get(overlap.file) : undefined;
    for (const name of answer?.not_found ?? []) notFound.add(name);
    for (const name of answer?.double_definition ?? []) doubled.add(name);
    breaks.push(...(answer?.contract_breaks ?? []));
    if (answer?.verdict === "clear") {
      cleared = true;
      continue;
    }
    files.push(overlap.file);
    for (const name of answer?.functions ?? []) seen.functions.add(name);
    for (const name of answer?.schema_elements ?? []) seen.schema_elements.add(name);
    const layer = answer?.verdict === "overlap" ? "L2" : "L1";
    const confidence = layer === "L2" ? L2_CONFIDENCE : overlap.confidence;
    if (!best || confidence > best.confidence) best = { layer, confidence, overlap };
  }
  return {
    verdict: best ? "conflict" : "clear",
    layer: best?.layer ?? (cleared ? "L2" : "L1"),
    confidence: best?.confidence ?? 0,
    files,
    functions: [...seen.functions].sort(),
    schema_elements: [...seen.schema_elements].sort(),
    not_found: [...notFound].sort(),
    double_definition: [...doubled].sort(),
    contract_breaks: breaks,
    surest: best?.overlap,
  };
}
