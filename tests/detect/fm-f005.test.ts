// FM-F005: two intents that set different versions of one package.
import { expect, test } from "vitest";
import type { Candidate, Operation } from "../../src/detect/model.ts";
import { detectPair } from "../../src/detect/pair.ts";
import { packageVersion } from "../../src/detect/rules/fm-f005-dependency-version.ts";

const intent = (id: string, key: string, operation: Operation = "modify"): Candidate => ({
  id,
  summary: id === "int_a" ? "Print faster" : "Draw invoices",
  scopes: [{ kind: "package", key, operation, inferred: false }],
  uses: [],
  dependsOn: [],
});

const found = (a: Candidate, b: Candidate): string[] =>
  detectPair(a, b).map(({ kind, severity }) => `${severity} ${kind}`);

test.each([
  ["left-pad@1.3.0", "left-pad@2.0.0", ["MEDIUM dependency_version"]],
  ["react@18", "React@19", ["MEDIUM dependency_version"]],
  ["@acme/kit@1.0.0", "@acme/kit@1.0.1", ["MEDIUM dependency_version"]],
  ["left-pad@1.3.0", "left-pad@1.3.0", ["MEDIUM shared_contract"]],
  ["left-pad@1.3.0", "left-pad", ["MEDIUM shared_contract"]],
  ["react@18", "vue@3", []],
])("%s and %s: %j", (a, b, expected) => {
  expect(found(intent("int_a", a), intent("int_b", b))).toEqual(expected);
});

test("it never asserts, also when one side removes the package", () => {
  expect(found(intent("int_a", "left-pad@1.3.0", "remove"), intent("int_b", "left-pad@2.0.0"))).toEqual([
    "MEDIUM dependency_version",
  ]);
});

test("a name without a version, or a scoped name alone, sets none", () => {
  expect(packageVersion("left-pad")).toBeUndefined();
  expect(packageVersion("@acme/kit")).toBeUndefined();
  expect(packageVersion("@acme/kit@^2")).toEqual({ name: "@acme/kit", version: "^2" });
});
