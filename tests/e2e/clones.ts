// Real clones of a real bare remote, for the tests of sync. Commands run in this process through the built bundle, which
// spares a start each; tests that need processes of their own start the binary.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Answer, PROJECT, scrubbedEnv } from "../stage.ts";

export interface Answered {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

export interface Clones {
  readonly top: string;
  readonly hub: string;
  readonly env: Readonly<Record<string, string>>;
  folder(name: string): string;
  /** Clones the hub, with a ledger of its own when `init`. */
  clone(name: string, options?: { readonly init?: boolean; readonly args?: readonly string[] }): string;
  run(
    name: string,
    words: readonly string[],
    options?: { readonly now?: string; readonly agent?: string },
  ): Promise<Answered>;
  /** The document of a call that must end with 0 or 1. */
  json(
    name: string,
    words: readonly string[],
    options?: { readonly now?: string; readonly agent?: string },
  ): Promise<Answer>;
  /** Starts the binary as a process of its own; `limit`: what bash is told before, such as `ulimit -f 20`. */
  start(
    name: string,
    words: readonly string[],
    options?: { readonly env?: Readonly<Record<string, string>>; readonly limit?: string },
  ): { readonly child: ChildProcess; readonly ended: Promise<Answered> };
  git(cwd: string, ...words: string[]): string;
  remove(): void;
}

type Main = (argv: readonly string[], io: unknown) => Promise<number>;

export function openClones(): Clones {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-clones-")));
  const hub = join(top, "hub.git");
  const home = join(top, "home");
  mkdirSync(home);
  const env: Record<string, string> = { ...scrubbedEnv(home), GIT_CONFIG_GLOBAL: "/dev/null" };
  const { main } = createRequire(import.meta.url)(join(PROJECT, "dist", "load.cjs")).load() as { main: Main };
  const git = (cwd: string, ...words: string[]): string => {
    const done = spawnSync("git", words, { cwd, env, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
    return done.stdout.trimEnd();
  };
  git(top, "init", "-q", "--bare", "-b", "main", "hub.git");
  const folder = (name: string): string => join(top, name);
  const run: Clones["run"] = async (name, words, { now, agent } = {}) => {
    let out = "";
    let err = "";
    const argv = [
      ...words,
      "--cwd",
      folder(name),
      ...(now ? ["--now", now] : []),
      ...(agent ? ["--agent", agent] : []),
    ];
    const exit = await main(argv, {
      out: (text: string) => {
        out += text;
      },
      err: (text: string) => {
        err += text;
      },
      stdin: () => Buffer.alloc(0),
      stdinIsTerminal: false,
      stdoutIsTerminal: false,
      stderrIsTerminal: false,
      columns: 80,
      rows: 24,
      env,
    });
    return { exit, out, err };
  };
  const start: Clones["start"] = (name, words, { env: more = {}, limit } = {}) => {
    const argv = [process.execPath, join(PROJECT, "bin", "foremerge.js"), ...words];
    const [file = "", ...rest] =
      limit === undefined ? argv : ["bash", "--norc", "-c", `${limit}; exec "$@"`, "-", ...argv];
    const child = spawn(file, rest, { cwd: folder(name), env: { ...env, ...more }, stdio: ["ignore", "pipe", "pipe"] });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    const ended = new Promise<Answered>((done) => child.on("close", (code) => done({ exit: code ?? -1, out, err })));
    return { child, ended };
  };
  return {
    top,
    hub,
    env,
    folder,
    git,
    run,
    start,
    clone: (name, { init = true, args = [] } = {}) => {
      git(top, "clone", "-q", ...args, hub, name);
      git(folder(name), "config", "user.name", name);
      git(folder(name), "config", "user.email", `${name}@example.org`);
      if (init) {
        const done = spawnSync(process.execPath, [join(PROJECT, "bin", "foremerge.js"), "init", "--agent", name], {
          cwd: folder(name),
          env,
        });
        if (done.status !== 0) throw new Error(done.stderr.toString());
      }
      return folder(name);
    },
    json: async (name, words, options) => {
      const { exit, out, err } = await run(name, [...words, "--json"], options);
      if (exit > 1) throw new Error(`${name}: foremerge ${words.join(" ")} → ${exit}: ${err}`);
      return JSON.parse(out === "" ? err : out);
    },
    remove: () => rmSync(top, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Syncs one after the other until nobody has anything new. */
export async function settleAll(c: Clones, names: readonly string[], now: string): Promise<void> {
  for (let round = 0; round < names.length + 2; round++) {
    let moved = 0;
    for (const name of names) {
      const { received, published } = await c.json(name, ["ledger", "sync"], { now });
      moved += received + published;
    }
    if (moved === 0) return;
  }
  throw new Error("the clones go on exchanging events");
}

export const ledgerOf = (c: Clones, name: string): string => join(c.folder(name), ".git", "foremerge", "ledger.jsonl");
export const exportOf = async (c: Clones, name: string): Promise<string> =>
  (await c.run(name, ["ledger", "export", "-"])).out;

/**
 * Gives a clone the hub under an ssh URL, and answers the environment in which a stand-in for ssh leads there. The
 * script is what the stand-in does; `$command` is what git wants to have run on the other side.
 */
export function throughSsh(c: Clones, name: string, script: string): Record<string, string> {
  const path = join(c.top, `ssh-${name}`);
  writeFileSync(path, `#!/bin/sh\nfor command; do :; done\n${script}\n`, { mode: 0o755 });
  c.git(c.folder(name), "remote", "set-url", "origin", `ssh://hub${c.hub}`);
  return { GIT_SSH_COMMAND: path, GIT_SSH_VARIANT: "ssh" };
}

/** A seeded source of numbers (mulberry32): the same schedule for the same seed. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** Writes an executable in front of PATH and answers the new PATH. */
export function wrapper(top: string, name: string, script: string, path: string): string {
  const folder = join(top, "wrap");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), script, { mode: 0o755 });
  return `${folder}:${path}`;
}
