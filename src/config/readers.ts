// How one value of the settings is read: each reader takes what YAML gave and returns the value or throws a
// CONFIG_INVALID that names the key, the value and what to write. Pure.

import { ForemergeError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { parseDuration } from "./duration.ts";

export type Reader<T> = (value: unknown, key: string) => T;

/** The refusal of a settings value: names key and value, hints at the form. */
export function badSetting(key: string, value: unknown, write: string): ForemergeError {
  const shown = JSON.stringify(value) ?? String(value);
  return new ForemergeError(
    "CONFIG_INVALID",
    `${key}: ${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown} is not valid`,
    {
      hint: `write ${write}`,
      details: { key },
    },
  );
}

/** One of a few words. */
export function oneOf<const T extends string>(words: readonly T[]): Reader<T> {
  return (value, key) => {
    if (typeof value === "string" && (words as readonly string[]).includes(value)) return value as T;
    throw badSetting(key, value, `one of ${words.join(", ")}${typeof value === "string" ? nearest(value, words) : ""}`);
  };
}

/** Not blank text. */
export const text: Reader<string> = (value, key) => {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw badSetting(key, value, "a text that is not blank");
};

export const truth: Reader<boolean> = (value, key) => {
  if (typeof value === "boolean") return value;
  throw badSetting(key, value, "true or false");
};

/** A number between two ends, both allowed; whole unless `fraction`. */
export function numberBetween(low: number, high: number, fraction = false): Reader<number> {
  return (value, key) => {
    if (typeof value === "number" && value >= low && value <= high && (fraction || Number.isInteger(value)))
      return value;
    const kind = fraction ? "a number" : "a whole number";
    throw badSetting(
      key,
      value,
      high === Number.POSITIVE_INFINITY ? `${kind}, ${low} or more` : `${kind} from ${low} to ${high}`,
    );
  };
}

/** A duration as text (`1h`) or seconds; between two ends in seconds. */
export function duration(low: number, high: number): Reader<number> {
  return (value, key) => {
    const seconds = typeof value === "number" ? value : typeof value === "string" ? parseDuration(value) : undefined;
    if (seconds !== undefined && seconds >= low && seconds <= high) return seconds;
    throw badSetting(key, value, `a duration such as 30m or 2h, from ${low}s to ${high}s`);
  };
}

export function listOf<T>(item: Reader<T>): Reader<readonly T[]> {
  return (value, key) => {
    if (!Array.isArray(value)) throw badSetting(key, value, "a list");
    return value.map((entry, i) => item(entry, `${key}[${i}]`));
  };
}

/** The keys of a mapping, or a refusal; null (an empty section) counts as empty. */
export function mapping(value: unknown, key: string): ReadonlyMap<string, unknown> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== "object" || Array.isArray(value)) throw badSetting(key, value, "a mapping of keys to values");
  return new Map(Object.entries(value));
}

/** A mapping whose keys and values are each read. */
export function mapOf<T>(name: Reader<string>, item: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, key) => {
    const out: Record<string, T> = Object.create(null);
    for (const [k, v] of mapping(value, key)) out[name(k, key)] = item(v, `${key}.${k}`);
    return out;
  };
}

/** A mapping with known fields; unknown ones are refused with the nearest known name. */
export function record<T extends object>(
  fields: { readonly [K in keyof T]-?: { read: Reader<T[K]>; default?: T[K] } },
): Reader<T> {
  return (value, key) => {
    const given = mapping(value, key);
    refuseUnknown([...given.keys()], Object.keys(fields), key);
    const out: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields) as [string, { read: Reader<unknown>; default?: unknown }][]) {
      if (given.has(name)) out[name] = field.read(given.get(name), `${key}.${name}`);
      else if ("default" in field) out[name] = field.default;
      else throw badSetting(`${key}.${name}`, null, `a value for ${name}: it is required here`);
    }
    return out as T;
  };
}

/** Refuses the first unknown name. */
export function refuseUnknown(names: readonly string[], known: readonly string[], where: string): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new ForemergeError(
      "CONFIG_INVALID",
      `unknown key ${JSON.stringify(where === "" ? name : `${where}.${name}`)}`,
      {
        hint: `known keys${where === "" ? "" : ` of ${where}`}: ${known.join(", ")}${nearest(name, known)}`,
        details: { key: where === "" ? name : `${where}.${name}` },
      },
    );
  }
}
