// Where git looks for hooks (githooks, `core.hooksPath`), and whether that place belongs to this repository alone.
import { isAbsolute, join, relative, resolve } from "node:path";
import { git } from "./run.ts";

export interface HooksFolder {
  readonly path: string;
  /** `core.hooksPath` names it. */
  readonly configured: boolean;
  /** Outside this repository: hooks there run for other repositories too. */
  readonly foreign: boolean;
  /** Inside the worktree: others get what is written there with the next commit. */
  readonly tracked: boolean;
}

/** The folder of hooks. Our own git calls switch hooks off by the command line, so that scope is looked past. */
export function hooksFolder(root: string, commonDir: string): HooksFolder {
  const { stdout } = git(["config", "--show-scope", "--null", "--type=path", "--get-all", "core.hooksPath"], {
    cwd: root,
    accept: [0, 1],
  });
  const words = stdout.toString("utf8").split("\0");
  let configured: string | undefined;
  for (let i = 0; i + 1 < words.length; i += 2) if (words[i] !== "command") configured = words[i + 1];
  if (configured === undefined) {
    return { path: join(commonDir, "hooks"), configured: false, foreign: false, tracked: false };
  }
  const path = isAbsolute(configured) ? configured : resolve(root, configured);
  const inGit = isInside(commonDir, path);
  const inTree = !inGit && isInside(root, path);
  return { path, configured: true, foreign: !inGit && !inTree, tracked: inTree };
}

function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside === "" || (!inside.startsWith("..") && !isAbsolute(inside));
}
