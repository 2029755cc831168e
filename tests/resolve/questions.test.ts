// Questions before a strategy is gone: rounds, empty answers, contradictions (spec 4.5).
import { describe, expect, test } from "vitest";
import { type Clarification, MAX_ROUNDS, playRound, splitAnswer } from "../../src/resolve/questions.ts";

const WHO = { text: "Which team owns the login scenario?" };
const WHEN = { text: "When does the old table go away?" };
const answer = (question: { text: string }, text: string) => ({ question: question.text, answer: text });

describe("splitting QUESTION=ANSWER", () => {
  test("goes by the questions, which may hold an equals sign themselves", () => {
    const asked = [{ text: "Is a=b" }, { text: "Is a" }];
    expect(splitAnswer("Is a=b=yes=no", asked)).toEqual({ question: "Is a=b", answer: "yes=no" });
    expect(splitAnswer("Is a=c", asked)).toEqual({ question: "Is a", answer: "c" });
  });

  test("knows a question by its number and by another name for it", () => {
    expect(splitAnswer("2=spring", [WHO, WHEN])).toEqual(answer(WHEN, "spring"));
    expect(splitAnswer("login=AuthManager", [{ ...WHO, aliases: ["login"] }])).toEqual(answer(WHO, "AuthManager"));
  });

  test("refuses what nobody asked, and names what is asked", () => {
    expect(() => splitAnswer("Is it raining?=yes", [WHO])).toThrow(/nobody asked "Is it raining\?"/);
    expect(() => splitAnswer("no sign", [WHO])).toThrow(/has no "="/);
  });
});

describe("a round", () => {
  test("leaves open what was not answered; an empty answer is none", () => {
    const standing = playRound([WHO, WHEN], [], [answer(WHO, "payments"), answer(WHEN, "  ")]);
    expect(standing.answers).toEqual([{ ...answer(WHO, "payments"), round: 1 }]);
    expect(standing.open).toEqual([WHEN.text]);
    expect(standing.exhausted).toBe(false);
  });

  test("goes on from what is on record and counts on", () => {
    const before = [{ ...answer(WHO, "payments"), round: 1 }];
    const standing = playRound([WHO, WHEN], before, [answer(WHEN, "in spring"), answer(WHO, "payments")]);
    expect(standing.fresh).toEqual([{ ...answer(WHEN, "in spring"), round: 2 }]);
    expect(standing.open).toEqual([]);
  });

  test("shows back two different answers of one round", () => {
    expect(() => playRound([WHO], [], [answer(WHO, "payments"), answer(WHO, "labels")])).toThrow(
      /"payments" and "labels"/,
    );
    expect(playRound([WHO], [], [answer(WHO, "payments"), answer(WHO, "payments")]).open).toEqual([]);
  });

  test("that changes an earlier answer says so", () => {
    const standing = playRound([WHO], [{ ...answer(WHO, "payments"), round: 1 }], [answer(WHO, "labels")]);
    expect(standing.replaced).toEqual([{ question: WHO.text, before: "payments", after: "labels" }]);
    expect(standing.answers).toEqual([{ ...answer(WHO, "labels"), round: 2 }]);
  });

  test("takes only answers that count, where the question says which do", () => {
    const owner = {
      ...WHO,
      accept: (text: string) => (text === "AuthManager" ? text : undefined),
      allowed: "AuthManager",
    };
    expect(() => playRound([owner], [], [answer(WHO, "both")])).toThrow(/does not answer/);
    expect(playRound([owner], [], [answer(WHO, "AuthManager")]).open).toEqual([]);
  });

  test("after the tenth leaves it unresolved", () => {
    let recorded: Clarification[] = [];
    let last = playRound([WHO, WHEN], recorded, []);
    for (let i = 1; i <= MAX_ROUNDS; i++) {
      last = playRound([WHO, WHEN], recorded, [answer(WHO, `try ${i}`)]);
      recorded = [...recorded, ...last.fresh];
    }
    expect(last).toMatchObject({ exhausted: true, open: [WHEN.text] });
    expect(playRound([WHO, WHEN], recorded, [answer(WHEN, "too late")]).open).toEqual([WHEN.text]);
  });
});
