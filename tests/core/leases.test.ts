// Leases: how long they may be, when they end, when they run on (spec 4.3).
import { describe, expect, test } from "vitest";
import { grantLease, isHalfGone, isLapsed, isLive, renewalEvents, renewed } from "../../src/core/leases.ts";
import type { Claim } from "../../src/store/model.ts";

const at = (time: string): Date => new Date(`2026-11-30T${time}Z`);
const claim = (more: Partial<Claim> = {}): Claim => ({
  id: "clm_1",
  intent_id: "int_1",
  agent: "mara",
  scope: { kind: "file", key: "src/pay.ts" },
  exclusive: false,
  read: false,
  lease_seconds: 3600,
  taken_at: at("09:00:00.000").toISOString(),
  expires_at: at("10:00:00.000").toISOString(),
  order: { lc: 1, replica: "r_1", n: 1 },
  ...more,
});

describe("granting", () => {
  test.each([
    [60, 60, false],
    [59.4, 60, true],
    [0, 60, true],
    [86_400, 86_400, false],
    [86_401, 86_400, true],
    [3600, 3600, false],
  ])("%d s are granted as %d s", (asked, seconds, warns) => {
    const granted = grantLease(asked);
    expect(granted.seconds).toBe(seconds);
    expect(granted.warning !== undefined).toBe(warns);
  });
});

describe("the end", () => {
  test("a lease holds until its end and not at it", () => {
    expect(isLive(claim(), at("09:59:59.999"))).toBe(true);
    expect(isLive(claim(), at("10:00:00.000"))).toBe(false);
    expect(isLapsed(claim(), at("10:00:00.000"))).toBe(true);
  });

  test("a released claim neither holds nor lapses", () => {
    const released = claim({ released: { at: at("09:10:00.000").toISOString(), why: "released" } });
    expect(isLive(released, at("09:20:00.000"))).toBe(false);
    expect(isLapsed(released, at("11:00:00.000"))).toBe(false);
  });

  test("half is gone at the middle, not before, and never of what has lapsed", () => {
    expect(isHalfGone(claim(), at("09:29:59.999"))).toBe(false);
    expect(isHalfGone(claim(), at("09:30:00.000"))).toBe(true);
    expect(isHalfGone(claim(), at("10:00:00.000"))).toBe(false);
  });
});

describe("renewing", () => {
  test("runs on from the call", () => {
    expect(renewed(claim(), at("09:20:00.000"), 7200)).toMatchObject({
      expires_at: "2026-11-30T11:20:00.000Z",
      lease_seconds: 7200,
    });
  });

  test("never shortens, and then keeps the lease's own length", () => {
    const before = claim();
    expect(renewed(before, at("09:10:00.000"), 300)).toBe(before);
    expect(renewalEvents(before, renewed(before, at("09:10:00.000"), 300))).toEqual([]);
  });

  test("a clock that stepped back by a day shortens nothing", () => {
    const before = claim();
    expect(renewed(before, new Date("2026-11-29T09:00:00Z"), 3600)).toBe(before);
    expect(isLive(before, new Date("2026-11-29T09:00:00Z"))).toBe(true);
    expect(isHalfGone(before, new Date("2026-11-29T09:00:00Z"))).toBe(false);
  });
});
