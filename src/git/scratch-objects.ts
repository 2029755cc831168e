// A place for objects that nobody keeps: git writes there and reads the repository's own beside it, so that a trial
// merge leaves no object behind.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitText } from "./run.ts";

export interface ScratchObjects {
  /** Folder that git is started in: its worktree gives the attributes. */
  readonly cwd: string;
  /** The scratch folder itself, for a scratch index too. */
  readonly folder: string;
  /** Variables for every git command that writes objects or reads those written here. */
  readonly env: Readonly<Record<string, string>>;
}

/** Calls `work` with a scratch object folder and removes it, also when the process is ended in between. */
export function withScratchObjects<T>(cwd: string, work: (scratch: ScratchObjects) => T): T {
  const objects = gitText(["rev-parse", "--path-format=absolute", "--git-path", "objects"], { cwd });
  const folder = mkdtempSync(join(tmpdir(), "foremerge-objects-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    const env = { GIT_OBJECT_DIRECTORY: folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects) };
    return work({ cwd, folder, env });
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** A path in git's list of object folders: in C quotes, so that a `:` in it does not divide it. */
const quoted = (path: string): string =>
  `"${path.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n").replace(/\t/g, "\\t")}"`;
