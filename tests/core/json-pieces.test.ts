// A document in pieces is the text that JSON.stringify gives of it whole.
import { expect, test } from "vitest";
import { jsonPieces } from "../../src/json-pieces.ts";

const long = Array.from({ length: 1300 }, (_, i) => ({ id: `cfl_${i}`, scope: i % 3 === 0 ? null : { key: "Label" } }));

test.each([
  ["a short document", { schema: "foremerge.check/1", findings: [{ id: "cfl_1" }], note: undefined }],
  ["an empty document", {}],
  ["a document with long lists", { schema: "foremerge.check/1", findings: long, policy: "high", stopped_work: long }],
  ["members that JSON leaves out", { left: undefined, findings: long, also: undefined }],
  ["gaps in a long list", { findings: [undefined, ...long, undefined] }],
  ["nothing but what JSON leaves out, and a long list of it", { findings: long.map(() => undefined), gone: undefined }],
])("the pieces of %s are its JSON text", (_, document) => {
  expect([...jsonPieces(document)].join("")).toBe(JSON.stringify(document));
});

test("a long list is cut between its members", () => {
  const pieces = [...jsonPieces({ findings: long })];
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.filter((piece) => piece.includes('"id"')).every((piece) => /^,?\{.*\}$/.test(piece))).toBe(true);
});
