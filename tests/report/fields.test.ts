// `--fields`: the records of any document, reduced to what was asked for.
import { describe, expect, it } from "vitest";
import { fieldNames, fieldsText, selectFields, selectLine } from "../../src/report/fields.ts";
import { HIGH, LOW } from "./story.ts";
import { PIPE } from "./view.ts";

const CHECK = {
  schema: "foremerge.check/1",
  as_of_event: 4,
  blocking: true,
  not_assessed: [{ what: "x" }],
  findings: [HIGH, LOW],
} as const;

describe("--fields", () => {
  it("keeps the named fields of the records, nested ones too, and names them", () => {
    expect(selectFields(CHECK, ["severity", "evidence.rule", "scope"])).toEqual({
      schema: "foremerge.check/1",
      as_of_event: 4,
      fields: ["severity", "evidence.rule", "scope"],
      findings: [
        { severity: "HIGH", evidence: { rule: "FM-C001" }, scope: HIGH.scope },
        { severity: "LOW", evidence: { rule: "FM-C003" }, scope: null },
      ],
    });
  });

  it("takes fields of the document itself where no record has them", () => {
    expect(selectFields(CHECK, ["blocking"])).toEqual({
      schema: "foremerge.check/1",
      as_of_event: 4,
      fields: ["blocking"],
      blocking: true,
    });
  });

  it("reduces a single thing and a line of its own", () => {
    const doc = {
      schema: "foremerge.intent/1",
      as_of_event: 1,
      intent: { id: "int_1", agent: "a" },
      claims: [],
    } as const;
    expect(selectFields(doc, ["agent"])).toMatchObject({ intent: { agent: "a" } });
    expect(selectLine({ id: "int_1", agent: "a" }, ["id"])).toEqual({ id: "int_1" });
  });

  it("makes columns of them", () => {
    expect(fieldsText(PIPE, CHECK, ["severity", "scope", "evidence.rule"])).toBe(
      "SEVERITY\tSCOPE                \tEVIDENCE.RULE\nHIGH    \tsymbol:PaymentService\tFM-C001\nLOW     \t-                    \tFM-C003\n",
    );
  });

  it("refuses a name that nothing has, and says which there are", () => {
    expect(() => selectFields(CHECK, ["severty"])).toThrow('--fields "severty" names nothing in this answer');
    expect(() => fieldNames("id,,x")).toThrow('--fields "id,,x" has an empty name');
    expect(selectFields({ ...CHECK, findings: [] }, ["severity"])).toMatchObject({ findings: [] });
  });

  it("does not trip over hostile names", () => {
    expect(() => selectFields(CHECK, ["__proto__"])).toThrow("names nothing");
    expect(() => selectFields(CHECK, ["constructor.name"])).toThrow("names nothing");
  });
});
