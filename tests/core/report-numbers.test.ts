// What the report counts, and what it leaves out.
import { afterEach, beforeEach, expect, test } from "vitest";
import { reportNumbers } from "../../src/core/report-numbers.ts";
import type { NewEvent } from "../../src/store/event.ts";
import { newId } from "../../src/store/id.ts";
import type { SettledBy } from "../../src/store/model.ts";
import { claimed, detected, intentId, NOON, published, type Workshop, workshop } from "../store/workshop.ts";

let shop: Workshop;
let mara: string;
let ivo: string;
beforeEach(() => {
  shop = workshop();
  mara = intentId();
  ivo = intentId();
  shop.write(published(mara, { agent: "mara", group: "sprint" }), published(ivo, { agent: "ivo" }));
});
afterEach(() => shop.clear());

const LATER = new Date(NOON.getTime() + 10_000);
const numbers = (filter = {}, now = LATER) => reportNumbers(shop.open().read(), now, filter);
const found = (): string => {
  const id = intentId().replace("int_", "cfl_");
  shop.write(detected(id, mara, ivo));
  return id;
};
/** Written ten seconds after the detection. */
const later = (...events: NewEvent[]) =>
  shop.open().transact({ actor: "ada", at: LATER }, () => ({ events, result: undefined }));
const settle = (id: string, by: SettledBy, strategy?: string, as: "resolved" | "dismissed" = "resolved"): NewEvent => {
  const decision = { id: newId("dec", NOON), as, resolution: "done", reason: "done", agent: "ada", by };
  return {
    type: `conflict.${as}`,
    data: { conflict_id: id, decision: { ...decision, ...(strategy === undefined ? {} : { strategy }) } },
  } as NewEvent;
};
const order = (id: string): NewEvent => ({
  type: "conflict.coordinating",
  data: { conflict_id: id, ordered: [mara, ivo], strategy: "SERIALIZE", by: "auto", agent: "ada" },
});
const escalate = (id: string): NewEvent => ({
  type: "conflict.escalated",
  data: { conflict_id: id, question: "Who?", options: [] },
});
const attempt = (id: string, commits: [string, string], clean: boolean): NewEvent => ({
  type: "merge.attempted",
  data: { conflict_id: id, commits, clean, confidence: clean ? 1 : 0, united_files: [] },
});

test("nothing to divide by is null, and what nobody touched stays outside", () => {
  expect(numbers()).toMatchObject({ detected: 0, rate: null, hot_spots: { scopes: [], files: [], agents: [] } });
  found();
  expect(numbers()).toMatchObject({ detected: 1, untouched: 1, escalated_open: 0, rate: null });
});

test("the rate is automatic over everything resolved or escalated; waiting and dropped ones stand apart", () => {
  const ids = [1, 2, 3, 4, 5, 6].map(found) as [string, string, string, string, string, string];
  later(order(ids[0]), settle(ids[0], "auto", "SERIALIZE"), settle(ids[1], "agent"), settle(ids[2], "human"));
  later(order(ids[3]), escalate(ids[4]), settle(ids[5], "auto", "discarded", "dismissed"));
  expect(numbers()).toMatchObject({
    detected: 6,
    resolved_automatically: 1,
    resolved_by_agents: 1,
    resolved_by_person: 1,
    ordered_waiting: 1,
    escalated_open: 1,
    dismissed_automatically: 1,
    untouched: 0,
    rate: 0.25,
  });
  later(settle(ids[3], "auto", "SERIALIZE"));
  expect(numbers()).toMatchObject({ resolved_automatically: 2, ordered_waiting: 0, rate: 0.4 });
});

test("a settlement counts once, the first one, and conflicts of two finished works are not open", () => {
  const [one, two] = [found(), found()];
  later(settle(one, "auto", "SERIALIZE"));
  later(settle(one, "human"));
  later(escalate(two));
  expect(numbers()).toMatchObject({ resolved_automatically: 1, resolved_by_person: 0, escalated_open: 1, rate: 0.5 });
  for (const id of [mara, ivo]) later({ type: "intent.discarded", data: { intent_id: id, reason: "done elsewhere" } });
  expect(numbers()).toMatchObject({ escalated_open: 0, rate: 1 });
});

test("strategies have attempts, successes and the time from detection to settlement", () => {
  const ids = [1, 2, 3].map(found) as [string, string, string];
  later(order(ids[0]), settle(ids[0], "auto", "SERIALIZE"), order(ids[1]));
  later(attempt(ids[2], ["a", "b"], false), attempt(ids[2], ["b", "a"], false), attempt(ids[2], ["a", "c"], true));
  later(settle(ids[2], "auto", "MERGE"));
  expect(numbers().strategies).toEqual({
    SERIALIZE: { attempts: 2, successes: 1, mean_ms: 10_000 },
    MERGE: { attempts: 2, successes: 1, mean_ms: 10_000 },
    ESCALATE: { attempts: 0, successes: 0, mean_ms: null },
  });
});

test("rules have counts and shares, hot spots names and counts", () => {
  found();
  found();
  expect(numbers().rules).toEqual({ "FM-C001": { count: 2, share: 1 } });
  expect(numbers().hot_spots).toEqual({
    scopes: [{ name: "symbol:PaymentService", count: 2 }],
    files: [],
    agents: [
      { name: "ivo", count: 2 },
      { name: "mara", count: 2 },
    ],
  });
});

test("refused locks, leases that ran out and adoptions are counted apart from each other", () => {
  const claim = newId("clm", NOON);
  shop.write(claimed(claim, mara), {
    type: "claim.refused",
    data: {
      intent_id: ivo,
      agent: "ivo",
      scopes: [{ kind: "file", key: "src/payments.ts" }],
      why: "concurrent_write",
      holders: [{ agent: "mara", claim_id: claim, expires_at: "2026-11-30T13:00:00.000Z" }],
    },
  });
  expect(numbers()).toMatchObject({ contention: 1, expired: 0, adopted: 0, detected: 0 });
  const evening = new Date("2026-11-30T18:00:00.000Z");
  shop.open().transact({ actor: "ivo", at: evening }, () => ({
    events: [
      { type: "intent.adopted", data: { intent_id: mara, agent: "ivo", previous_agent: "mara", reason: "away" } },
      { type: "claim.released", data: { claim_id: claim, intent_id: mara, why: "adopted" } },
    ],
    result: undefined,
  }));
  expect(numbers({}, evening)).toMatchObject({ contention: 1, expired: 1, adopted: 1 });
});

test("filters by agent, group and time look at either side", () => {
  found();
  const other = intentId();
  shop.write(published(other, { agent: "lena" }));
  shop.write(detected(intentId().replace("int_", "cfl_"), other, ivo));
  expect(numbers().detected).toBe(2);
  expect(numbers({ by: "ivo" }).detected).toBe(2);
  expect(numbers({ by: "lena" }).detected).toBe(1);
  expect(numbers({ group: "sprint" }).detected).toBe(1);
  expect(numbers({ group: "none" }).detected).toBe(0);
  expect(numbers({ since: NOON.getTime() }).detected).toBe(2);
  expect(numbers({ since: LATER.getTime() }).detected).toBe(0);
  expect(numbers().groups).toEqual([{ name: "sprint", detected: 1, rate: null }]);
});
