// Following a ledger: each event once, whole batches only, through replaced and repaired files.
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Follower } from "../../src/core/follow.ts";
import { intentId, published, type Workshop, workshop } from "../store/workshop.ts";

let shop: Workshop;
let follower: Follower;
beforeEach(() => {
  shop = workshop();
  follower = new Follower(shop.place.path);
});
afterEach(() => {
  follower.close();
  shop.clear();
});

const types = () => follower.next().map(({ type }) => type);

test("what was there comes first, then what is appended, each once", () => {
  expect(types()).toEqual(["ledger.created"]);
  expect(types()).toEqual([]);
  shop.write(published(intentId()));
  shop.write(published(intentId()));
  expect(types()).toEqual(["intent.published", "intent.published"]);
  expect(follower.count).toBe(3);
});

test("a batch shows when it is whole, in its own order", () => {
  follower.next();
  shop.write(published(intentId()), { type: "agent.seen", data: { agent: "ada" } });
  const text = shop.text();
  const at = text.lastIndexOf("\n", text.length - 2) + 1;
  writeFileSync(shop.place.path, text.slice(0, at));
  expect(types()).toEqual([]);
  appendFileSync(shop.place.path, text.slice(at));
  expect(types()).toEqual(["intent.published", "agent.seen"]);
});

test("half a line waits for its rest; damage and markers are passed over", () => {
  follower.next();
  shop.write(published(intentId()));
  const line = shop.lines()[1] as string;
  const other = line.replace(/evt_\w{4}/, "evt_0000");
  shop.damage(`<<<<<<< ours\nnot JSON\n${other.slice(0, 100)}`);
  expect(types()).toEqual(["intent.published"]);
  shop.damage(`${other.slice(100)}\n`);
  expect(types()).toEqual(["intent.published"]);
});

test("a file that was replaced, cut or taken away for a moment repeats nothing", () => {
  shop.write(published(intentId()));
  expect(follower.next()).toHaveLength(2);
  const [first, second] = shop.lines();
  const next = `${shop.place.path}.new`;
  writeFileSync(next, `${second}\n${first}\n`);
  renameSync(next, shop.place.path);
  expect(types()).toEqual([]);
  const text = readFileSync(shop.place.path);
  rmSync(shop.place.path);
  expect(types()).toEqual([]);
  writeFileSync(shop.place.path, text);
  shop.write(published(intentId()));
  expect(types()).toEqual(["intent.published"]);
  writeFileSync(shop.place.path, `${first}\n`);
  expect(types()).toEqual([]);
});

test("a sleeper wakes when something is appended, and not before", async () => {
  follower.next();
  expect(await follower.wait(30)).toBe(false);
  const woken = follower.wait(60_000);
  shop.write(published(intentId()));
  expect(await woken).toBe(true);
  expect(types()).toEqual(["intent.published"]);
});
