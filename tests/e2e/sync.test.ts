// Many machines: clones of one bare remote publish, claim, settle and sync in every order; nothing is lost, nothing
// comes twice, everybody ends with the same bytes (spec 2.6).
import { spawn } from "node:child_process";
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PROJECT } from "../stage.ts";
import { type Clones, openClones, seeded, wrapper } from "./clones.ts";

const FULL = process.env.FOREMERGE_TEST_FULL === "1";
const BINARY = join(PROJECT, "bin", "foremerge.js");
const PUBLISH = ["intent", "publish"];

let c: Clones;
beforeEach(() => {
  c = openClones();
});
afterEach(() => c.remove());

const ledgerOf = (name: string): string => join(c.folder(name), ".git", "foremerge", "ledger.jsonl");
const exportOf = async (name: string): Promise<string> => (await c.run(name, ["ledger", "export", "-"])).out;

async function settleAll(names: readonly string[], now: string): Promise<void> {
  for (let round = 0; round < names.length + 2; round++) {
    let moved = 0;
    for (const name of names) {
      const { received, published } = await c.json(name, ["ledger", "sync"], { now });
      moved += received + published;
    }
    if (moved === 0) return;
  }
  throw new Error("the clones go on exchanging events");
}

/** A seeded life of a few clones: offline work and syncs in any order. */
async function play(seed: number, names: readonly string[], steps: number): Promise<void> {
  const pick = seeded(seed);
  let minute = 0;
  const now = (): string => new Date(Date.UTC(2026, 10, 30, 8, minute++)).toISOString();
  const things = ["Label", "Scale", "Printer", "Queue"];
  const operations = ["replace", "extend", "modify", "add"];
  for (let step = 0; step < steps; step++) {
    const name = names[pick(names.length)] as string;
    const options = { now: now(), agent: `agent-${name}` };
    const thing = things[pick(things.length)] as string;
    const mine = (await c.json(name, ["intent", "list", "--by", options.agent], options)).intents as { id: string }[];
    const own = mine[pick(Math.max(1, mine.length))]?.id;
    switch (pick(7)) {
      case 0:
      case 1:
        await c.json(
          name,
          [...PUBLISH, `Work ${step} on ${thing}`, "--scope", `symbol:${thing}=${operations[pick(4)]}`],
          options,
        );
        break;
      case 2:
        if (own)
          await c.run(
            name,
            ["claim", "take", `file:src/${thing}.ts`, "--intent", own, "--exclusive", "--wait", "0"],
            options,
          );
        break;
      case 3: {
        const { conflicts } = await c.json(name, ["conflicts", "list"], options);
        const one = conflicts[pick(Math.max(1, conflicts.length))];
        if (one) await c.run(name, ["resolve", one.id, "--reason", `agreed in step ${step}`], options);
        break;
      }
      case 4:
        if (own) await c.run(name, ["intent", "discard", own, "--reason", "given up"], options);
        break;
      default:
        await c.run(name, ["ledger", "sync"], options);
    }
  }
  await settleAll(names, now());
}

describe("clones that sync in any order", () => {
  const schedules = FULL ? 200 : 6;
  it.each(Array.from({ length: schedules }, (_, i) => i + 1))(
    "converge to the same bytes (schedule %i)",
    async (seed) => {
      const names = ["ann", "bob", "cyd", "dee", "eve", "fay", "gus", "hal"].slice(0, [2, 4, 8][seed % 3]);
      for (const name of names) c.clone(name);
      await play(seed, names, 14);
      const first = await exportOf(names[0] as string);
      const conflicts = (await c.run(names[0] as string, ["conflicts", "list", "--all", "--json"])).out;
      for (const name of names.slice(1)) {
        expect(await exportOf(name)).toBe(first);
        expect((await c.run(name, ["conflicts", "list", "--all", "--json"])).out).toBe(conflicts);
      }
      const lines = first
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id as string);
      expect(new Set(lines).size).toBe(lines.length);
      for (const name of names) expect((await c.json(name, ["ledger", "verify"])).valid).toBe(true);
    },
  );
});

describe("a sync", () => {
  it("with nothing new makes no commit and no write, and leaves everything else as it was", async () => {
    writeFileSync(join(c.clone("ann"), "a.ts"), "export {}\n");
    const ann = c.folder("ann");
    c.git(ann, "add", "a.ts");
    c.git(ann, "commit", "-q", "-m", "Start");
    c.git(ann, "push", "-q", "origin", "main");
    writeFileSync(join(ann, "a.ts"), "export const staged = 1\n");
    c.git(ann, "add", "a.ts");
    writeFileSync(join(ann, "a.ts"), "export const dirty = 1\n");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    const picture = () => ({
      index: readFileSync(join(ann, ".git", "index")).toString("hex"),
      head: readFileSync(join(ann, ".git", "HEAD"), "utf8"),
      config: readFileSync(join(ann, ".git", "config"), "utf8"),
      refs: c
        .git(ann, "for-each-ref", "--format=%(refname) %(objectname)")
        .split("\n")
        .filter((line) => !line.startsWith("refs/foremerge/")),
      status: c.git(ann, "status", "--porcelain"),
      stash: c.git(ann, "stash", "list"),
      worktrees: c.git(ann, "worktree", "list"),
      fetchHead: existsSync(join(ann, ".git", "FETCH_HEAD")),
    });
    const before = picture();
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ published: 2, received: 0 });
    expect(picture()).toEqual(before);
    const ledger = readFileSync(ledgerOf("ann"));
    const commit = c.git(c.hub, "rev-parse", "refs/foremerge/ledger");
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ published: 0, received: 0, commit });
    expect(readFileSync(ledgerOf("ann")).equals(ledger)).toBe(true);
    expect(c.git(c.hub, "rev-list", "--count", "refs/foremerge/ledger")).toBe("1");
  });

  it("never forces: no plus and no force in any git command line", async () => {
    c.clone("ann");
    c.clone("bob");
    const log = join(c.top, "git.log");
    const real = c.git(c.top, "--exec-path");
    const path = wrapper(
      c.top,
      "git",
      `#!/bin/sh\nprintf '%s\\n' "$*" >> "${log}"\nexec "${real}/git" "$@"\n`,
      c.env.PATH ?? "",
    );
    const before = process.env.PATH;
    process.env.PATH = path;
    try {
      for (const name of ["ann", "bob", "ann"]) {
        await c.json(name, [...PUBLISH, `Work of ${name}`, "--scope", `symbol:${name}=add`]);
        await c.json(name, ["ledger", "sync"]);
      }
    } finally {
      process.env.PATH = before;
    }
    const commands = readFileSync(log, "utf8");
    expect(commands).toMatch(/ push /);
    // `-f` is a file of patterns to git grep, which asks about code.
    const carrying = commands.split("\n").filter((line) => / (push|fetch|update-ref) /.test(line));
    expect(carrying.join("\n")).not.toMatch(/--force|(^| )-f( |$)| \+|:\+/m);
    expect(commands).not.toMatch(/ (checkout|reset|stash|add|commit|merge|pull|rebase|switch|restore) /);
  });

  it("records the finding of two intents that meet for the first time, once", async () => {
    c.clone("ann");
    c.clone("bob");
    await c.json("ann", [...PUBLISH, "Swap the engine", "--scope", "symbol:Label=replace"], { agent: "ann" });
    await c.json("bob", [...PUBLISH, "Show tare", "--scope", "symbol:Label=extend"], { agent: "bob" });
    await c.json("ann", ["ledger", "sync"]);
    const { detected } = await c.json("bob", ["ledger", "sync"]);
    expect(detected).toHaveLength(1);
    expect((await c.json("ann", ["ledger", "sync"])).detected).toEqual([]);
    const { conflict, detections } = await c.json("ann", ["conflicts", "show", detected[0]]);
    expect(conflict).toMatchObject({ severity: "HIGH", status: "OPEN" });
    expect(detections).toHaveLength(1);
  });

  it("keeps a settlement: a stale machine that syncs later reopens nothing", async () => {
    c.clone("ann");
    c.clone("bob");
    await c.json("ann", [...PUBLISH, "Swap the engine", "--scope", "symbol:Label=replace"], { agent: "ann" });
    const { findings } = await c.json("ann", [...PUBLISH, "Show tare", "--scope", "symbol:Label=extend"], {
      agent: "cleo",
    });
    await c.json("ann", ["ledger", "sync"]);
    await c.json("bob", ["ledger", "sync"]);
    await c.json("ann", ["resolve", findings[0].id, "--reason", "tare first"], { agent: "ann" });
    await c.json("bob", [...PUBLISH, "Something else", "--scope", "symbol:Scale=add"], { agent: "bob" });
    await settleAll(["bob", "ann"], "2026-12-01T12:00:00Z");
    for (const name of ["ann", "bob"]) {
      expect((await c.json(name, ["conflicts", "show", findings[0].id])).conflict.status).toBe("RESOLVED");
    }
  });

  it("works from a linked worktree, with GIT_DIR set, with fetch.prune on, and in a shallow clone", async () => {
    const ann = c.clone("ann");
    writeFileSync(join(ann, "a"), "a\n");
    c.git(ann, "add", "a");
    c.git(ann, "commit", "-q", "-m", "One");
    c.git(ann, "commit", "-q", "--allow-empty", "-m", "Two");
    c.git(ann, "push", "-q", "origin", "main");
    c.git(ann, "config", "fetch.prune", "true");
    c.git(ann, "worktree", "add", "-q", "-b", "side", join(c.top, "side"));
    await c.json("side", [...PUBLISH, "From the side", "--scope", "symbol:Side=add"]);
    expect((await c.json("side", ["ledger", "sync"])).published).toBe(2);
    c.clone("bob", { args: ["--depth", "1", "--no-local"] });
    const shallow = readFileSync(join(c.folder("bob"), ".git", "shallow"), "utf8");
    expect((await c.json("bob", ["ledger", "sync"])).received).toBe(2);
    expect(readFileSync(join(c.folder("bob"), ".git", "shallow"), "utf8")).toBe(shallow);
    process.env.GIT_DIR = "/nonexistent";
    try {
      await c.json("bob", [...PUBLISH, "From the shallow", "--scope", "symbol:Shallow=add"]);
      expect((await c.json("bob", ["ledger", "sync"])).published).toBeGreaterThan(0);
    } finally {
      delete process.env.GIT_DIR;
    }
    expect((await c.json("ann", ["ledger", "sync"])).received).toBeGreaterThan(0);
  });

  it("makes the ledger of a fresh clone that has none, and --pull publishes nothing", async () => {
    c.clone("ann");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    await c.json("ann", ["ledger", "sync"]);
    c.clone("ci", { init: false });
    expect(await c.json("ci", ["ledger", "sync", "--pull"])).toMatchObject({ received: 2, published: 0 });
    expect((await c.json("ci", ["intent", "list"])).intents).toHaveLength(1);
    expect(c.git(c.hub, "rev-list", "--count", "refs/foremerge/ledger")).toBe("1");
  });

  it("without any ledger anywhere says so", async () => {
    c.clone("ann", { init: false });
    const { exit, err } = await c.run("ann", ["ledger", "sync", "--json"]);
    expect(exit).toBe(3);
    expect(err).toContain("NO_LEDGER");
  });

  it("refuses a URL and an unknown remote", async () => {
    c.clone("ann");
    for (const name of ["https://example.org/x.git", "upstream", "--upload-pack=x"]) {
      const { exit, err } = await c.run("ann", ["ledger", "sync", "--json", "--", name]);
      expect([exit, JSON.parse(err.trim().split("\n").at(-1) as string).error.code]).toEqual([2, "INVALID_INPUT"]);
    }
  });

  it("shows the server's words when the host refuses the ref, and --branch works", async () => {
    c.clone("ann");
    c.clone("bob");
    writeFileSync(
      join(c.hub, "hooks", "pre-receive"),
      '#!/bin/sh\nwhile read old new ref; do case "$ref" in refs/heads/*) ;; *) echo "this host takes branches only" >&2; exit 1;; esac; done\n',
      { mode: 0o755 },
    );
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    const before = readFileSync(ledgerOf("ann"));
    const refused = await c.run("ann", ["ledger", "sync", "--json"]);
    expect(refused.exit).toBe(3);
    expect(refused.err).toContain("this host takes branches only");
    expect(refused.err).toContain("--branch");
    expect(refused.err).toMatch(/2 events not published/);
    expect(readFileSync(ledgerOf("ann")).equals(before)).toBe(true);
    expect(await c.json("ann", ["ledger", "sync", "--branch", "foremerge-ledger"])).toMatchObject({ published: 2 });
    expect(await c.json("bob", ["ledger", "sync", "--branch", "foremerge-ledger"])).toMatchObject({ received: 2 });
  });

  it("is tried out by init --remote, which leaves nothing behind", async () => {
    c.clone("ann");
    expect((await c.json("ann", ["init", "--remote", "origin"])).probe).toMatchObject({
      allows: "ref",
      remote: "origin",
    });
    writeFileSync(
      join(c.hub, "hooks", "pre-receive"),
      '#!/bin/sh\nwhile read old new ref; do case "$ref" in refs/heads/*) ;; *) echo "branches only" >&2; exit 1;; esac; done\n',
      { mode: 0o755 },
    );
    const { probe } = await c.json("ann", ["init", "--remote", "origin"]);
    expect(probe).toMatchObject({
      allows: "branch",
      command: "foremerge ledger sync origin --branch foremerge-ledger",
    });
    expect(probe.words).toContain("branches only");
    expect(c.git(c.hub, "for-each-ref")).toBe("");
  });

  it("with the remote gone ends with 3, loses nothing, and completes when it is back", async () => {
    c.clone("ann");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    c.git(c.folder("ann"), "remote", "set-url", "origin", join(c.top, "gone.git"));
    const gone = await c.run("ann", ["ledger", "sync", "--json"]);
    expect(gone.exit).toBe(3);
    expect(gone.err).toContain("GIT_FAILED");
    c.git(c.folder("ann"), "remote", "set-url", "origin", c.hub);
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ published: 2 });
  });

  it("notices a copy made with cp -r that writes under the same replica id, and goes on under a new one", async () => {
    const ann = c.clone("ann");
    await c.json("ann", [...PUBLISH, "One", "--scope", "symbol:One=add"], { agent: "ann" });
    cpSync(ann, c.folder("twin"), { recursive: true });
    await c.json("ann", [...PUBLISH, "Two", "--scope", "symbol:Two=add"], { agent: "ann" });
    await c.json("twin", [...PUBLISH, "Three", "--scope", "symbol:Three=add"], { agent: "twin" });
    await settleAll(["ann", "twin"], "2026-12-01T12:00:00Z");
    expect((await c.json("ann", ["intent", "list"])).intents).toHaveLength(3);
    expect(await exportOf("twin")).toBe(await exportOf("ann"));
    expect((await c.json("ann", ["ledger", "verify"])).valid).toBe(true);
  });

  it("names events whose bytes differ under one id; every machine keeps the same one", async () => {
    c.clone("ann");
    c.clone("bob");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    await c.json("ann", ["ledger", "sync"]);
    const last = readFileSync(ledgerOf("ann"), "utf8").trimEnd().split("\n").at(-1) as string;
    appendFileSync(ledgerOf("bob"), `${last.replace('"summary":"Print"', '"summary":"Paint"')}\n`);
    const { contradictions } = await c.json("bob", ["ledger", "sync"]);
    expect(contradictions).toEqual([JSON.parse(last).id]);
    await settleAll(["ann", "bob"], "2026-12-01T12:00:00Z");
    const summaries = await Promise.all(
      ["ann", "bob"].map(async (name) => (await c.json(name, ["intent", "list"])).intents[0].summary),
    );
    expect(summaries[0]).toBe(summaries[1]);
  });

  it("of a damaged ledger carries what can be read, and does not call that a success", async () => {
    c.clone("ann", { init: true });
    c.clone("bob", { init: true });
    await c.json("ann", [...PUBLISH, "Cut", "--scope", "symbol:X=add"], { agent: "ann" });
    appendFileSync(ledgerOf("ann"), "<<<<<<< HEAD\n");
    const damaged = await c.run("ann", ["ledger", "sync", "--json"]);
    expect([damaged.exit, JSON.parse(damaged.out)]).toMatchObject([1, { published: 2, damage: 1 }]);
    expect((await c.json("bob", ["ledger", "sync"])).received).toBe(2);
    expect((await c.run("ann", ["ledger", "repair", "--yes"])).exit).toBe(0);
    expect((await c.run("ann", ["ledger", "sync"])).exit).toBe(0);
  });

  it("dry runs write nothing", async () => {
    c.clone("ann");
    c.clone("bob");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    await c.json("ann", ["ledger", "sync"]);
    const before = readFileSync(ledgerOf("bob"));
    expect(await c.json("bob", ["ledger", "sync", "--dry-run"])).toMatchObject({
      received: 2,
      published: 1,
      dry_run: true,
    });
    expect(readFileSync(ledgerOf("bob")).equals(before)).toBe(true);
    expect(c.git(c.hub, "rev-list", "--count", "refs/foremerge/ledger")).toBe("1");
  });

  it("forgets nothing when its memory is deleted or belongs to another file", async () => {
    c.clone("ann");
    c.clone("bob");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    await c.json("ann", ["ledger", "sync"]);
    await c.json("bob", ["ledger", "sync"]);
    rmSync(join(c.folder("ann"), ".git", "foremerge", "cache"), { recursive: true, force: true });
    cpSync(join(c.folder("bob"), ".git", "foremerge", "cache"), join(c.folder("ann"), ".git", "foremerge", "cache"), {
      recursive: true,
    });
    await c.json("ann", [...PUBLISH, "Paint", "--scope", "symbol:Y=add"]);
    expect((await c.json("ann", ["ledger", "sync"])).published).toBe(1);
    await settleAll(["ann", "bob"], "2026-12-01T12:00:00Z");
    expect(await exportOf("ann")).toBe(await exportOf("bob"));
  });
});

describe("processes of their own", () => {
  const start = (name: string, words: readonly string[]) =>
    spawn(process.execPath, [BINARY, ...words], {
      cwd: c.folder(name),
      env: { ...c.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  const ended = (child: ReturnType<typeof start>): Promise<{ code: number | null; err: string }> =>
    new Promise((done) => {
      let err = "";
      child.stderr.on("data", (chunk) => {
        err += chunk;
      });
      child.on("close", (code) => done({ code, err }));
    });

  it("that sync at the same moment all arrive, or say how many events did not and succeed on the next call", async () => {
    const names = ["ann", "bob", "cyd", "dee", "eve", "fay", "gus", "hal"].slice(0, FULL ? 8 : 4);
    const each = FULL ? 25 : 5;
    for (const name of names) {
      c.clone(name);
      for (let i = 0; i < each; i++)
        await c.json(name, [...PUBLISH, `Work ${i} of ${name}`, "--scope", `symbol:${name}${i}=add`], { agent: name });
    }
    const answers = await Promise.all(names.map((name) => ended(start(name, ["ledger", "sync", "--json"]))));
    for (const { code, err } of answers) {
      expect([0, 3]).toContain(code);
      if (code === 3) expect(err).toMatch(/\d+ events not published/);
    }
    await settleAll(names, "2026-12-01T12:00:00Z");
    const first = await exportOf("ann");
    const published = first.split("\n").filter((line) => line.includes('"type":"intent.published"'));
    expect(published).toHaveLength(names.length * each);
    for (const name of names) expect(await exportOf(name)).toBe(first);
  });

  it("killed at any moment leave the ledger whole, and the next sync completes", async () => {
    c.clone("ann");
    c.clone("bob");
    await c.json("bob", [...PUBLISH, "Paint", "--scope", "symbol:Y=add"], { agent: "bob" });
    await c.json("bob", ["ledger", "sync"]);
    for (let round = 0; round < (FULL ? 40 : 8); round++) {
      await c.json("ann", [...PUBLISH, `Work ${round}`, "--scope", `symbol:Work${round}=add`], { agent: "ann" });
      const child = start("ann", ["ledger", "sync"]);
      const end = ended(child);
      await new Promise((done) => setTimeout(done, 40 + round * 25));
      child.kill("SIGKILL");
      await end;
      expect((await c.json("ann", ["ledger", "verify"])).valid).toBe(true);
    }
    await settleAll(["ann", "bob"], "2026-12-01T12:00:00Z");
    expect(await exportOf("bob")).toBe(await exportOf("ann"));
  });
});

describe("clocks", () => {
  it("a day ahead or behind change no order and no verdict", async () => {
    c.clone("ann");
    c.clone("bob");
    await c.json("ann", [...PUBLISH, "Swap the engine", "--scope", "symbol:Label=replace"], {
      agent: "ann",
      now: "2026-12-02T12:00:00Z",
    });
    await c.json("ann", ["ledger", "sync"], { now: "2026-12-02T12:00:00Z" });
    await c.json("bob", ["ledger", "sync"], { now: "2026-11-30T12:00:00Z" });
    const { findings } = await c.json("bob", [...PUBLISH, "Show tare", "--scope", "symbol:Label=extend"], {
      agent: "bob",
      now: "2026-11-30T12:00:00Z",
    });
    expect(findings).toMatchObject([{ severity: "HIGH" }]);
    await settleAll(["bob", "ann"], "2026-12-01T12:00:00Z");
    const types = (await exportOf("ann"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map((e) => `${e.type} ${e.actor}`);
    expect(types.slice(-2)).toEqual(["intent.published bob", "conflict.detected bob"]);
  });
});
