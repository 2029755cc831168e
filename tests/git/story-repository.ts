// A throw-away repository for tests: writes, commits, and takes the fingerprint of everything that must stay as it is.
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { git, gitText } from "../../src/git/run.ts";

/** Author and committer for commits made in tests, without any configuration of the machine. */
const WHO = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Robin Vale",
  GIT_AUTHOR_EMAIL: "robin@example.org",
  GIT_COMMITTER_NAME: "Robin Vale",
  GIT_COMMITTER_EMAIL: "robin@example.org",
};

export type Content =
  | string
  | Uint8Array
  | null
  | { readonly link: string }
  | { readonly text: string; readonly mode: number };

export class StoryRepository {
  readonly root: string;

  constructor(parent = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-story-"))), name = "story") {
    this.root = join(parent, name);
    mkdirSync(this.root);
    this.git("init", "-q", "-b", "main");
    this.git("config", "user.name", "Robin Vale");
    this.git("config", "user.email", "robin@example.org");
  }

  git(...args: string[]): string {
    return gitText(args, { cwd: this.root, env: WHO });
  }

  /** Writes files (null deletes), adds and commits everything; returns the commit. */
  commit(message: string, files: Readonly<Record<string, Content>> = {}): string {
    this.write(files);
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
    return this.git("rev-parse", "HEAD");
  }

  /** Starts a branch at main (or `from`) and commits files on it; returns the commit. */
  branch(name: string, files: Readonly<Record<string, Content>>, from = "main"): string {
    this.git("checkout", "-q", "-b", name, from);
    return this.commit(`work of ${name}`, files);
  }

  write(files: Readonly<Record<string, Content>>): void {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.root, path);
      rmSync(file, { recursive: true, force: true });
      if (content === null) continue;
      mkdirSync(dirname(file), { recursive: true });
      if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(file, content);
      else if ("link" in content) symlinkSync(content.link, file);
      else {
        writeFileSync(file, content.text);
        chmodSync(file, content.mode);
      }
    }
  }

  /** Objects, refs, index bytes, worktrees, config and state of the tree: equal before and after any question. */
  fingerprint(): Readonly<Record<string, string>> {
    const bytes = (path: string): string => {
      const file = this.git("rev-parse", "--path-format=absolute", "--git-path", path);
      return createHash("sha256").update(readFileSync(file)).digest("hex");
    };
    return {
      objects: this.git("count-objects", "-v"),
      refs: this.git("for-each-ref"),
      head: this.git("rev-parse", "HEAD"),
      index: bytes("index"),
      config: bytes("config"),
      worktrees: this.git("worktree", "list", "--porcelain"),
      status: git(["status", "--porcelain", "-z"], { cwd: this.root, env: WHO }).stdout.toString("utf8"),
    };
  }

  remove(): void {
    rmSync(dirname(this.root), { recursive: true, force: true });
  }
}

/** Lines `line 1` … `line n`, with some replaced. */
export function numbered(n: number, replaced: Readonly<Record<number, string>> = {}): string {
  let text = "";
  for (let i = 1; i <= n; i++) text += `${replaced[i] ?? `line ${i}`}\n`;
  return text;
}
