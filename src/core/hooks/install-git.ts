// Writes foremerge's lines into git's hooks (spec 3.6): a marked block behind the first line of what is there, never a
// second one, and never into a hook of another kind.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { invalidInput } from "../../errors.ts";
import { type HooksFolder, hooksFolder } from "../../git/hooks-folder.ts";
import { writeAtomically } from "../../store/atomic.ts";

export const GIT_HOOKS = ["pre-commit", "pre-push", "post-merge"] as const;
export type GitHook = (typeof GIT_HOOKS)[number];

export interface GitHookInstall {
  readonly hook: GitHook;
  readonly path: string;
  /** `foreign`: a hook that is no shell script is there and was left alone. */
  readonly state: "created" | "added" | "present" | "foreign";
  /** The whole file as it is, or would be. */
  readonly text: string;
}

const BEGIN = "# >>> foremerge >>>";
const END = "# <<< foremerge <<<";

/**
 * Installs all hooks. A folder that serves other repositories too is written to only with `shared`.
 * @throws INVALID_INPUT for such a folder without it
 */
export function installGitHooks(
  place: { readonly root: string; readonly commonDir: string },
  options: { readonly shared: boolean; readonly dryRun: boolean; readonly program: string },
): { readonly folder: HooksFolder; readonly hooks: readonly GitHookInstall[] } {
  const folder = hooksFolder(place.root, place.commonDir);
  if (folder.foreign && !options.shared) {
    throw invalidInput(
      `core.hooksPath is ${folder.path}: hooks there run for other repositories too.`,
      "Add --shared to write there all the same (foremerge is silent where it has no ledger), or call foremerge hook pre-commit from your own hooks.",
    );
  }
  const hooks = GIT_HOOKS.map((hook): GitHookInstall => {
    const path = join(folder.path, hook);
    const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    const made = withBlock(before, hook, options.program);
    if (made.text !== before && !options.dryRun) {
      mkdirSync(dirname(path), { recursive: true });
      const mode = before === undefined ? 0o755 : (statSync(path).mode & 0o7777) | 0o100;
      writeAtomically(path, made.text, { mode });
      chmodSync(path, mode);
    }
    return { hook, path, ...made };
  });
  return { folder, hooks };
}

/** A hook's text with the block in it. */
export function withBlock(
  before: string | undefined,
  hook: GitHook,
  program: string,
): Pick<GitHookInstall, "state" | "text"> {
  // Standard input stays the other lines' (pre-push reads the refs there), and nothing of ours stops git.
  const word = program.split(" ")[0] as string;
  const block = `${BEGIN}\nif command -v ${word} >/dev/null 2>&1; then ${program} hook ${hook} </dev/null || :; fi\n${END}\n`;
  if (before === undefined) return { state: "created", text: `#!/bin/sh\n${block}` };
  if (before.includes(BEGIN)) return { state: "present", text: before };
  const first = before.slice(0, before.indexOf("\n") + 1);
  if (!/^#!.*\b(ba|da|k|z)?sh\b/.test(first)) return { state: "foreign", text: before };
  return { state: "added", text: first + block + before.slice(first.length) };
}
