// Reads strategies that an agent brings (spec 4.5): JSON or YAML, every field looked at, the wrong one named by a JSON
// pointer. Pure but for loading the YAML parser when JSON does not do.
import { type ForemergeError, invalidInput } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { CHANGE_TYPES, type ChangeType, contentFault, type Modification } from "./modification.ts";
import { LEVELS, type Level, recommend, type Strategy, type StrategyChoice } from "./strategy.ts";
import { groundedPath } from "./target-file.ts";

/** What was brought; without suggestions those of the templates stay. */
export type BroughtStrategies = Omit<StrategyChoice, "suggestions"> & { readonly suggestions?: readonly string[] };

const fault = (pointer: string, message: string, hint?: string): ForemergeError =>
  invalidInput(`${pointer || "/"}: ${message}`, hint, { pointer });

/**
 * Strategies out of a text. `where` names the text in messages.
 * @throws ForemergeError INVALID_INPUT; `details.pointer` is the JSON pointer to the wrong field
 */
export async function readStrategies(text: string, where: string): Promise<BroughtStrategies> {
  return checkStrategies(await parseData(text, where));
}

/** The value of a JSON or YAML text. */
export async function parseData(text: string, where: string): Promise<unknown> {
  const bare = text.replace(/^\ufeff/, "");
  try {
    return JSON.parse(bare);
  } catch (error) {
    const { parseYaml } = await import("../config/yaml.ts");
    try {
      return parseYaml(bare, where);
    } catch (cause) {
      // What begins like JSON is meant as JSON: its own complaint says more.
      const why = /^\s*[[{]/.test(bare) ? (error as Error).message : (cause as Error).message;
      throw invalidInput(`${where} is neither JSON nor YAML: ${why}`, 'write {"strategies": [ … ]}');
    }
  }
}

/** The same for a value that is parsed already. */
export function checkStrategies(value: unknown): BroughtStrategies {
  const root = objectAt(value, "");
  const list = field(root, "strategies");
  if (!Array.isArray(list)) {
    throw fault("/strategies", "must be a list of 2 to 4 strategies", 'write {"strategies": [ … ]}');
  }
  if (list.length < 2 || list.length > 4) {
    throw fault("/strategies", `a conflict has 2 to 4 strategies, got ${list.length}`);
  }
  const strategies = list.map((entry, i) => strategyAt(entry, `/strategies/${i}`));
  different(strategies, "id");
  different(strategies, "name");
  const given = field(root, "recommended");
  if (given !== undefined && !(Number.isInteger(given) && (given as number) >= 0 && (given as number) < list.length)) {
    throw fault(
      "/recommended",
      `must be the index of a strategy, 0 to ${list.length - 1}, got ${JSON.stringify(given)}`,
    );
  }
  const suggestions = field(root, "suggestions");
  return {
    strategies,
    recommended: given === undefined ? recommend(strategies) : (given as number),
    ...(suggestions === undefined ? {} : { suggestions: suggestionsAt(suggestions) }),
  };
}

function suggestionsAt(value: unknown): string[] {
  const texts = textsAt(value, "/suggestions");
  if (texts.length < 2 || texts.length > 5) {
    throw fault(
      "/suggestions",
      `there are 2 to 5 suggestions, got ${texts.length}`,
      "leave it out to keep the generated ones",
    );
  }
  return texts;
}

function different(strategies: readonly Strategy[], key: "id" | "name"): void {
  const seen = new Map<string, number>();
  for (const [i, strategy] of strategies.entries()) {
    const folded = strategy[key].toLowerCase();
    const first = seen.get(folded);
    if (first !== undefined) {
      throw fault(`/strategies/${i}/${key}`, `${JSON.stringify(strategy[key])} is the ${key} of strategy ${first} too`);
    }
    seen.set(folded, i);
  }
}

function strategyAt(value: unknown, at: string): Strategy {
  const entry = objectAt(value, at);
  return {
    id: lineAt(entry, "id", at),
    name: lineAt(entry, "name", at),
    approach: textAt(entry, "approach", at),
    complexity: levelAt(entry, "complexity", at),
    risk: levelAt(entry, "risk", at),
    effort: textAt(entry, "effort", at),
    pros: textsAt(field(entry, "pros"), `${at}/pros`),
    cons: textsAt(field(entry, "cons"), `${at}/cons`),
    clarification_needed: questionsAt(field(entry, "clarification_needed"), `${at}/clarification_needed`),
    modifications: modificationsAt(field(entry, "modifications"), `${at}/modifications`),
  };
}

function questionsAt(value: unknown, at: string): string[] {
  if (value === undefined || value === null) return [];
  const questions = textsAt(value, at);
  for (const [i, question] of questions.entries()) {
    if (/\p{Cc}/u.test(question)) throw fault(`${at}/${i}`, "a question is one line");
    if (questions.indexOf(question) !== i) throw fault(`${at}/${i}`, "the question is asked twice");
  }
  return questions;
}

function modificationsAt(value: unknown, at: string): Modification[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw fault(at, "must be a list of modifications");
  return value.map((entry, i) => modificationAt(entry, `${at}/${i}`));
}

function modificationAt(value: unknown, at: string): Modification {
  const entry = objectAt(value, at);
  const file = lineAt(entry, "file", at);
  const grounded = groundedPath(file);
  if ("reason" in grounded) throw fault(`${at}/file`, `${JSON.stringify(file)} may not be written: ${grounded.reason}`);
  const section = field(entry, "section");
  if (section !== undefined && section !== null && (typeof section !== "string" || section.trim() === "")) {
    throw fault(`${at}/section`, 'must be a heading such as "## Auth", or null for the whole file');
  }
  const type = field(entry, "change_type");
  if (!(CHANGE_TYPES as readonly unknown[]).includes(type)) {
    const near = typeof type === "string" ? nearest(type, CHANGE_TYPES) : "";
    throw fault(`${at}/change_type`, `${JSON.stringify(type ?? null)} is none of ${CHANGE_TYPES.join(", ")}${near}`);
  }
  const edit: Modification = {
    file: grounded.path,
    section: typeof section === "string" ? section.trim() : null,
    change_type: type as ChangeType,
    old_content: contentAt(entry, "old_content", at),
    new_content: contentAt(entry, "new_content", at),
    rationale: textAt(entry, "rationale", at),
  };
  const wrong = contentFault(edit);
  if (wrong) throw fault(`${at}/${wrong.field}`, wrong.message);
  return edit;
}

// A key of the text is read only where the object has it of its own: `__proto__` and friends are ordinary words here.
const field = (entry: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(entry, key) ? entry[key] : undefined;

function objectAt(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw fault(at, `must be an object, got ${Array.isArray(value) ? "a list" : JSON.stringify(value ?? null)}`);
}

function textAt(entry: Record<string, unknown>, key: string, at: string): string {
  const value = field(entry, key);
  if (value === undefined) throw fault(`${at}/${key}`, "is missing");
  if (typeof value !== "string" || value.trim() === "") throw fault(`${at}/${key}`, "must be a text that is not blank");
  return value;
}

function lineAt(entry: Record<string, unknown>, key: string, at: string): string {
  const value = textAt(entry, key, at).trim();
  if (/\p{Cc}/u.test(value)) throw fault(`${at}/${key}`, "must be one line without control characters");
  return value;
}

function contentAt(entry: Record<string, unknown>, key: "old_content" | "new_content", at: string): string {
  const value = field(entry, key) ?? "";
  if (typeof value !== "string") throw fault(`${at}/${key}`, "must be a text");
  return value;
}

function levelAt(entry: Record<string, unknown>, key: "complexity" | "risk", at: string): Level {
  const value = field(entry, key);
  if ((LEVELS as readonly unknown[]).includes(value)) return value as Level;
  const got = value === undefined ? "is missing" : `${JSON.stringify(value)} is no level`;
  throw fault(`${at}/${key}`, `${got}; write ${LEVELS.join(", ")}`);
}

function textsAt(value: unknown, at: string): string[] {
  if (value === undefined) throw fault(at, "is missing");
  if (!Array.isArray(value)) throw fault(at, "must be a list of texts");
  return value.map((text, i) => {
    if (typeof text !== "string" || text.trim() === "") throw fault(`${at}/${i}`, "must be a text that is not blank");
    return text;
  });
}
