import fc from "fast-check";
import { expect, test } from "vitest";
import { checksum } from "../../src/store/checksum.ts";

test("one changed byte, one byte more or less is noticed", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (bytes, at, by) => {
        const sum = checksum(bytes);
        const other = bytes.slice();
        const i = at % bytes.length;
        other[i] = (other[i] as number) ^ by;
        expect(checksum(other)).not.toBe(sum);
        expect(checksum(bytes.subarray(0, -1))).not.toBe(sum);
      },
    ),
  );
});

test("does not depend on where the bytes lie", () => {
  const bytes = Buffer.from("labels, scales and printers");
  const shifted = Buffer.concat([Buffer.from("x"), bytes]).subarray(1);
  expect(checksum(shifted)).toBe(checksum(bytes));
});
