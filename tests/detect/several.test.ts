// Numbers that stand in several lists are those that plain counting finds.
import fc from "fast-check";
import { expect, test } from "vitest";
import { SeveralLists } from "../../src/detect/several.ts";

const list = fc.uniqueArray(fc.nat(99), { maxLength: 40 }).map((numbers) => numbers.sort((a, b) => a - b));

test("whoever stands in several lists is found, and nobody else", () => {
  const several = new SeveralLists();
  fc.assert(
    fc.property(fc.array(list, { maxLength: 8 }), fc.integer({ min: 1, max: 8 }), (lists, least) => {
      const expected = Array.from({ length: 100 }, (_, number) => number).filter(
        (number) => lists.filter((each) => each.includes(number)).length >= least,
      );
      expect(several.numbers([...lists], least, 100).sort((a, b) => a - b)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test("a list that is not read may hold anybody", () => {
  const several = new SeveralLists();
  expect(
    several.numbers(
      [
        [1, 2],
        [2, 3],
      ],
      3,
      10,
      1,
    ),
  ).toEqual([2]);
  expect(
    several
      .numbers(
        [
          [1, 2],
          [2, 3],
        ],
        2,
        10,
        1,
      )
      .sort(),
  ).toEqual([1, 2, 3]);
});
