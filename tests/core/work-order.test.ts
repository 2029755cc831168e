// Who goes first.
import { afterEach, beforeEach, expect, test } from "vitest";
import { orderWork, waitsFor } from "../../src/core/work-order.ts";
import { newId } from "../../src/store/id.ts";
import type { Intent } from "../../src/store/model.ts";
import type { State } from "../../src/store/state.ts";
import { claimed, detected, intentId, NOON, published, type Workshop, workshop } from "../store/workshop.ts";

let shop: Workshop;
let ids: [string, string, string];
beforeEach(() => {
  shop = workshop();
  ids = [intentId(), intentId(), intentId()].sort() as [string, string, string];
});
afterEach(() => shop.clear());

const conflictId = () => intentId().replace("int_", "cfl_");
const ordered = (conflict: string, first: string, second: string) =>
  ({
    type: "conflict.coordinating",
    data: { conflict_id: conflict, ordered: [first, second], strategy: "SERIALIZE", by: "auto", agent: "ada" },
  }) as const;

function orderOf(state: State, id: string) {
  const conflict = state.conflict(id);
  if (!conflict) throw new Error("no conflict");
  const [a, b] = [conflict.source_intent_id, conflict.target_intent_id].map((one) => state.intent(one) as Intent);
  return orderWork(state, conflict, a as Intent, b as Intent);
}
const claimOn = (intent: string, key: string) => {
  const event = claimed(newId("clm", NOON), intent);
  if (event.type !== "claim.taken") throw new Error("no claim");
  return { ...event, data: { claim: { ...event.data.claim, scope: { kind: "symbol", key } as const } } };
};

test("without anything else the smaller id goes first", () => {
  const c = conflictId();
  shop.write(published(ids[1]), published(ids[0]), detected(c, ids[0], ids[1]));
  expect(orderOf(shop.open().read(), c)).toEqual({ order: [ids[0], ids[1]], because: "id" });
});

test("the earlier claim on what the conflict is about outranks the id, and a claim elsewhere counts only without one", () => {
  const c = conflictId();
  shop.write(published(ids[0]), published(ids[1]), detected(c, ids[0], ids[1]), claimOn(ids[1], "Elsewhere"));
  expect(orderOf(shop.open().read(), c)).toEqual({ order: [ids[1], ids[0]], because: "claim" });
  shop.write(claimOn(ids[0], "PaymentService"), claimOn(ids[1], "PaymentService"));
  expect(orderOf(shop.open().read(), c)).toEqual({ order: [ids[0], ids[1]], because: "claim" });
});

test("a dependency, direct or through others, outranks the claim", () => {
  const c = conflictId();
  shop.write(
    published(ids[2]),
    published(ids[1], { depends_on: [ids[2]] }),
    published(ids[0], { depends_on: [ids[1]] }),
    detected(c, ids[0], ids[2]),
    claimOn(ids[0], "PaymentService"),
  );
  expect(orderOf(shop.open().read(), c)).toEqual({ order: [ids[2], ids[0]], because: "dependency" });
});

test("orders on record count like dependencies, so that no ring is closed", () => {
  const [one, two, three] = [conflictId(), conflictId(), conflictId()];
  shop.write(
    published(ids[0]),
    published(ids[1]),
    published(ids[2]),
    detected(one, ids[0], ids[1]),
    detected(two, ids[1], ids[2]),
    detected(three, ids[2], ids[0]),
    claimOn(ids[2], "PaymentService"),
    ordered(one, ids[0], ids[1]),
    ordered(two, ids[1], ids[2]),
  );
  const state = shop.open().read();
  expect(waitsFor(state, ids[2], ids[0])).toBe(true);
  expect(orderOf(state, three)).toEqual({ order: [ids[0], ids[2]], because: "dependency" });
});

test("two that wait for each other have no order", () => {
  const c = conflictId();
  shop.write(
    published(ids[0], { depends_on: [ids[1]] }),
    published(ids[1], { depends_on: [ids[0]] }),
    detected(c, ids[0], ids[1]),
  );
  expect(orderOf(shop.open().read(), c)).toBeUndefined();
});

test("work that has landed goes first, whatever was agreed", () => {
  const c = conflictId();
  shop.write(
    published(ids[0], { depends_on: [ids[1]] }),
    published(ids[1]),
    detected(c, ids[0], ids[1]),
    { type: "intent.finished", data: { intent_id: ids[0] } },
    { type: "intent.accepted", data: { intent_id: ids[0] } },
  );
  expect(orderOf(shop.open().read(), c)).toEqual({ order: [ids[0], ids[1]], because: "landed" });
});
