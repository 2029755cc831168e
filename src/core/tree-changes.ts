// What changed between two states of the tree, with the symbols of each file before and after. Asks git and reads
// outlines; what the changes mean for scopes is src/core/derived-scopes.ts.
import { changedFiles, type DiffOf, type FileChange, type SolidLines, solidLines } from "../git/diff.ts";
import { diffOutlines, type SymbolChange } from "../syntax/diff.ts";
import { languageByPath } from "../syntax/language.ts";
import type { Outline } from "../syntax/outline.ts";
import { cosmeticChanges } from "../syntax/touched.ts";
import type { Outlines } from "./outlines.ts";

/** One changed file and what changed inside of it. */
export interface TreeChange {
  readonly file: FileChange;
  /** Undefined where the file does not exist or nobody can read into it. */
  readonly before: Outline | undefined;
  readonly after: Outline | undefined;
  readonly symbols: readonly SymbolChange[];
  /** Why nothing is known of its inside: binary, no parser, a submodule. */
  readonly opaque?: string;
  /** One of too many changed files. */
  readonly beyond?: true;
}

/** Files over this number are not looked into: a vendored tree, not work that is declared by symbol. */
const MOST_FILES = 2000;

/** @param outlines of the worktree at `cwd` */
export function treeChanges(cwd: string, what: DiffOf, outlines: Outlines): Promise<TreeChange[]> {
  const files = changedFiles(cwd, what);
  const inside = files.some(({ added, deleted }) => added + deleted > 0);
  return readChanges(files, outlines, inside ? solidLines(cwd, what) : undefined);
}

/** What changed inside of the files. With the changed lines also what changed in comments and layout alone. */
export async function readChanges(
  files: readonly FileChange[],
  outlines: Outlines,
  lines?: ReadonlyMap<string, SolidLines>,
): Promise<TreeChange[]> {
  const looked = files.slice(0, MOST_FILES);
  const blobs = looked.flatMap((file) => [
    ...(isRead(file, file.oldMode) && file.oldBlob ? [{ path: file.oldPath ?? file.path, id: file.oldBlob }] : []),
    ...(isRead(file, file.newMode) && file.newBlob ? [{ path: file.path, id: file.newBlob }] : []),
  ]);
  const known = await outlines.ofBlobs(blobs, "full");
  const changes: TreeChange[] = [];
  for (const file of looked) {
    const before = known.get(`${file.oldPath ?? file.path}\0${file.oldBlob}`);
    const after = file.newBlob
      ? known.get(`${file.path}\0${file.newBlob}`)
      : file.newMode !== undefined && isText(file, file.newMode)
        ? await outlines.ofFile(file.path, "full")
        : undefined;
    changes.push(changeOf(file, before, after, lines?.get(file.path)));
  }
  for (const file of files.slice(MOST_FILES)) {
    changes.push({ ...NOTHING, file, opaque: `more than ${MOST_FILES} files changed`, beyond: true });
  }
  return changes;
}

const NOTHING = { before: undefined, after: undefined, symbols: [] } as const;

/** Of a binary that goes by the name of a language the outline says no more than which. */
function isRead(file: FileChange, mode: string | undefined): boolean {
  return isText(file, mode) || (isText({ ...file, binary: false }, mode) && isNamedAsText(file));
}

/** True for a file whose name says that it is text, whatever git says of its content. */
export const isNamedAsText = ({ path }: FileChange): boolean =>
  /\.\w+$/.test(path) && languageByPath(path) !== undefined;

function isText(file: FileChange, mode: string | undefined): boolean {
  return !file.binary && (mode === "100644" || mode === "100755");
}

function changeOf(
  file: FileChange,
  before: Outline | undefined,
  after: Outline | undefined,
  lines: SolidLines | undefined,
): TreeChange {
  const opaque = opacityOf(file, before, after);
  if (opaque !== undefined) return { file, before, after, symbols: [], opaque };
  // A rename may change the language; then nothing of before is comparable.
  const comparable = before?.language === after?.language || !before || !after;
  const symbols = comparable
    ? diffOutlines(before, after)
    : [...diffOutlines(before, undefined), ...diffOutlines(undefined, after)];
  const more = comparable && before && after && lines ? cosmeticChanges(before, after, lines, symbols) : [];
  return { file, before, after, symbols: more.length === 0 ? symbols : [...symbols, ...more] };
}

function opacityOf(file: FileChange, before: Outline | undefined, after: Outline | undefined): string | undefined {
  if (file.binary) return "binary";
  if (file.untracked && file.newMode === "160000") return "a repository of its own";
  if (file.oldMode === "160000" || file.newMode === "160000") return "a submodule";
  if (file.status === "unmerged") return "not merged yet";
  const unread = [after, before].find((outline) => outline?.unread);
  if (unread) return unread.problems[0]?.message ?? "not read";
  const missing = (isText(file, file.oldMode) && !before) || (isText(file, file.newMode) && !after);
  if (missing && (before || after)) return "not readable as text";
  if (!before && !after) return file.added + file.deleted === 0 ? undefined : "not readable as text";
  return before?.language === undefined && after?.language === undefined ? "no parser for this file" : undefined;
}
