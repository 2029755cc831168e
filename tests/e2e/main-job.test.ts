// The main job from end to end: declare, detect, look back, settle, through the built binary.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = openStage();
  await stage.json(["init"]);
});
afterEach(() => stage.remove());

const REPLACE = [
  "intent",
  "publish",
  "Consolidate billing on one acquirer",
  "--scope",
  "symbol:PaymentService=replace",
];
const EXTEND = ["Offer wallets at checkout", "--scope", "symbol:PaymentService=extend"];

describe("the headline pair", () => {
  it("is HIGH, asserted, 0.97, and names the provider, before a file is touched", async () => {
    const first = await stage.json([...REPLACE, "--agent", "ada"]);
    expect(first.findings).toEqual([]);
    expect(first.blocking).toBe(false);

    const asked = await stage.run(["conflicts", "check", ...EXTEND, "--agent", "ben", "--json"]);
    expect(asked.exit).toBe(1);
    expect(asked.document).toMatchObject({ ephemeral: true, blocking: true, policy: "high", checked_intents: 1 });

    const second = await stage.json(["intent", "publish", ...EXTEND, "--agent", "ben"]);
    expect(second.findings).toHaveLength(1);
    expect(second.findings[0]).toMatchObject({
      kind: "destructive_vs_additive",
      severity: "HIGH",
      score: 0.97,
      status: "OPEN",
      source_intent_id: second.intent.id,
      target_intent_id: first.intent.id,
      evidence: {
        rule: "FM-C001",
        asserted: true,
        match: "full",
        source_operation: "extend",
        target_operation: "replace",
      },
    });
    expect(second.findings[0].suggestion).toContain("PaymentProvider");
    expect(second.related_work).toMatchObject([
      {
        intent_id: first.intent.id,
        agent: "ada",
        overlap: [{ your_operation: "extend", their_operation: "replace", asserted: true }],
      },
    ]);
  });

  it("is settled once, with a reason, and stays settled when it is detected again", async () => {
    await stage.json([...REPLACE, "--agent", "ada"]);
    const { intent, findings } = await stage.json(["intent", "publish", ...EXTEND, "--agent", "ben"]);
    const id = findings[0].id as string;

    const blank = await stage.run(["resolve", id, "--reason", "  ", "--agent", "ada", "--json"]);
    expect([blank.exit, blank.stdout, blank.error?.code]).toEqual([2, "", "INVALID_INPUT"]);

    const settled = await stage.json(["resolve", id.slice(0, 10), "--reason", "wallets first", "--agent", "ada"]);
    expect(settled.conflict.status).toBe("RESOLVED");
    expect(settled.decision).toMatchObject({
      reason: "wallets first",
      resolution: "wallets first",
      agent: "ada",
      by: "agent",
      as: "resolved",
    });

    const again = await stage.run(["resolve", id, "--reason", "me too", "--agent", "ben", "--json"]);
    expect([again.exit, again.stdout, again.error?.code]).toEqual([1, "", "ALREADY_SETTLED"]);
    expect(String(again.error?.message)).toContain("ada");

    const rescoped = await stage.json([
      "intent",
      "rescope",
      intent.id,
      "--scope",
      "symbol:PaymentService=extend",
      "--agent",
      "ben",
    ]);
    expect(rescoped.findings[0]).toMatchObject({ id, status: "RESOLVED", previously_settled: true });
    expect(rescoped.blocking).toBe(false);

    const shown = await stage.json(["conflicts", "show", id]);
    expect(shown.conflict.status).toBe("RESOLVED");
    expect(shown.detections.map((d: { previously_settled: boolean }) => d.previously_settled)).toEqual([false, true]);
    expect((await stage.json(["conflicts", "list"])).conflicts).toEqual([]);
    expect((await stage.json(["conflicts", "list", "--all"])).conflicts).toHaveLength(1);
  });

  it("does not depend on the wording, nor on who publishes first", async () => {
    await stage.json([
      "intent",
      "publish",
      "Tidy up a little",
      "--scope",
      "symbol:paymentservice=extend",
      "--agent",
      "ben",
    ]);
    const { findings } = await stage.json([
      "intent",
      "publish",
      "Nothing much",
      "--scope",
      "symbol:PaymentService=replace",
      "--agent",
      "ada",
    ]);
    expect(findings).toMatchObject([{ severity: "HIGH", score: 0.97, evidence: { rule: "FM-C001", asserted: true } }]);
  });
});

describe("rescoping", () => {
  it("away from a conflict dismisses it in the same write", async () => {
    await stage.json([...REPLACE, "--agent", "ada"]);
    const { intent, findings } = await stage.json(["intent", "publish", ...EXTEND, "--agent", "ben"]);
    const moved = await stage.json([
      "intent",
      "rescope",
      intent.id,
      "--scope",
      "symbol:WalletDialog=add",
      "--agent",
      "ben",
    ]);
    expect(moved.dismissed).toEqual([findings[0].id]);
    const shown = await stage.json(["conflicts", "show", findings[0].id]);
    expect(shown.conflict.status).toBe("DISMISSED");
    expect(shown.decisions).toMatchObject([{ as: "dismissed", resolution: "rescoped", by: "auto" }]);
  });

  it("is the owner's alone", async () => {
    const { intent } = await stage.json([...REPLACE, "--agent", "ada"]);
    const refused = await stage.run([
      "intent",
      "rescope",
      intent.id,
      "--scope",
      "symbol:X=add",
      "--agent",
      "ben",
      "--json",
    ]);
    expect([refused.exit, refused.stdout, refused.error?.code]).toEqual([1, "", "NOT_OWNER"]);
    expect(String(refused.error?.message)).toContain("ada");
  });
});

describe("an intent without scopes", () => {
  it("is accepted, and never called clear", async () => {
    const { assessment, not_assessed } = await stage.json([
      "intent",
      "publish",
      "Look into slow labels",
      "--agent",
      "ada",
    ]);
    expect(assessment).toBe("incomplete");
    expect(not_assessed).toMatchObject([{ side: "subject" }]);
    const check = await stage.run([
      "conflicts",
      "check",
      "Print faster",
      "--scope",
      "symbol:Printer=modify",
      "--agent",
      "ben",
      "--json",
    ]);
    expect(check.exit).toBe(0);
    expect(check.document).toMatchObject({ assessment: "complete", not_assessed: [{ side: "counterpart" }] });
    const strict = await stage.run([
      "conflicts",
      "check",
      "Print faster",
      "--scope",
      "symbol:Printer=modify",
      "--strict",
      "--json",
    ]);
    expect(strict.exit).toBe(1);
  });
});

describe("worktrees", () => {
  it("share one ledger, from any subdirectory, and nothing of it shows in git status", async () => {
    stage.write("src/payment.ts", "export class PaymentService {}\n");
    await stage.commit("Take payments");
    await stage.git(["worktree", "add", "-q", "-b", "wallets", "../wallets"]);
    await stage.json([...REPLACE, "--agent", "ada"], { cwd: "src" });
    const { findings, intent } = await stage.json(["intent", "publish", ...EXTEND, "--agent", "ben"], {
      cwd: "../wallets",
    });
    expect(findings).toHaveLength(1);
    expect(intent).toMatchObject({ branch: "wallets", worktree: "wallets" });
    expect(await stage.git(["status", "--porcelain"])).toBe("");
    expect(await stage.git(["status", "--porcelain"], { cwd: "../wallets" })).toBe("");
  });

  it("of a hook's environment do not lead astray: GIT_DIR is not followed", async () => {
    await stage.json([...REPLACE, "--agent", "ada"]);
    await stage.git(["init", "-q", "../other"]);
    const { intents } = await stage.json(["intent", "list"], {
      env: { GIT_DIR: `${stage.tmp}/other/.git`, GIT_INDEX_FILE: "/nonexistent" },
    });
    expect(intents).toHaveLength(1);
  });
});

describe("without a ledger", () => {
  it("commands stop with 3 and say how to make one", async () => {
    const bare = openStage();
    try {
      const ran = await bare.run(["intent", "list", "--json"]);
      expect([ran.exit, ran.stdout, ran.error?.code]).toEqual([3, "", "NO_LEDGER"]);
      expect(String(ran.error?.hint)).toContain("foremerge init");
    } finally {
      bare.remove();
    }
  });

  it("init makes one, twice is as good as once, and outside git it lies in .foremerge", async () => {
    const plain = openStage({ git: false });
    try {
      expect(await plain.json(["init"])).toMatchObject({ created: true, place: "folder" });
      expect(await plain.json(["init"])).toMatchObject({ created: false });
      plain.write("deep/er/x.txt", "x");
      await plain.json(["intent", "publish", "Print", "--scope", "symbol:X=add"], { cwd: "deep/er" });
      expect((await plain.json(["intent", "list"])).intents).toHaveLength(1);
    } finally {
      plain.remove();
    }
  });

  it("init --in-tree adds its exact path to .gitattributes, once, and says what it costs", async () => {
    const tree = openStage();
    try {
      tree.write(".gitattributes", "*.png binary");
      const made = await tree.json(["init", "--in-tree"]);
      expect(made).toMatchObject({ place: "in-tree", created: true });
      expect(made.warnings.join(" ")).toMatch(/checkout/);
      await tree.json(["init", "--in-tree"]);
      expect(tree.read(".gitattributes")).toBe("*.png binary\n.foremerge/ledger.jsonl merge=union text eol=lf\n");
      expect(await tree.git(["status", "--porcelain", "-uall"])).toBe(
        "?? .foremerge/.gitignore\n?? .foremerge/ledger.jsonl\n?? .gitattributes",
      );
      expect((await tree.json(["intent", "list"])).intents).toEqual([]);
    } finally {
      tree.remove();
    }
  });
});
