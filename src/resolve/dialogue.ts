// A whole resolving dialogue as data (spec 4.5, `resolve --dialogue FILE`): what a person would choose and answer, conflict
// by conflict. Pure: reads a value, makes a value.
import { type ForemergeError, invalidInput } from "../errors.ts";
import type { Description } from "./describe.ts";
import type { GivenAnswer } from "./questions.ts";
import type { ResolveResult } from "./result.ts";

/** What is to become of one conflict. */
export type Choice =
  | { readonly kind: "strategy"; readonly name: string }
  | { readonly kind: "custom"; readonly text: string }
  | { readonly kind: "skip" };

export interface DialogueEntry {
  readonly conflictId: string;
  readonly choice: Choice;
  readonly rounds: readonly (readonly GivenAnswer[])[];
}

const fault = (pointer: string, message: string, hint?: string): ForemergeError =>
  invalidInput(`${pointer || "/"}: ${message}`, hint, { pointer });

/**
 * Entries out of a parsed dialogue file. An entry that chooses nothing yet counts as skipped.
 * @throws ForemergeError INVALID_INPUT with the JSON pointer to the wrong field
 */
export function checkDialogue(value: unknown): DialogueEntry[] {
  const list = isObject(value) && Object.hasOwn(value, "conflicts") ? value.conflicts : undefined;
  if (!Array.isArray(list)) {
    throw fault("/conflicts", "must be a list", 'write {"conflicts": [{"conflict_id": "cfl_…", "strategy": "NAME"}]}');
  }
  const seen = new Set<string>();
  return list.map((entry: unknown, i) => {
    const read = entryAt(entry, `/conflicts/${i}`);
    if (seen.has(read.conflictId)) throw fault(`/conflicts/${i}/conflict_id`, `${read.conflictId} comes twice`);
    seen.add(read.conflictId);
    return read;
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function entryAt(value: unknown, at: string): DialogueEntry {
  if (!isObject(value)) throw fault(at, "must be an object");
  const field = (key: string): unknown => (Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined);
  const id = field("conflict_id");
  if (typeof id !== "string" || id.trim() === "") throw fault(`${at}/conflict_id`, "must be the id of a conflict");
  const chosen = (["strategy", "custom", "skip"] as const).filter((key) => field(key) !== undefined);
  if (chosen.length > 1) throw fault(`${at}/${chosen[1]}`, `choose one of ${chosen.join(" and ")}`);
  return { conflictId: id.trim(), choice: choiceAt(field, at), rounds: roundsAt(field("rounds"), `${at}/rounds`) };
}

function choiceAt(field: (key: string) => unknown, at: string): Choice {
  const strategy = field("strategy");
  const custom = field("custom");
  const skip = field("skip");
  if (strategy !== undefined) {
    if (Number.isInteger(strategy)) return { kind: "strategy", name: String(strategy) };
    if (typeof strategy === "string" && strategy.trim() !== "") return { kind: "strategy", name: strategy };
    throw fault(`${at}/strategy`, "must be the name or the number of a strategy");
  }
  if (custom !== undefined) {
    if (typeof custom === "string" && custom.trim() !== "") return { kind: "custom", text: custom };
    throw fault(`${at}/custom`, "must be a text that is not blank");
  }
  if (skip !== undefined && typeof skip !== "boolean") throw fault(`${at}/skip`, "must be true or false");
  return { kind: "skip" };
}

function roundsAt(value: unknown, at: string): GivenAnswer[][] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw fault(at, "must be a list of rounds, each {QUESTION: ANSWER}");
  return value.map((round: unknown, i) => {
    if (!isObject(round)) throw fault(`${at}/${i}`, "must be {QUESTION: ANSWER}");
    return Object.entries(round).map(([question, answer]) => {
      if (typeof answer !== "string") throw fault(`${at}/${i}/${pointerPart(question)}`, "must be a text");
      return { question, answer };
    });
  });
}

const pointerPart = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** A dialogue to fill in: every conflict with its strategies and their questions, nothing chosen. */
export function blankDialogue(descriptions: readonly Description[]): Record<string, unknown> {
  return {
    conflicts: descriptions.map((description) => ({
      conflict_id: description.conflict_id,
      brief: description.brief,
      strategies: description.strategies.map(({ name, clarification_needed }) => ({ name, clarification_needed })),
      recommended: description.strategies[description.recommended]?.name ?? null,
      strategy: null,
      rounds: [],
    })),
  };
}

/** The dialogue as it was given, with what became of each conflict written into its entry. */
export function answeredDialogue(value: unknown, result: ResolveResult, ids: ReadonlyMap<string, string>): unknown {
  if (!isObject(value) || !Array.isArray(value.conflicts)) return value;
  const conflicts = value.conflicts.map((entry: unknown) => {
    if (!isObject(entry)) return entry;
    const id = ids.get(String(entry.conflict_id).trim());
    const resolved = result.resolved_conflicts.find((item) => item.conflict_id === id);
    const left = result.custom_conflicts.find((item) => item.id === id);
    if (resolved) return { ...entry, outcome: "resolved", clarifications: resolved.clarifications };
    if (!left) return entry;
    return { ...entry, outcome: left.status, open_questions: left.open_questions ?? [] };
  });
  return { ...value, session_id: result.session_id, conflicts };
}
