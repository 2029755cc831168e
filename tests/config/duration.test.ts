import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration, parseDuration } from "../../src/config/duration.ts";

describe("durations", () => {
  it.each([
    ["90s", 90],
    ["30m", 1800],
    ["1h30m", 5400],
    ["2d", 172_800],
    [" 1H ", 3600],
    ["45", 45],
  ])("reads %j as %d seconds", (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each(["", "h", "1x", "-5m", "1h-", "one hour"])("takes %j for no duration", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it("prints what it parses back", () => {
    fc.assert(fc.property(fc.nat(10_000_000), (seconds) => parseDuration(formatDuration(seconds)) === seconds));
  });
});
