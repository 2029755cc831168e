// Comparison of resolution.json (README-resolution.md): JSON is compared as a part, `$` objects stand for any value.
// Pure.

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A pattern as written for other engines too: `(?i)…` and `(?i:…)` mean that case does not matter. */
export function pattern(source: string): RegExp {
  const flags = /\(\?i[:)]/.test(source) ? "iu" : "u";
  const plain = source.replaceAll("(?i)", "").replaceAll("(?i:", "(?:");
  try {
    return new RegExp(plain, flags);
  } catch {
    return new RegExp(plain, flags.replace("u", ""));
  }
}

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value;
};

/** Other names of one type. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  list: ["list"],
  array: ["list"],
  object: ["object"],
  string: ["string"],
  number: ["number"],
  int: ["number"],
  integer: ["number"],
  boolean: ["boolean"],
  bool: ["boolean"],
  null: ["null"],
};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function deep(value: unknown, wanted: unknown): boolean {
  if (part(value, wanted)) return true;
  if (value === null || typeof value !== "object") return false;
  return Object.values(value).some((inner) => deep(inner, wanted));
}

const TESTS: Readonly<Record<string, (value: unknown, wanted: never) => boolean>> = {
  $in: (value, wanted: readonly unknown[]) => wanted.some((one) => part(value, one)),
  $has: (value, wanted: readonly unknown[]) => wanted.every((one) => list(value).some((item) => part(item, one))),
  $none: (value, wanted: readonly unknown[]) => wanted.every((one) => !list(value).some((item) => part(item, one))),
  $count: (value, wanted: { like: unknown; n: unknown }) =>
    part(list(value).filter((item) => part(item, wanted.like)).length, wanted.n),
  $only: (value, wanted: unknown) => Array.isArray(value) && value.every((item) => part(item, wanted)),
  $len: (value, wanted: unknown) => value !== undefined && part((value as { length?: number } | null)?.length, wanted),
  $not: (value, wanted: unknown) => !part(value, wanted),
  $all: (value, wanted: readonly unknown[]) => wanted.every((one) => part(value, one)),
  $deep: (value, wanted: unknown) => deep(value, wanted),
  $re: (value, wanted: string) => typeof value === "string" && pattern(wanted).test(value),
  $min: (value, wanted: number) => typeof value === "number" && value >= wanted,
  $max: (value, wanted: number) => typeof value === "number" && value <= wanted,
  $type: (value, wanted: string) => (TYPES[wanted] ?? [wanted]).includes(typeOf(value)),
  $time: (value, wanted: string) =>
    typeof value === "string" && Math.abs(Date.parse(value) - Date.parse(wanted)) <= 1500,
  $absent: (value, wanted: boolean) => (value === undefined) === wanted,
};

/** True when the value holds what is wanted. */
export function part(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && value.length === wanted.length && wanted.every((one, i) => part(value[i], one));
  }
  if (!isObject(wanted)) return value === wanted;
  return Object.entries(wanted).every(([key, inner]) => {
    if (!key.startsWith("$")) return isObject(value) && part(Object.hasOwn(value, key) ? value[key] : undefined, inner);
    const test = TESTS[key];
    if (!test) throw new Error(`unknown pattern ${key}`);
    return test(value, inner as never);
  });
}
