import { describe, expect, test } from "vitest";
import type { FieldValue } from "../../src/plan/frontmatter.ts";
import { editFrontmatter } from "../../src/plan/frontmatter-edit.ts";

const edit = (text: string, changes: Record<string, FieldValue>): string =>
  editFrontmatter("plans/TASK-1.md", Buffer.from(text), new Map(Object.entries(changes))).toString();

const node = (...lines: string[]): string => `---\n${lines.join("\n")}\n---\n\n# Body\n\nstatus: planned\n`;

describe("a field that is changed", () => {
  test("keeps its quotes, its blanks and its comment", () => {
    const changes = { status: "frozen" };
    expect(edit(node("id: T", "status:   planned  # for now"), changes)).toBe(
      node("id: T", "status:   frozen  # for now"),
    );
    expect(edit(node("id: T", 'status: "planned"'), changes)).toBe(node("id: T", 'status: "frozen"'));
    expect(edit(node("id: T", "'status': 'planned'"), changes)).toBe(node("id: T", "'status': 'frozen'"));
    expect(edit(node("{id: T, status: planned, tier: 4}"), changes)).toBe(node("{id: T, status: frozen, tier: 4}"));
  });

  test("keeps CRLF, byte order mark and the bytes of a body that is no UTF-8", () => {
    const bytes = Buffer.concat([
      Buffer.from("\ufeff---\r\nid: T\r\nstatus: planned\r\n---\r\nBody "),
      Buffer.from([0xff, 0xfe, 0x0a]),
    ]);
    const after = editFrontmatter(
      "a.md",
      bytes,
      new Map([
        ["status", "active"],
        ["freeze_reason", "waits"],
      ]),
    );
    const expected = Buffer.concat([
      Buffer.from("\ufeff---\r\nid: T\r\nstatus: active\r\nfreeze_reason: waits\r\n---\r\nBody "),
      Buffer.from([0xff, 0xfe, 0x0a]),
    ]);
    expect(after.equals(expected)).toBe(true);
  });

  test("keeps the line ends of every other line in a file that mixes them", () => {
    expect(edit("---\r\nid: T\nstatus: planned\r\ntier: 4\n---\n", { status: "done" })).toBe(
      "---\r\nid: T\nstatus: done\r\ntier: 4\n---\n",
    );
  });

  test("is written where it was empty", () => {
    expect(edit(node("id: T", "status:", "tier: 4"), { status: "active" })).toBe(
      node("id: T", "status: active", "tier: 4"),
    );
    expect(edit(node("id: T", "status: # open", "tier: 4"), { status: "active" })).toBe(
      node("id: T", "status: active # open", "tier: 4"),
    );
  });

  test("replaces a folded text with one line", () => {
    expect(
      edit(node("id: T", "freeze_reason: >-", "  waits for", "  the contract", "tier: 4"), { freeze_reason: "no" }),
    ).toBe(node("id: T", 'freeze_reason: "no"', "tier: 4"));
  });

  test("quotes what would read as something else", () => {
    const after = edit(node("id: T"), {
      freeze_reason: 'He said: "no" # twice\nthen \u0007',
      frozen_at: "2026-11-30T12:00:00.000Z",
    });
    expect(after).toBe(
      node(
        "id: T",
        'freeze_reason: "He said: \\"no\\" # twice\\nthen \\u0007"',
        'frozen_at: "2026-11-30T12:00:00.000Z"',
      ),
    );
  });

  test("that has its value already changes nothing", () => {
    const text = node("id: T", "status: 'planned'", "depends_on:", "- A");
    expect(edit(text, { status: "planned", depends_on: ["A"], replan_required: null })).toBe(text);
  });

  test("an alias is replaced, what it stood for is not", () => {
    expect(edit(node("id: T", "was: &s planned", "status: *s"), { status: "done" })).toBe(
      node("id: T", "was: &s planned", "status: done"),
    );
  });

  test("an anchor that others use is refused: it would change them too", () => {
    expect(() => edit(node("id: T", "status: &s planned", "was: *s"), { status: "done" })).toThrow(
      /cannot be changed alone/,
    );
  });
});

describe("a field that is added", () => {
  test("stands at the end, behind comments, in the indent of the others", () => {
    expect(edit(node("  id: T", "  # the end"), { status: "frozen", replan_required: "true" })).toBe(
      node("  id: T", "  # the end", "  status: frozen", "  replan_required: true"),
    );
  });

  test("joins a flow mapping", () => {
    expect(edit(node("{id: T}"), { status: "frozen" })).toBe(node("{id: T, status: frozen}"));
  });
});

describe("a field that is taken out", () => {
  test("goes with its line and its comment; comments around it stay", () => {
    expect(
      edit(node("id: T", "# why", "freeze_reason: waits # long", "# next", "tier: 4"), { freeze_reason: null }),
    ).toBe(node("id: T", "# why", "# next", "tier: 4"));
  });

  test("goes with all its lines", () => {
    expect(
      edit(node("id: T", "depends_on:", "  - A", "  # and", "  - B", "# tier", "tier: 4"), { depends_on: null }),
    ).toBe(node("id: T", "# tier", "tier: 4"));
    expect(edit(node("id: T", "freeze_reason: |", "  one", "  two", "tier: 4"), { freeze_reason: null })).toBe(
      node("id: T", "tier: 4"),
    );
  });

  test("leaves a flow mapping sound", () => {
    expect(edit(node("{id: T, a: 1, b: 2}"), { a: null })).toBe(node("{id: T, b: 2}"));
    expect(edit(node("{id: T, a: 1, b: 2}"), { b: null })).toBe(node("{id: T, a: 1}"));
  });
});

describe("a list", () => {
  test("grows in its own style", () => {
    expect(edit(node("id: T", "depends_on: [A, 'B'] # order"), { depends_on: ["A", "B", "C"] })).toBe(
      node("id: T", "depends_on: [A, 'B', C] # order"),
    );
    expect(edit(node("id: T", "depends_on: []"), { depends_on: ["A"] })).toBe(node("id: T", "depends_on: [A]"));
    expect(edit(node("id: T", "depends_on:", "tier: 4"), { depends_on: ["A"] })).toBe(
      node("id: T", "depends_on: [A]", "tier: 4"),
    );
    expect(edit(node("id: T"), { depends_on: ["A"] })).toBe(node("id: T", "depends_on: [A]"));
    expect(edit(node("id: T", "depends_on:", "- A # first", "tier: 4"), { depends_on: ["A", "B"] })).toBe(
      node("id: T", "depends_on:", "- A # first", "- B", "tier: 4"),
    );
    expect(edit(node("id: T", "depends_on:", "  -   A", "# end"), { depends_on: ["A", "B"] })).toBe(
      node("id: T", "depends_on:", "  -   A", "  -   B", "# end"),
    );
    expect(edit(node("id: T", "depends_on: [", "  A,", "  B", "]"), { depends_on: ["A", "B", "C"] })).toBe(
      node("id: T", "depends_on: [", "  A,", "  B, C", "]"),
    );
  });

  test("shrinks and keeps the lines of the items that stay", () => {
    expect(
      edit(node("id: T", "depends_on:", "  - A # first", "  - B # second", "tier: 4"), { depends_on: ["B"] }),
    ).toBe(node("id: T", "depends_on:", "  - B # second", "tier: 4"));
    expect(edit(node("id: T", "depends_on:", "  - A", "tier: 4"), { depends_on: [] })).toBe(
      node("id: T", "depends_on: []", "tier: 4"),
    );
    expect(edit(node("id: T", "depends_on: [A, B]"), { depends_on: ["B"] })).toBe(node("id: T", "depends_on: [B]"));
  });

  test("quotes ids that a flow list would split", () => {
    expect(edit(node("id: T"), { depends_on: ["a, b", "x: y"] })).toBe(node("id: T", 'depends_on: ["a, b", "x: y"]'));
  });
});

test("a file without readable frontmatter is refused", () => {
  expect(() => edit("# Notes\n", { status: "done" })).toThrow(/has no frontmatter/);
  expect(() => edit(node("id: T", "a: {{{"), { status: "done" })).toThrow(/no valid YAML/);
});
