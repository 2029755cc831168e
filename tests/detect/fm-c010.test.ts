// FM-C010 overlapping_edit: severity by what git says of the shared files.
import { expect, test } from "vitest";
import { overlappingEdit } from "../../src/detect/rules/fm-c010-overlapping-edit.ts";

const mara = { intentId: "int_a", agent: "mara", place: "labels", commit: "aaaa" };
const ivo = { intentId: "int_b", agent: "ivo", place: "payments", commit: "bbbb" };
const clean = { path: "src/pay.ts", conflict: undefined };
const clash = { path: "src/label.ts", conflict: "modify/delete" };

test("files that both changed are LOW where git can merge them, MEDIUM where it cannot, nothing where there are none", () => {
  expect(overlappingEdit.check(mara, ivo, [])).toBeUndefined();
  expect(overlappingEdit.check(mara, ivo, [clean])).toMatchObject({ severity: "LOW", scope: { key: "src/pay.ts" } });
  const found = overlappingEdit.check(mara, ivo, [clean, clash]);
  expect(found).toMatchObject({
    severity: "MEDIUM",
    kind: "overlapping_edit",
    scope: { kind: "file", key: "src/label.ts" },
    source_intent_id: "int_a",
    target_intent_id: "int_b",
    evidence: { rule: "FM-C010", asserted: false },
  });
  expect(found?.id).toMatch(/^eph_/);
  expect(found?.explanation).toContain("git cannot merge src/label.ts (modify/delete)");
});

test("the settings switch it off or down, never up", () => {
  const rules = (level: "off" | "low" | "medium") => ({ rules: { "FM-C010": level } });
  expect(overlappingEdit.check(mara, ivo, [clash], rules("off"))).toBeUndefined();
  expect(overlappingEdit.check(mara, ivo, [clash], rules("low"))?.severity).toBe("LOW");
  expect(overlappingEdit.check(mara, ivo, [clean], rules("medium"))?.severity).toBe("LOW");
});
