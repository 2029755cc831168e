// Stored text does nothing where it is shown.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { age, duration } from "../../src/report/age.ts";
import {
  escapeGithubData,
  escapeGithubProperty,
  escapeHtml,
  escapeMarkdown,
  escapeXml,
  jsonText,
  markdownCode,
  visible,
} from "../../src/report/escape.ts";
import { NOW } from "./view.ts";

describe("escapes", () => {
  it("leaves ordinary text of any script alone", () => {
    for (const text of ["Replace PaymentService", "ラベル 🏷️ 👩‍👩‍👧", "می‌خواهم", "C:\\labels", "é"])
      expect(visible(text)).toBe(text);
  });

  it("shows what a terminal would obey", () => {
    expect(visible("\u001b]0;x\u0007\u202e\u{e0041}\ud800")).toBe("\\u001b]0;x\\u0007\\u202e\\u{e0041}\\ud800");
  });

  it("spells JSON so that nothing in it is obeyed, and keeps its value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const json = jsonText({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(visible(json)).toBe(json);
      }),
      { examples: [["\u009b2J\u007f\u202e\u{e0041}\u{1f3f7}"]], numRuns: 300 },
    );
  });

  it("makes no element, attribute or entity of text in HTML and XML", () => {
    expect(escapeHtml(`<img src=x onerror="a('&')">`)).toBe("&lt;img src=x onerror=&quot;a(&#39;&amp;&#39;)&quot;&gt;");
    expect(escapeXml("a\u0000\uffff<\u202e")).toBe("a\\u0000\\uffff&lt;\\u202e");
  });

  it("escapes workflow commands as their runner reads them", () => {
    expect(escapeGithubData("50%\r\na:b,c")).toBe("50%25%0D%0Aa:b,c");
    expect(escapeGithubProperty("50%\r\na:b,c")).toBe("50%25%0D%0Aa%3Ab%2Cc");
  });

  it("makes no markup, link or mention of text in Markdown", () => {
    expect(escapeMarkdown("[x](javascript:1) <b> @team https://x | `c`")).toBe(
      "\\[x\\]\\(javascript:1\\) &lt;b&gt; @&#8203;team https&#58;// x \\| \\`c\\`".replace("// x", "//x"),
    );
    expect(markdownCode("a`b``c|d")).toBe("```a`b``c\\|d```");
    expect(markdownCode("`x")).toBe("`` `x ``");
  });
});

describe("ages", () => {
  it("says spans and ages as people do", () => {
    expect([
      duration(0),
      duration(45_000),
      duration(90_000),
      duration(200_000),
      duration(4_800_000),
      duration(187_200_000),
    ]).toEqual(["0 s", "45 s", "1 min 30 s", "3 min", "1 h 20 min", "2 d 4 h"]);
    const at = (seconds: number): string => new Date(NOW.getTime() + seconds * 1000).toISOString();
    expect([age(at(-200), NOW), age(at(0), NOW), age(at(1200), NOW), age(at(-9000), NOW), age("soon", NOW)]).toEqual([
      "3 min ago",
      "just now",
      "in 20 min",
      "2 h ago",
      "?",
    ]);
  });
});
