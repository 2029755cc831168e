// Finds the repository around a folder by reading files (gitrepository-layout, gitfile, git-worktree): a child process
// would cost more than a check may. Only facts that the files state plainly; anything else asks src/git/run.ts.
import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { configValue, parseGitConfig } from "./config-file.ts";
import type { Repository } from "./repository.ts";

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A folder that git would take for a git directory: it has HEAD, objects and refs (a linked one: HEAD and commondir). */
function looksLikeGitDir(path: string): boolean {
  if (readText(join(path, "HEAD")) === undefined) return false;
  if (readText(join(path, "commondir")) !== undefined) return true;
  return isFolder(join(path, "objects")) && isFolder(join(path, "refs"));
}

/** The git directory that `.git` stands for: itself, or where its `gitdir:` line points. */
function gitDirAt(folder: string): string | undefined {
  const dotGit = join(folder, ".git");
  let info: ReturnType<typeof lstatSync>;
  try {
    info = lstatSync(dotGit);
  } catch {
    return undefined;
  }
  if (info.isFile()) {
    const target = /^gitdir: (.+?)\r?\n?$/.exec(readText(dotGit) ?? "")?.[1];
    if (target === undefined) return undefined;
    const path = resolve(folder, target);
    return looksLikeGitDir(path) ? realpathSync(path) : undefined;
  }
  return looksLikeGitDir(dotGit) ? realpathSync(dotGit) : undefined;
}

function commonDirOf(gitDir: string): string {
  const text = readText(join(gitDir, "commondir"));
  return text === undefined ? gitDir : realpathSync(resolve(gitDir, text.trim()));
}

const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** The commit a ref points to: loose file first, then packed-refs. Follows symbolic refs five deep, as git does. */
function commitOf(commonDir: string, gitDir: string, ref: string, depth = 0): string | undefined {
  if (depth > 5 || ref.includes("..")) return undefined;
  const loose = readText(join(gitDir, ref)) ?? readText(join(commonDir, ref));
  if (loose !== undefined) {
    const text = loose.trim();
    if (COMMIT.test(text)) return text;
    const next = /^ref: (.+)$/.exec(text)?.[1];
    return next === undefined ? undefined : commitOf(commonDir, gitDir, next.trim(), depth + 1);
  }
  for (const line of (readText(join(commonDir, "packed-refs")) ?? "").split("\n")) {
    const space = line.indexOf(" ");
    if (space > 0 && line.slice(space + 1).trim() === ref) {
      const id = line.slice(0, space);
      if (COMMIT.test(id)) return id;
    }
  }
  return undefined;
}

function userNameFrom(configs: readonly string[]): string | undefined {
  let name: string | undefined;
  for (const path of configs) {
    const text = readText(path);
    if (text !== undefined) name = configValue(parseGitConfig(text), "user", undefined, "name") ?? name;
  }
  return name;
}

/** Config files git would read for this repository, weakest first. */
function configFiles(commonDir: string, gitDir: string, env: Readonly<Record<string, string | undefined>>): string[] {
  const home = env.HOME ?? "";
  const xdg = env.XDG_CONFIG_HOME || (home === "" ? "" : join(home, ".config"));
  const files: string[] = [];
  if (!env.GIT_CONFIG_NOSYSTEM) files.push(env.GIT_CONFIG_SYSTEM ?? "/etc/gitconfig");
  if (env.GIT_CONFIG_GLOBAL !== undefined) files.push(env.GIT_CONFIG_GLOBAL);
  else {
    if (xdg !== "") files.push(join(xdg, "git", "config"));
    if (home !== "") files.push(join(home, ".gitconfig"));
  }
  files.push(join(commonDir, "config"));
  if (gitDir !== commonDir) files.push(join(gitDir, "config.worktree"));
  return files;
}

/**
 * The repository that holds `cwd` (a real path), or undefined outside git. `GIT_DIR` and its kin are ignored on
 * purpose: inside a hook they may name another repository than the one the caller stands in (spec 2.6, 8.2 F27).
 */
export function discoverRepository(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Repository | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const linked = gitDirAt(folder);
    const bare = linked === undefined && looksLikeGitDir(folder);
    if (linked !== undefined || bare) return describe(folder, linked ?? folder, bare, env);
    if (dirname(folder) === folder) return undefined;
  }
}

function describe(
  folder: string,
  gitDir: string,
  bareLayout: boolean,
  env: Readonly<Record<string, string | undefined>>,
): Repository {
  const commonDir = commonDirOf(gitDir);
  const config = parseGitConfig(readText(join(commonDir, "config")) ?? "");
  const insideGitDir =
    bareLayout && basename(folder) === ".git" && configValue(config, "core", undefined, "bare") !== "true";
  const root = insideGitDir ? dirname(folder) : folder;
  const head = readText(join(gitDir, "HEAD"))?.trim() ?? "";
  const ref = /^ref: (.+)$/.exec(head)?.[1]?.trim();
  let userName: string | undefined | null = null;
  return {
    root,
    bare: bareLayout && !insideGitDir,
    gitDir,
    commonDir,
    worktreeName: gitDir === commonDir ? "main" : basename(gitDir),
    ignoreCase: /^(true|yes|on|1)$/i.test(configValue(config, "core", undefined, "ignorecase") ?? ""),
    branch: ref?.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : undefined,
    get head() {
      return ref === undefined ? (COMMIT.test(head) ? head : undefined) : commitOf(commonDir, gitDir, ref);
    },
    get userName() {
      if (userName === null) userName = userNameFrom(configFiles(commonDir, gitDir, env));
      return userName;
    },
    config: (section, subsection, key) => configValue(config, section, subsection, key),
  };
}
