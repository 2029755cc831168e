// Starts this same binary as a child process, for the demo: real processes, no shell, a scrubbed environment.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface SelfAnswer {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const BINARY = process.argv[1] ?? fileURLToPath(new URL("../bin/foremerge.js", import.meta.url));

/** Runs `foremerge words` in a folder and returns what it said. The environment has nothing of FOREMERGE_ or GIT_. */
export function runSelf(words: readonly string[], cwd: string): SelfAnswer {
  const env: Record<string, string> = { NO_COLOR: "1" };
  for (const name of ["PATH", "HOME", "TMPDIR", "LANG", "SystemRoot"]) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  const done = spawnSync(process.execPath, [BINARY, ...words], { cwd, env, encoding: "utf8", timeout: 30_000 });
  return { status: done.status ?? 70, stdout: done.stdout ?? "", stderr: done.stderr ?? "" };
}
