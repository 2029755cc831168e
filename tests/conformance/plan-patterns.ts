// Patterns of plans.json and symbols.json (README-plans.md): a value, objects and lists of patterns, and tests that
// begin with `$`. Pure.

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Everything of a value as one text, for `$mentions` and `$lacks`. */
export const wordsOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

const mentions = (value: unknown, word: string): boolean => wordsOf(value).toLowerCase().includes(word.toLowerCase());

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** A scope key with `.`, `::` and `#` counted as one separator. */
const symbolForm = (key: unknown): string => String(key).replace(/::|#/g, ".");

/** Other dialects mark patterns that ignore case in the pattern itself. */
const patternOf = (text: string): RegExp =>
  text.startsWith("(?i)") ? new RegExp(text.slice(4), "i") : new RegExp(text);

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const TESTS: Readonly<Record<string, (value: unknown, wanted: never) => boolean>> = {
  $any: (value, wanted: readonly unknown[]) => wanted.some((one) => fits(value, one)),
  $not: (value, wanted: unknown) => !fits(value, wanted),
  $set: (value, wanted: readonly unknown[]) => {
    if (!Array.isArray(value) || value.length !== wanted.length) return false;
    const left = [...value];
    return wanted.every((one) => {
      const at = left.findIndex((item) => fits(item, one));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  },
  $has: (value, wanted: readonly unknown[]) => wanted.every((one) => items(value).some((item) => fits(item, one))),
  $some: (value, wanted: unknown) => items(value).some((item) => fits(item, wanted)),
  $none: (value, wanted: unknown) =>
    (Array.isArray(wanted) ? wanted : [wanted]).every((one) => !items(value).some((item) => fits(item, one))),
  $empty: (value, wanted: boolean) => isEmpty(value) === wanted,
  $mentions: (value, wanted: string | readonly string[]) => [wanted].flat().every((word) => mentions(value, word)),
  $lacks: (value, wanted: string | readonly string[]) => [wanted].flat().every((word) => !mentions(value, word)),
  $re: (value, wanted: string) => patternOf(wanted).test(wordsOf(value)),
  $gte: (value, wanted: number) => typeof value === "number" && value >= wanted,
  $lte: (value, wanted: number) => typeof value === "number" && value <= wanted,
  $name: (value, wanted: string) => value === wanted || String(value).endsWith(`:${wanted}`),
  $symbol: (value, wanted: string) => symbolForm(value) === symbolForm(wanted),
};

/** True when the value fits the pattern. */
export function fits(value: unknown, pattern: unknown): boolean {
  if (Array.isArray(pattern)) {
    return Array.isArray(value) && value.length === pattern.length && pattern.every((one, i) => fits(value[i], one));
  }
  if (!isObject(pattern)) return value === pattern;
  return Object.entries(pattern).every(([key, wanted]) => {
    if (!key.startsWith("$"))
      return isObject(value) && fits(Object.hasOwn(value, key) ? value[key] : undefined, wanted);
    const test = TESTS[key];
    if (!test) throw new Error(`unknown pattern ${key}`);
    return test(value, wanted as never);
  });
}
