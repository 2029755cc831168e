// Sync, one behaviour at a time, between real clones of a real bare remote (spec 2.6). Random schedules are in
// sync-schedules.ts, what interrupts a sync in sync-interrupted.test.ts, transports in sync-transports.test.ts.
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Answer } from "../stage.ts";
import { type Clones, exportOf, ledgerOf, openClones, settleAll, wrapper } from "./clones.ts";

const PUBLISH = ["intent", "publish"];

let c: Clones;
beforeEach(() => {
  c = openClones();
});
afterEach(() => c.remove());

/** The hub becomes a host that refuses every ref that is no branch. */
function takeBranchesOnly(): void {
  writeFileSync(
    join(c.hub, "hooks", "pre-receive"),
    '#!/bin/sh\nwhile read old new ref; do case "$ref" in refs/heads/*) ;; *) echo "this host takes branches only" >&2; exit 1;; esac; done\n',
    { mode: 0o755 },
  );
}

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
    const ledger = readFileSync(ledgerOf(c, "ann"));
    const commit = c.git(c.hub, "rev-parse", "refs/foremerge/ledger");
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ published: 0, received: 0, commit });
    expect(readFileSync(ledgerOf(c, "ann")).equals(ledger)).toBe(true);
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
      // Overtaken: bob pushes on top of what he knows, is refused, and fetches.
      await c.json("bob", [...PUBLISH, "More work of bob", "--scope", "symbol:More=add"]);
      const overtaken = await c.json("bob", ["ledger", "sync"]);
      expect([overtaken.received > 0, overtaken.published > 0]).toEqual([true, true]);
      await c.json("bob", ["ledger", "sync", "--branch", "foremerge-ledger"]);
      await c.json("ann", ["ledger", "sync", "--branch", "foremerge-ledger"]);
      await c.json("ann", ["ledger", "sync", "--pull"]);
      await c.json("ann", ["init", "--remote", "origin"]);
      // A remote whose ref was made anew.
      c.git(c.hub, "update-ref", "-d", "refs/foremerge/ledger");
      await c.json("bob", ["ledger", "sync"]);
      await c.json("ann", ["ledger", "sync"]);
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
    await settleAll(c, ["bob", "ann"], "2026-12-01T12:00:00Z");
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

  it.each([
    ["refs/heads/ledger", "write ledger"],
    ["refs/foremerge/ledger", "write a plain name"],
    ["HEAD", "write a plain name"],
    ["-x", "write a plain name"],
    ["a/.b", "write a plain name"],
    ["x.lock/y", "write a plain name"],
    ["", "write a plain name"],
    ["a@{1}", "write a plain name"],
  ])("refuses the branch name %j before anything is asked", async (name, hint) => {
    const ann = c.clone("ann");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    c.git(ann, "remote", "set-url", "origin", join(c.top, "gone.git"));
    const { exit, err } = await c.run("ann", ["ledger", "sync", `--branch=${name}`, "--json"]);
    expect([exit, JSON.parse(err).error]).toMatchObject([2, { code: "INVALID_INPUT" }]);
    expect(JSON.parse(err).error.hint).toContain(hint);
  });

  it("takes every branch name that git takes", async () => {
    c.clone("ann");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    expect(await c.json("ann", ["ledger", "sync", "--branch", "büro/+ledger"])).toMatchObject({ published: 2 });
    expect(c.git(c.hub, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/büro/+ledger");
  });

  it("puts no ledger onto a branch that holds anything else, there or here", async () => {
    const ann = c.clone("ann");
    for (const name of ["LICENSE", "README.md", "a.ts", "b.ts"]) writeFileSync(join(ann, name), `${name}\n`);
    c.git(ann, "add", ".");
    c.git(ann, "commit", "-q", "-m", "Start");
    c.git(ann, "push", "-q", "origin", "main", "main:feature");
    c.git(ann, "branch", "unpushed");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    const tips = c.git(c.hub, "for-each-ref");
    for (const [branch, where] of [
      ["feature", "of origin"],
      ["unpushed", "here"],
    ] as const) {
      for (const more of [[], ["--pull"], ["--dry-run"]]) {
        const { exit, err } = await c.run("ann", ["ledger", "sync", "--branch", branch, ...more, "--json"]);
        expect([exit, JSON.parse(err).error]).toMatchObject([
          2,
          {
            code: "INVALID_INPUT",
            message: `the branch "${branch}" ${where} holds other things than a ledger: LICENSE, README.md, a.ts and 1 more`,
            hint: "the ledger wants a branch of its own: foremerge ledger sync --branch foremerge-ledger",
          },
        ]);
      }
    }
    c.clone("job", { init: false });
    const judged = await c.run("job", ["ci", "--base", "main", "--ledger-branch", "feature", "--json"]);
    expect([judged.exit, JSON.parse(judged.out).not_assessed]).toMatchObject([
      1,
      expect.arrayContaining([
        expect.objectContaining({
          what: "ledger",
          reason: expect.stringContaining("refs/remotes/origin/feature holds no ledger"),
        }),
      ]),
    ]);
    expect(c.git(c.hub, "for-each-ref")).toBe(tips);
    expect(c.git(ann, "for-each-ref", "refs/foremerge")).toBe("");
    // A ledger that somebody has checked out to look at is no other thing.
    await c.json("ann", ["ledger", "sync", "--branch", "foremerge-ledger"]);
    c.git(ann, "branch", "foremerge-ledger", "refs/foremerge/ledger");
    c.git(c.hub, "update-ref", "-d", "refs/heads/foremerge-ledger");
    expect(await c.json("ann", ["ledger", "sync", "--branch", "foremerge-ledger"])).toMatchObject({ published: 2 });
  });

  it("shows the server's words when the host refuses the ref, and --branch works", async () => {
    c.clone("ann");
    c.clone("bob");
    takeBranchesOnly();
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    const before = readFileSync(ledgerOf(c, "ann"));
    const refused = await c.run("ann", ["ledger", "sync", "--json"]);
    expect(refused.exit).toBe(3);
    expect(refused.err).toContain("this host takes branches only");
    expect(refused.err).toContain("--branch");
    expect(refused.err).toMatch(/2 events not published/);
    expect(readFileSync(ledgerOf(c, "ann")).equals(before)).toBe(true);
    expect(await c.json("ann", ["ledger", "sync", "--branch", "foremerge-ledger"])).toMatchObject({ published: 2 });
    expect(await c.json("bob", ["ledger", "sync", "--branch", "foremerge-ledger"])).toMatchObject({ received: 2 });
  });

  it("goes to the branch that sync.branch names: by hand, with every push and in ci", async () => {
    const ann = c.clone("ann");
    takeBranchesOnly();
    writeFileSync(join(ann, ".foremerge.yaml"), "sync: {branch: team/ledger}\n");
    c.git(ann, "add", ".");
    c.git(ann, "commit", "-q", "-m", "Start");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=replace"], { agent: "ann" });
    expect((await c.start("ann", ["hook", "install", "git"]).ended).exit).toBe(0);
    c.git(ann, "push", "-q", "origin", "main");
    expect(c.git(c.hub, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main\nrefs/heads/team/ledger");
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ ref: "refs/heads/team/ledger", published: 0 });
    // The flag wins.
    expect(await c.json("ann", ["ledger", "sync", "--branch", "other"])).toMatchObject({ published: 2 });
    expect(c.git(c.hub, "for-each-ref", "--format=%(refname)", "refs/heads/other")).toBe("refs/heads/other");

    const job = c.clone("job", { init: false });
    c.git(job, "switch", "-q", "-c", "feature");
    // Which ledger a change is judged by is the base branch's to say, or the caller's.
    writeFileSync(join(job, ".foremerge.yaml"), "sync: {branch: elsewhere}\n");
    const ledgerOfCi = async (...words: string[]) => (await c.json("job", ["ci", "--base", "main", ...words])).ledger;
    expect(await ledgerOfCi()).toEqual(["refs/remotes/origin/team/ledger"]);
    expect(await ledgerOfCi("--ledger-branch", "other")).toEqual(["refs/remotes/origin/other"]);
    c.git(job, "update-ref", "-d", "refs/remotes/origin/team/ledger");
    expect(await ledgerOfCi()).toEqual(["origin refs/heads/team/ledger"]);
    const ran = await c.start("job", ["ci", "--base", "main", "--json"], { env: { FOREMERGE_SYNC_BRANCH: "other" } })
      .ended;
    expect(JSON.parse(ran.out).ledger).toEqual(["refs/remotes/origin/other"]);
  });

  it("never goes to a branch of work, and to none that is no name", async () => {
    const ann = c.clone("ann");
    for (const name of ["main", "-x", "a..b", "x.lock", ""]) {
      const { exit, err } = await c.run("ann", ["ledger", "sync", `--branch=${name}`]);
      expect([name, exit]).toEqual([name, 2]);
      expect(err).toContain("foremerge-ledger");
    }
    writeFileSync(join(ann, ".foremerge.yaml"), "sync: {branch: main}\n");
    const set = await c.run("ann", ["ledger", "sync"]);
    expect([set.exit, set.err]).toEqual([2, expect.stringContaining("sync.branch main is a branch of work")]);
    expect(c.git(c.hub, "for-each-ref")).toBe("");
    const judged = await c.run("ann", ["ci", "--ledger-branch", "a..b"]);
    expect([judged.exit, judged.err]).toEqual([2, expect.stringContaining('--ledger-branch "a..b"')]);
  });

  it("of a fresh clone where the ledger travels in a branch says how to name it, and so does ci", async () => {
    c.clone("ann");
    takeBranchesOnly();
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    await c.json("ann", ["ledger", "sync", "--branch", "foremerge-ledger"]);
    c.clone("new", { init: false });
    const { exit, err } = await c.run("new", ["ledger", "sync"]);
    expect(exit).toBe(3);
    expect(err).toContain("none in refs/foremerge/ledger of origin");
    expect(err).toContain("--branch foremerge-ledger");
    expect(err).toContain("sync.branch");
    const [missing] = (await c.json("new", ["ci"])).not_assessed.filter(
      ({ what }: { what: string }) => what === "ledger",
    );
    expect(missing.reason).toContain("--ledger-branch NAME");
    expect(missing.reason).toContain("sync.branch");
    expect(await c.json("new", ["ledger", "sync", "--branch", "foremerge-ledger"])).toMatchObject({ received: 2 });
  });

  it("names what met for the first time to whoever pushes", async () => {
    const ann = c.clone("ann");
    const bob = c.clone("bob");
    c.git(ann, "commit", "-q", "--allow-empty", "-m", "Start");
    c.git(ann, "push", "-q", "origin", "main");
    await c.json("ann", [...PUBLISH, "Replace it", "--scope", "symbol:Label=replace"], { agent: "ann" });
    await c.json("ann", [...PUBLISH, "Scale", "--scope", "symbol:Scale=extend"], { agent: "ann" });
    await c.json("ann", ["ledger", "sync"]);
    await c.json("bob", [...PUBLISH, "Extend", "--scope", "symbol:Label=extend"], { agent: "bob" });
    await c.json("bob", [...PUBLISH, "Too", "--scope", "symbol:Scale=extend"], { agent: "bob" });
    expect((await c.start("bob", ["hook", "install", "git"]).ended).exit).toBe(0);
    c.git(bob, "commit", "-q", "--allow-empty", "-m", "Work");
    const pushed = spawnSync("git", ["push", "-q", "origin", "HEAD:refs/heads/side"], {
      cwd: bob,
      env: c.env,
      encoding: "utf8",
    });
    const { conflicts } = await c.json("bob", ["conflicts", "list"]);
    const line = (rule: string): string => conflicts.find((each: Answer) => each.evidence.rule === rule).id;
    const told = pushed.stderr.split("\n").filter((each) => each.startsWith("foremerge:"));
    // Which of the two comes first is for the ids of the replicas to say, where their clocks are the same.
    const shown = told.slice(-3).map((each) => each.replace("bob and ann", "ann and bob"));
    expect([pushed.status, ...shown]).toEqual([
      0,
      "foremerge: new findings: 1 HIGH, 1 MEDIUM (foremerge conflicts show ID says more)",
      `foremerge:   HIGH FM-C001 ${line("FM-C001")}: symbol:Label, ann and bob`,
      `foremerge:   MEDIUM FM-C003 ${line("FM-C003")}: symbol:Scale, ann and bob`,
    ]);
    // Once they are known they are news no more.
    const again = await c.start("bob", ["hook", "pre-push"]).ended;
    expect(again).toEqual({ exit: 0, out: "", err: "" });
    // The other side did not record them, and hears of them all the same.
    const heard = await c.start("ann", ["hook", "pre-push"]).ended;
    expect(heard).toMatchObject({ exit: 0, err: expect.stringContaining(told.slice(-3).join("\n")) });
  });

  it("is tried out by init --remote, which leaves nothing behind", async () => {
    c.clone("ann");
    expect((await c.json("ann", ["init", "--remote", "origin"])).probe).toMatchObject({
      allows: "ref",
      remote: "origin",
    });
    takeBranchesOnly();
    const { probe } = await c.json("ann", ["init", "--remote", "origin"]);
    expect(probe).toMatchObject({
      allows: "branch",
      command: "foremerge ledger sync origin --branch foremerge-ledger",
    });
    expect(probe.words).toContain("branches only");
    expect(c.git(c.hub, "for-each-ref")).toBe("");
    expect(c.git(c.folder("ann"), "for-each-ref")).toBe("");
  });

  it("is tried out under one name where the host allows no deletion, and that is said", async () => {
    const ann = c.clone("ann");
    takeBranchesOnly();
    c.git(c.hub, "config", "receive.denyDeletes", "true");
    for (let time = 0; time < 2; time++) {
      const { probe, warnings } = await c.json("ann", ["init", "--remote", "origin"]);
      expect(probe).toMatchObject({ allows: "branch", left: "refs/heads/foremerge-probe" });
      expect(warnings).toEqual([expect.stringContaining("origin keeps refs/heads/foremerge-probe")]);
      expect(c.git(c.hub, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/foremerge-probe");
      expect(c.git(ann, "for-each-ref")).toBe("");
    }
    // What was fetched here before stays.
    c.git(ann, "fetch", "-q");
    await c.json("ann", ["init", "--remote", "origin"]);
    expect(c.git(ann, "for-each-ref", "--format=%(refname)")).toBe("refs/remotes/origin/foremerge-probe");
    // What an earlier probe left does not count as leave to push.
    writeFileSync(join(c.hub, "hooks", "pre-receive"), "#!/bin/sh\necho read only >&2\nexit 1\n", { mode: 0o755 });
    expect((await c.json("ann", ["init", "--remote", "origin"])).probe).toMatchObject({ allows: "none", left: null });
  });

  it("is not tried out when the remote is away: the ledger is made, and what to run later is said", async () => {
    const ann = c.clone("ann", { init: false });
    const typo = await c.run("ann", ["init", "--remote", "orgin"]);
    expect([typo.exit, existsSync(ledgerOf(c, "ann"))]).toEqual([2, false]);
    c.git(ann, "remote", "set-url", "origin", join(c.top, "gone.git"));
    const { exit, err } = await c.run("ann", ["init", "--agents", "--remote", "origin"]);
    expect(exit).toBe(3);
    expect(err).toContain("origin could not be probed");
    expect(err).toContain(ledgerOf(c, "ann"));
    expect(err).toContain("foremerge init --remote origin again");
    expect(err).not.toContain("events");
    expect(existsSync(ledgerOf(c, "ann"))).toBe(true);
    expect(existsSync(join(ann, "AGENTS.md"))).toBe(true);
  });

  it("with the remote gone ends with 3, loses nothing, and completes when it is back", async () => {
    c.clone("ann");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    c.git(c.folder("ann"), "remote", "set-url", "origin", join(c.top, "gone.git"));
    const gone = await c.run("ann", ["ledger", "sync", "--json"]);
    expect([gone.exit, JSON.parse(gone.err).error]).toMatchObject([
      3,
      {
        code: "GIT_FAILED",
        message: expect.stringMatching(/; 2 events not published$/),
        details: { not_published: 2 },
      },
    ]);
    c.git(c.folder("ann"), "remote", "set-url", "origin", c.hub);
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ published: 2 });
    c.git(c.folder("ann"), "remote", "set-url", "origin", join(c.top, "gone.git"));
    const same = await c.run("ann", ["ledger", "sync", "--json"]);
    expect([same.exit, same.err]).toEqual([3, expect.not.stringContaining("not published")]);
    await c.json("ann", [...PUBLISH, "Paint", "--scope", "symbol:Y=add"]);
    const { err } = await c.run("ann", ["ledger", "sync", "--json"]);
    expect(JSON.parse(err).error).toMatchObject({
      details: { not_published: 1 },
      hint: expect.stringMatching(/^nothing was lost/),
    });
  });

  it("notices a copy made with cp -r that writes under the same replica id, and goes on under a new one", async () => {
    const ann = c.clone("ann");
    await c.json("ann", [...PUBLISH, "One", "--scope", "symbol:One=add"], { agent: "ann" });
    cpSync(ann, c.folder("twin"), { recursive: true });
    await c.json("ann", [...PUBLISH, "Two", "--scope", "symbol:Two=add"], { agent: "ann" });
    await c.json("twin", [...PUBLISH, "Three", "--scope", "symbol:Three=add"], { agent: "twin" });
    await settleAll(c, ["ann", "twin"], "2026-12-01T12:00:00Z");
    expect((await c.json("ann", ["intent", "list"])).intents).toHaveLength(3);
    expect(await exportOf(c, "twin")).toBe(await exportOf(c, "ann"));
    expect((await c.json("ann", ["ledger", "verify"])).valid).toBe(true);
  });

  it("goes on under a new replica id when a backup was put back, and says what may have happened", async () => {
    c.clone("ann");
    await c.json("ann", [...PUBLISH, "One", "--scope", "symbol:One=add"], { agent: "ann" });
    const backup = readFileSync(ledgerOf(c, "ann"));
    await c.json("ann", [...PUBLISH, "Two", "--scope", "symbol:Two=add"], { agent: "ann" });
    await c.json("ann", ["ledger", "sync"]);
    writeFileSync(ledgerOf(c, "ann"), backup);
    const { received, warnings } = await c.json("ann", ["ledger", "sync"]);
    expect([received, warnings]).toEqual([
      1,
      [
        expect.stringMatching(
          /^events under this ledger's own replica id r_\w+ came from elsewhere \(a copy of it writes too, or a backup of it was put back\); it goes on as r_\w+, nothing is lost$/,
        ),
      ],
    ]);
  });

  it("names events whose bytes differ under one id; every machine keeps the same one", async () => {
    c.clone("ann");
    c.clone("bob");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    await c.json("ann", ["ledger", "sync"]);
    const last = readFileSync(ledgerOf(c, "ann"), "utf8").trimEnd().split("\n").at(-1) as string;
    appendFileSync(ledgerOf(c, "bob"), `${last.replace('"summary":"Print"', '"summary":"Paint"')}\n`);
    const { contradictions } = await c.json("bob", ["ledger", "sync"]);
    expect(contradictions).toEqual([JSON.parse(last).id]);
    await settleAll(c, ["ann", "bob"], "2026-12-01T12:00:00Z");
    const summaries = await Promise.all(
      ["ann", "bob"].map(async (name) => (await c.json(name, ["intent", "list"])).intents[0].summary),
    );
    expect(summaries[0]).toBe(summaries[1]);
  });

  it("of a damaged ledger carries what can be read, and does not call that a success", async () => {
    c.clone("ann", { init: true });
    c.clone("bob", { init: true });
    await c.json("ann", [...PUBLISH, "Cut", "--scope", "symbol:X=add"], { agent: "ann" });
    appendFileSync(ledgerOf(c, "ann"), "<<<<<<< HEAD\n");
    const damaged = await c.run("ann", ["ledger", "sync", "--json"]);
    expect([damaged.exit, JSON.parse(damaged.out)]).toMatchObject([1, { published: 2, damage: 1 }]);
    expect((await c.json("bob", ["ledger", "sync"])).received).toBe(2);
    const repaired = await c.run("ann", ["ledger", "repair", "--yes"]);
    expect([repaired.exit, repaired.out]).toEqual([0, expect.stringContaining("1 piece was moved to quarantine, ")]);
    expect((await c.run("ann", ["ledger", "sync"])).exit).toBe(0);
  });

  it("dry runs write nothing", async () => {
    c.clone("ann");
    c.clone("bob");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    await c.json("ann", ["ledger", "sync"]);
    const before = readFileSync(ledgerOf(c, "bob"));
    expect(await c.json("bob", ["ledger", "sync", "--dry-run"])).toMatchObject({
      received: 2,
      published: 1,
      dry_run: true,
    });
    expect(readFileSync(ledgerOf(c, "bob")).equals(before)).toBe(true);
    expect(c.git(c.hub, "rev-list", "--count", "refs/foremerge/ledger")).toBe("1");
  });

  it("dry runs in a fresh clone say what would come, and write nothing there", async () => {
    c.clone("ann");
    await c.json("ann", [...PUBLISH, "Print", "--scope", "symbol:X=add"]);
    await c.json("ann", ["ledger", "sync"]);
    const fresh = c.clone("fresh", { init: false });
    expect(await c.json("fresh", ["ledger", "sync", "--dry-run"])).toMatchObject({
      received: 2,
      published: 0,
      dry_run: true,
      as_of_event: null,
    });
    const { exit, out } = await c.run("fresh", ["ledger", "sync", "--dry-run"]);
    expect([exit, out]).toEqual([0, expect.stringMatching(/would receive\t2/)]);
    expect(existsSync(join(fresh, ".git", "foremerge"))).toBe(false);
    expect(c.git(fresh, "for-each-ref")).toBe("");
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
    await settleAll(c, ["ann", "bob"], "2026-12-01T12:00:00Z");
    expect(await exportOf(c, "ann")).toBe(await exportOf(c, "bob"));
  });
});
