// Checks of stored payloads. A check answers with the JSON pointer of the first wrong field, or undefined. Pure; knows
// no event type. Stored bytes are hostile, so nothing in here trusts a shape or throws. Fields are read by name, one
// after the other, rather than from a table: a million payloads are checked on a first read.
import { OPERATIONS, SCOPE_KINDS, SEVERITIES } from "../../detect/model.ts";

/** Undefined when the value is right; else the pointer of what is wrong, "" for the value itself. */
export type Check = (value: unknown) => string | undefined;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === "string";
/** An id or a name: never empty, never endless. */
export const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 512;
export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
export const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
export const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
export const isSha256 = (value: unknown): boolean => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

const DASH = 45;
const COLON = 58;

/** The number that two digits at `i` write, or -1. */
function pairAt(text: string, i: number): number {
  const a = text.charCodeAt(i) - 48;
  const b = text.charCodeAt(i + 1) - 48;
  return a >= 0 && a <= 9 && b >= 0 && b <= 9 ? a * 10 + b : -1;
}

/** True for two digits at `i` that write a number in the range. */
function between(text: string, i: number, low: number, high: number): boolean {
  const value = pairAt(text, i);
  return value >= low && value <= high;
}

/** A time as `Date.prototype.toISOString` writes it: `2026-11-30T12:00:00.000Z`. */
export function isTime(value: unknown): value is string {
  if (typeof value !== "string" || value.length !== 24) return false;
  if (value.charCodeAt(4) !== DASH || value.charCodeAt(7) !== DASH || value.charCodeAt(10) !== 84) return false;
  if (value.charCodeAt(13) !== COLON || value.charCodeAt(16) !== COLON) return false;
  if (value.charCodeAt(19) !== 46 || value.charCodeAt(23) !== 90) return false;
  return (
    between(value, 0, 0, 99) &&
    between(value, 2, 0, 99) &&
    between(value, 5, 1, 12) &&
    between(value, 8, 1, 31) &&
    between(value, 11, 0, 23) &&
    between(value, 14, 0, 59) &&
    between(value, 17, 0, 59) &&
    between(value, 20, 0, 99) &&
    between(value, 21, 0, 99)
  );
}

/** True for a field that is absent, or passes. */
export const absentOr = (value: unknown, test: (value: unknown) => boolean): boolean =>
  value === undefined || test(value);
export const nullOr = (value: unknown, test: (value: unknown) => boolean): boolean => value === null || test(value);

/** A list whose every item passes. */
export function isListOf(value: unknown, test: (value: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!test(value[i])) return false;
  return true;
}

/** A list of exactly two names. */
export const isPair = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && isListOf(value, isName);

/** The pointer of the first wrong item of a list. */
export function listFault(value: unknown, pointer: string, fault: Check): string | undefined {
  if (!Array.isArray(value)) return pointer;
  for (let i = 0; i < value.length; i++) {
    const wrong = fault(value[i]);
    if (wrong !== undefined) return `${pointer}/${i}${wrong}`;
  }
  return undefined;
}

/** The pointer of what is wrong in an object that is a field. */
export function inside(value: unknown, pointer: string, fault: Check): string | undefined {
  const wrong = fault(value);
  return wrong === undefined ? undefined : pointer + wrong;
}

const KINDS = new Set<unknown>(SCOPE_KINDS);
const DONE = new Set<unknown>(OPERATIONS);
const GRADES = new Set<unknown>(SEVERITIES);

export const isSeverity = (value: unknown): boolean => GRADES.has(value);
export const isSettledBy = (value: unknown): boolean => value === "auto" || value === "agent" || value === "human";

export function scopeFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!KINDS.has(value.kind)) return "/kind";
  if (!isName(value.key)) return "/key";
  return undefined;
}

export function scopeClaimFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!KINDS.has(value.kind)) return "/kind";
  if (!isName(value.key)) return "/key";
  if (!DONE.has(value.operation)) return "/operation";
  if (!isBoolean(value.inferred)) return "/inferred";
  return undefined;
}

export function detectionFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.id)) return "/id";
  if (!isSeverity(value.severity)) return "/severity";
  if (!isNumber(value.score)) return "/score";
  if (!isRecord(value.evidence)) return "/evidence";
  if (!isBoolean(value.previously_settled)) return "/previously_settled";
  if (!isName(value.source_intent_id)) return "/source_intent_id";
  return undefined;
}

export function decisionFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.id)) return "/id";
  if (value.as !== "resolved" && value.as !== "overridden" && value.as !== "dismissed") return "/as";
  if (!isText(value.resolution)) return "/resolution";
  if (!isText(value.reason)) return "/reason";
  if (!isName(value.agent)) return "/agent";
  if (!isSettledBy(value.by)) return "/by";
  if (!absentOr(value.strategy, isText)) return "/strategy";
  return undefined;
}
