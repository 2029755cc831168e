// SHA-256 in JavaScript and Node's own give one digest, and chance comes from the system.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomBytes } from "../../src/random-bytes.ts";
import { sha256 } from "../../src/sha256.ts";

const byNode = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

test("any text and any bytes have Node's digest, before and after the small budget is spent", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.uint8Array({ maxLength: 300 })), (bytes) => {
      expect(sha256(bytes)).toBe(byNode(bytes));
    }),
  );
  const large = "a".repeat(100_000);
  expect(sha256(large)).toBe(byNode(large));
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("random bytes have the length asked for and do not come twice", () => {
  const seen = new Set(Array.from({ length: 1000 }, () => randomBytes(10).toString("hex")));
  expect(seen.size).toBe(1000);
  expect([...seen].every((hex) => hex.length === 20)).toBe(true);
});
