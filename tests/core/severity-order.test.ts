// Many findings are put into the order that two of them are compared by.
import fc from "fast-check";
import { expect, test } from "vitest";
import { bySeverity, sortedBySeverity } from "../../src/core/severity-order.ts";

const tag = fc.constantFrom("cfl_", "eph_");
const letters = fc.string({ unit: fc.constantFrom(..."0129abz"), minLength: 26, maxLength: 26 });
const finding = fc.record({
  id: fc.oneof(
    fc.tuple(tag, letters).map((parts) => parts.join("")),
    fc.constantFrom("cfl_00000000009", "cfl_0000000000a", "cfl_short", "CFL_ODD", ""),
  ),
  severity: fc.constantFrom("HIGH" as const, "MEDIUM" as const, "LOW" as const),
  score: fc.constantFrom(0.97, 0.873, 0.854, 0.9, 0.802),
});

test("many findings are put into the order that two are compared by", () => {
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 60 }), (findings) => {
      expect(sortedBySeverity(findings)).toEqual([...findings].sort(bySeverity));
    }),
    { numRuns: 300 },
  );
});
