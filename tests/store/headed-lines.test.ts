// Heads of lines, read from the bytes (src/store/headed-lines.ts), say what the parsed events say.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HeadedLines } from "../../src/store/headed-lines.ts";
import type { AnyEvent } from "../../src/store/line.ts";
import { compareEvents } from "../../src/store/order.ts";
import { storyLines } from "./story.ts";

const eventOf = (text: string): AnyEvent => JSON.parse(text);
const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(""), "utf8");
const headed = (...bodies: readonly (readonly string[])[]): HeadedLines | undefined => {
  const lines = new HeadedLines();
  return bodies.every((body) => lines.add(bytesOf(body))) ? lines : undefined;
};

/** A line as this program writes it. */
const line = (more: Partial<AnyEvent> = {}): string =>
  JSON.stringify({
    v: 1,
    id: "evt_1",
    replica: "r_0",
    n: 1,
    lc: 1,
    at: "2026-12-01T12:00:00.000Z",
    actor: "ada",
    type: "agent.seen",
    data: {},
    ...more,
  });

test("any story in any pieces: ids, texts, names, order", () => {
  let read = 0;
  fc.assert(
    fc.property(
      storyLines.chain((lines) => fc.shuffledSubarray([...lines], { minLength: lines.length })),
      fc.nat(60),
      (all, at) => {
        const cut = at % (all.length + 1);
        const lines = headed(all.slice(0, cut), all.slice(cut));
        if (!lines) return;
        read++;
        const events = all.map(eventOf);
        expect(lines.length).toBe(all.length);
        expect(all.map((_, i) => [lines.idOf(i), lines.textOf(i)])).toEqual(
          all.map((text, i) => [events[i]?.id, text]),
        );
        expect(new Set(lines.actors)).toEqual(new Set(events.map(({ actor }) => actor)));
        expect(new Set(lines.replicas)).toEqual(new Set(events.map(({ replica }) => replica)));
        const sorted = all.toSorted((a, b) => compareEvents(eventOf(a), eventOf(b)));
        // Of two lines under one id nobody says which is first; such a ledger is not filled.
        if (new Set(events.map(({ id }) => id)).size === all.length) {
          expect(lines.joined().toString("utf8")).toBe(bytesOf(sorted).toString("utf8"));
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(read).toBeGreaterThan(30);
});

test("ties of clock, replica and counter are told apart by the id", () => {
  const [a, b, c] = [line({ id: "evt_a", lc: 2 }), line({ id: "evt_b", lc: 2 }), line({ id: "evt_c" })];
  expect(headed([b, a], [c])?.joined().toString()).toBe(bytesOf([c, a, b]).toString());
});

test("dates behind a moment are counted by replica, wherever the latest one stands", () => {
  const lines = headed(
    [line({ at: "2026-12-01T12:10:00.001Z", actor: "Jörg" }), line({ at: "2026-12-02T00:00:00.000Z", actor: "é" })],
    [line({ at: "2026-12-01T12:10:00.000Z" }), line({ at: "2027-01-01T00:00:00.000Z", replica: "r_1" })],
  );
  expect(lines?.actors).toEqual(["Jörg", "é", "ada"]);
  const after = (moment: string) => [...(lines?.datedAfter(new Date(moment)) ?? [])];
  expect(after("2026-12-01T12:10:00.000Z")).toEqual([
    ["r_0", 2],
    ["r_1", 1],
  ]);
  expect(after("2026-12-31T23:59:59.999Z")).toEqual([["r_1", 1]]);
  expect(after("2027-01-01T00:00:00.000Z")).toEqual([]);
});

describe("another form is not read", () => {
  test.each<[string, string]>([
    ["a blank line", ""],
    ["a space behind a colon", line().replace(":1,", ": 1,")],
    ["another version", line({ v: 2 } as Partial<AnyEvent>)],
    ["keys in another order", JSON.stringify(Object.fromEntries(Object.entries(eventOf(line())).reverse()))],
    ["an escape in a name", line({ actor: 'a"b' })],
    ["an empty name", line({ replica: "" })],
    ["a counter that is none", line({ n: -1 })],
    ["a counter of seventeen digits", line().replace('"n":1', '"n":10000000000000000')],
    ["a time with an offset", line({ at: "2026-12-01T12:00:00+01:00" })],
    ["a line that ends in its head", line().slice(0, 60)],
    ["a carriage return", `${line()}\r`],
  ])("%s", (_, text) => {
    expect(headed([line(), text])).toBeUndefined();
  });
});
