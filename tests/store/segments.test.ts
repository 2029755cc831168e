import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLOSED, placeLines, SEGMENT_BYTES, segmentAt } from "../../src/store/segments.ts";

const line = (replica: string, n: number, size = 400) => ({
  text: `{"n":${n},"x":"${"y".repeat(size)}"}`,
  event: { replica, n },
});
const A = "r_aaaaaaaaaa";
const B = "r_bbbbbbbbbb";

describe("segments", () => {
  it("start at the first number of their replica, and replicas never share one", () => {
    const changes = placeLines([], [line(B, 1), line(A, 2), line(A, 1)]);
    expect(changes.map(({ path, extends: more }) => [path, more])).toEqual([
      [`events/${A}/1.jsonl`, false],
      [`events/${B}/1.jsonl`, false],
    ]);
    expect(changes[0]?.append.map((text) => JSON.parse(text).n)).toEqual([1, 2]);
  });

  it("go on in the open segment and seal it at about 256 KiB", () => {
    const open = segmentAt(`events/${A}/1.jsonl`, SEGMENT_BYTES - 1000);
    const changes = placeLines(open ? [open] : [], [line(A, 700), line(A, 701), line(A, 702)]);
    expect(changes.map(({ path, append }) => [path, append.length])).toEqual([
      [`events/${A}/1.jsonl`, 2],
      [`events/${A}/702.jsonl`, 1],
    ]);
  });

  it("leave a file alone that cannot be read, and go beside it", () => {
    const there = [1, 5].flatMap((n) => segmentAt(`events/${A}/${n}.jsonl`, n === 5 ? CLOSED : 9) ?? []);
    for (const [numbers, path] of [
      [[5, 6], `events/${A}/6.jsonl`],
      [[1, 2, 3], `events/${A}/2.jsonl`],
      [[7], `events/${A}/7.jsonl`],
    ] as const) {
      const changes = placeLines(
        there,
        numbers.map((n) => line(A, n)),
      );
      expect(changes.map((change) => [change.path, change.append.length, change.extends])).toEqual([
        [path, numbers.length, false],
      ]);
    }
  });

  it("lose and repeat nothing, whatever is there already", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(3000), { maxLength: 200 }), fc.nat(SEGMENT_BYTES * 2), (numbers, size) => {
        const there = segmentAt(`events/${A}/1.jsonl`, size);
        const changes = placeLines(
          there ? [there] : [],
          numbers.map((n) => line(A, n, 2000)),
        );
        const placed = changes.flatMap(({ append }) => append.map((text) => JSON.parse(text).n as number));
        expect(placed.toSorted((a, b) => a - b)).toEqual(numbers.toSorted((a, b) => a - b));
        expect(new Set(changes.map(({ path }) => path)).size).toBe(changes.length);
      }),
    );
  });

  it("are told from anything else that lies in the tree", () => {
    expect(segmentAt(`events/${A}/17.jsonl`, 9)).toMatchObject({ replica: A, first: 17 });
    for (const path of ["README", "events/x/1.jsonl", `events/${A}/1.json`, `events/${A}/../1.jsonl`]) {
      expect(segmentAt(path, 1)).toBeUndefined();
    }
  });
});
