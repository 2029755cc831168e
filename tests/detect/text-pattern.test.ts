// A pattern finds the same in a text of ASCII as the one with Unicode classes does.
import fc from "fast-check";
import { expect, test } from "vitest";
import { CONTROL_CHARACTER, TextPattern } from "../../src/detect/text-pattern.ts";

const SOURCES = [
  String.raw`[\p{L}\p{M}\p{N}_$]+`,
  String.raw`^[^\p{L}\p{M}\p{N}/_]+|[^\p{L}\p{N}]$`,
  String.raw`([\p{Ll}\p{N}][\p{M}]*)(?=[\p{Lu}])`,
];
const found = (text: string, pattern: RegExp): (string | number | undefined)[][] =>
  [...text.matchAll(pattern)].map((match) => [match.index, ...match]);

test("what it finds does not depend on how the text is written", () => {
  const texts = fc.oneof(fc.string({ unit: "binary-ascii" }), fc.string({ unit: "grapheme" }), fc.string());
  fc.assert(
    fc.property(texts, fc.constantFrom(...SOURCES), (text, source) => {
      expect(found(text, new TextPattern(source, "g").for(text))).toEqual(found(text, new RegExp(source, "gu")));
    }),
  );
});

test("letters of every script count, and a class that is not known is refused", () => {
  const name = new TextPattern(String.raw`^[\p{L}]+$`);
  for (const text of ["Label", "Étiquette", "ラベル", "метка"]) expect(name.for(text).test(text)).toBe(true);
  expect(name.for("a1").test("a1")).toBe(false);
  expect(() => new TextPattern(String.raw`[\p{Sc}]`).for("a")).toThrow("no class");
});

test("control characters are those of Unicode", () => {
  for (let code = 0; code < 0x3000; code++) {
    const text = String.fromCharCode(code);
    expect(CONTROL_CHARACTER.test(text)).toBe(/\p{Cc}/u.test(text));
  }
});
