// The life of an intent (spec 4.1, 4.2): owners, the gate, overrides, orders, redetection, judgements, footers.
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Answer, describeRun } from "../stage.ts";
import { onStory, type Story } from "./story.ts";

/** Two intents with one asserted HIGH between them; ben came second. */
async function clash(story: Story): Promise<{ a: string; b: string; c: string }> {
  const a = await story.publish({ as: "ada", at: "12:00" }, "Swap the engine", "symbol:LabelPrinter=replace");
  const doc = await story.ok(
    { as: "ben", at: "12:01" },
    "intent",
    "publish",
    "Show tare weight",
    "--scope",
    "symbol:LabelPrinter=extend",
  );
  expect(doc.findings).toMatchObject([{ severity: "HIGH" }]);
  return { a, b: doc.intent.id, c: doc.findings[0].id };
}

describe("the gate", () => {
  test("lists what refuses, and rescoping away opens it by itself", () =>
    onStory(async (story) => {
      const { a, b, c } = await clash(story);
      await story.ok({ as: "ada", at: "12:02" }, "intent", "finish", a);
      const error = await story.refused({ as: "ada", at: "12:03" }, "OPEN_CONFLICTS", "intent", "accept", a);
      expect(error.exit).toBe(1);
      expect(error.details.conflicts).toMatchObject([{ id: c, severity: "HIGH", status: "OPEN" }]);
      await story.ok({ as: "ben", at: "12:04" }, "intent", "rescope", b, "--scope", "component:CartPanel=modify");
      const { conflict } = await story.ok({ at: "12:05" }, "conflicts", "show", c);
      expect(conflict.status).toBe("DISMISSED");
      const done = await story.ok({ as: "ada", at: "12:06" }, "intent", "accept", a);
      expect(done.intent.status).toBe("ACCEPTED");
    }));

  test("an override records a decision and settles only what was open", () =>
    onStory(async (story) => {
      const { b, c } = await clash(story);
      await story.ok({ as: "ben", at: "12:02" }, "intent", "finish", b);
      await story.refused(
        { as: "ben", at: "12:03" },
        "INVALID_INPUT",
        "intent",
        "accept",
        b,
        "--allow-high-conflicts",
        "--reason",
        " \t",
      );
      const done = await story.ok(
        { as: "ben", at: "12:04" },
        "intent",
        "accept",
        b,
        "--allow-high-conflicts",
        "--reason",
        "ada rebases",
      );
      expect(done.overridden).toEqual([c]);
      const { conflict, decisions } = await story.ok({ at: "12:05" }, "conflicts", "show", c);
      expect(conflict.status).toBe("OVERRIDDEN");
      expect(decisions).toMatchObject([{ as: "overridden", reason: "ada rebases", agent: "ben", by: "agent" }]);
      const { events } = await story.ok({}, "events", "list", "--type", "decision.recorded");
      expect(events).toMatchObject([{ data: { decision: { subject: b, reason: "ada rebases" } } }]);
    }));

  test("a discarded dependency is named and does not block, one that is open does", () =>
    onStory(async (story) => {
      const a = await story.publish({ as: "ada", at: "12:00" }, "Weigh parcels", "symbol:Scale=extend");
      const doc = await story.ok(
        { as: "ben", at: "12:01" },
        "intent",
        "publish",
        "Show tare weight",
        "--scope",
        "symbol:Label=extend",
        "--depends-on",
        a,
      );
      const b = doc.intent.id;
      await story.ok({ as: "ben", at: "12:02" }, "intent", "finish", b);
      const error = await story.refused({ as: "ben", at: "12:03" }, "INVALID_STATE", "intent", "accept", b);
      expect(error.message).toContain(a);
      expect(error.message).toContain("INTENT");
      await story.ok({ as: "ada", at: "12:04" }, "intent", "discard", a, "--reason", "not needed");
      const done = await story.ok({ as: "ben", at: "12:05" }, "intent", "accept", b);
      expect(done.warnings.join()).toContain(a);
    }));

  test("counterpart: who came later may not wave a HIGH through, the owner who was there may", () =>
    onStory(async (story) => {
      story.stage.write(".foremerge.yaml", "gate:\n  settle_high: counterpart\n");
      const { b, c } = await clash(story);
      for (const as of ["ben", "cleo"]) {
        const error = await story.refused({ as, at: "12:02" }, "NOT_OWNER", "resolve", c, "--reason", "fine by me");
        expect(error.message).toContain("ada");
      }
      await story.ok({ as: "ben", at: "12:03" }, "intent", "finish", b);
      await story.refused(
        { as: "ben", at: "12:04" },
        "NOT_OWNER",
        "intent",
        "accept",
        b,
        "--allow-high-conflicts",
        "--reason",
        "it must out",
      );
      await story.ok({ as: "ben", at: "12:05" }, "resolve", c, "--coordinate", "asked ada");
      const { decision } = await story.ok({ as: "ada", at: "12:06" }, "resolve", c, "--reason", "ben goes first");
      expect(decision).toMatchObject({ agent: "ada", by: "agent" });
      await story.ok({ as: "ben", at: "12:07" }, "intent", "accept", b);
    }));

  test("human: an agent may not override either; a name in people may", () =>
    onStory(async (story) => {
      story.stage.write(".foremerge.yaml", "people: [Robin Vale]\ngate:\n  settle_high: human\n");
      const { b, c } = await clash(story);
      await story.ok({ as: "ben", at: "12:02" }, "intent", "finish", b);
      await story.refused(
        { as: "ben", at: "12:03" },
        "NOT_OWNER",
        "intent",
        "accept",
        b,
        "--allow-high-conflicts",
        "--reason",
        "it must out",
      );
      const { decision } = await story.ok(
        { as: "Robin Vale", at: "12:04" },
        "resolve",
        c,
        "--reason",
        "ben goes first",
      );
      expect(decision).toMatchObject({ by: "human", agent: "Robin Vale" });
    }));
});

describe("an order", () => {
  /** Two agents, one HIGH, an order of the two that automatic resolution agreed on. */
  async function ordered(story: Story): Promise<{ first: Side; second: Side; c: string }> {
    const { a, b, c } = await clash(story);
    const { results } = await story.ok({ as: "lena", at: "12:02" }, "resolve", "--auto", c);
    const sides: Record<string, Side> = { [a]: { id: a, as: "ada" }, [b]: { id: b, as: "ben" } };
    const [first, second] = results[0].order.map((id: string) => sides[id]);
    for (const side of [first, second]) await story.ok({ as: side.as, at: "12:03" }, "intent", "finish", side.id);
    return { first, second, c };
  }
  interface Side {
    readonly id: string;
    readonly as: string;
  }

  test("gates only the second, and is fulfilled when the first is accepted; the second is told once", () =>
    onStory(async (story) => {
      const { first, second, c } = await ordered(story);
      const error = await story.refused(
        { as: second.as, at: "12:04" },
        "OPEN_CONFLICTS",
        "intent",
        "accept",
        second.id,
      );
      expect(error.message).toContain(`waits for ${first.id}`);
      await story.ok({ as: second.as, at: "12:04" }, "intent", "list");
      const done = await story.ok({ as: first.as, at: "12:05" }, "intent", "accept", first.id);
      expect(done.fulfilled).toEqual([c]);
      const { conflict, decisions } = await story.ok({ at: "12:06" }, "conflicts", "show", c);
      expect(conflict.status).toBe("RESOLVED");
      expect(decisions).toMatchObject([{ by: "auto", strategy: "SERIALIZE" }]);
      const told = await story.call({ as: second.as, at: "12:07" }, "claim", "list");
      expect(told.stderr).toContain(`${first.id} is accepted`);
      expect(told.stderr).toContain(`conflicts show ${c} --diff`);
      const again = await story.call({ as: second.as, at: "12:08" }, "claim", "list");
      expect(again.stderr).toBe("");
      await story.ok({ as: second.as, at: "12:09" }, "intent", "accept", second.id);
    }));

  test.each(["first", "second"] as const)("is resolved, not dismissed, when the %s is discarded", (which) =>
    onStory(async (story) => {
      const order = await ordered(story);
      const { id, as } = order[which];
      await story.ok({ as, at: "12:05" }, "intent", "discard", id, "--reason", "not needed");
      const { conflict, decisions } = await story.ok({ at: "12:06" }, "conflicts", "show", order.c);
      expect(conflict.status).toBe("RESOLVED");
      expect(decisions).toMatchObject([{ by: "auto" }]);
    }),
  );
});

describe("redetection", () => {
  test("keeps state and first evidence, adds a detection and says that it was settled", () =>
    onStory(async (story) => {
      const { a, b, c } = await clash(story);
      const first = (await story.ok({ at: "12:02" }, "conflicts", "show", c)).conflict;
      await story.ok({ as: "ada", at: "12:03" }, "resolve", c, "--reason", "ben goes first");
      const doc = await story.ok(
        { as: "ada", at: "12:04" },
        "intent",
        "rescope",
        a,
        "--scope",
        "symbol:LabelPrinter=replace",
      );
      expect(doc.findings).toMatchObject([{ id: c, status: "RESOLVED", previously_settled: true }]);
      expect(doc.blocking).toBe(false);
      const now = await story.ok({ at: "12:05" }, "conflicts", "show", c);
      expect(now.conflict).toMatchObject({ status: "RESOLVED", evidence: first.evidence, source_intent_id: b });
      expect(now.detections).toHaveLength(2);
      expect(now.detections[1]).toMatchObject({ previously_settled: true, source_intent_id: a });
    }));
});

test("a settlement that a forged clock comes after is not called one", () =>
  onStory(async (story) => {
    const { c } = await clash(story);
    const { stage } = story;
    const lines = stage.read(stage.ledger).split("\n");
    const at = lines.findIndex((line) => line.includes('"type":"conflict.detected"'));
    const { batch: _batch, ...detected } = JSON.parse(lines[at] as string);
    lines[at] = JSON.stringify({ ...detected, replica: "r_zzzzzzzzzz", n: 1, lc: 2 ** 48 });
    const published = lines.findIndex((line) => line.includes('"Show tare weight"'));
    const { batch: _of, ...alone } = JSON.parse(lines[published] as string);
    lines[published] = JSON.stringify(alone);
    writeFileSync(stage.ledger, lines.join("\n"));
    const error = await story.refused({ at: "12:02" }, "LEDGER_FAILED", "resolve", c, "--reason", "ben goes first");
    expect([error.exit, error.message]).toEqual([3, `the settlement of ${c} is recorded, but ${c} stays open`]);
    expect((await story.ok({ at: "12:03" }, "conflicts", "show", c)).conflict.status).toBe("OPEN");
  }));

describe("owners", () => {
  test("every step is refused to others, by name", () =>
    onStory(async (story) => {
      const id = await story.publish({ as: "ada", at: "12:00" }, "Swap the engine", "file:src/pay.ts=modify");
      const other = await story.publish({ as: "ben", at: "12:00" }, "Weigh parcels", "symbol:Scale=extend");
      const steps = [
        ["intent", "start", id],
        ["intent", "finish", id],
        ["intent", "accept", id],
        ["intent", "discard", id, "--reason", "mine"],
        ["intent", "rescope", id, "--scope", "symbol:X=add"],
        ["claim", "take", "file:src/pay.ts", "--intent", id],
        ["assess", id, other, "--verdict", "compatible", "--action", "proceeding", "--reason", "x"],
      ];
      for (const words of steps) {
        const error = await story.refused({ as: "ben", at: "12:01" }, "NOT_OWNER", ...words);
        expect(error.exit).toBe(1);
        expect(error.message).toContain("ada");
      }
      expect((await story.ok({ at: "12:02" }, "intent", "show", id)).intent).toMatchObject({
        status: "INTENT",
        agent: "ada",
      });
    }));

  test("start goes back to finished work, and says what is open", () =>
    onStory(async (story) => {
      const { b, c } = await clash(story);
      await story.ok({ as: "ben", at: "12:02" }, "intent", "finish", b);
      const doc = await story.ok({ as: "ben", at: "12:03" }, "intent", "start", b);
      expect(doc.intent.status).toBe("IN_PROGRESS");
      expect(doc.open_conflicts).toMatchObject([{ id: c }]);
      const error = await story.refused({ as: "ben", at: "12:04" }, "INVALID_STATE", "intent", "start", b);
      expect(error.message).toContain("IN_PROGRESS");
    }));
});

describe("finishing", () => {
  test("says what was changed and not declared, and is done all the same; --strict exits 1", () =>
    onStory(async (story) => {
      const a = await story.publish({ as: "ada", at: "12:00" }, "Rework the till", "file:src/pay.ts=modify");
      story.stage.write("src/pay.ts", "export const pay = 2;\n");
      story.stage.write("src/tips.ts", "export const tips = 1;\n");
      const ran = await story.call({ as: "ada", at: "12:10" }, "intent", "finish", a, "--strict");
      expect(ran.exit, describeRun(ran)).toBe(1);
      const { intent, drift } = ran.document as Answer;
      expect(intent.status).toBe("PROVISIONAL");
      expect(drift.undeclared).toMatchObject([{ kind: "file", key: "src/tips.ts", operation: "add" }]);
      const { events } = await story.ok({}, "events", "list", "--type", "intent.finished");
      expect(events[0].data.drift).toMatchObject({ undeclared: ["file:src/tips.ts"], counts: { undeclared: 1 } });
      const again = await story.ok({ as: "ada", at: "12:11" }, "intent", "start", a);
      expect(again.intent.status).toBe("IN_PROGRESS");
      await story.ok({ as: "ada", at: "12:12" }, "intent", "finish", a);
    }));

  test("a task that is started and accepted through its intent is active, then done", () =>
    onStory(async (story) => {
      story.stage.write("plans/TASK-1.md", "---\nid: TASK-1\nstatus: planned\nintent: Rework the till\n---\n");
      const doc = await story.ok(
        { as: "ada", at: "12:00" },
        "intent",
        "publish",
        "Rework the till",
        "--task",
        "TASK-1",
        "--scope",
        "symbol:Till=modify",
      );
      const statuses = async (): Promise<string[]> =>
        (await story.ok({}, "events", "list", "--type", "plan.status")).events.map(
          (event: Answer) => event.data.nodes[0].after.status,
        );
      await story.ok({ as: "ada", at: "12:01" }, "intent", "start", doc.intent.id);
      expect(await statuses()).toEqual(["active"]);
      await story.ok({ as: "ada", at: "12:02" }, "intent", "finish", doc.intent.id);
      await story.ok({ as: "ada", at: "12:03" }, "intent", "accept", doc.intent.id);
      expect(await statuses()).toEqual(["active", "done"]);
    }));
});

describe("footers", () => {
  test("the earlier publisher is told until it was shown, and not again", () =>
    onStory(async (story) => {
      const { a, c } = await clash(story);
      const blind = await story.call({ as: "ada", at: "12:02" }, "claim", "list");
      expect(blind.stderr).toContain(c);
      const list = await story.call({ as: "ada", at: "12:03" }, "conflicts", "list", "--intent", a);
      expect(list.stderr).toContain(c);
      const after = await story.call({ as: "ada", at: "12:04" }, "claim", "list");
      expect(after.stderr).toBe("");
      const others = await story.call({ as: "ben", at: "12:05" }, "claim", "list");
      expect(others.stderr, describeRun(others)).toBe("");
    }));

  test("stdout is the same with and without something to say", () =>
    onStory(async (story) => {
      await clash(story);
      const told = await story.call({ as: "ada", at: "12:02" }, "claim", "list");
      const quiet = await story.call({ as: "ada", at: "12:02" }, "claim", "list", "--quiet");
      expect(told.stderr).not.toBe("");
      expect(quiet.stderr).toBe("");
      expect(told.stdout).toBe(quiet.stdout);
    }));

  test("a lapse is told once", () =>
    onStory(async (story) => {
      const id = await story.publish({ as: "ada", at: "12:00" }, "Swap the engine", "file:src/pay.ts=modify");
      const { claims } = await story.ok(
        { as: "ada", at: "12:00" },
        "claim",
        "take",
        "file:src/pay.ts",
        "--intent",
        id,
        "--lease",
        "10m",
      );
      const told = await story.call({ as: "ada", at: "12:11" }, "intent", "list");
      expect(told.stderr).toMatch(new RegExp(`${claims[0].id}.*lapsed at 2026-11-30T12:10:00`));
      const again = await story.call({ as: "ada", at: "12:12" }, "intent", "list");
      expect(again.stderr).toBe("");
    }));
});

describe("what messages say", () => {
  test("no refusal invites to take over live work or to stop declaring", () =>
    onStory(async (story) => {
      const { a, b, c } = await clash(story);
      await story.ok(
        { as: "ada", at: "12:02" },
        "claim",
        "take",
        "file:src/pay.ts",
        "--intent",
        a,
        "--exclusive",
        "--wait",
        "0",
      );
      await story.ok({ as: "ben", at: "12:02" }, "intent", "finish", b);
      const e = await story.publish({ as: "cleo", at: "12:02" }, "Tidy up", "file:src/pay.ts=modify");
      const refusals = [
        await story.refused({ as: "ben", at: "12:03" }, "OPEN_CONFLICTS", "intent", "accept", b),
        await story.refused(
          { as: "cleo", at: "12:03" },
          "LOCK_HELD",
          "claim",
          "take",
          "file:src/pay.ts",
          "--intent",
          e,
          "--exclusive",
          "--wait",
          "0",
        ),
        await story.refused({ as: "cleo", at: "12:03" }, "INVALID_STATE", "intent", "adopt", a, "--reason", "helping"),
        await story.refused({ as: "cleo", at: "12:03" }, "NOT_OWNER", "intent", "start", a),
        await story.refused(
          { as: "cleo", at: "12:03" },
          "NOT_OWNER",
          "claim",
          "release",
          (await story.ok({ at: "12:03" }, "claim", "list")).claims[0].id,
        ),
      ];
      const footer = await story.call({ as: "ada", at: "12:04" }, "intent", "list");
      for (const said of [...refusals.map(({ stderr }) => stderr), footer.stderr]) {
        expect(said).not.toBe("");
        expect(said).not.toMatch(
          /\badopt|take (it )?over|steal|force|break the lock|without (declaring|a scope)|do not declare|stop declaring|--no-/i,
        );
      }
      expect(footer.stderr).toContain(c);
    }));
});
