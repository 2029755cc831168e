import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "../../src/sha256.ts";
import { NO_PREVIOUS } from "../../src/store/line.ts";
import { claimed, detected, intentId, NOON, published, settled, type Workshop, workshop } from "./workshop.ts";

let shop: Workshop;
beforeEach(() => {
  shop = workshop();
});
afterEach(() => shop.clear());

describe("a new ledger", () => {
  test("holds one event that says where it was made", () => {
    const [line] = shop.lines();
    expect(JSON.parse(line as string)).toMatchObject({
      v: 1,
      n: 1,
      lc: 1,
      at: "2026-11-30T12:00:00.000Z",
      actor: "ada",
      type: "ledger.created",
      data: { place: "folder" },
      prev: NO_PREVIOUS,
    });
    expect(shop.open().read().asOf).toBe(1);
  });
});

describe("a transaction", () => {
  test("appends its events with counters, clocks and a chain of hashes", () => {
    const a = intentId();
    shop.write(published(a));
    shop.write({ type: "intent.started", data: { intent_id: a } });
    const lines = shop.lines();
    const events = lines.map((line) => JSON.parse(line));
    expect(events.map((e) => [e.n, e.lc])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(events[2].prev).toBe(sha256(lines[1] as string));
    expect(new Set(events.map((e) => e.replica)).size).toBe(1);
  });

  test("marks several events as one batch, and one event as none", () => {
    const a = intentId();
    shop.write(published(a), claimed("clm_1", a));
    const [, first, second] = shop.lines().map((line) => JSON.parse(line));
    expect(first.batch).toEqual({ id: first.id, k: 1, of: 2 });
    expect(second.batch).toEqual({ id: first.id, k: 2, of: 2 });
  });

  test("decides on the newest state, also what another process wrote since", () => {
    const ours = shop.open();
    ours.read();
    const a = intentId();
    shop.write(published(a));
    const { result } = ours.transact({ actor: "ben", at: NOON }, (state) => ({
      events: [],
      result: state.openIntents().map((intent) => intent.id),
    }));
    expect(result).toEqual([a]);
  });

  test("writes nothing when the decision throws", () => {
    const before = shop.text();
    expect(() =>
      shop.open().transact({ actor: "ben", at: NOON }, () => {
        throw new Error("not today");
      }),
    ).toThrow("not today");
    expect(shop.text()).toBe(before);
  });

  test("refuses a line over 256 KiB and writes none of its batch", () => {
    const before = shop.text();
    const huge = published(intentId(), { rationale: "x".repeat(300_000) });
    expect(() => shop.write(published(intentId()), huge)).toThrow(/line of 3\d+ bytes; at most 262144/);
    expect(shop.text()).toBe(before);
  });
});

test("an intent lives from its publication to its acceptance", () => {
  const a = intentId();
  shop.write(published(a), claimed("clm_1", a));
  const ledger = shop.open();
  expect(ledger.read().intent(a)).toMatchObject({ status: "CLAIMED", agent: "ada" });
  expect(ledger.read().claims(a)).toHaveLength(1);
  shop.write({ type: "intent.started", data: { intent_id: a } });
  expect(ledger.read().intent(a)?.status).toBe("IN_PROGRESS");
  shop.write({ type: "intent.finished", data: { intent_id: a, head: "abc" } });
  shop.write({ type: "intent.accepted", data: { intent_id: a } });
  shop.write({ type: "intent.discarded", data: { intent_id: a, reason: "too late" } });
  expect(ledger.read().intent(a)).toMatchObject({ status: "ACCEPTED", head: "abc" });
  expect(ledger.read().openIntents()).toEqual([]);
  expect(ledger.read().claims(a)).toEqual([]);
});

test("a settled conflict stays settled and counts its later detections", () => {
  const [a, b] = [intentId(), intentId()];
  const cfl = "cfl_00000000000000000000000001";
  shop.write(published(a), published(b), detected(cfl, b, a));
  const ledger = shop.open();
  expect(
    ledger
      .read()
      .openConflicts()
      .map((c) => c.id),
  ).toEqual([cfl]);
  shop.write(settled(cfl));
  shop.write(settled(cfl, "dismissed"));
  shop.write(detected(cfl, a, b));
  const conflict = ledger.read().conflict(cfl);
  expect(conflict?.status).toBe("RESOLVED");
  expect(conflict?.decisions.map((d) => d.as)).toEqual(["resolved", "dismissed"]);
  expect(conflict?.detections.map((d) => d.previously_settled)).toEqual([false, true]);
  expect(ledger.read().openConflicts()).toEqual([]);
  expect(
    ledger
      .read()
      .conflictsOf(a)
      .map((c) => c.id),
  ).toEqual([cfl]);
});
