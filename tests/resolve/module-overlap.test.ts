// Modules that would do what others do already, and who answers for what (spec 4.5).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moduleOverlapOf } from "../../src/detect/rules/fm-m001-module-overlap.ts";
import { type ExistingModule, moduleFindings } from "../../src/resolve/module-overlap.ts";
import { ownerNamed, uniqueness } from "../../src/resolve/module-owners.ts";
import type { ModuleDeclaration } from "../../src/store/model.ts";

const module = (name: string, scenarios: string[], responsibilities = name): ModuleDeclaration => ({
  name,
  file: `src/${name}.ts`,
  scenarios,
  responsibilities,
});
const declared = (one: ModuleDeclaration): ExistingModule => ({ ...one, declared: true });
const AUTH = module("AuthManager", ["login", "verify token"], "password login and token verification");
const check = (added: ModuleDeclaration, ...existing: ModuleDeclaration[]) =>
  moduleFindings({
    sourceId: "int_1",
    modules: [added],
    existing: existing.map(declared),
    ephemeral: false,
    level: undefined,
  });

describe("an overlap", () => {
  test("is found whatever the order of words, and counted by the smaller module", () => {
    const added = module("UserAuthService", ["login", "token verify", "permissions", "MFA"], "multi factor");
    expect(moduleOverlapOf(added, AUTH)).toEqual({
      scenarios: ["login", "token verify"],
      coefficient: 1,
      responsibilities: 0,
      word: "High",
    });
  });

  test("of two words in three is one, of one in two is none", () => {
    const chores = module("Chores", ["badge refresh"], "x");
    expect(moduleOverlapOf(module("A", ["refresh expired badge"], "y"), chores)?.coefficient).toBe(1);
    expect(moduleOverlapOf(module("A", ["badge print"], "y"), chores)).toBeUndefined();
  });

  test("of responsibilities alone is Medium", () => {
    expect(moduleOverlapOf(module("A", ["xylophone"], "password login and token verification"), AUTH)).toEqual({
      scenarios: [],
      coefficient: 0,
      responsibilities: 1,
      word: "Medium",
    });
  });

  test("never has a coefficient over one, however many scenarios say the same", () => {
    const added = module("A", ["verify token", "token verify", "verify the token"], "y");
    expect(moduleOverlapOf(added, module("B", ["verify token"], "x"))?.coefficient).toBe(1);
  });

  test("needs words on both sides", () => {
    expect(moduleOverlapOf(module("A", [], "one thing"), module("B", ["login"], "other matter"))).toBeUndefined();
    expect(moduleOverlapOf(module("A", ["of the"], "x y"), module("B", ["to the"], "z w"))).toBeUndefined();
  });

  test("has a coefficient between 0 and 1 for any two modules", () => {
    const words = fc.array(fc.constantFrom("login", "token verify", "verify token", "print label", "the"), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const overlap = moduleOverlapOf(module("A", a, ""), module("B", b, ""));
        expect(overlap?.coefficient ?? 0).toBeGreaterThanOrEqual(0);
        expect(overlap?.coefficient ?? 0).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the finding", () => {
  test("is MEDIUM, never asserted, and names both modules", () => {
    const [finding] = check(module("UserAuthService", ["login"], "x"), AUTH);
    expect(finding).toMatchObject({
      kind: "module_overlap",
      severity: "MEDIUM",
      scope: { kind: "module", key: "UserAuthService" },
      evidence: { rule: "FM-M001", asserted: false, existing_module: { name: "AuthManager" }, overlap_word: "High" },
    });
    expect(finding?.id).toMatch(/^cfl_/);
    expect(finding?.explanation).toContain('share the scenario "login"');
  });

  test("comes once per existing module, never for the module itself", () => {
    const added = module("A", ["login"]);
    expect(check(added, module("Z", ["login"]), module("B", ["login"])).map((f) => f.target_intent_id)).toEqual([
      "module:B",
      "module:Z",
    ]);
    expect(check(added, { ...added, name: "Old name", file: "./src//A.ts" })).toEqual([]);
  });

  test("is silent when the rule is off", () => {
    expect(
      moduleFindings({
        sourceId: "int_1",
        modules: [AUTH],
        existing: [declared(module("B", ["login"]))],
        ephemeral: true,
        level: "off",
      }),
    ).toEqual([]);
  });
});

describe("owners", () => {
  test("are unique when every scenario has exactly one", () => {
    const owners = new Map([
      ["login", new Set(["AuthManager"])],
      ["token", new Set(["AuthManager", "UserAuthService"])],
    ]);
    expect(uniqueness(["login"], owners).confirmed).toBe(true);
    expect(uniqueness(["login", "token", "logout"], owners)).toEqual({
      confirmed: false,
      unowned: ["logout"],
      contested: [{ scenario: "token", owners: ["AuthManager", "UserAuthService"] }],
    });
  });

  test("are named by one of the modules, in any case", () => {
    expect(ownerNamed(" authmanager ", ["UserAuthService", "AuthManager"])).toBe("AuthManager");
    expect(ownerNamed("both", ["UserAuthService", "AuthManager"])).toBeUndefined();
  });
});
