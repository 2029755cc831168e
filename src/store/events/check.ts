// Checks of stored payloads. A check answers with the JSON pointer of the first wrong field, or undefined. Pure; knows
// no event type. Stored bytes are hostile, so nothing in here trusts a shape or throws.
import { OPERATIONS, SCOPE_KINDS, SEVERITIES } from "../../detect/model.ts";

/** Undefined when the value is right; else the pointer of what is wrong, "" for the value itself. */
export type Check = (value: unknown) => string | undefined;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const when =
  (test: (value: unknown) => boolean): Check =>
  (value) =>
    test(value) ? undefined : "";

/** A time as `Date.prototype.toISOString` writes it. */
export function isTime(value: unknown): value is string {
  return typeof value === "string" && value.length === 24 && value[23] === "Z" && !Number.isNaN(Date.parse(value));
}

export const text = when((value) => typeof value === "string");
/** An id or a name: never empty, never endless. */
export const name = when((value) => typeof value === "string" && value !== "" && value.length <= 512);
export const bool = when((value) => typeof value === "boolean");
export const number = when((value) => typeof value === "number" && Number.isFinite(value));
export const count = when((value) => Number.isSafeInteger(value) && (value as number) >= 0);
export const time = when(isTime);
export const sha256 = when((value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value));
export const record = when(isRecord);

export const oneOf = (...words: readonly unknown[]): Check => when((value) => words.includes(value));
export const nullOr =
  (check: Check): Check =>
  (value) =>
    value === null ? undefined : check(value);

/** A list whose every item passes. */
export const list =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return "";
    for (let i = 0; i < value.length; i++) {
      const wrong = check(value[i]);
      if (wrong !== undefined) return `/${i}${wrong}`;
    }
    return undefined;
  };

/** A list of exactly two. */
export const pair =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length === 2 ? list(check)(value) : "";

/** An object: all `required` fields, and the `optional` ones where they stand. Other fields are let be. */
export function fields(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  const must = Object.entries(required);
  const may = Object.entries(optional);
  return (value) => {
    if (!isRecord(value)) return "";
    for (const [key, check] of must) {
      const wrong = Object.hasOwn(value, key) ? check(value[key]) : "";
      if (wrong !== undefined) return `/${key}${wrong}`;
    }
    for (const [key, check] of may) {
      if (!Object.hasOwn(value, key)) continue;
      const wrong = check(value[key]);
      if (wrong !== undefined) return `/${key}${wrong}`;
    }
    return undefined;
  };
}

export const scope = fields({ kind: oneOf(...SCOPE_KINDS), key: name });
export const scopeClaim = fields({
  kind: oneOf(...SCOPE_KINDS),
  key: name,
  operation: oneOf(...OPERATIONS),
  inferred: bool,
});
export const severity = oneOf(...SEVERITIES);
export const settledBy = oneOf("auto", "agent", "human");
export const detection = fields({
  id: name,
  severity,
  score: number,
  evidence: record,
  previously_settled: bool,
  source_intent_id: name,
});
export const decision = fields(
  {
    id: name,
    as: oneOf("resolved", "overridden", "dismissed"),
    resolution: text,
    reason: text,
    agent: name,
    by: settledBy,
  },
  { strategy: text },
);
