// FM-D001: the sentence about what was done beside what was declared.
import { expect, test } from "vitest";
import { scopeDrift } from "../../src/detect/rules/fm-d001-scope-drift.ts";

test("names what nobody declared, and what was declared milder than it was done", () => {
  const finding = scopeDrift.check(
    "int_1",
    [{ kind: "file", key: "src/queue.ts", operation: "add", file: "src/queue.ts" }],
    [
      {
        kind: "symbol",
        key: "Label",
        operation: "replace",
        file: "src/label.ts",
        declared: "extend",
        destructive: true,
      },
    ],
  );
  expect(finding).toMatchObject({
    kind: "scope_drift",
    severity: "MEDIUM",
    explanation:
      "Intent int_1 changed file:src/queue.ts=add, which it did not declare; " +
      "declared symbol:Label=extend and did replace it (destructive).",
  });
});

test("says nothing when all was declared", () => {
  expect(scopeDrift.check("int_1", [], [])).toBeUndefined();
});
