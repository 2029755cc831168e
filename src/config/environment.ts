// Settings from the environment: FOREMERGE_FAIL_ON for fail_on, FOREMERGE_HOOKS_BLOCK_ON for hooks.block_on, and so on.
import { ForemergeError } from "../errors.ts";
import { SETTING_KEYS } from "./keys.ts";
import type { OnMistake } from "./parse.ts";

/** The variable of a leaf. */
export const variableOf = (path: string): string => `FOREMERGE_${path.replace(/\./g, "_").toUpperCase()}`;

function scalar(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/**
 * Leaf values that the environment sets; blank variables are as if unset. With `onMistake`, as inside hooks, a mistake
 * costs its own variable alone.
 * @throws ForemergeError CONFIG_INVALID
 */
export function environmentValues(
  env: Readonly<Record<string, string | undefined>>,
  onMistake?: OnMistake,
): [string, unknown][] {
  const values: [string, unknown][] = [];
  for (const { path, env: allowed, read } of SETTING_KEYS) {
    const given = allowed ? env[variableOf(path)] : undefined;
    if (given === undefined || given.trim() === "") continue;
    try {
      values.push([path, read(scalar(given.trim()), variableOf(path))]);
    } catch (error) {
      if (!onMistake || !(error instanceof ForemergeError)) throw error;
      onMistake(error);
    }
  }
  return values;
}

/** True for a refusal of `environmentValues`: no file says what is wrong, and no file mends it. */
export const isOfEnvironment = (error: unknown): boolean =>
  error instanceof ForemergeError && /^FOREMERGE_/.test(String(error.details?.key ?? ""));
