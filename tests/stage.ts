// The stage of end-to-end tests: a throw-away git repository, a scrubbed environment, and the built binary.
// Nothing in here knows a command; what a test plays on the stage is its own business.
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkDocument } from "./documents.ts";

/** Root of this project. */
export const PROJECT = fileURLToPath(new URL("..", import.meta.url));
/** The built binary. */
export const BINARY = join(PROJECT, "bin", "foremerge.js");

/** How a process ended. */
export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** The one JSON document on stdout, or undefined when stdout is not one JSON value. */
  readonly document: unknown;
  /** The `error` object of the JSON error line on stderr, or undefined. */
  readonly error: Record<string, unknown> | undefined;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds until the process is ended; default 60,000. */
  readonly timeout?: number;
}

/** A process that is still running. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
}

export interface Stage {
  /** The folder that holds everything of this stage, real path. */
  readonly tmp: string;
  /** The repository's root, real path. */
  readonly repo: string;
  readonly ledger: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs foremerge and waits; every document that it prints is checked against its schema. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs foremerge with `--json` and answers its document; throws when it does not exit with 0 or 1. */
  json(args: readonly string[], options?: RunOptions): Promise<Answer>;
  start(args: readonly string[], options?: RunOptions): Running;
  /** Runs git in the repository (or `cwd`); throws with git's words unless it exits with 0. */
  git(args: readonly string[], options?: RunOptions): Promise<string>;
  /** Any program, in the same environment. */
  program(file: string, args: readonly string[], options?: RunOptions): Promise<Ran>;
  write(path: string, content: string | Buffer, mode?: number): void;
  read(path: string): string;
  /** Adds and commits everything; answers the commit. */
  commit(message: string, date?: string): Promise<string>;
  remove(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer's fields as it likes
export type Answer = any;

/** The environment of every test process: nothing of the developer's own git, agent, colour or locale settings. */
export function scrubbedEnv(home: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: home,
    NO_COLOR: "1",
    TZ: "UTC",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
}

const GIT_CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tlogallrefupdates = true
[user]
\tname = Robin Vale
\temail = robin@example.org
[commit]
\tgpgsign = false
[gc]
\tauto = 0
`;

export interface StageOptions {
  /** `false`: no git repository, only the folder. */
  readonly git?: boolean;
  /** Names that `.git/info/exclude` holds. */
  readonly exclude?: readonly string[];
}

/** Opens a stage: an empty repository on branch `main`, user Robin Vale. */
export function openStage(options: StageOptions = {}): Stage {
  const tmp = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-test-")));
  const repo = join(tmp, "repo");
  const home = join(tmp, "home");
  mkdirSync(repo);
  mkdirSync(home);
  if (options.git !== false) {
    // What `git init` makes, without the process.
    const gitDir = join(repo, ".git");
    for (const name of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info", "hooks"]) {
      mkdirSync(join(gitDir, name), { recursive: true });
    }
    writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(gitDir, "config"), GIT_CONFIG);
    writeFileSync(join(gitDir, "info", "exclude"), (options.exclude ?? []).map((name) => `${name}\n`).join(""));
  }
  const env = scrubbedEnv(home);
  const at = (cwd?: string): string => (cwd === undefined ? repo : resolve(repo, cwd));
  const launch = (file: string, args: readonly string[], o: RunOptions = {}): Running =>
    startProcess(file, args, { ...o, cwd: at(o.cwd), env: { ...env, ...o.env } });
  const stage: Stage = {
    tmp,
    repo,
    ledger: join(repo, ".git", "foremerge", "ledger.jsonl"),
    env,
    start: (args, o) => {
      const running = launch(process.execPath, [BINARY, ...args], o);
      return { child: running.child, ended: running.ended.then(checked) };
    },
    run: (args, o) => stage.start(args, o).ended,
    json: async (args, o) => {
      const ran = await stage.run([...args, "--json"], o);
      if (ran.exit !== 0 && ran.exit !== 1) throw new Error(`foremerge ${args.join(" ")}: ${describeRun(ran)}`);
      return ran.document ?? { error: ran.error };
    },
    git: async (args, o) => {
      const ran = await launch("git", args, o).ended;
      if (ran.exit !== 0) throw new Error(`git ${args.join(" ")}: ${describeRun(ran)}`);
      return ran.stdout.trimEnd();
    },
    program: (file, args, o) => launch(file, args, o).ended,
    write: (path, content, mode) => {
      const target = resolve(repo, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
      if (mode !== undefined) chmodSync(target, mode);
    },
    read: (path) => readFileSync(resolve(repo, path), "utf8"),
    commit: async (message, date) => {
      const dates = date === undefined ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      await stage.git(["add", "-A"]);
      await stage.git(["commit", "-q", "--allow-empty", "-m", message], { env: dates });
      return stage.git(["rev-parse", "HEAD"]);
    },
    remove: () => rmSync(tmp, { recursive: true, force: true, maxRetries: 3 }),
  };
  return stage;
}

/** Opens a stage, plays on it and clears it away, whatever happens. */
export async function onStage<T>(options: StageOptions, play: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = openStage(options);
  try {
    return await play(stage);
  } finally {
    stage.remove();
  }
}

interface StartOptions extends RunOptions {
  readonly cwd: string;
}

function startProcess(file: string, args: readonly string[], o: StartOptions): Running {
  const began = process.hrtime.bigint();
  const child = spawn(file, [...args], { cwd: o.cwd, env: { ...o.env }, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => {}); // the program may have ended without reading
  child.stdin.end(o.stdin ?? "");
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  const timer = setTimeout(() => child.kill("SIGKILL"), o.timeout ?? 60_000);
  const ended = new Promise<Ran>((done, fail) => {
    child.once("error", (error) => {
      clearTimeout(timer);
      fail(error);
    });
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      const ms = Number(process.hrtime.bigint() - began) / 1e6;
      done(
        ranOf(code ?? (signal === null ? -1 : -2), Buffer.concat(out).toString(), Buffer.concat(err).toString(), ms),
      );
    });
  });
  return { child, ended };
}

function ranOf(exit: number, stdout: string, stderr: string, ms: number): Ran {
  return { exit, stdout, stderr, ms, document: parsed(stdout), error: errorOf(stderr) };
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(stderr: string): Record<string, unknown> | undefined {
  for (const line of stderr.split("\n").reverse()) {
    if (!line.startsWith("{")) continue;
    const value = parsed(line) as { schema?: unknown; error?: Record<string, unknown> } | undefined;
    if (value?.schema === "foremerge.error/1") return value.error;
  }
  return undefined;
}

function checked(ran: Ran): Ran {
  const value = ran.document as { schema?: unknown } | undefined;
  if (typeof value?.schema === "string" && value.schema.startsWith("foremerge.")) checkDocument(value);
  return ran;
}

/** What a process did, for the message of a failed test. */
export function describeRun(ran: Ran): string {
  const cut = (text: string): string => (text.length > 4000 ? `${text.slice(0, 4000)}…` : text);
  return `exit ${ran.exit}\nstdout: ${cut(ran.stdout)}\nstderr: ${cut(ran.stderr)}`;
}

/** PATH with a folder in front. */
export const pathWith = (folder: string, env: Readonly<Record<string, string>>): string =>
  `${folder}${delimiter}${env.PATH ?? ""}`;
