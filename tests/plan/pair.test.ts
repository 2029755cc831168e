import { describe, expect, test } from "vitest";
import type { FileTouch } from "../../src/plan/artifacts.ts";
import { asksInside, judgeFiles, type PartAnswer } from "../../src/plan/pair.ts";

const place = (more: Partial<FileTouch> = {}): FileTouch => ({
  path: "src/basket.ts",
  shape: "file",
  read: false,
  ...more,
});
const over = (left: FileTouch, right: FileTouch, confidence = 1, file = "src/basket.ts") => ({
  file,
  confidence,
  left: [left],
  right: [right],
});
const said = (verdict: PartAnswer["verdict"], functions: string[] = []): PartAnswer => ({
  verdict,
  functions,
  schema_elements: [],
});

describe("the verdict of a pair", () => {
  const narrow = place({ symbols: ["pay"] });

  test("a certain overlap is a conflict at once, unless both sides name parts", () => {
    expect(asksInside(over(place(), narrow))).toBe(false);
    expect(asksInside(over(narrow, narrow))).toBe(true);
    expect(asksInside(over(place(), narrow, 0.9))).toBe(true);
    expect(asksInside(over(place(), place(), 0.9))).toBe(false);
    expect(judgeFiles([over(place(), narrow)], new Map())).toMatchObject({
      verdict: "conflict",
      layer: "L1",
      confidence: 1,
    });
  });

  test("an overlap inside the file is L2's, a clear one lifts the file's", () => {
    const both = over(narrow, narrow);
    expect(judgeFiles([both], new Map([[both.file, said("overlap", ["pay"])]]))).toMatchObject({
      verdict: "conflict",
      layer: "L2",
      confidence: 0.85,
      functions: ["pay"],
    });
    expect(judgeFiles([both], new Map([[both.file, said("clear")]]))).toMatchObject({
      verdict: "clear",
      layer: "L2",
      files: [],
    });
  });

  test("what L2 cannot tell stays a conflict of L1 at its confidence", () => {
    const unsure = over(narrow, place(), 0.7);
    expect(judgeFiles([unsure], new Map([[unsure.file, said("unknown")]]))).toMatchObject({
      verdict: "conflict",
      layer: "L1",
      confidence: 0.7,
    });
  });

  test("one file clear inside does not excuse the other", () => {
    const both = over(narrow, narrow);
    const other = over(place(), place(), 1, "src/other.ts");
    expect(judgeFiles([both, other], new Map([[both.file, said("clear")]]))).toMatchObject({
      verdict: "conflict",
      layer: "L1",
      confidence: 1,
      files: ["src/other.ts"],
    });
  });

  test("no overlap is clear", () => {
    expect(judgeFiles([], new Map())).toMatchObject({ verdict: "clear", layer: "L1", confidence: 0 });
  });
});
