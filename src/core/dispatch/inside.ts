// Asks L2 about the files that both sides touch (spec 3.5, step 2): reads their outlines, each once per call.
import type { FileOverlap } from "../../plan/l1.ts";
import { asksInside, type PartAnswer } from "../../plan/pair.ts";
import { compareInFile } from "../../syntax/compare.ts";
import type { Outline } from "../../syntax/outline.ts";
import { Outlines } from "../outlines.ts";
import type { Session } from "../session.ts";

export type OutlineOf = (file: string) => Promise<Outline | undefined>;

/** Outlines of the worktree's files as they are now; undefined for what does not exist or cannot be read. */
export function worktreeOutlines(session: Session): OutlineOf {
  const outlines = new Outlines(session);
  return (file) => outlines.ofFile(file, "names");
}

/** L2's answers by file, for the files that are asked about. */
export async function answersInside(
  overlaps: readonly FileOverlap[],
  outlines: OutlineOf,
): Promise<ReadonlyMap<string, PartAnswer>> {
  const answers = new Map<string, PartAnswer>();
  for (const overlap of overlaps) {
    if (!asksInside(overlap)) continue;
    const narrow = (side: FileOverlap["left"]): boolean => side.every(({ symbols, lines }) => symbols ?? lines);
    // A side that touches the whole file is unknown inside, whatever the file holds.
    const outline = narrow(overlap.left) && narrow(overlap.right) ? await outlines(overlap.file) : undefined;
    const { verdict, functions, schema_elements, not_found, double_definition, contract_breaks } = compareInFile(
      overlap,
      outline,
    );
    answers.set(overlap.file, {
      verdict,
      functions,
      schema_elements,
      not_found: [...new Set([...not_found.left, ...not_found.right])],
      double_definition,
      contract_breaks,
    });
  }
  return answers;
}
