// Where an edit goes in a text, and what the text is afterwards (spec 4.5).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editText } from "../../src/resolve/locate.ts";
import type { Modification } from "../../src/resolve/modification.ts";

const SPEC =
  "# Spec\n\n## Auth\nTokens are checked by the gateway only.\n\n## Data\nSessions live in the main table.\n";

const edit = (given: Partial<Modification>): Modification => ({
  file: "spec.md",
  section: null,
  change_type: "update",
  old_content: "",
  new_content: "",
  rationale: "agreed",
  ...given,
});
const update = (old_content: string, new_content: string, section: string | null = null): Modification =>
  edit({ old_content, new_content, section });
const remove = (old_content: string, section: string | null = null): Modification =>
  edit({ change_type: "remove", old_content, section });
const add = (new_content: string, section: string | null = null): Modification =>
  edit({ change_type: "add", new_content, section });

const state = (text: string, ...edits: Modification[]): string[] =>
  editText(text, edits).located.map((entry) => (entry.state === "failed" ? `failed: ${entry.reason}` : entry.state));

describe("update", () => {
  test("replaces the one place that it quotes", () => {
    const edited = editText(SPEC, [update("Tokens are checked by the gateway only.", "AuthManager checks tokens.")]);
    expect(edited.text).toBe(SPEC.replace("Tokens are checked by the gateway only.", "AuthManager checks tokens."));
  });

  test("fails when the quoted text stands under another heading than the one named", () => {
    expect(state(SPEC, update("Sessions live in the main table.", "In Redis.", "## Auth"))).toEqual([
      'failed: the quoted text is not under "## Auth", but elsewhere in the file',
    ]);
  });

  test("finds a place inside a sub-section of the section named", () => {
    expect(state(SPEC, update("Sessions live in the main table.", "In Redis.", "# Spec"))).toEqual(["change"]);
  });

  test("is done already when the new text stands there and the old one does not", () => {
    const after = editText(SPEC, [update("Tokens are checked by the gateway only.", "T.", "## Auth")]).text;
    expect(state(after, update("Tokens are checked by the gateway only.", "T.", "## Auth"))).toEqual(["already"]);
  });

  test("is not done already when a short new text is only a letter of some word", () => {
    expect(state("# Other story\n", update("This sentence is not in the file at all.", "y"))).toEqual([
      "failed: the quoted text is not in the file",
    ]);
  });

  test("that prolongs the quoted text is not applied a second time", () => {
    const longer = update("Tokens are checked by the gateway only.", "Tokens are checked by the gateway only. Always.");
    const once = editText(SPEC, [longer]).text;
    expect(state(once, longer)).toEqual(["already"]);
    expect(editText(once, [longer]).text).toBe(once);
  });

  test("counts overlapping occurrences", () => {
    expect(state("## Auth\nababababababababababababababab\n", update("abababababababababab", "q"))[0]).toMatch(
      /occurs 6 times/,
    );
  });

  test("to nothing is refused", () => {
    expect(state(SPEC, update("Tokens are checked by the gateway only.", " "))[0]).toMatch(/remove/);
  });
});

describe("remove", () => {
  test("deletes exactly the quoted characters", () => {
    const text = "## Auth\nTokens are checked. This note goes away soon.\n";
    expect(editText(text, [remove(" This note goes away soon.")]).text).toBe("## Auth\nTokens are checked.\n");
  });

  test("is done already when the text is nowhere, also when the section is gone with it", () => {
    expect(state(SPEC, remove("This note goes away soon."))).toEqual(["already"]);
    expect(state(SPEC, remove("This note goes away soon.", "## Gone"))).toEqual(["already"]);
  });

  test("fails when the text stands in another section", () => {
    expect(state(SPEC, remove("Sessions live in the main table.", "## Auth"))[0]).toMatch(/elsewhere in the file/);
  });
});

describe("add", () => {
  test("goes below the last non-blank line of the section", () => {
    expect(editText(SPEC, [add("Tokens last an hour.", "## Auth")]).text).toBe(
      SPEC.replace("only.\n", "only.\nTokens last an hour.\n"),
    );
  });

  test("goes below the heading of an empty section", () => {
    expect(editText("## A\n\n## B\nb\n", [add("a", "## A")]).text).toBe("## A\na\n\n## B\nb\n");
  });

  test("keeps a missing final newline missing", () => {
    expect(editText("## A\none", [add("two", "## A")]).text).toBe("## A\none\ntwo");
  });

  test("two additions to one section stand in the order given", () => {
    expect(editText("## A\n\n## B\n", [add("one", "## A"), add("two", "## A")]).text).toBe("## A\none\ntwo\n\n## B\n");
  });

  test("fails when the heading occurs twice, or only inside a code fence", () => {
    expect(state("## A\none\n\n## A\ntwo\n", add("x", "## A"))[0]).toMatch(/more than once/);
    expect(state("```\n## A\n```\n", add("x", "## A"))[0]).toMatch(/no heading/);
    expect(state("~~~~\n~~~\n## A\n~~~~\n", add("x", "## A"))[0]).toMatch(/no heading/);
  });

  test("is done already when its lines stand there", () => {
    expect(state("## A\none\ntwo\n", add("one\ntwo", "## A"))).toEqual(["already"]);
    expect(state("## A\none and two\n", add("one", "## A"))).toEqual(["change"]);
  });

  test("a comment in front matter is no heading", () => {
    expect(state("---\n# A\ntitle: x\n---\n\n# A\nbody\n", add("x", "# A"))).toEqual(["change"]);
  });

  test("fills an empty file", () => {
    expect(editText("", [add("first line")]).text).toBe("first line\n");
  });
});

describe("the text around the edits", () => {
  test("keeps byte order mark and CRLF, whatever the edit is written with", () => {
    const text = `\ufeff${SPEC.replaceAll("\n", "\r\n")}`;
    const edited = editText(text, [
      update("Tokens are checked by the gateway only.\n\n## Data", "Tokens:\ngateway.\n\n## Data"),
      add("More.\nAnd more.", "## Data"),
    ]);
    expect(edited.text).toBe(
      "\ufeff# Spec\r\n\r\n## Auth\r\nTokens:\r\ngateway.\r\n\r\n## Data\r\nSessions live in the main table.\r\nMore.\r\nAnd more.\r\n",
    );
  });

  test("keeps mixed line ends outside the edited place", () => {
    const text = "one\r\ntwo\nTokens are checked by the gateway only.\r\nfour\r\n";
    expect(editText(text, [update("Tokens are checked by the gateway only.", "three")]).text).toBe(
      "one\r\ntwo\nthree\r\nfour\r\n",
    );
  });

  test("edits that overlap fail together, whatever their order", () => {
    const a = update("Tokens are checked by the gateway", "AAA");
    const b = update("checked by the gateway only.", "BBB");
    for (const edits of [
      [a, b],
      [b, a],
    ]) {
      const edited = editText(SPEC, edits);
      expect(edited.located.map((entry) => entry.state)).toEqual(["failed", "failed"]);
      expect(edited.text).toBe(SPEC);
    }
  });

  test("the order of edits does not matter, and a second run changes nothing", () => {
    const line = fc.string({ minLength: 24, maxLength: 60, unit: fc.constantFrom(..."abcdefghij klmno") });
    const lines = fc.uniqueArray(line, { minLength: 2, maxLength: 6, selector: (text) => text.trim() });
    fc.assert(
      fc.property(lines, fc.constantFrom("\n", "\r\n"), fc.boolean(), (texts, lineEnd, reversed) => {
        const body = texts.map((text, i) => `${i}: ${text} :${i}`);
        const edits = body.map((text, i) => update(text, `replaced number ${i} with something longer`));
        const source = body.join(lineEnd);
        const edited = editText(source, reversed ? edits.toReversed() : edits);
        expect(edited.text).toBe(body.map((_, i) => `replaced number ${i} with something longer`).join(lineEnd));
        expect(editText(edited.text, edits).text).toBe(edited.text);
      }),
      { numRuns: 60 },
    );
  });
});
