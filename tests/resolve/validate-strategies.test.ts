// Strategies that agents bring: read from JSON or YAML, the wrong field named by a JSON pointer (spec 4.5).
import { describe, expect, test } from "vitest";
import type { ForemergeError } from "../../src/errors.ts";
import { readStrategies } from "../../src/resolve/validate-strategies.ts";

const first = {
  id: "adapter-first",
  name: "Adapter first",
  approach: "Put an adapter in front",
  complexity: "Low",
  risk: "Low",
  effort: "half a day",
  pros: ["clear"],
  cons: ["takes time"],
};
const second = { ...first, id: "big-bang", name: "Big bang", complexity: "High" };
const edit = {
  file: "docs/spec.md",
  section: "## Auth",
  change_type: "update",
  old_content: "Tokens are checked by the gateway only.",
  new_content: "AuthManager checks tokens.",
  rationale: "agreed",
};
const read = (value: unknown) => readStrategies(JSON.stringify(value), "extra.json");
const two = (change: object) => ({ strategies: [first, { ...second, ...change }] });

async function pointer(value: unknown): Promise<unknown> {
  const error = await read(value).then(
    () => undefined,
    (refused: ForemergeError) => refused,
  );
  expect(error?.code).toBe("INVALID_INPUT");
  expect(error?.message.startsWith(String(error?.details?.pointer || "/"))).toBe(true);
  return error?.details?.pointer;
}

test("a complete list is taken, with empty questions and modifications where none are given", async () => {
  const brought = await read({ strategies: [second, first] });
  expect(brought.recommended).toBe(1);
  expect(brought.strategies[0]).toEqual({ ...second, clarification_needed: [], modifications: [] });
  expect(brought.suggestions).toBeUndefined();
});

test("YAML says the same as JSON", async () => {
  const yaml = `strategies:
  - {id: a, name: Patch, approach: step by step, complexity: Low, risk: Low, effort: a day, pros: [small], cons: [slow]}
  - {id: b, name: Leave, approach: step by step, complexity: High, risk: Low, effort: a day, pros: [small], cons: [slow]}
`;
  expect((await readStrategies(yaml, "-")).strategies.map(({ name }) => name)).toEqual(["Patch", "Leave"]);
});

test("text that is neither is refused with what its parser says", async () => {
  await expect(readStrategies('{"strategies": [', "-")).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(readStrategies("a: b: c", "-")).rejects.toThrow(/neither JSON nor YAML/);
});

describe("the pointer names", () => {
  test.each([
    ["the list", { strategies: [first] }, "/strategies"],
    ["the list when there is none", { ways: [] }, "/strategies"],
    ["the whole when it is no object", [first, second], ""],
    ["a missing field", two({ risk: undefined }), "/strategies/1/risk"],
    ["a level that is none", two({ complexity: "Huge" }), "/strategies/1/complexity"],
    ["a blank text", two({ approach: "  " }), "/strategies/1/approach"],
    ["an entry of a list", two({ pros: ["ok", 7] }), "/strategies/1/pros/1"],
    ["a name that comes twice", two({ name: "ADAPTER FIRST" }), "/strategies/1/name"],
    [
      "a question that comes twice",
      two({ clarification_needed: ["Who?", "Who?"] }),
      "/strategies/1/clarification_needed/1",
    ],
    ["a recommendation outside the list", { ...two({}), recommended: 2 }, "/recommended"],
    ["too many suggestions", { ...two({}), suggestions: Array(6).fill("x") }, "/suggestions"],
    [
      "an unknown change type",
      two({ modifications: [{ ...edit, change_type: "replace" }] }),
      "/strategies/1/modifications/0/change_type",
    ],
    [
      "a quotation too short",
      two({ modifications: [edit, { ...edit, old_content: "Tokens are checked" }] }),
      "/strategies/1/modifications/1/old_content",
    ],
    [
      "a quotation too long",
      two({ modifications: [{ ...edit, old_content: "T".repeat(101) }] }),
      "/strategies/1/modifications/0/old_content",
    ],
    [
      "an update to nothing",
      two({ modifications: [{ ...edit, new_content: "" }] }),
      "/strategies/1/modifications/0/new_content",
    ],
    [
      "a path out of the repository",
      two({ modifications: [{ ...edit, file: "../spec.md" }] }),
      "/strategies/1/modifications/0/file",
    ],
    [
      "a path into .git",
      two({ modifications: [{ ...edit, file: ".git/config" }] }),
      "/strategies/1/modifications/0/file",
    ],
  ])("%s", async (_what, value, expected) => {
    expect(await pointer(value)).toBe(expected);
  });
});

test("lengths count code points, and a line end once", async () => {
  const twenty = "令牌校验统一由网关负责，其他模块不得自行";
  expect([...twenty]).toHaveLength(20);
  await read(two({ modifications: [{ ...edit, old_content: twenty }] }));
  await read(two({ modifications: [{ ...edit, old_content: `${"x".repeat(49)}\r\n${"y".repeat(50)}` }] }));
});

test("a key called __proto__ is an ordinary word and defines nothing", async () => {
  const text = JSON.stringify(two({})).replace('"strategies"', '"__proto__"');
  await expect(readStrategies(text, "-")).rejects.toMatchObject({ details: { pointer: "/strategies" } });
});
