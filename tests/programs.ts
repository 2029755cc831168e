// Programs beyond Node, git and a POSIX shell that single tests need: found on PATH, or the test is skipped and says why.
// With CI=true nothing is skipped: a missing program fails its tests there.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, test } from "vitest";

type Env = Readonly<Record<string, string | undefined>>;

/** Other names of a program; an absolute path stands for itself. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  chromium: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
};

/** Where a program is: what the variable of its name says (`CHROMIUM`), else the first on PATH. */
export function findProgram(name: string, env: Env = process.env): string | undefined {
  const said = env[name.toUpperCase()];
  if (said) return said;
  for (const folder of (env.PATH ?? "").split(delimiter).filter(Boolean)) {
    for (const each of NAMES[name] ?? [name]) {
      if (isProgram(join(folder, each))) return join(folder, each);
    }
  }
  return undefined;
}

/** Why a test with these needs is left out, or undefined when it runs. */
export function reasonToSkip(needs: readonly string[], env: Env = process.env): string | undefined {
  if (env.CI === "true" || env.CI === "1") return undefined;
  const missing = needs.filter((name) => findProgram(name, env) === undefined);
  return missing.length === 0 ? undefined : `skipped: ${missing.join(" and ")} not found on this machine`;
}

/** `test` for a test that needs programs; without them it is skipped, with the reason in its name. */
export function testWith(needs: readonly string[], name: string, run: () => Promise<void> | void): void {
  const reason = reasonToSkip(needs);
  if (reason === undefined) test(name, run);
  else test.skip(`${name} (${reason})`, run);
}

/** `describe` for a group of tests that need programs, its preparations included. */
export function describeWith(needs: readonly string[], name: string, group: () => void): void {
  const reason = reasonToSkip(needs);
  if (reason === undefined) describe(name, group);
  else describe.skip(`${name} (${reason})`, group);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
