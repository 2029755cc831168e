// The only starter of git: no shell, a scrubbed environment, a time limit, a size limit. What the answers mean is
// known by the neighbours of this file, never here.
import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { ForemergeError } from "../errors.ts";
import { endGroup, endTree } from "./end-process.ts";

export interface GitOptions {
  /** Folder that git is started in. */
  readonly cwd: string;
  /** Variables added on purpose, `GIT_…` ones included. Everything else that starts with `GIT_` is taken out. */
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; absent: closed. */
  readonly input?: string | Uint8Array;
  /** Default 30 000 ms. */
  readonly timeoutMs?: number;
  /** Most bytes of standard output; default 256 MiB. */
  readonly maxBytes?: number;
  /** Exit statuses that are an answer rather than a failure; default only 0. */
  readonly accept?: readonly number[];
  /** For fetch, push and ls-remote: lets through the variables by which people choose how git reaches a remote. */
  readonly network?: boolean;
  /** Ends the run early (only `gitAsync`). */
  readonly signal?: AbortSignal;
}

export interface GitAnswer {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;

/**
 * Settings that no repository may override: nothing of the user's runs (hooks, file system monitor, pager, signature
 * checks, maintenance), names come as they are, paths are paths and never patterns.
 */
const DEFENSIVE = [
  "--no-pager",
  "--literal-pathspecs",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.quotePath=false",
  "-c",
  "color.ui=false",
  "-c",
  "log.showSignature=false",
  "-c",
  "gc.auto=0",
  "-c",
  "maintenance.auto=false",
  "-c",
  "submodule.recurse=false",
] as const;

/** Which configuration files are the user's: choosing them redirects nothing. */
const KEPT = new Set(["GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"]);
const KEPT_FOR_NETWORK = new Set([
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GIT_SSH_VARIANT",
  "GIT_ASKPASS",
  "GIT_ALLOW_PROTOCOL",
  "GIT_PROXY_COMMAND",
  "GIT_SSL_CAINFO",
  "GIT_SSL_CAPATH",
  "GIT_SSL_CERT",
  "GIT_SSL_KEY",
  "GIT_SSL_NO_VERIFY",
]);

/** The environment of a git child: ours without `GIT_…`, English, never asking, taking no optional lock. */
export function gitEnvironment(options: Pick<GitOptions, "env" | "network">): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value === undefined || name === "LANGUAGE") continue;
    const upper = name.toUpperCase();
    if (upper.startsWith("GIT_") && !KEPT.has(upper) && !(options.network && KEPT_FOR_NETWORK.has(upper))) continue;
    env[name] = value;
  }
  env.LC_ALL = "C";
  env.GIT_TERMINAL_PROMPT = "0";
  env.GIT_OPTIONAL_LOCKS = "0";
  return { ...env, ...options.env };
}

/**
 * Runs git to its end and returns what it said.
 * @throws ForemergeError GIT_FAILED: git is missing, took too long, said too much, or ended in a status that is not
 * accepted (git's own words are in the message, escaped where it is printed; `details` has `status` and `stderr`).
 */
export function git(args: readonly string[], options: GitOptions): GitAnswer {
  const timeout = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const done = spawnSync("git", [...DEFENSIVE, ...args], {
    cwd: options.cwd,
    env: gitEnvironment(options),
    stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    ...(options.input === undefined ? {} : { input: options.input }),
    timeout,
    killSignal: "SIGKILL",
    maxBuffer: options.maxBytes ?? DEFAULT_MAX_BYTES,
    windowsHide: true,
  });
  // EPIPE: git ended without reading all of its input; its status says why.
  if (done.error && (done.error as NodeJS.ErrnoException).code !== "EPIPE") {
    throw notRun(args, done.error as NodeJS.ErrnoException, options, timeout);
  }
  const answer = { status: done.status ?? 128, stdout: done.stdout, stderr: done.stderr.toString("utf8") };
  return checked(args, answer, options, done.signal);
}

/**
 * Starts git and leaves it to the caller, with standard input and output as pipes: for a conversation with one process
 * rather than a question each (src/git/object-reader.ts).
 */
export function startGit(
  args: readonly string[],
  options: Pick<GitOptions, "cwd" | "env">,
): ChildProcessByStdio<Writable, Readable, Readable> {
  return spawn("git", [...DEFENSIVE, ...args], {
    cwd: options.cwd,
    env: gitEnvironment(options),
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
}

/** The same as `git` without blocking the process; `signal` ends git early, with everything that it started. */
export async function gitAsync(args: readonly string[], options: GitOptions): Promise<GitAnswer> {
  const timeout = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const most = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const child = spawn("git", [...DEFENSIVE, ...args], {
    cwd: options.cwd,
    env: gitEnvironment(options),
    stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // A group of its own, so that what git starts is ended with it; but ssh asks for a passphrase only at its terminal.
    detached: process.platform !== "win32" && !options.network,
    windowsHide: true,
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let size = 0;
  return await new Promise<GitAnswer>((resolve, reject) => {
    let stopped = false;
    const stop = (error: ForemergeError): void => {
      if (stopped) return;
      stopped = true;
      if (options.network) return void endTree(child).finally(() => settle(() => reject(error)));
      endGroup(child);
      settle(() => reject(error));
    };
    const onAbort = (): void => stop(failure(args, "was called off", {}));
    const timer = setTimeout(() => stop(tooSlow(args, timeout)), timeout);
    const settle = (how: () => void): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", onAbort);
      how();
    };
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) stop(failure(args, `said more than ${most} bytes`, {}));
      else out.push(chunk);
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      if (err.length < 1024) err.push(chunk);
    });
    child.stdin?.on("error", () => {}); // EPIPE: git did not read to the end; its status says why
    child.on("error", (error: NodeJS.ErrnoException) => settle(() => reject(notRun(args, error, options, timeout))));
    child.on("close", (code, signal) => {
      if (stopped) return; // why is said by whoever stopped it
      settle(() => {
        const stderr = Buffer.concat(err).toString("utf8");
        try {
          resolve(checked(args, { status: code ?? 128, stdout: Buffer.concat(out), stderr }, options, signal));
        } catch (error) {
          reject(error);
        }
      });
    });
    if (options.signal?.aborted) onAbort();
    else options.signal?.addEventListener("abort", onAbort);
    if (options.input !== undefined) child.stdin?.end(options.input);
  });
}

/** Standard output as text without its last line end. */
export function gitText(args: readonly string[], options: GitOptions): string {
  return git(args, options).stdout.toString("utf8").replace(/\n$/, "");
}

/** Standard output of a `-z` command as its entries. */
export function gitList(args: readonly string[], options: GitOptions): string[] {
  return splitNul(git(args, options).stdout);
}

/** NUL-separated entries of an answer; a NUL at the end ends the last entry. */
export function splitNul(bytes: Buffer): string[] {
  if (bytes.length === 0) return [];
  const entries = bytes.toString("utf8").split("\0");
  if (entries[entries.length - 1] === "") entries.pop();
  return entries;
}

function checked(
  args: readonly string[],
  answer: GitAnswer,
  options: GitOptions,
  signal: NodeJS.Signals | null,
): GitAnswer {
  if (signal === null && (options.accept ?? [0]).includes(answer.status)) return answer;
  const words = answer.stderr.trim() || answer.stdout.subarray(0, 2000).toString("utf8").trim();
  const how = signal === null ? `ended with ${answer.status}` : `was ended by ${signal}`;
  throw failure(args, words === "" ? how : `${how}: ${shorten(words)}`, {
    status: answer.status,
    stderr: shorten(answer.stderr),
  });
}

/** Why git did not run at all. */
export function notRun(
  args: readonly string[],
  error: NodeJS.ErrnoException,
  options: Pick<GitOptions, "cwd" | "maxBytes">,
  timeout = DEFAULT_TIMEOUT_MS,
): ForemergeError {
  if (error.code === "ETIMEDOUT") return tooSlow(args, timeout);
  if (error.code === "ENOBUFS")
    return failure(args, `said more than ${options.maxBytes ?? DEFAULT_MAX_BYTES} bytes`, {});
  if (error.code === "ENOENT") {
    if (!existsSync(options.cwd)) return failure(args, `could not start: no folder ${options.cwd}`, {});
    return new ForemergeError("GIT_FAILED", "git was not found", { hint: "install git 2.38 or newer, or mend PATH" });
  }
  return failure(args, `could not start: ${error.message}`, {}, error);
}

const tooSlow = (args: readonly string[], timeout: number): ForemergeError =>
  failure(args, `took longer than ${timeout / 1000} s`, { timeout_ms: timeout });

function failure(
  args: readonly string[],
  what: string,
  details: Readonly<Record<string, unknown>>,
  cause?: unknown,
): ForemergeError {
  const command = args.find((word, at) => !word.startsWith("-") && args[at - 1] !== "-c") ?? "";
  return new ForemergeError("GIT_FAILED", `git ${command} ${what}`, {
    details,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Git's words on one line, at most 600 characters. */
export function shorten(words: string): string {
  const line = words.trim().replace(/\n+/g, " / ");
  return line.length > 600 ? `${line.slice(0, 600)}…` : line;
}
