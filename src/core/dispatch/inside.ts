// Asks L2 about the files that both sides touch (spec 3.5, step 2): reads their outlines, each once per call.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FileOverlap } from "../../plan/l1.ts";
import { asksInside, type PartAnswer } from "../../plan/pair.ts";
import { compareInFile } from "../../syntax/compare.ts";
import type { Outline } from "../../syntax/outline.ts";

export type Outlines = (file: string) => Promise<Outline | undefined>;

/** A larger file is not parsed: nothing can be said of what is inside. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Outlines of the worktree's files as they are now; undefined for what does not exist or cannot be read. */
export function worktreeOutlines(root: string): Outlines {
  const known = new Map<string, Promise<Outline | undefined>>();
  return (file) => {
    let outline = known.get(file);
    if (!outline) {
      outline = readOutline(root, file);
      known.set(file, outline);
    }
    return outline;
  };
}

async function readOutline(root: string, file: string): Promise<Outline | undefined> {
  let text: string;
  try {
    const path = join(root, file);
    const info = statSync(path);
    if (!info.isFile() || info.size > MOST_BYTES) return undefined;
    text = readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
  const { outlineOf } = await import("../../syntax/outline-of.ts");
  return outlineOf(file, text, "names");
}

/** L2's answers by file, for the files that are asked about. */
export async function answersInside(
  overlaps: readonly FileOverlap[],
  outlines: Outlines,
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
