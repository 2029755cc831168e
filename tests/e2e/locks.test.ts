// Locks (spec 4.3) with real processes: races, waiting, leases that end during the wait, rings, sessions and worktrees.
import { expect, test } from "vitest";
import { type Answer, describeRun, type Ran } from "../stage.ts";
import { FULL, onStory, type Story, timeOf } from "./story.ts";

const lock = (id: string, ...more: string[]): string[] => [
  "claim",
  "take",
  "file:src/pay.ts",
  "--intent",
  id,
  "--exclusive",
  ...more,
];

/** Two intents of two agents on one file. */
async function two(story: Story, at = "12:00"): Promise<{ a: string; b: string }> {
  const a = await story.publish({ as: "mara", at }, "Split the pay totals by currency", "file:src/pay.ts=modify");
  const b = await story.publish({ as: "ivo", at }, "Round label weights to grams", "file:src/pay.ts=modify");
  return { a, b };
}

const real = (secondsAgo: number): string => new Date(Date.now() - secondsAgo * 1000).toISOString();

test(
  `of two who ask at the same moment from two worktrees exactly one wins, ${FULL ? 200 : 12} times`,
  () =>
    onStory(async (story) => {
      await story.stage.git(["worktree", "add", "-q", "../side", "-b", "side"]);
      const { a, b } = await two(story);
      const wins: Record<string, number> = {};
      for (let round = 0; round < (FULL ? 200 : 12); round++) {
        const at = timeOf("12:30");
        const [mara, ivo] = await Promise.all([
          story.call({ as: "mara", at }, ...lock(a, "--wait", "0")),
          story.call({ as: "ivo", at, options: { cwd: "../side" } }, ...lock(b, "--wait", "0")),
        ]);
        const said = `${describeRun(mara)}\n${describeRun(ivo)}`;
        expect([mara.exit, ivo.exit].sort(), said).toEqual([0, 1]);
        const [winner, loser] = mara.exit === 0 ? (["mara", ivo] as const) : (["ivo", mara] as const);
        wins[winner] = (wins[winner] ?? 0) + 1;
        expect(loser.error).toMatchObject({
          code: "LOCK_HELD",
          details: { type: "concurrent_write", holders: [{ agent: winner }], expiry: "2026-11-30T13:30:00.000Z" },
        });
        expect(String(loser.error?.message)).toMatch(new RegExp(`held by ${winner} until 2026-11-30T13:30:00\\.000Z`));
        await story.ok({ as: winner, at }, "claim", "release", "--all");
      }
      expect((await story.ok({}, "ledger", "verify")).valid).toBe(true);
    }),
  FULL ? 600_000 : 120_000,
);

test("a waiter takes over when the holder's lease ends", () =>
  onStory(async (story) => {
    const { a, b } = await two(story, real(60));
    const held = await story.ok({ as: "mara", at: real(57) }, ...lock(a, "--lease", "60s", "--wait", "0"));
    const waited = await story.call({ as: "ivo" }, ...lock(b, "--wait", "30s"));
    expect(waited.exit, describeRun(waited)).toBe(0);
    expect(waited.stderr).toContain("held by mara until");
    const { claims } = waited.document as { claims: { agent: string; taken_at: string }[] };
    expect(claims).toMatchObject([{ agent: "ivo" }]);
    expect(Date.parse(claims[0]?.taken_at ?? "")).toBeGreaterThanOrEqual(Date.parse(held.claims[0].expires_at));
  }));

test("the wait starts from --now and runs on the real clock", () =>
  onStory(async (story) => {
    const { a, b } = await two(story);
    await story.ok({ as: "mara", at: "12:00:00" }, ...lock(a, "--lease", "60s", "--wait", "0"));
    const waited = await story.ok({ as: "ivo", at: "12:00:59" }, ...lock(b, "--wait", "30s"));
    expect(waited.claims[0].taken_at).toMatch(/^2026-11-30T12:01:0[0-3]/);
  }));

test("three in a ring: the last one is refused with the ring, the other two go on", () =>
  onStory(async (story) => {
    const files = ["file:src/pay.ts", "file:src/label.ts", "file:src/ship.ts"];
    const agents = ["mara", "ivo", "lena"];
    const ids: string[] = [];
    for (const [i, as] of agents.entries()) {
      const id = await story.publish({ as }, `Work of ${as} alone`, `${files[i]}=modify`);
      ids.push(id);
      await story.ok({ as }, "claim", "take", files[i] as string, "--intent", id, "--exclusive", "--wait", "0");
    }
    const next = (i: number): Promise<Ran> =>
      story.call(
        { as: agents[i] as string },
        "claim",
        "take",
        files[(i + 1) % 3] as string,
        "--intent",
        ids[i] as string,
        "--exclusive",
        "--wait",
        "40s",
      );
    const edges = async (count: number): Promise<void> => {
      for (let tries = 0; tries < 200; tries++) {
        const { stdout } = await story.stage.program("sh", [
          "-c",
          "ls .git/foremerge/locks | grep -c '^wait-.*json$' || true",
        ]);
        if (Number(stdout) === count) return;
      }
      throw new Error(`never ${count} waiters`);
    };
    const first = next(0);
    await edges(1);
    const second = next(1);
    await edges(2);
    const third = await next(2);
    expect(third.error, describeRun(third)).toMatchObject({ code: "DEADLOCK" });
    const details = third.error?.details as { cycle: { agent: string; held_by: string }[] };
    expect(details.cycle.map(({ agent, held_by }) => [agent, held_by])).toEqual([
      ["lena", "mara"],
      ["mara", "ivo"],
      ["ivo", "lena"],
    ]);
    await story.ok({ as: "lena" }, "claim", "release", "--all");
    const had = await second;
    expect(had.exit, describeRun(had)).toBe(0);
    await story.ok({ as: "ivo" }, "claim", "release", "--all");
    expect((await first).exit).toBe(0);
    await edges(0);
  }));

test("two sessions of one name do not share a lock, one session takes it again", () =>
  onStory(async (story) => {
    const id = await story.publish({ as: "mara", session: "s1" }, "Split the pay totals", "file:src/pay.ts=modify");
    await story.ok({ as: "mara", session: "s1" }, ...lock(id, "--wait", "0"));
    await story.ok({ as: "mara", session: "s1" }, ...lock(id, "--wait", "0"));
    const other = await story.call({ as: "mara", session: "s2" }, ...lock(id, "--wait", "0"));
    expect(other.error, describeRun(other)).toMatchObject({ code: "LOCK_HELD" });
    expect(String(other.error?.message)).toContain("mara (session s1)");
  }));

test("the second live session of a name is warned once", () =>
  onStory(async (story) => {
    await story.publish({ as: "mara", session: "s1", at: "12:00" }, "Split the pay totals", "file:src/pay.ts=modify");
    const second = await story.call({ as: "mara", session: "s2", at: "12:05" }, "intent", "list");
    expect(second.stderr).toMatch(/mara is live twice.*session s2.*session s1/);
    const again = await story.call({ as: "mara", session: "s2", at: "12:06" }, "intent", "list");
    expect(again.stderr).not.toMatch(/live twice/);
    const later = await story.call({ as: "mara", session: "s3", at: "16:00" }, "intent", "list");
    expect(later.stderr).not.toMatch(/live twice/);
  }));

test("one name in two worktrees does not share a lock by accident", () =>
  onStory(async (story) => {
    await story.stage.git(["worktree", "add", "-q", "../side", "-b", "side"]);
    const side = { as: "mara", options: { cwd: "../side" } };
    const a = await story.publish({ as: "mara" }, "Split the pay totals", "file:src/pay.ts=modify");
    const b = await story.publish(side, "Round the label weights", "file:src/pay.ts=modify");
    await story.ok({ as: "mara" }, ...lock(a, "--wait", "0"));
    await story.refused(side, "LOCK_HELD", ...lock(b, "--wait", "0"));
  }));

test("a plain claim becomes a lock, a read lock a write lock, and nothing is left of the weaker one", () =>
  onStory(async (story) => {
    const { a, b } = await two(story);
    const at = "12:01";
    await story.ok({ as: "mara", at }, "claim", "take", "file:src/pay.ts", "--intent", a);
    await story.ok({ as: "mara", at }, ...lock(a, "--read", "--wait", "0"));
    await story.ok({ as: "mara", at }, ...lock(a, "--wait", "0"));
    await story.ok({ as: "mara", at }, "claim", "take", "file:src/pay.ts", "--intent", a, "--read");
    const { claims } = await story.ok({ at }, "claim", "list");
    expect(claims).toMatchObject([{ exclusive: true, read: false, intent_id: a }]);
    await story.refused({ as: "ivo", at }, "LOCK_HELD", ...lock(b, "--read", "--wait", "0"));
  }));

test("a lock on a glob holds what it matches and meets other globs", () =>
  onStory(async (story) => {
    const { a, b } = await two(story);
    await story.ok({ as: "mara" }, "claim", "take", "file:src/**/*.ts", "--intent", a, "--exclusive", "--wait", "0");
    const ask = (scope: string): string[] => ["claim", "take", scope, "--intent", b, "--exclusive", "--wait", "0"];
    await story.refused({ as: "ivo" }, "LOCK_HELD", ...ask("file:src/pay.ts"));
    await story.refused({ as: "ivo" }, "LOCK_HELD", ...ask("file:src/pay/*.ts"));
    await story.ok({ as: "ivo" }, ...ask("file:src/pay.css"));
    await story.ok({ as: "ivo" }, ...ask("file:docs/**"));
  }));

test("a lock is known by a link's target, and from another worktree", () =>
  onStory(async (story) => {
    const { a, b } = await two(story);
    story.stage.write("src/deep/pay.ts", "1\n");
    await story.stage.program("ln", ["-s", "deep", "src/alias"]);
    await story.ok(
      { as: "mara" },
      "claim",
      "take",
      "file:src/alias/pay.ts",
      "--intent",
      a,
      "--exclusive",
      "--wait",
      "0",
    );
    const error = await story.refused(
      { as: "ivo" },
      "LOCK_HELD",
      "claim",
      "take",
      "file:src/deep/pay.ts",
      "--intent",
      b,
      "--exclusive",
      "--wait",
      "0",
    );
    expect(error.details.holders[0].scope).toBe("file:src/deep/pay.ts");
  }));

test("any call of the owner keeps a lock, a call of somebody else does not", () =>
  onStory(async (story) => {
    const { a } = await two(story);
    await story.ok({ as: "mara", at: "12:00" }, ...lock(a, "--wait", "0"));
    await story.ok({ as: "ivo", at: "12:40" }, "intent", "list");
    expect((await story.ok({ at: "12:41" }, "claim", "list")).claims[0].expires_at).toBe(timeOf("13:00"));
    await story.ok({ as: "mara", at: "12:40" }, "conflicts", "list");
    expect((await story.ok({ at: "12:41" }, "claim", "list")).claims[0].expires_at).toBe(timeOf("13:40"));
  }));

test("a hook that an edit runs keeps the lock too", () =>
  onStory(async (story) => {
    const { a } = await two(story);
    await story.ok({ as: "mara", at: "12:00" }, ...lock(a, "--wait", "0"));
    const hooked = await story.stage.run(["hook", "pre-tool", "--now", timeOf("12:45")], {
      env: { FOREMERGE_AGENT: "mara" },
      stdin: JSON.stringify({
        session_id: "s1",
        hook_event_name: "PreToolUse",
        cwd: story.stage.repo,
        tool_name: "Edit",
        tool_input: { file_path: `${story.stage.repo}/src/pay.ts`, old_string: "1", new_string: "2" },
      }),
    });
    expect(hooked.exit, describeRun(hooked)).toBe(0);
    expect((await story.ok({ at: "12:46" }, "claim", "list")).claims[0].expires_at).toBe(timeOf("13:45"));
  }));

test("bad durations are bad input and leave nothing behind", () =>
  onStory(async (story) => {
    const { a } = await two(story);
    const before = story.stage.read(story.stage.ledger);
    for (const [flag, text] of [
      ["--lease", "soon"],
      ["--wait", "a while"],
      ["--wait", "-1"],
    ] as const) {
      const error = await story.refused({ as: "mara", at: "12:00" }, "INVALID_INPUT", ...lock(a, flag, text));
      expect(error.message).toContain(JSON.stringify(text));
      expect(error.exit).toBe(2);
    }
    await story.refused({ as: "mara", at: "12:00" }, "INVALID_INPUT", ...lock(a, "--reason", "  "));
    await story.refused({ as: "mara", at: "12:00" }, "INVALID_INPUT", "claim", "take", "file:src/pay.ts");
    expect(story.stage.read(story.stage.ledger)).toBe(before);
  }));

test("of two locks taken before two machines met, the earlier in event order holds and the other side is told", () =>
  onStory(async (story) => {
    const { a, b } = await two(story);
    const there = `${story.stage.tmp}/there/ledger.jsonl`;
    await story.ok({}, "ledger", "export", `${story.stage.tmp}/carried.jsonl`);
    await story.ok({}, "ledger", "import", `${story.stage.tmp}/carried.jsonl`, "--ledger", there);
    await story.ok({ as: "mara", at: "12:05" }, ...lock(a, "--wait", "0"));
    await story.ok({ as: "ivo", at: "12:05" }, ...lock(b, "--wait", "0"), "--ledger", there);
    await story.ok({}, "ledger", "export", `${story.stage.tmp}/back.jsonl`, "--ledger", there);
    await story.ok({}, "ledger", "import", `${story.stage.tmp}/back.jsonl`);
    const { claims } = await story.ok({ at: "12:06" }, "claim", "list");
    expect(claims).toHaveLength(2);
    const [lost, ...others] = claims.filter((claim: Answer) => claim.lost_to !== undefined);
    expect(others).toEqual([]);
    const winner = claims.find((claim: Answer) => claim.lost_to === undefined);
    expect(lost.lost_to).toEqual({ claim_id: winner.id, agent: winner.agent });
    const { leases } = await story.ok({ at: "12:06" }, "status");
    expect(leases.find((lease: Answer) => lease.claim_id === lost.id).lost_to).toEqual(lost.lost_to);
    for (const words of [["claim", "list"], ["status"]]) {
      const table = (await story.stage.run([...words, "--now", timeOf("12:06")])).stdout.split("\n");
      const rows = table.filter((row) => row.includes("clm_"));
      const says = rows.map((row) => [row.includes(lost.id), row.includes(`lost to ${winner.agent}`)]);
      expect(says.sort()).toEqual([
        [false, false],
        [true, true],
      ]);
    }
    const shown = await story.ok({ at: "12:06" }, "intent", "show", lost.intent_id);
    expect(shown.claims).toMatchObject([{ id: lost.id, lost_to: lost.lost_to }]);
    const told = await story.call({ as: lost.agent, at: "12:07" }, "intent", "list");
    expect(told.stderr).toMatch(new RegExp(`your lock ${lost.id}.*lost to ${winner.agent}`));
    const c = await story.publish({ as: "lena", at: "12:08" }, "Tidy the till", "file:src/pay.ts=modify");
    const error = await story.refused({ as: "lena", at: "12:08" }, "LOCK_HELD", ...lock(c, "--wait", "0"));
    expect(error.details.holders).toMatchObject([{ agent: winner.agent }]);
  }));

test("a machine whose clock is a day behind sees the same winner as everybody, and its owner is told", () =>
  onStory(async (story) => {
    const { a, b } = await two(story, "2026-11-30T11:00:00Z");
    const there = `${story.stage.tmp}/there/ledger.jsonl`;
    const behind = "2026-11-30T12:00:00Z";
    const [claim] = (await story.ok({ as: "mara", at: behind }, ...lock(a, "--wait", "0"))).claims;
    await story.ok({ at: behind }, "ledger", "export", `${story.stage.tmp}/carried.jsonl`);
    await story.ok({}, "ledger", "import", `${story.stage.tmp}/carried.jsonl`, "--ledger", there);
    // There it is a day later: that lease has ended long ago.
    await story.ok({ as: "ivo", at: "2026-12-01T12:00:00Z" }, ...lock(b, "--wait", "0"), "--ledger", there);
    await story.ok({}, "ledger", "export", `${story.stage.tmp}/back.jsonl`, "--ledger", there);
    await story.ok({}, "ledger", "import", `${story.stage.tmp}/back.jsonl`);
    const heldBy = async (at: string, ...where: string[]) =>
      (await story.ok({ at }, "claim", "list", ...where)).claims
        .filter(({ state, lost_to }: Answer) => state === "live" && lost_to === undefined)
        .map(({ agent }: Answer) => agent);
    expect(await heldBy("2026-11-30T12:01:00Z")).toEqual(["ivo"]);
    expect(await heldBy("2026-12-01T12:01:00Z", "--ledger", there)).toEqual(["ivo"]);
    const told = await story.call({ as: "mara", at: "2026-11-30T12:02:00Z" }, "intent", "list");
    expect(told.stderr).toMatch(new RegExp(`your lock ${claim.id}.* lost to ivo, who took over`));
    const c = await story.publish(
      { as: "lena", at: "2026-11-30T12:03:00Z" },
      "Tidy the till",
      "file:src/pay.ts=modify",
    );
    const refused = await story.refused(
      { as: "lena", at: "2026-11-30T12:03:00Z" },
      "LOCK_HELD",
      ...lock(c, "--wait", "0"),
    );
    expect(refused.details.holders).toMatchObject([{ agent: "ivo" }]);
  }));
