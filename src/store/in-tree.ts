// What a ledger in the tree needs beside itself (spec 2.1): its own line in .gitattributes, and derived files that git
// does not see. Nothing else of the tree is touched.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeFailed } from "./append.ts";

/** The one line: this exact path, no pattern that other files could match. */
export const ATTRIBUTES_LINE = ".foremerge/ledger.jsonl merge=union text eol=lf";
const IGNORED = "*\n!ledger.jsonl\n";

/** What a ledger in the tree costs, for whoever asks for one. */
export const IN_TREE_COSTS: readonly string[] = [
  "checkout, reset and stash rewind the ledger together with the tree",
  "merge buttons of the large hosts ignore merge=union: two branches that both append show a conflict there",
  "every clone sees only what was committed and pulled",
];

/**
 * Adds the line to `.gitattributes` of the worktree root unless it is there, and keeps derived files out of git's sight.
 * @returns whether `.gitattributes` was changed.
 */
export function prepareTree(root: string): boolean {
  try {
    const folder = join(root, ".foremerge");
    mkdirSync(folder, { recursive: true });
    const ignore = join(folder, ".gitignore");
    if (readOr(ignore) === undefined) writeFileSync(ignore, IGNORED);
    const path = join(root, ".gitattributes");
    const text = readOr(path) ?? "";
    if (text.split(/\r?\n/).some((line) => line.trim() === ATTRIBUTES_LINE)) return false;
    const end = text.includes("\r\n") ? "\r\n" : "\n";
    const gap = text === "" || text.endsWith("\n") ? "" : end;
    writeFileSync(path, `${text}${gap}${ATTRIBUTES_LINE}${end}`);
    return true;
  } catch (error) {
    throw writeFailed(error, ".gitattributes");
  }
}

function readOr(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
