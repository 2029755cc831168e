import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appendBytes } from "../../src/store/append.ts";
import { verifyLedger } from "../../src/store/maintenance.ts";
import { intentId, published, type Workshop, workshop } from "./workshop.ts";

const FULL = process.env.FOREMERGE_TEST_FULL === "1";
const WRITERS = FULL ? 16 : 4;
const EACH = FULL ? 50 : 8;
const KILLS = FULL ? 60 : 8;

let tools: string;
let writer: string;
let shop: Workshop;
beforeAll(async () => {
  tools = mkdtempSync(join(tmpdir(), "foremerge-writer-"));
  chmodSync(tools, 0o755);
  writer = join(tools, "writer.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "writer.ts")],
    outfile: writer,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
});
afterAll(() => rmSync(tools, { recursive: true, force: true }));
beforeEach(() => {
  shop = workshop();
});
afterEach(() => shop.clear());

interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(
  args: readonly string[],
  options: { env?: Record<string, string>; uid?: number } = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const [file, ...rest] = args[0] === "bash" ? args : [process.execPath, writer, ...args];
  const child = spawn(file as string, rest, {
    env: { PATH: process.env.PATH ?? "", ...options.env },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (data) => {
    stdout += data;
  });
  child.stderr?.on("data", (data) => {
    stderr += data;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exit) => resolve({ exit, stdout, stderr }));
  });
  return { child, ended };
}

const ids = (text: string): string[] => text.split("\n").slice(0, -1);
const recorded = (): Set<string> =>
  new Set(
    shop
      .open()
      .read()
      .allIntents()
      .map(({ id }) => id),
  );

describe("many writers at once", () => {
  test("lose nothing, and every replica's chain holds", async () => {
    const runs = Array.from(
      { length: WRITERS },
      (_, i) => start(["publish", shop.folder, `agent-${i}`, String(EACH)]).ended,
    );
    const ended = await Promise.all(runs);
    expect(ended.map(({ exit, stderr }) => [exit, stderr])).toEqual(ended.map(() => [0, ""]));
    const said = ended.flatMap(({ stdout }) => ids(stdout));
    expect(said).toHaveLength(WRITERS * EACH);
    expect(recorded()).toEqual(new Set(said));
    const found = verifyLedger(shop.open(), new Date());
    expect([found.problems, found.events, found.replicas.length]).toEqual([[], WRITERS * EACH + 1, 1]);
  });

  test("leave no lock files piling up", async () => {
    await start(["publish", shop.folder, "ada", "40"]).ended;
    expect(readdirSync(join(shop.folder, "locks")).length).toBeLessThanOrEqual(20);
  });
});

describe("writers that are killed", () => {
  test("lose nothing that they reported, and nobody waits 3 seconds for them", async () => {
    const said: string[] = [];
    const patience = { env: { PATIENCE_MS: "3000" } };
    const calm = start(["publish", shop.folder, "calm", FULL ? "120" : "16"], patience);
    for (let i = 0; i < KILLS; i++) {
      const { child, ended } = start(["publish", shop.folder, "doomed", "1000", "60000"], patience);
      await new Promise((resolve) => setTimeout(resolve, 90 + Math.random() * 120));
      child.kill("SIGKILL");
      said.push(...ids((await ended).stdout));
    }
    const { exit, stderr, stdout } = await calm.ended;
    expect([exit, stderr]).toEqual([0, ""]);
    said.push(...ids(stdout));
    shop.write(published(intentId()));
    const there = recorded();
    expect(said.filter((id) => !there.has(id))).toEqual([]);
    expect(verifyLedger(shop.open(), new Date()).problems).toEqual([]);
  });

  test("while they hold the lock are taken over at once", async () => {
    const { child, ended } = start(["hold", shop.folder]);
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    child.kill("SIGKILL");
    await ended;
    const next = await start(["publish", shop.folder, "ben", "1"], { env: { PATIENCE_MS: "1000" } }).ended;
    expect([next.exit, next.stderr]).toEqual([0, ""]);
  });

  test("are not robbed while they live, however long they take", async () => {
    const { child, ended } = start(["hold", shop.folder]);
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    child.kill("SIGSTOP");
    const before = shop.text();
    const next = await start(["publish", shop.folder, "ben", "1"], { env: { PATIENCE_MS: "300" } }).ended;
    expect(next.exit).toBe(3);
    expect(next.stderr).toMatch(/^LEDGER_FAILED the ledger is locked by process \d+ for 0.3 s, nothing was written/);
    expect(shop.text()).toBe(before);
    child.kill("SIGKILL");
    child.kill("SIGCONT");
    await ended;
  });
});

describe("a ledger that cannot be written", () => {
  test("because a file may not grow: the bytes stay as they were", async () => {
    shop.write(published(intentId()));
    const before = shop.text();
    const blocks = Math.ceil(before.length / 1024) + 2;
    const command = `ulimit -f ${blocks}; exec "${process.execPath}" "${writer}" publish "${shop.folder}" ben 1 60000`;
    const { exit, stderr } = await start(["bash", "--norc", "-c", command]).ended;
    expect([exit, stderr]).toEqual([
      3,
      "LEDGER_FAILED the event intent.published was not written: the file would be larger than the system allows\n",
    ]);
    expect(shop.text()).toBe(before);
    shop.write(published(intentId()));
    expect(recorded().size).toBe(2);
  });

  test("because no space is left", () => {
    const fd = openSync("/dev/full", "r+");
    expect(() => appendBytes(fd, 0, Buffer.from("{}\n"), "the event agent.seen")).toThrow(
      "the event agent.seen was not written: no space is left",
    );
    closeSync(fd);
  });

  test("because it is read-only: it is still read", async () => {
    shop.write(published(intentId()));
    const before = shop.text();
    // Permission bits do not bind root: the writer runs as nobody then.
    const uid = process.getuid?.() === 0 ? 65534 : undefined;
    for (const path of [shop.folder, join(shop.folder, "locks")]) chmodSync(path, 0o555);
    chmodSync(shop.place.path, 0o444);
    if (uid !== undefined) chownSync(shop.place.path, 0, 0);
    const { exit, stderr } = await start(["publish", shop.folder, "ben", "1"], uid === undefined ? {} : { uid }).ended;
    for (const path of [shop.folder, join(shop.folder, "locks")]) chmodSync(path, 0o755);
    expect(exit).toBe(3);
    expect(stderr).toMatch(/^LEDGER_FAILED the ledger cannot be locked, nothing was written: EACCES/);
    expect(readFileSync(shop.place.path, "utf8")).toBe(before);
  });

  test("because the file alone is read-only", async () => {
    const before = shop.text();
    const uid = process.getuid?.() === 0 ? 65534 : undefined;
    for (const path of [shop.folder, join(shop.folder, "locks")]) chmodSync(path, 0o777);
    chmodSync(shop.place.path, 0o444);
    chmodSync(join(shop.folder, "replica.json"), 0o444);
    const { exit, stderr } = await start(["publish", shop.folder, "ben", "1"], uid === undefined ? {} : { uid }).ended;
    expect([exit, stderr]).toEqual([
      3,
      "LEDGER_FAILED the event intent.published was not written: the ledger may not be written\n",
    ]);
    expect(shop.text()).toBe(before);
  });
});
