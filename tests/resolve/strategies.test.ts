// Strategies of every rule: complete, specific, weighed, and every one with a command that can be typed (spec 4.5).
import { describe, expect, test } from "vitest";
import { describe as describeConflict } from "../../src/resolve/describe.ts";
import type { Side } from "../../src/resolve/story.ts";
import { rescopeCommand } from "../../src/resolve/story.ts";
import { recommend } from "../../src/resolve/strategy.ts";
import { nextNumber } from "../../src/resolve/templates/declared.ts";
import { shellWord } from "../../src/shell-word.ts";
import { STORIES, side, story } from "./stories.ts";

describe.each(Object.entries(STORIES))("%s", (_name, told) => {
  const described = describeConflict(told);

  test("has two to four different strategies and two to five suggestions", () => {
    const names = described.strategies.map(({ name }) => name.toLowerCase());
    expect(names.length).toBeGreaterThanOrEqual(2);
    expect(names.length).toBeLessThanOrEqual(4);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(described.strategies.map(({ id }) => id)).size).toBe(names.length);
    expect(described.suggestions.length).toBeGreaterThanOrEqual(2);
    expect(described.suggestions.length).toBeLessThanOrEqual(5);
  });

  test("names who and what in every strategy, and ends in a command to type", () => {
    const people = told.sides.map(({ name }: Side) => name);
    for (const { approach, pros, cons, effort, modifications } of described.strategies) {
      expect(approach).toMatch(/foremerge [a-z]+/);
      expect(people.some((name) => approach.includes(name)) || approach.includes("AuthManager")).toBe(true);
      expect(pros.length * cons.length * effort.length).toBeGreaterThan(0);
      expect(modifications).toEqual([]);
      expect(approach).not.toMatch(/undefined|null|\[object/);
    }
  });

  test("recommends the least complexity and risk, and a way that needs no answer first", () => {
    expect(described.recommended).toBe(recommend(described.strategies));
    expect(described.strategies[described.recommended]?.clarification_needed).toEqual([]);
  });
});

describe("what is said of a conflict", () => {
  const of = (name: string) => describeConflict(STORIES[name] as (typeof STORIES)[string]);

  test("an asserted removal of an endpoint is critical, of a component only high", () => {
    expect(of("remove beside modify, api")).toMatchObject({ severity: "Critical", category: "API" });
    expect(of("migrate beside add, schema")).toMatchObject({ severity: "Critical", category: "Data" });
    expect(of("two rewrites, component")).toMatchObject({ severity: "High", category: "Architecture" });
    expect(of("two additions, contract")).toMatchObject({ severity: "Medium" });
  });

  test("its brief is one line with both names and the thing", () => {
    expect(of("replace beside extend, symbol").brief).toBe("mara replaces PaymentService while ivo extends it");
    expect(of("files of two tasks").brief).toBe("TASK-120 and TASK-125 both touch src/auth.py and src/login.py");
    expect(of("modules that overlap").brief).toBe("UserAuthService would do what AuthManager does already");
  });

  test("a scenario without owner is asked for, once per scenario", () => {
    const split = of("modules that overlap").strategies.find(({ id }) => id === "split-scenarios");
    expect(split?.clarification_needed).toEqual([
      'Which module owns "login": UserAuthService or AuthManager?',
      'Which module owns "token verify": UserAuthService or AuthManager?',
    ]);
  });

  test("the category of two kinds does not depend on who came first", () => {
    const a = side("mara", "a", "symbol:orders=replace");
    const b = side("ivo", "b", "schema:orders=extend");
    const category = (x: Side, y: Side) => describeConflict(story("FM-C001", [x, y])).category;
    expect([category(a, b), category(b, a)]).toEqual(["Data", "Data"]);
  });
});

describe("commands", () => {
  test("quote what a shell would take apart", () => {
    expect(shellWord("api:POST /refunds=modify")).toBe("'api:POST /refunds=modify'");
    expect(shellWord("it's")).toBe("'it'\\''s'");
    expect(shellWord("$(rm -rf ~)")).toBe("'$(rm -rf ~)'");
  });

  test("a rescope names again what the intent declares besides", () => {
    const ivo = side("ivo", "b", "symbol:PaymentService=extend", {
      scopes: [
        { kind: "symbol", key: "PaymentService", operation: "extend", inferred: false },
        { kind: "file", key: "src/pay.ts", operation: "modify", inferred: false },
      ],
      dependsOn: ["int_01zoe"],
    });
    expect(rescopeCommand(ivo, { scopes: ["symbol:PaymentService.refund=add"], after: "int_01mara" })).toBe(
      "foremerge intent rescope int_01ivo --scope symbol:PaymentService.refund=add --scope file:src/pay.ts=modify --depends-on int_01zoe --depends-on int_01mara",
    );
  });

  test("the next migration keeps its zeros", () => {
    expect(["0436", "V9", "20261130_add_users", "users", "099"].map(nextNumber)).toEqual([
      "0437",
      "V10",
      "20261131_add_users",
      "users_2",
      "100",
    ]);
  });
});
