// Settings from the environment: FOREMERGE_FAIL_ON for fail_on, FOREMERGE_HOOKS_BLOCK_ON for hooks.block_on, and so on.
import { SETTING_KEYS } from "./keys.ts";

/** The variable of a leaf. */
export const variableOf = (path: string): string => `FOREMERGE_${path.replace(/\./g, "_").toUpperCase()}`;

function scalar(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Leaf values that the environment sets; blank variables are as if unset. */
export function environmentValues(env: Readonly<Record<string, string | undefined>>): [string, unknown][] {
  const values: [string, unknown][] = [];
  for (const { path, env: allowed, read } of SETTING_KEYS) {
    const given = allowed ? env[variableOf(path)] : undefined;
    if (given !== undefined && given.trim() !== "") values.push([path, read(scalar(given.trim()), variableOf(path))]);
  }
  return values;
}
