// How git gets there, and what people have set in git, make no difference to a sync (spec 2.6).
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Clones, exportOf, openClones, settleAll, throughSsh } from "./clones.ts";

const PUBLISH = ["intent", "publish"];

let c: Clones;
beforeEach(() => {
  c = openClones();
});
afterEach(() => c.remove());

const publish = (name: string, what: string, now?: string) =>
  c.json(name, [...PUBLISH, `Work on ${what}`, "--scope", `symbol:${what}=add`], {
    agent: name,
    ...(now === undefined ? {} : { now }),
  });

describe("protocol", () => {
  it.each([
    [0, ""],
    [2, "version=2"],
  ])("version %i carries events both ways", async (version, said) => {
    c.clone("ann");
    c.clone("bob");
    const log = join(c.top, "protocol.log");
    const env = throughSsh(c, "ann", `echo "$GIT_PROTOCOL" >> "${log}"; exec sh -c "$command"`);
    c.git(c.folder("ann"), "config", "protocol.version", String(version));
    c.git(c.folder("bob"), "config", "protocol.version", String(version));
    const sync = async (name: string) =>
      JSON.parse((await c.start(name, ["ledger", "sync", "--json"], name === "ann" ? { env } : {}).ended).out);
    await publish("ann", "Label");
    expect(await sync("ann")).toMatchObject({ published: 2, received: 0 });
    await publish("bob", "Scale");
    expect(await sync("bob")).toMatchObject({ published: 2, received: 2 });
    await publish("ann", "Queue");
    expect(await sync("ann")).toMatchObject({ published: 1, received: 2 });
    expect(await sync("ann")).toMatchObject({ published: 0, received: 0 });
    expect(await sync("bob")).toMatchObject({ published: 0, received: 1 });
    expect(await exportOf(c, "bob")).toBe(await exportOf(c, "ann"));
    // The first words on the line of every fetch; a push speaks version 0 always.
    expect(readFileSync(log, "utf8").split("\n")).toContain(said);
    if (version === 0) expect(readFileSync(log, "utf8")).not.toContain("version=2");
  });
});

describe("a remote", () => {
  it("without commits takes the ledger, and nothing else comes of it", async () => {
    c.clone("ann");
    await publish("ann", "Label");
    expect(c.git(c.hub, "for-each-ref")).toBe("");
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ published: 2 });
    expect(c.git(c.hub, "for-each-ref", "--format=%(refname)")).toBe("refs/foremerge/ledger");
    c.clone("bob");
    expect(await c.json("bob", ["ledger", "sync"])).toMatchObject({ received: 2 });
    expect(c.git(c.folder("bob"), "for-each-ref", "--format=%(refname)")).toBe(
      "refs/foremerge/ledger\nrefs/foremerge/remotes/origin",
    );
  });

  it("whose ref was taken away gets everything again; one that was set back gets what it lacks", async () => {
    c.clone("ann");
    c.clone("bob");
    await publish("ann", "Label");
    await c.json("ann", ["ledger", "sync"]);
    const early = c.git(c.hub, "rev-parse", "refs/foremerge/ledger");
    await publish("bob", "Scale");
    await c.json("bob", ["ledger", "sync"]);
    c.git(c.hub, "update-ref", "-d", "refs/foremerge/ledger");
    await settleAll(c, ["ann", "bob"], "2026-12-01T12:00:00Z");
    c.git(c.hub, "update-ref", "refs/foremerge/ledger", early);
    await settleAll(c, ["bob", "ann"], "2026-12-01T12:00:00Z");
    c.clone("cyd");
    await settleAll(c, ["cyd", "ann", "bob"], "2026-12-01T12:00:00Z");
    expect((await c.json("cyd", ["intent", "list"])).intents).toHaveLength(2);
    for (const name of ["bob", "cyd"]) expect(await exportOf(c, name)).toBe(await exportOf(c, "ann"));
  });

  it("that holds strange files in the ref is read around, and keeps them", async () => {
    c.clone("ann");
    await publish("ann", "Label");
    await c.json("ann", ["ledger", "sync"]);
    const work = join(c.top, "work");
    c.git(c.top, "init", "-q", "work");
    c.git(work, "fetch", "-q", c.hub, "refs/foremerge/ledger:refs/heads/main");
    c.git(work, "checkout", "-q", "main");
    writeFileSync(join(work, "README.md"), "Somebody was here\n");
    writeFileSync(join(work, "events", "note.txt"), "and here\n");
    const [replica = ""] = readdirSync(join(work, "events")).filter((name) => name.startsWith("r_"));
    const segment = join(work, "events", replica, "1.jsonl");
    appendFileSync(segment, `no event\n${readFileSync(segment, "utf8").split("\n")[0]}\n`);
    c.git(work, "add", ".");
    c.git(work, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "Strange");
    c.git(work, "push", "-q", c.hub, "main:refs/foremerge/ledger");
    c.clone("bob");
    await publish("bob", "Scale");
    const warning = `events/${replica}/1.jsonl on origin has 1 line that is no event; it is left out`;
    expect(await c.json("bob", ["ledger", "sync"])).toMatchObject({ received: 2, published: 2, warnings: [warning] });
    c.clone("cyd");
    expect(await c.json("cyd", ["ledger", "sync"])).toMatchObject({ received: 4, published: 1, warnings: [warning] });
    expect((await c.json("cyd", ["ledger", "verify"])).valid).toBe(true);
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ received: 3, published: 0 });
    expect(c.git(c.hub, "show", "refs/foremerge/ledger:README.md")).toBe("Somebody was here");
  });
});

describe("a file of the ledger that is too large to be read", () => {
  /** Changes what the hub's ref holds. */
  const change = (edit: (work: string) => void): void => {
    const work = join(c.top, "work");
    c.git(c.top, "init", "-q", "work");
    c.git(work, "fetch", "-q", c.hub, "refs/foremerge/ledger");
    c.git(work, "checkout", "-q", "FETCH_HEAD");
    edit(work);
    c.git(work, "add", ".");
    c.git(work, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "Strange");
    c.git(work, "push", "-q", c.hub, "HEAD:refs/foremerge/ledger");
    rmSync(work, { recursive: true });
  };
  const grow = (path: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, "");
    truncateSync(path, 256 * 1024 * 1024 + 1);
  };
  const said = (path: string, where: string): string =>
    `${path} on ${where} has more than 256 MiB and is left out: what it holds is not known here`;

  it("is left out and named, by every sync until it is mended, and by ci", async () => {
    c.clone("ann");
    c.clone("bob");
    await publish("ann", "Label");
    await c.json("ann", ["ledger", "sync"]);
    const path = "events/r_0123456789/1.jsonl";
    change((work) => grow(join(work, path)));
    await publish("bob", "Scale");
    for (const [received, published] of [
      [2, 2],
      [0, 0],
    ]) {
      const { exit, out } = await c.run("bob", ["ledger", "sync", "--json"]);
      const expected = { received, published, unread: [path], warnings: [said(path, "origin")] };
      expect([exit, JSON.parse(out)]).toMatchObject([1, expected]);
    }
    await publish("bob", "Queue");
    expect(await c.json("bob", ["ledger", "sync"])).toMatchObject({ published: 1, unread: [path] });
    c.clone("job", { init: false });
    const { exit, out } = await c.run("job", ["ci", "--base", "main", "--json"]);
    expect([exit, JSON.parse(out)]).toMatchObject([1, { assessment: "incomplete" }]);
    expect(JSON.parse(out).not_assessed).toContainEqual({
      what: path,
      reason: said(path, "origin refs/foremerge/ledger"),
      side: "subject",
    });
    change((work) => rmSync(join(work, path)));
    const mended = await c.run("bob", ["ledger", "sync", "--json"]);
    expect([mended.exit, JSON.parse(mended.out)]).toMatchObject([0, { received: 0, published: 0, warnings: [] }]);
  }, 120_000);

  it("is not written over: what it held goes beside it", async () => {
    c.clone("ann");
    c.clone("bob");
    await publish("ann", "Label");
    await c.json("ann", ["ledger", "sync"]);
    const path = c.git(c.hub, "ls-tree", "-r", "--name-only", "refs/foremerge/ledger");
    change((work) => grow(join(work, path)));
    const large = c.git(c.hub, "rev-parse", `refs/foremerge/ledger:${path}`);
    await publish("ann", "Scale");
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ published: 3, unread: [path] });
    await publish("ann", "Queue");
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ published: 1, unread: [path] });
    expect(c.git(c.hub, "rev-parse", `refs/foremerge/ledger:${path}`)).toBe(large);
    expect(await c.json("bob", ["ledger", "sync"])).toMatchObject({ received: 4, unread: [path] });
    expect(c.git(c.hub, "ls-tree", "-r", "--name-only", "refs/foremerge/ledger").split("\n")).toHaveLength(3);
    expect((await c.json("bob", ["intent", "list"])).intents).toHaveLength(3);
  }, 120_000);
});

describe("a clone", () => {
  it("that is a mirror publishes the ledger, and nothing else", async () => {
    const ann = c.clone("ann");
    c.git(ann, "commit", "-q", "--allow-empty", "-m", "Start");
    c.git(ann, "push", "-q", "origin", "main");
    const mirror = c.clone("mirror", { args: ["--mirror"] });
    for (const name of ["origin", 'a=b."c']) {
      if (name !== "origin") c.git(mirror, "remote", "rename", "origin", name);
      c.git(mirror, "update-ref", "refs/heads/mine", "main");
      await publish("mirror", `Label${name.length}`);
      expect((await c.json("mirror", ["ledger", "sync", name])).published).toBeGreaterThan(0);
      expect(c.git(mirror, "config", "--get", `remote.${name}.mirror`)).toBe("true");
      expect(c.git(c.hub, "for-each-ref", "--format=%(refname)")).toBe("refs/foremerge/ledger\nrefs/heads/main");
    }
    expect((await c.json("ann", ["ledger", "sync"])).received).toBeGreaterThan(2);
  });

  it("with remotes called x, x/y and x%2Fy syncs with each of them", async () => {
    const ann = c.clone("ann");
    await publish("ann", "Label");
    for (const name of ["x", "x/y", "x%2Fy"]) {
      c.git(ann, "remote", "add", name, c.hub);
      await c.json("ann", ["ledger", "sync", name]);
    }
    expect(c.git(ann, "for-each-ref", "--format=%(refname)", "refs/foremerge/remotes").split("\n")).toEqual([
      "refs/foremerge/remotes/x%252Fy",
      "refs/foremerge/remotes/x%2Fy",
    ]);
    for (const name of ["x/y", "x"]) {
      expect(await c.json("ann", ["ledger", "sync", name])).toMatchObject({ published: 0, received: 0 });
    }
    expect(c.git(ann, "for-each-ref", "refs/foremerge/remotes/x")).not.toBe("");
  });

  it("without blobs gets those of the ledger in one go", async () => {
    const names = ["ann", "bob", "cyd"];
    for (const name of names) {
      c.clone(name);
      await publish(name, `Label${name}`);
      await c.json(name, ["ledger", "sync"]);
    }
    c.git(c.hub, "config", "uploadpack.allowFilter", "true");
    c.git(c.top, "clone", "-q", "--filter=blob:none", `file://${c.hub}`, "partial");
    const log = join(c.top, "connections.log");
    const env = throughSsh(c, "partial", `echo "$command" >> "${log}"; exec sh -c "$command"`);
    const { out } = await c.start("partial", ["ledger", "sync", "--pull", "--json"], { env }).ended;
    expect(JSON.parse(out).received).toBe(6);
    expect(readFileSync(log, "utf8").trim().split("\n")).toHaveLength(1);
  });
});

describe("what people have set", () => {
  it("in git is not heeded where it would touch or start something of theirs", async () => {
    const ann = c.clone("ann");
    c.clone("bob");
    await publish("bob", "Scale");
    await c.json("bob", ["ledger", "sync"]);
    c.git(ann, "update-ref", "refs/tags/mine", c.git(ann, "hash-object", "-w", "--stdin"));
    const mark = join(c.top, "a-hook-ran");
    for (const hook of ["pre-push", "reference-transaction", "post-index-change", "pre-commit"]) {
      writeFileSync(join(ann, ".git", "hooks", hook), `#!/bin/sh\ntouch "${mark}"\nexit 1\n`, { mode: 0o755 });
    }
    for (const [key, value] of [
      ["fetch.prune", "true"],
      ["fetch.pruneTags", "true"],
      ["remote.origin.tagOpt", "--tags"],
      ["push.followTags", "true"],
      ["push.gpgSign", "if-asked"],
      ["commit.gpgSign", "true"],
      ["fetch.output", "compact"],
      ["core.abbrev", "7"],
      ["core.autocrlf", "true"],
      ["transfer.fsckObjects", "true"],
    ] as const) {
      c.git(ann, "config", key, value);
    }
    await publish("ann", "Label");
    expect(await c.json("ann", ["ledger", "sync"])).toMatchObject({ received: 2, published: 2 });
    expect(c.git(c.hub, "for-each-ref", "--format=%(refname)")).toBe("refs/foremerge/ledger");
    expect(c.git(ann, "for-each-ref", "--format=%(refname)").split("\n")).toContain("refs/tags/mine");
    expect(() => readFileSync(mark)).toThrow("ENOENT");
  });
});

describe("clocks", () => {
  const DAY = 86_400_000;
  const START = Date.UTC(2026, 11, 1, 12);

  /** One story, on two machines whose clocks are off by days: its events in order, and what was found. */
  async function story(annOff: number, bobOff: number): Promise<unknown> {
    let minute = 0;
    const at = (off: number): string => new Date(START + off * DAY + minute++ * 60_000).toISOString();
    const ann = () => ({ agent: "ann", now: at(annOff) });
    const bob = () => ({ agent: "bob", now: at(bobOff) });
    c.clone("ann");
    c.clone("bob");
    const label = (summary: string, operation: string) => [...PUBLISH, summary, "--scope", `symbol:Label=${operation}`];
    await c.json("ann", label("Swap the engine", "replace"), ann());
    await c.json("ann", ["ledger", "sync"], ann());
    await c.json("bob", ["ledger", "sync"], bob());
    const { findings } = await c.json("bob", label("Show tare", "extend"), bob());
    await c.json("bob", ["resolve", findings[0].id, "--reason", "tare first"], bob());
    await c.json("bob", ["ledger", "sync"], bob());
    // Offline on both sides, then together.
    await c.json("ann", label("Rename the label", "rename"), ann());
    await c.json("bob", label("Drop the label", "remove"), bob());
    await c.json("ann", ["ledger", "sync"], ann());
    const { detected } = await c.json("bob", ["ledger", "sync"], bob());
    await settleAll(c, ["ann", "bob"], new Date(START).toISOString());
    const text = await exportOf(c, "ann");
    expect(await exportOf(c, "bob")).toBe(text);
    const events = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { conflicts } = await c.json("ann", ["conflicts", "list", "--all"], { now: new Date(START).toISOString() });
    c.remove();
    c = openClones();
    return {
      // Of events with one clock value the replica's id decides, which is drawn by lot.
      order: events.map(({ lc, type, actor }) => `${String(lc).padStart(3)} ${type} ${actor}`).sort(),
      found: [findings.length, detected.length],
      verdicts: conflicts
        .map(({ severity, status, rule }: Record<string, unknown>) => `${severity} ${status} ${rule}`)
        .sort(),
    };
  }

  it("that are a day ahead or behind change no order and no verdict", async () => {
    const right = await story(0, 0);
    expect(right).toMatchObject({ found: [1, expect.any(Number)] });
    expect(await story(1, -1)).toEqual(right);
    expect(await story(-1, 1)).toEqual(right);
  });
});
