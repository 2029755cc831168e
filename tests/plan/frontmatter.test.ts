import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FieldValue, findFrontmatter, readFields } from "../../src/plan/frontmatter.ts";
import { readPlainFields } from "../../src/plan/frontmatter-plain.ts";
import { readYamlFields } from "../../src/plan/frontmatter-yaml.ts";

/** Maps as plain objects, for comparing. */
function plain(value: FieldValue): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([k, v]) => [k, plain(v)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

async function read(text: string | Buffer): Promise<unknown> {
  const found = findFrontmatter(Buffer.from(text));
  if (!found || "problem" in found) return found;
  const result = await readFields(found);
  return "problem" in result ? result : { fields: plain(result.fields), lines: Object.fromEntries(result.lines) };
}

describe("where frontmatter is", () => {
  test("a text without it has none", async () => {
    expect(await read("# Index\n\n- TASK-00001\n")).toBeUndefined();
    expect(await read("")).toBeUndefined();
  });

  test("a rule at the top of a text is no frontmatter", async () => {
    expect(await read("---\n\nA quiet page.\n")).toBeUndefined();
  });

  test("a node that lost its end is named, not skipped", async () => {
    expect(await read("---\nid: TASK-1\nstatus: planned\n")).toEqual({
      problem: "the frontmatter is never closed",
      line: 1,
    });
  });

  test("a byte order mark and CRLF are read over, and lines counted right", async () => {
    expect(await read("\ufeff---\r\nid: TASK-1\r\n\r\nstatus: planned\r\n---\r\nBody\r\n")).toEqual({
      fields: { id: "TASK-1", status: "planned" },
      lines: { id: 2, status: 4 },
    });
  });

  test("bytes that are no UTF-8 are said", async () => {
    const bytes = Buffer.concat([Buffer.from("---\nid: T"), Buffer.from([0xff]), Buffer.from("\n---\n")]);
    expect(await read(bytes)).toMatchObject({ problem: "the frontmatter is no valid UTF-8" });
  });
});

describe("what fields hold", () => {
  test("scalars stay text, quoted or not", async () => {
    expect(await read("---\nid: 00120\ntier: 4\n'status': \"planned\"\nempty:\nno: ~\n---\n")).toEqual({
      fields: { id: "00120", tier: "4", status: "planned", empty: null, no: null },
      lines: { id: 2, tier: 3, status: 4, empty: 5, no: 6 },
    });
  });

  test("block and flow lists, comments, folded text", async () => {
    const text = [
      "---",
      "# made by hand",
      "id: TASK-1 # short",
      "intent: >-",
      "  Print invoices",
      "  in colour",
      "artifacts:",
      "# the file",
      "- operation: modify",
      '  path: "src/a.ts" # why',
      "- src/b.ts",
      "depends_on: [A, 'B', \"C\"]",
      "---",
    ].join("\n");
    expect(await read(text)).toMatchObject({
      fields: {
        id: "TASK-1",
        intent: "Print invoices in colour",
        artifacts: [{ operation: "modify", path: "src/a.ts" }, "src/b.ts"],
        depends_on: ["A", "B", "C"],
      },
    });
  });

  test("aliases are followed, and bounded", async () => {
    expect(await read("---\nid: T\nmain: &f src/a.ts\nartifacts:\n  - path: *f\n---\n")).toMatchObject({
      fields: { artifacts: [{ path: "src/a.ts" }] },
    });
    const bomb = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
    for (const [i, name] of [..."bcdefgh"].entries()) {
      const before = "abcdefg"[i];
      bomb.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(", ")}]`);
    }
    expect(await read(`---\nid: T\n${bomb.join("\n")}\n---\n`)).toMatchObject({
      problem: "its aliases expand too far",
    });
  });

  test("an alias that holds itself ends", async () => {
    expect(await read("---\nid: T\na: &a [*a]\n---\n")).toMatchObject({ problem: expect.stringContaining("") });
  });

  test("what does not parse is named with its line", async () => {
    expect(await read("---\nid: TASK-1\nstatus: planned\nartifacts: {{{\n---\n")).toMatchObject({
      problem: expect.stringContaining("no valid YAML"),
      line: expect.any(Number),
    });
    expect(await read("---\nid: A\nid: B\n---\n")).toMatchObject({ line: 3 });
    expect(await read("---\n- a\n- b\n---\n")).toMatchObject({ problem: expect.stringContaining("no mapping") });
  });

  test("a field called __proto__ is a field like any other", async () => {
    const found = findFrontmatter(Buffer.from("---\nid: T\n__proto__: x\nconstructor: [y]\n---\n"));
    if (!found || "problem" in found) throw new Error("no frontmatter");
    const result = await readFields(found);
    if ("problem" in result) throw new Error(result.problem);
    expect([...result.fields.keys()]).toEqual(["id", "__proto__", "constructor"]);
  });
});

describe("the plain reader", () => {
  const scalar = fc.constantFrom(
    "TASK-1",
    "4",
    "true",
    "~",
    "null",
    "src/**/*.ts",
    "src/{a,b}.ts",
    '"quoted: text"',
    "'it is'",
    "'it''s'",
    '"a\\nb"',
    "a # comment",
    "a#b",
    "http://x/y",
    "symbol:A=add",
    "a: b",
    "*.ts",
    "[x]",
    "{}",
    "-1",
    "- x",
    "",
    "é",
    "| x",
    "a:",
    "&a b",
    "[]",
    "[a, b]",
    "[a, 'b, c', \"d\"]",
    "[a,]",
    "[symbol:A=add]",
    "[a: b]",
    "[[a]]",
    "[~, null]",
    "yes",
    "0x1f",
    "2026-01-01",
    "a\tb",
    '"open',
    "[open",
    "a, b",
    "@x",
    "%x",
    "'a' b",
    '"a" # c',
    '"a"#c',
  );
  const key = fc.constantFrom("id", "status", "intent", "depends_on", "x-y", "a_b", '"q"', "a b", "1");
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(key, scalar).map(([k, v]) => `${k}: ${v}`) },
    { weight: 2, arbitrary: key.map((k) => `${k}:`) },
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom("", "  ", "    "), scalar).map(([i, v]) => `${i}- ${v}`) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom("- ", "  - ", "  -   "), key, scalar).map(([i, k, v]) => `${i}${k}: ${v}`),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom("  ", "    ", "      "), key, scalar).map(([i, k, v]) => `${i}${k}: ${v}`),
    },
    { weight: 1, arbitrary: fc.constantFrom("", "# note", "  # note", "  more text", "   ") },
  );

  test("reads what it reads as the YAML parser does", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 7 }), fc.constantFrom("\n", "\r\n"), (lines, eol) => {
        const yaml = lines.join(eol) + eol;
        const ours = readPlainFields(yaml, 2);
        if (!ours) return;
        read++;
        const theirs = readYamlFields(yaml, 2);
        if ("problem" in theirs) {
          // Nothing but comments: no field either way.
          expect([...ours.fields.keys()]).toEqual([]);
          return;
        }
        expect(plain(ours.fields)).toEqual(plain(theirs.fields));
        expect([...ours.lines]).toEqual([...theirs.lines]);
      }),
      { numRuns: 3000 },
    );
    expect(read).toBeGreaterThan(50);
  });

  test("knows the form in which plan files are written", () => {
    const yaml = [
      "id: TASK-00002",
      "tier: 4",
      "parent: STORY-0001",
      "status: planned # for now",
      'intent: "Throttle repeated sign-ins"',
      "depends_on: [TASK-00001]",
      "artifacts:",
      '  - path: "src/auth.py"',
      "    symbols: [login, logout]",
      "  - src/b.ts",
      "",
    ].join("\n");
    expect(readPlainFields(yaml, 2)?.fields.get("status")).toBe("planned");
  });
});
