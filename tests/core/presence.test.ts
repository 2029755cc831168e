// Presence files (spec 2.1, 4.1): derived, one an agent, never worth an error.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noteReceived, type PresenceRecord, readPresence, writePresence } from "../../src/core/presence.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "foremerge-presence-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const record = (agent: string, at = "2026-11-30T12:00:00.000Z"): PresenceRecord => ({
  agent,
  at,
  lc: 7,
  sessions: { "session s1": at },
  seen: ["cfl_1"],
  lapses: ["clm_1"],
  waiting: [],
});

test("what was written is read back, for that agent alone", () => {
  expect(writePresence(folder, record("mara"))).toBe(true);
  expect(readPresence(folder, "mara")).toEqual(record("mara"));
  expect(readPresence(folder, "ivo")).toBeUndefined();
});

test("names that are no file names are kept apart all the same", () => {
  for (const agent of ["../../etc/passwd", "a/b", "a\u0000b", "__proto__", "ä".repeat(300)]) {
    expect(writePresence(folder, record(agent))).toBe(true);
    expect(readPresence(folder, agent)?.agent).toBe(agent);
  }
  expect(readdirSync(folder)).toEqual(["presence"]);
});

test("only the owner of the ledger can read it", () => {
  writePresence(folder, record("mara"));
  expect(statSync(join(folder, "presence")).mode & 0o777).toBe(0o700);
  const [file] = readdirSync(join(folder, "presence"));
  expect(statSync(join(folder, "presence", file ?? "")).mode & 0o777).toBe(0o600);
});

test("damage counts as nothing known", () => {
  writePresence(folder, record("mara"));
  const file = join(folder, "presence", readdirSync(join(folder, "presence"))[0] ?? "");
  for (const text of ["", "{", "[]", "null", '{"agent":"ivo"}', '{"agent":"mara","at":"soon"}']) {
    writeFileSync(file, text);
    expect(readPresence(folder, "mara")).toBeUndefined();
  }
  writeFileSync(file, '{"agent":"mara","at":"2026-11-30T12:00:00Z","lc":"x","sessions":[1],"seen":{},"lapses":[3]}');
  expect(readPresence(folder, "mara")).toMatchObject({ lc: 0, seen: [], lapses: [], waiting: [] });
});

test("where nothing can be written it says so and leaves nothing behind", () => {
  writeFileSync(join(folder, "presence"), "in the way");
  expect(writePresence(folder, record("mara"))).toBe(false);
  expect(readdirSync(folder)).toEqual(["presence"]);
});

test("news from another machine moves the time and keeps what the agent was told", () => {
  writePresence(folder, record("mara"));
  noteReceived(folder, "mara", new Date("2026-11-30T13:00:00.000Z"));
  expect(readPresence(folder, "mara")).toEqual({ ...record("mara"), at: "2026-11-30T13:00:00.000Z" });
  noteReceived(folder, "ivo", new Date("2026-11-30T13:00:00.000Z"));
  expect(readPresence(folder, "ivo")?.at).toBe("2026-11-30T13:00:00.000Z");
  expect(existsSync(folder)).toBe(true);
  chmodSync(folder, 0o700);
});
