// Tokens as numbers say what tokens as texts say. fast-check prints the seed of a failure.
import fc from "fast-check";
import { expect, test } from "vitest";
import { TokenIds } from "../../src/detect/token-ids.ts";
import { jaccard, tokensOf } from "../../src/detect/tokens.ts";

const word = fc.constantFrom(
  "Label",
  "label",
  "HTTPGateway",
  "parseXML2",
  "の",
  "ラベル印刷",
  "Übergröße",
  "the",
  "x",
  "İ",
  "ß",
);
const text = fc.oneof(
  fc.array(word, { maxLength: 40 }).map((words) => words.join(" ")),
  fc.array(word, { maxLength: 40 }).map((words) => words.join("_")),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 80 }),
);

test("two texts share as many numbers as they share tokens", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 8 }), (texts) => {
      const ids = new TokenIds();
      const sets = texts.map((each) => {
        const read: number[] = [];
        const count = ids.read(each, read);
        return new Set(read.slice(0, count));
      });
      texts.forEach((a, i) => {
        expect(sets[i]?.size).toBe(tokensOf(a).size);
        texts.forEach((b, j) => {
          const shared = [...(sets[i] ?? [])].filter((id) => sets[j]?.has(id)).length;
          const all = new Set([...(sets[i] ?? []), ...(sets[j] ?? [])]).size;
          expect(all === 0 ? 0 : shared / all).toBe(jaccard(tokensOf(a), tokensOf(b)));
        });
      });
    }),
    { numRuns: 500 },
  );
});

test("ten thousand tokens keep numbers of their own", () => {
  const ids = new TokenIds();
  const read: number[] = [];
  const numberOf = (token: string): number | undefined => {
    ids.read(token, read);
    return read[0];
  };
  const first = Array.from({ length: 10_000 }, (_, i) => numberOf(`parcel${i}`));
  expect(new Set(first).size).toBe(10_000);
  expect(first.map((_, i) => numberOf(`PARCEL${i}`))).toEqual(first);
});
