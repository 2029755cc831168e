// Questions and answers before a strategy can be gone (spec 4.5): at most ten rounds, an empty answer is none, two
// different answers are shown back. Pure.
import { invalidInput } from "../errors.ts";

export const MAX_ROUNDS = 10;

/** An answer on record. */
export interface Clarification {
  readonly question: string;
  readonly answer: string;
  /** From 1. */
  readonly round: number;
}

/** A question, and other words that name it: for an owner of a scenario, the scenario itself. */
export interface Question {
  readonly text: string;
  readonly aliases?: readonly string[];
  /** The answers that count, where not every text does. */
  readonly accept?: (answer: string) => string | undefined;
  /** What to say when an answer does not count. */
  readonly allowed?: string;
}

/** Where a dialogue about one strategy stands. */
export interface Standing {
  /** The latest answer per question that is asked, in the order of the questions. */
  readonly answers: readonly Clarification[];
  readonly open: readonly string[];
  /** Answers of this round that are new or differ from what was on record. */
  readonly fresh: readonly Clarification[];
  /** Answers that replaced others: shown, never silent. */
  readonly replaced: readonly { readonly question: string; readonly before: string; readonly after: string }[];
  /** No further round is allowed although questions are open. */
  readonly exhausted: boolean;
}

/** One `QUESTION=ANSWER`, or a question with its answer. */
export interface GivenAnswer {
  readonly question: string;
  readonly answer: string;
}

/**
 * Splits `QUESTION=ANSWER` by the questions that are asked (they may hold `=` themselves); a number counts questions
 * from 1.
 * @throws ForemergeError INVALID_INPUT for a text without `=` and for a question that nobody asked; the open ones are
 * named
 */
export function splitAnswer(text: string, asked: readonly Question[]): GivenAnswer {
  let best: { question: string; length: number } | undefined;
  for (const [i, question] of asked.entries()) {
    for (const name of [question.text, ...(question.aliases ?? []), String(i + 1)]) {
      if (text.startsWith(`${name}=`) && name.length > (best?.length ?? -1)) {
        best = { question: question.text, length: name.length };
      }
    }
  }
  if (best) return { question: best.question, answer: text.slice(best.length + 1) };
  if (!text.includes("=")) {
    throw invalidInput(`--answer ${JSON.stringify(text)} has no "="`, "write --answer QUESTION=ANSWER");
  }
  throw notAsked(text.slice(0, text.indexOf("=")), asked);
}

function notAsked(question: string, asked: readonly Question[]): Error {
  const list = asked.map(({ text }) => `  ${text}`).join("\n");
  return invalidInput(
    `nobody asked ${JSON.stringify(question)}`,
    asked.length === 0 ? "this strategy asks nothing: leave --answer out" : `the questions are:\n${list}`,
    { questions: asked.map(({ text }) => text) },
  );
}

/**
 * Plays one round of answers against what is on record; by default the round after the last one on record.
 * @throws ForemergeError INVALID_INPUT: not asked, two different answers to one question, an answer that does not count
 */
export function playRound(
  asked: readonly Question[],
  recorded: readonly Clarification[],
  given: readonly GivenAnswer[],
  round = Math.max(0, ...recorded.map((entry) => entry.round)) + 1,
): Standing {
  const known = new Map<string, Clarification>();
  for (const entry of recorded) known.set(entry.question, entry);
  const now = answersOf(asked, given);
  const fresh: Clarification[] = [];
  const replaced: { question: string; before: string; after: string }[] = [];
  for (const [question, answer] of now) {
    const before = known.get(question);
    if (before?.answer === answer) continue;
    if (before) replaced.push({ question, before: before.answer, after: answer });
    if (round <= MAX_ROUNDS) {
      fresh.push({ question, answer, round });
      known.set(question, { question, answer, round });
    }
  }
  const answers = asked.flatMap(({ text }) => known.get(text) ?? []);
  const open = asked.filter(({ text }) => !known.has(text)).map(({ text }) => text);
  return { answers, open, fresh, replaced, exhausted: open.length > 0 && round >= MAX_ROUNDS };
}

function answersOf(asked: readonly Question[], given: readonly GivenAnswer[]): Map<string, string> {
  const now = new Map<string, string>();
  for (const { question: name, answer: text } of given) {
    const question = asked.find((one) => one.text === name || (one.aliases ?? []).includes(name));
    if (!question) throw notAsked(name, asked);
    if (text.trim() === "") continue;
    const answer = question.accept ? question.accept(text) : text;
    if (answer === undefined) {
      throw invalidInput(
        `${JSON.stringify(text)} does not answer ${JSON.stringify(question.text)}`,
        `write ${question.allowed ?? "one of the answers that the question names"}`,
      );
    }
    const other = now.get(question.text);
    if (other !== undefined && other !== answer) {
      throw invalidInput(
        `two answers to ${JSON.stringify(question.text)}: ${JSON.stringify(other)} and ${JSON.stringify(answer)}`,
        "give the one that holds",
      );
    }
    now.set(question.text, answer);
  }
  return now;
}
