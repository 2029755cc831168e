// Tables: they fit, lose nothing and obey nothing.
import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { fields, paragraph, table } from "../../src/report/table.ts";
import { wrap } from "../../src/report/wrap.ts";
import { displayWidth } from "../../src/term/width.ts";
import { PIPE, terminalView } from "./view.ts";

const COLUMNS = [{ title: "Severity", rigid: true }, { title: "Scope" }, { title: "Summary" }] as const;
const STORY = [
  ["HIGH", "symbol:PaymentService", "Replace the payment service with a Stripe client"],
  ["MEDIUM", "file:src/labels/印刷/ラベル.ts", "ラベル印刷を新しいキューに移す 🏷️ and keep the old one for a week"],
  ["LOW", "config:thumbnails.cache.size", "Raise the cache\u001b[2J\u001b[31m to 2 GB\r\nforged line"],
];

describe("on a terminal", () => {
  for (const width of [24, 40, 80, 200]) {
    it(`fits ${width} columns and loses no character`, () => {
      const out = table(terminalView(width), COLUMNS, STORY);
      for (const line of out.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      // One cell stands on several lines beside its neighbours, so the characters are counted, not their order.
      const letters = (text: string): string =>
        Array.from(text.replace(/[\s│─┼]/g, ""))
          .sort()
          .join("");
      const shown = STORY[1]?.join("").replace(/\s/g, "") ?? "";
      for (const character of new Set(shown)) {
        const count = (text: string): number => text.split(character).length - 1;
        expect(count(letters(out))).toBeGreaterThanOrEqual(count(letters(shown)));
      }
    });
  }

  it("shows short records in columns and turns them upright where columns do not fit", () => {
    const columns = [{ title: "Id", rigid: true }, { title: "Agent" }] as const;
    const records = [["int_01jdyw0000aaaaaaaaaaaaaaaa", "claude-a"]];
    expect(table(terminalView(80), columns, records)).toBe(
      `Id                             │ Agent\n${"─".repeat(30)}─┼─────────\nint_01jdyw0000aaaaaaaaaaaaaaaa │ claude-a\n`,
    );
    expect(table(terminalView(36), columns, records)).toBe(
      "Id     int_01jdyw0000aaaaaaaaaaaaaaaa\nAgent  claude-a\n".replace(
        "int_01jdyw0000aaaaaaaaaaaaaaaa",
        "int_01jdyw0000aaaaaaaaaaaaaaa\n       a",
      ),
    );
  });

  it("aligns wide characters and emoji", () => {
    const out = table(
      terminalView(80),
      [{ title: "Name" }, { title: "N", align: "right" }],
      [
        ["ラベル", 7],
        ["👩‍👩‍👧 team", 12],
        ["e\u0301clair", 3],
      ],
    );
    expect(out).toBe("Name    │  N\n────────┼───\nラベル  │  7\n👩‍👩‍👧 team │ 12\ne\u0301clair  │  3\n");
  });

  it("escapes titles as it escapes cells", () => {
    for (const view of [PIPE, terminalView(80), terminalView(12)]) {
      expect(fields(view, [["evidence \u001b[2J", "x"]])).not.toContain("\u001b");
      expect(table(view, [{ title: "a\u001b[2J" }, { title: "Agent" }], [["x", "y"]])).not.toContain("\u001b");
    }
  });

  it("shows control characters, escape sequences and bidi controls escaped", () => {
    const out = table(terminalView(120), [{ title: "Text" }], [["a\u001b[31mb\u009b2Jc\nd\u202ee\u2066"]]);
    expect(out).toContain("a\\u001b[31mb\\u009b2Jc\\nd\\u202ee\\u2066");
  });
});

describe("without a terminal", () => {
  it("prints one record a line, aligned, parted by one tab, without lines or colour", () => {
    const out = table(PIPE, COLUMNS, STORY);
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[1]?.split("\t").map((cell) => cell.trimEnd())).toEqual(STORY[0]);
    expect(new Set(lines.map((line) => displayWidth(line.split("\t")[1] ?? ""))).size).toBe(1);
    expect(out).not.toMatch(/[│─┼\u001b]/);
  });

  it("joins the lines of a cell and writes - for nothing", () => {
    expect(table(PIPE, [{ title: "A" }, { title: "B" }], [[["x", "y"], undefined]])).toBe("A   \tB\nx, y\t-\n");
  });

  it("keeps a paragraph and a field on one line each", () => {
    expect(paragraph(PIPE, "word ".repeat(60).trim()).split("\n")).toHaveLength(2);
    expect(
      fields(PIPE, [
        ["Agent", "claude-a"],
        ["Task", undefined],
        ["Id", null],
      ]),
    ).toBe("Agent\tclaude-a\nId\t-\n");
  });
});

it("a table has as many rows as there are", () => {
  const records = Array.from({ length: 150_000 }, (_, i) => [`row ${i}`]);
  for (const view of [PIPE, terminalView(80)]) {
    const text = table(view, [{ title: "Name" }], records);
    expect(text.trimEnd().split("\n").at(-1)?.trim()).toBe("row 149999");
  }
});

describe("width and wrapping", () => {
  it("counts cells as string-width does", () => {
    for (const text of [
      "plain",
      "ラベル印刷",
      "é e\u0301",
      "👩‍👩‍👧🏷️🫠1️⃣🇨🇭",
      "\u200bzero",
      "한국어",
      "ｆｕｌｌ",
      "नमस्ते",
      "©️",
    ]) {
      expect([text, displayWidth(text)]).toEqual([text, stringWidth(text)]);
    }
  });

  it("keeps every line within the width and every character in order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), fc.integer({ min: 2, max: 40 }), (text, width) => {
        const clean = text.replace(/[\p{Control}]/gu, "");
        const lines = wrap(clean, width);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.join("").replaceAll(" ", "")).toBe(clean.replaceAll(" ", ""));
      }),
      { numRuns: 200 },
    );
  });

  it("keeps spaces that are not the plain one", () => {
    expect(wrap("\u2002\u2002 \u3000", 2)).toEqual(["\u2002\u2002", "\u3000"]);
    expect(wrap("a\u00a0b\u2002 c", 4)).toEqual(["a\u00a0b\u2002", "c"]);
  });

  it("breaks long keys behind their separators", () => {
    expect(wrap("src/payments/providers/stripe.ts", 20)).toEqual(["src/payments/", "providers/stripe.ts"]);
  });
});
