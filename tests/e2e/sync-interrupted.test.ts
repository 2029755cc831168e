// What can come between: kills, remotes that vanish in the middle of a sentence, full disks, refusals, many at once. The
// ledger here stays whole, and the next sync completes (spec 2.6). Every sync that is disturbed is a process of its own.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Globals } from "../../src/commands/command.ts";
import { openSession } from "../../src/core/open-session.ts";
import { sync } from "../../src/core/sync.ts";
import type { Io } from "../../src/term/io.ts";
import { type Clones, exportOf, ledgerOf, openClones, seeded, settleAll, throughSsh } from "./clones.ts";

const FULL = process.env.FOREMERGE_TEST_FULL === "1";
const PUBLISH = ["intent", "publish"];
const LATER = "2026-12-01T12:00:00Z";

let c: Clones;
beforeEach(() => {
  c = openClones();
});
afterEach(() => c.remove());

const publish = (name: string, what: string) =>
  c.json(name, [...PUBLISH, `Work on ${what}`, "--scope", `symbol:${what}=add`], { agent: name });
const isWhole = async (name: string): Promise<boolean> => (await c.json(name, ["ledger", "verify"])).valid;

/** Everybody has every intent, and all have the same bytes. */
async function expectNothingLost(names: readonly string[], intents: number): Promise<void> {
  await settleAll(c, names, LATER);
  const first = await exportOf(c, names[0] as string);
  const published = first.split("\n").filter((line) => line.includes('"type":"intent.published"'));
  expect(published).toHaveLength(intents);
  for (const name of names) expect(await exportOf(c, name)).toBe(first);
}

describe("syncs at the same moment", () => {
  it("all arrive, or say how many events did not and succeed on the next call", async () => {
    const names = ["ann", "bob", "cyd", "dee", "eve", "fay", "gus", "hal"].slice(0, FULL ? 8 : 4);
    const each = FULL ? 25 : 5;
    for (const name of names) {
      c.clone(name);
      for (let i = 0; i < each; i++) await publish(name, `${name}${i}`);
    }
    const answers = await Promise.all(names.map((name) => c.start(name, ["ledger", "sync", "--json"]).ended));
    for (const { exit, err } of answers) {
      expect([0, 3]).toContain(exit);
      if (exit === 3) expect(err).toMatch(/\d+ events not published/);
    }
    await expectNothingLost(names, names.length * each);
  });
});

describe("a sync that is killed", () => {
  it("at any moment leaves the ledger whole, and the next one completes", async () => {
    const pick = seeded(9);
    c.clone("ann");
    c.clone("bob");
    const rounds = FULL ? 40 : 8;
    for (let round = 0; round < rounds; round++) {
      await publish("ann", `Ann${round}`);
      await publish("bob", `Bob${round}`);
      await c.json("bob", ["ledger", "sync"]);
      const { child, ended } = c.start("ann", ["ledger", "sync"]);
      await new Promise((done) => setTimeout(done, 30 + pick(250)));
      child.kill("SIGKILL");
      await ended;
      expect(await isWhole("ann")).toBe(true);
    }
    await expectNothingLost(["ann", "bob"], 2 * rounds);
  });
});

/** Runs what git wants to have run, and is gone after so many bytes of its answer. */
const CUTTER = `import { spawn } from "node:child_process";
let left = Number(process.env.CUT_AFTER);
const server = spawn("sh", ["-c", process.argv[2]], { stdio: ["inherit", "pipe", "inherit"] });
const gone = () => { server.kill("SIGKILL"); process.exit(255); };
if (left === 0) gone();
server.stdout.on("data", (bytes) => {
  process.stdout.write(bytes.subarray(0, left), () => { if (left <= 0) gone(); });
  left -= bytes.length;
});
server.on("close", (code) => process.exit(code));
`;

describe("a remote", () => {
  it("that goes away in the middle of an answer costs nothing but another sync", async () => {
    c.clone("ann");
    c.clone("bob");
    // Bytes of the server's answer until the line is cut: within what it offers, within its pack, within its report.
    const cuts = [0, 3, 60, 150, 260, 320, 500, 900, 2000];
    const cutter = join(c.top, "cut.mjs");
    writeFileSync(cutter, CUTTER);
    const env = throughSsh(c, "ann", `exec "${process.execPath}" "${cutter}" "$command"`);
    const exits = new Set<number>();
    for (const [i, cut] of cuts.entries()) {
      await publish("ann", `Ann${i}`);
      await publish("bob", `Bob${i}`);
      await c.json("bob", ["ledger", "sync"]);
      const more = { ...env, CUT_AFTER: String(cut) };
      const { exit, err } = await c.start("ann", ["ledger", "sync", "--json"], { env: more }).ended;
      exits.add(exit);
      if (exit !== 0) expect([exit, err]).toEqual([3, expect.stringContaining("GIT_FAILED")]);
      expect(await isWhole("ann")).toBe(true);
    }
    expect(exits).toContain(3);
    c.git(c.folder("ann"), "remote", "set-url", "origin", c.hub);
    await expectNothingLost(["ann", "bob"], 2 * cuts.length);
  });

  it.each([
    ["upload", "origin could not be asked for refs/foremerge/ledger: git fetch took longer than 1.5 s"],
    ["receive", "origin did not take the events: git push took longer than 1.5 s"],
  ])("that falls silent at %s-pack is given up: nothing is lost, and the count is said", async (service, said) => {
    c.clone("ann");
    await publish("ann", "Label");
    if (service === "receive") {
      await c.json("ann", ["ledger", "sync"]);
      await publish("ann", "Scale");
    }
    const script = `case "$command" in *${service}-pack*) exec sleep 60;; esac\nexec sh -c "$command"`;
    const { GIT_SSH_COMMAND = "" } = throughSsh(c, "ann", script);
    const before = readFileSync(ledgerOf(c, "ann"));
    const io = { env: c.env, err: () => {} } as unknown as Io;
    vi.stubEnv("GIT_SSH_COMMAND", GIT_SSH_COMMAND);
    vi.stubEnv("GIT_SSH_VARIANT", "ssh");
    try {
      const session = await openSession({ cwd: c.folder("ann") } as unknown as Globals, io);
      const ledger = () => session.ledger();
      const options = { remote: undefined, branch: undefined, pull: false, dryRun: false, ledger, timeoutMs: 1500 };
      const count = service === "receive" ? 1 : 2;
      await expect(sync(session, options)).rejects.toMatchObject({
        message: `${said}; ${count} ${count === 1 ? "event" : "events"} not published`,
        hint: "nothing was lost; run foremerge ledger sync again when the remote answers",
        details: { not_published: count },
        exit: 3,
      });
    } finally {
      vi.unstubAllEnvs();
    }
    expect(readFileSync(ledgerOf(c, "ann")).equals(before)).toBe(true);
    c.git(c.folder("ann"), "remote", "set-url", "origin", c.hub);
    expect((await c.json("ann", ["ledger", "sync"])).published).toBeGreaterThan(0);
  });

  it("that lets nobody in is quoted; nothing is lost, and the next sync completes", async () => {
    c.clone("ann");
    await publish("ann", "Label");
    const before = readFileSync(ledgerOf(c, "ann"));
    const env = throughSsh(c, "ann", 'echo "git@hub: Permission denied (publickey)." >&2; exit 255');
    for (const words of [
      ["ledger", "sync"],
      ["ledger", "sync", "--pull"],
    ]) {
      const { exit, err } = await c.start("ann", [...words, "--json"], { env }).ended;
      expect([exit, err]).toEqual([3, expect.stringContaining("Permission denied (publickey)")]);
    }
    expect(readFileSync(ledgerOf(c, "ann")).equals(before)).toBe(true);
    c.git(c.folder("ann"), "remote", "set-url", "origin", c.hub);
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ published: 2 });
  });

  it("that lets people read and not write is quoted with the count, and --pull still works", async () => {
    c.clone("ann");
    c.clone("bob");
    await publish("bob", "Scale");
    await c.json("bob", ["ledger", "sync"]);
    await publish("ann", "Label");
    const env = throughSsh(
      c,
      "ann",
      'case "$command" in *receive-pack*) echo "ERROR: Permission to hub.git denied to ann." >&2; exit 1;; esac\nexec sh -c "$command"',
    );
    const { exit, err } = await c.start("ann", ["ledger", "sync", "--json"], { env }).ended;
    expect([exit, err]).toEqual([3, expect.stringContaining("Permission to hub.git denied to ann")]);
    expect(JSON.parse(err).error.message).toMatch(/2 events not published/);
    const pulled = await c.start("ann", ["ledger", "sync", "--pull", "--json"], { env }).ended;
    expect([pulled.exit, JSON.parse(pulled.out).published]).toEqual([0, 0]);
    expect((await c.json("ann", ["intent", "list"])).intents).toHaveLength(2);
  });

  it("whose hook refuses is quoted with the count; the next sync completes once the hook lets it through", async () => {
    c.clone("ann");
    await publish("ann", "Label");
    await c.json("ann", ["ledger", "sync"]);
    await publish("ann", "Scale");
    const hook = join(c.hub, "hooks", "update");
    writeFileSync(hook, '#!/bin/sh\necho "the hub is frozen until Monday" >&2\nexit 1\n', { mode: 0o755 });
    const { exit, err } = await c.run("ann", ["ledger", "sync", "--json"]);
    expect([exit, err]).toEqual([3, expect.stringContaining("the hub is frozen until Monday")]);
    expect(err).toMatch(/1 events? not published/);
    rmSync(hook);
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ published: 1 });
  });
});

describe("a push that never fits", () => {
  /** A sync that must end with 3: its error, in which nobody is said to have been faster. */
  const failing = async (...words: string[]) => {
    const { exit, err } = await c.run("ann", ["ledger", "sync", ...words, "--json"]);
    const { error } = JSON.parse(err.trim().split("\n").at(-1) as string);
    expect([exit, error.code]).toEqual([3, "GIT_FAILED"]);
    expect(error.message).not.toContain("faster");
    return error;
  };

  it("because another branch is in the way of the name is refused at once, in the server's words", async () => {
    const ann = c.clone("ann");
    c.git(ann, "commit", "-q", "--allow-empty", "-m", "Start");
    c.git(ann, "push", "-q", "origin", "main:team");
    await publish("ann", "Label");
    const { message, hint, details } = await failing("--branch", "team/ledger");
    expect(message).toMatch(/'refs\/heads\/team' exists.*; 2 events not published$/);
    expect([hint, details.not_published]).toEqual([expect.stringContaining("the name of a branch"), 2]);
  });

  it("because the remote is pushed to another place is called that", async () => {
    const ann = c.clone("ann");
    c.git(c.top, "init", "-q", "--bare", "fork.git");
    const fork = join(c.top, "fork.git");
    c.git(ann, "remote", "set-url", "--push", "origin", fork);
    await publish("ann", "Label");
    const places = `origin is fetched from ${c.hub} and pushed to ${fork}`;
    const first = await c.json("ann", ["ledger", "sync"]);
    expect(first).toMatchObject({ published: 2, warnings: [expect.stringContaining(places)] });
    await publish("ann", "Scale");
    const { message, hint } = await failing();
    expect(message).toMatch(/^3 events not published: /);
    expect([message, hint]).toEqual([
      expect.stringContaining(places),
      expect.stringContaining("set-url --push origin"),
    ]);
  });

  it("because a lock was left behind on the server is quoted; once it is gone the next sync completes", async () => {
    c.clone("ann");
    await publish("ann", "Label");
    await c.json("ann", ["ledger", "sync"]);
    await publish("ann", "Scale");
    const lock = join(c.hub, "refs", "foremerge", "ledger.lock");
    writeFileSync(lock, "");
    const { message } = await failing();
    expect(message).toMatch(/^1 event not published: .*ledger\.lock': File exists/);
    rmSync(lock);
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ published: 1 });
  });

  it.each(["tree", "blob"])("because the remote's ref is a %s is called that, when reading too", async (type) => {
    const ann = c.clone("ann");
    await publish("ann", "Label");
    await c.json("ann", ["ledger", "sync"]);
    await publish("ann", "Scale");
    const id = c.git(c.hub, "rev-parse", "refs/foremerge/ledger^{tree}");
    const blob = c.git(c.hub, "ls-tree", "-r", "--object-only", id).split("\n")[0] as string;
    c.git(c.hub, "update-ref", "refs/foremerge/ledger", type === "tree" ? id : blob);
    for (const words of [[], ["--pull"], ["--dry-run"]]) {
      const { message, hint, details } = await failing(...words);
      expect(message).toContain(`refs/foremerge/ledger of origin is no commit: ${type}`);
      expect(hint).toContain("git push origin --delete refs/foremerge/ledger");
      expect(details?.not_published).toBe(words[0] === "--pull" ? undefined : 1);
    }
    c.clone("job", { init: false });
    const judged = await c.run("job", ["ci", "--base", "main", "--json"]);
    expect([judged.exit, JSON.parse(judged.out).not_assessed.at(-1)]).toMatchObject([
      1,
      { what: "ledger", reason: expect.stringContaining("refs/foremerge/ledger of origin is no commit") },
    ]);
    c.git(ann, "push", "-q", "origin", "--delete", "refs/foremerge/ledger");
    await c.json("ann", ["ledger", "sync"]);
    c.clone("bob");
    expect(await c.json("bob", ["ledger", "sync"])).toMatchObject({ received: 3 });
  });
});

describe("a disk", () => {
  it("on which files may not grow: the ledger is as it was, and the next sync completes", async () => {
    c.clone("ann");
    c.clone("bob");
    for (let i = 0; i < 30; i++) await publish("ann", `Label${"x".repeat(480)}${i}`);
    await c.json("ann", ["ledger", "sync"]);
    await publish("bob", "Scale");
    const before = readFileSync(ledgerOf(c, "bob"));
    const { exit, err } = await c.start("bob", ["ledger", "sync", "--json"], { limit: "ulimit -f 16" }).ended;
    expect([exit, err]).toEqual([3, expect.stringContaining("LEDGER_FAILED")]);
    expect(readFileSync(ledgerOf(c, "bob")).equals(before)).toBe(true);
    await expectNothingLost(["ann", "bob"], 31);
  });

  const disk = mountable();
  it.skipIf(disk !== undefined)(
    `that is full: the ledger stays whole, and the next sync completes${disk === undefined ? "" : ` (skipped: ${disk})`}`,
    async () => {
      c.clone("ann");
      for (let i = 0; i < 30; i++) await publish("ann", `Label${"x".repeat(480)}${i}`);
      await c.json("ann", ["ledger", "sync"]);
      const small = join(c.top, "bob");
      mkdirSync(small);
      expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", small]).status).toBe(0);
      try {
        c.clone("bob", { args: ["--template="] });
        await publish("bob", "Scale");
        const exits = new Set<number>();
        for (const free of [0, 4, 12, 20, 40, 60]) {
          const { bavail, bsize } = statfsSync(small);
          writeFileSync(join(small, "filler"), Buffer.alloc(Math.max(0, bavail * bsize - free * 1024)));
          const before = readFileSync(ledgerOf(c, "bob"), "utf8");
          const { exit, err } = await c.start("bob", ["ledger", "sync", "--json"]).ended;
          exits.add(exit);
          if (exit !== 0) {
            expect([exit, err]).toEqual([3, expect.stringMatching(/GIT_FAILED|LEDGER_FAILED/)]);
            expect(err).not.toContain("when the remote can be reached");
          }
          rmSync(join(small, "filler"));
          expect(readFileSync(ledgerOf(c, "bob"), "utf8").startsWith(before)).toBe(true);
          expect(await isWhole("bob")).toBe(true);
        }
        expect(exits).toContain(3);
        await expectNothingLost(["ann", "bob"], 31);
      } finally {
        spawnSync("umount", ["-l", small]);
      }
    },
  );
});

/** Why no small disk can be had here, or undefined. */
function mountable(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root can mount a small disk";
  const folder = `/tmp/foremerge-mount-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]).status === 0;
  if (mounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted ? undefined : "nothing can be mounted here";
}
