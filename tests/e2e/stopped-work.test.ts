// Stopped work (spec 4.1): when an owner counts as silent, what is skipped then, and what the return records.
import { describe, expect, test } from "vitest";
import type { Answer } from "../stage.ts";
import { onStory, type Story } from "./story.ts";

/** Whether ada's intent is shown as stopped to somebody at this time. */
async function isStopped(story: Story, id: string, at: string): Promise<boolean> {
  const { intent } = await story.ok({ at }, "intent", "show", id);
  return intent.owner_stopped_since !== undefined;
}

describe("the line", () => {
  test("7,200 s of silence are not stopped, 7,201 s are", () =>
    onStory(async (story) => {
      const id = await story.publish({ as: "ada", at: "12:00:00" }, "Swap the engine", "symbol:LabelPrinter=extend");
      expect(await isStopped(story, id, "14:00:00")).toBe(false);
      expect(await isStopped(story, id, "14:00:01")).toBe(true);
    }));

  test("a command that only reads counts as a call, to the second, and writes nothing for it", () =>
    onStory(async (story) => {
      const id = await story.publish({ as: "ada", at: "12:00:00" }, "Swap the engine", "symbol:LabelPrinter=extend");
      const before = story.stage.read(story.stage.ledger);
      await story.ok({ as: "ada", at: "12:30:07" }, "intent", "list");
      expect(story.stage.read(story.stage.ledger)).toBe(before);
      expect(await isStopped(story, id, "14:30:07")).toBe(false);
      expect(await isStopped(story, id, "14:30:08")).toBe(true);
    }));

  test("a batch and --all draw it where a single check does, also for whoever holds a live claim", () =>
    onStory(async (story) => {
      const silent = await story.publish(
        { as: "ada", at: "12:00:00" },
        "Swap the engine",
        "symbol:LabelPrinter=modify",
      );
      const holds = await story.publish({ as: "ben", at: "12:00:00" }, "Cut the labels", "symbol:LabelCutter=modify");
      const claim = ["claim", "take", "symbol:LabelCutter", "--intent", holds, "--lease", "4h"];
      await story.ok({ as: "ben", at: "12:00:00" }, ...claim);
      await story.publish(
        { as: "cleo", at: "14:30:00" },
        "Use both",
        "symbol:LabelPrinter=use",
        "symbol:LabelCutter=use",
      );
      const request = { summary: "Rework both", scopes: ["symbol:LabelPrinter=modify", "symbol:LabelCutter=modify"] };
      const scopes = request.scopes.flatMap((scope) => ["--scope", scope]);
      const voice = { as: "dora", at: "14:30:01" };
      const single = (await story.call(voice, "conflicts", "check", request.summary, ...scopes)).document as Answer;
      const stdin = JSON.stringify(request);
      const batch = (await story.call({ ...voice, options: { stdin } }, "conflicts", "check", "--stdin"))
        .document as Answer;
      expect(batch.answers).toEqual([single]);
      const all = (await story.call(voice, "conflicts", "check", "--all")).document as Answer;
      for (const { stopped_work: stopped } of [single, all]) {
        expect(stopped.map(({ intent_id }: { intent_id: string }) => intent_id)).toEqual([silent]);
      }
    }));

  test("a refused call is a call all the same, and bad input is one that writes nothing", () =>
    onStory(async (story) => {
      const id = await story.publish({ as: "ada", at: "12:00:00" }, "Swap the engine", "symbol:LabelPrinter=extend");
      await story.ok({ as: "ada", at: "12:00:00" }, "claim", "take", "symbol:LabelPrinter", "--intent", id);
      await story.refused({ as: "ada", at: "12:40:00" }, "INVALID_STATE", "intent", "accept", id);
      const { claims } = await story.ok({ at: "12:41" }, "claim", "list");
      expect(claims).toMatchObject([{ expires_at: "2026-11-30T13:40:00.000Z" }]);
      const before = story.stage.read(story.stage.ledger);
      const error = await story.refused({ as: "ada", at: "13:30:00" }, "INVALID_INPUT", "intent", "discard", id);
      expect(error.stderr.trim().split("\n")).toHaveLength(1);
      expect(story.stage.read(story.stage.ledger)).toBe(before);
      expect(await isStopped(story, id, "15:30:00")).toBe(false);
      expect(await isStopped(story, id, "15:30:01")).toBe(true);
    }));

  test("others learn from an event at most an hour old, also without this machine's presence", () =>
    onStory(async (story) => {
      const { stage } = story;
      await story.publish({ as: "ada", at: "12:00:00" }, "Swap the engine", "symbol:LabelPrinter=extend");
      await story.ok({ as: "ada", at: "13:00:00" }, "intent", "list");
      const quiet = await story.ok({}, "events", "list", "--type", "agent.seen");
      expect(quiet.events).toHaveLength(0);
      await story.ok({ as: "ada", at: "13:00:01" }, "intent", "list");
      await story.ok({ as: "ada", at: "13:30:00" }, "intent", "list");
      const { events } = await story.ok({}, "events", "list", "--type", "agent.seen");
      expect(events).toMatchObject([{ at: "2026-11-30T13:00:01.000Z", data: { agent: "ada" } }]);
      await stage.program("rm", ["-r", `${stage.repo}/.git/foremerge/presence`]);
      const { intents } = await story.ok({ at: "15:00:01" }, "intent", "list");
      expect(intents[0].owner_stopped_since).toBeUndefined();
    }));

  test("a live claim keeps silent work alive, its end does not", () =>
    onStory(async (story) => {
      const id = await story.publish({ as: "ada", at: "08:00" }, "Swap the engine", "symbol:LabelPrinter=extend");
      await story.ok(
        { as: "ada", at: "08:00" },
        "claim",
        "take",
        "symbol:LabelPrinter",
        "--intent",
        id,
        "--lease",
        "4h",
      );
      expect(await isStopped(story, id, "11:59:59")).toBe(false);
      expect(await isStopped(story, id, "12:00:00")).toBe(true);
    }));

  test("a setting moves the line", () =>
    onStory(async (story) => {
      story.stage.write(".foremerge.yaml", "stopped_after: 30m\n");
      const id = await story.publish({ as: "ada", at: "12:00" }, "Swap the engine", "symbol:LabelPrinter=extend");
      expect(await isStopped(story, id, "12:30:00")).toBe(false);
      expect(await isStopped(story, id, "12:30:01")).toBe(true);
    }));
});

describe("clocks that step", () => {
  test("a day back and right again: the owner's last right call still counts", () =>
    onStory(async (story) => {
      const id = await story.publish(
        { as: "ada", at: "2026-11-30T12:00:00Z" },
        "Swap the engine",
        "symbol:LabelPrinter=extend",
      );
      await story.ok({ as: "ada", at: "2026-11-30T13:50:00Z" }, "intent", "list");
      await story.ok({ as: "ada", at: "2026-11-29T13:51:00Z" }, "intent", "list");
      expect(await isStopped(story, id, "2026-11-30T14:30:00Z")).toBe(false);
      expect(await isStopped(story, id, "2026-11-30T15:50:01Z")).toBe(true);
    }));

  test("a day ahead and right again: neither hidden for a day nor stopped early", () =>
    onStory(async (story) => {
      const id = await story.publish(
        { as: "ada", at: "2026-11-30T12:00:00Z" },
        "Swap the engine",
        "symbol:LabelPrinter=extend",
      );
      await story.ok({ as: "ada", at: "2026-12-01T12:05:00Z" }, "intent", "list");
      await story.ok({ as: "ada", at: "2026-11-30T12:10:00Z" }, "intent", "list");
      expect(await isStopped(story, id, "2026-11-30T14:05:00Z")).toBe(false);
      expect(await isStopped(story, id, "2026-11-30T14:10:01Z")).toBe(true);
    }));

  test("a step, ahead or back, never shortens a lease", () =>
    onStory(async (story) => {
      const id = await story.publish(
        { as: "ada", at: "2026-11-30T12:00:00Z" },
        "Swap the engine",
        "file:src/pay.ts=modify",
      );
      const taken = await story.ok(
        { as: "ada", at: "2026-11-30T12:00:00Z" },
        "claim",
        "take",
        "file:src/pay.ts",
        "--intent",
        id,
        "--exclusive",
      );
      const { id: claim, expires_at: end } = taken.claims[0];
      const endNow = async (at: string): Promise<string> =>
        (await story.ok({ at }, "claim", "list")).claims[0].expires_at;
      await story.ok({ as: "ada", at: "2026-11-29T12:00:00Z" }, "claim", "renew", claim);
      expect(await endNow("2026-11-30T12:01:00Z")).toBe(end);
      await story.ok({ as: "ada", at: "2026-11-29T12:30:00Z" }, "intent", "list");
      expect(await endNow("2026-11-30T12:01:00Z")).toBe(end);
      // A call a day ahead finds the lease ended, and leaves it as it is for when the clock is right again.
      await story.ok({ as: "ada", at: "2026-12-01T12:00:00Z" }, "intent", "list");
      const again = await story.ok({ at: "2026-11-30T12:02:00Z" }, "claim", "list");
      expect(again.claims).toMatchObject([{ id: claim, expires_at: end, state: "live" }]);
    }));
});

describe("what is skipped", () => {
  const silent = async (story: Story): Promise<{ a: string; b: string }> => {
    const a = await story.publish({ as: "ada", at: "12:00" }, "Swap the engine", "symbol:LabelPrinter=extend");
    const doc = await story.ok(
      { as: "ben", at: "14:01" },
      "intent",
      "publish",
      "Show tare weight",
      "--scope",
      "symbol:LabelPrinter=extend",
    );
    expect(doc.findings).toEqual([]);
    expect(doc.related_work).toMatchObject([{ intent_id: a, owner_stopped_since: "2026-11-30T12:00:00.000Z" }]);
    return { a, b: doc.intent.id };
  };
  const found = async (story: Story, at: string): Promise<number> =>
    (await story.ok({ at }, "conflicts", "list")).conflicts.length;

  test("is recorded by the owner's next call, once", () =>
    onStory(async (story) => {
      const { a, b } = await silent(story);
      expect(await found(story, "14:02")).toBe(0);
      const back = await story.call({ as: "ada", at: "14:03" }, "intent", "list");
      expect(back.exit).toBe(0);
      const { conflicts } = await story.ok({ at: "14:04" }, "conflicts", "list");
      expect(conflicts).toMatchObject([
        { severity: "MEDIUM", source_intent_id: b, target_intent_id: a, detected_at: "2026-11-30T14:03:00.000Z" },
      ]);
      await story.ok({ as: "ada", at: "14:05" }, "intent", "list");
      const { detections } = await story.ok({}, "detections", conflicts[0].id);
      expect(detections).toHaveLength(1);
      const told = await story.call({ as: "ada", at: "14:06" }, "intent", "list");
      expect(told.stderr).toContain(conflicts[0].id);
    }));

  test("is recorded by an adoption, once", () =>
    onStory(async (story) => {
      const { a } = await silent(story);
      const doc = await story.ok({ as: "cleo", at: "14:03" }, "intent", "adopt", a, "--reason", "ada is away");
      expect(doc.recorded).toHaveLength(1);
      expect(doc.open_conflicts).toMatchObject([{ severity: "MEDIUM" }]);
      expect(await found(story, "14:04")).toBe(1);
      await story.ok({ as: "cleo", at: "14:05" }, "intent", "list");
      await story.ok({ as: "ada", at: "14:06" }, "intent", "list");
      const { detections } = await story.ok({}, "detections", doc.recorded[0]);
      expect(detections).toHaveLength(1);
    }));

  test("a what-if of the returning owner records nothing; its next command does", () =>
    onStory(async (story) => {
      await silent(story);
      const before = story.stage.read(story.stage.ledger);
      await story.call({ as: "ada", at: "14:03" }, "conflicts", "check", "Anything", "--scope", "symbol:Other=modify");
      expect(story.stage.read(story.stage.ledger)).toBe(before);
      await story.ok({ as: "ada", at: "14:04" }, "intent", "list");
      expect(await found(story, "14:05")).toBe(1);
    }));

  test("a HIGH is not skipped", () =>
    onStory(async (story) => {
      await story.publish({ as: "ada", at: "12:00" }, "Swap the engine", "symbol:LabelPrinter=replace");
      const doc = await story.ok(
        { as: "ben", at: "15:00" },
        "intent",
        "publish",
        "Show tare weight",
        "--scope",
        "symbol:LabelPrinter=extend",
      );
      expect(doc.findings).toMatchObject([{ severity: "HIGH" }]);
      expect(await found(story, "15:01")).toBe(1);
    }));
});

describe("adoption", () => {
  test("is refused for live work, by name and without a way round it", () =>
    onStory(async (story) => {
      const id = await story.publish({ as: "ada", at: "12:00" }, "Swap the engine", "symbol:LabelPrinter=extend");
      const error = await story.refused(
        { as: "ben", at: "13:59" },
        "INVALID_STATE",
        "intent",
        "adopt",
        id,
        "--reason",
        "helping",
      );
      expect(error.message).toContain("ada");
      expect(error.details).toMatchObject({ owner: "ada", last_call_at: "2026-11-30T12:00:00.000Z" });
      expect(error.hint).toMatch(/^ask ada/);
    }));

  test("passes the work on with its state and keeps the list of owners", () =>
    onStory(async (story) => {
      const id = await story.publish({ as: "ada", at: "07:00" }, "Swap the engine", "symbol:LabelPrinter=extend");
      await story.ok({ as: "ada", at: "07:01" }, "intent", "start", id);
      await story.ok({ as: "ben", at: "10:00" }, "intent", "adopt", id, "--reason", "ada is away");
      await story.ok({ as: "cleo", at: "13:00" }, "intent", "adopt", id, "--reason", "so is ben");
      const { intent } = await story.ok({ at: "13:01" }, "intent", "show", id);
      expect(intent).toMatchObject({ agent: "cleo", status: "IN_PROGRESS" });
      expect(intent.previous_owners).toMatchObject([
        { agent: "ada", reason: "ada is away" },
        { agent: "ben", reason: "so is ben" },
      ]);
    }));
});
