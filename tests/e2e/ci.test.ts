// ci: the gate of a branch, by the rules of the branch that it wants into.
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, openStage, type Stage } from "../stage.ts";

let stage: Stage;
let origin: string;
let extend = "";

/** Carries the ledger into its ref, as a sync does: one segment in a tree, a commit, the ref. */
async function carryLedger(): Promise<void> {
  const blob = await stage.git(["hash-object", "-w", stage.ledger]);
  const tree = async (line: string) => (await stage.program("git", ["mktree"], { stdin: `${line}\n` })).stdout.trim();
  const folder = await tree(`100644 blob ${blob}\t1.jsonl`);
  const events = await tree(`040000 tree ${folder}\tr_aaaaaaaaaa`);
  const root = await tree(`040000 tree ${events}\tevents`);
  const commit = await stage.git(["commit-tree", root, "-m", "events"]);
  await stage.git(["push", "-q", origin, `${commit}:refs/foremerge/ledger`]);
}

beforeAll(async () => {
  stage = openStage();
  origin = join(stage.tmp, "origin.git");
  stage.write("src/payments/service.ts", "// Payments\nexport class PaymentService {\n  pay() {}\n}\n");
  stage.write("README.md", "# Payments\n");
  stage.write(".foremerge.yaml", "fail_on: high\n");
  await stage.commit("payments");
  await stage.run(["init"]);
  await stage.json([
    "intent",
    "publish",
    "Replace PaymentService with Stripe",
    "--scope",
    "symbol:PaymentService=replace",
    "--agent",
    "claude-a",
  ]);
  await stage.git(["switch", "-qc", "refunds"]);
  stage.write("src/payments/refund.ts", "export const refund = 1;\n");
  await stage.commit("refunds");
  const published = await stage.json([
    "intent",
    "publish",
    "Offer refunds",
    "--scope",
    "symbol:PaymentService=extend",
    "--agent",
    "codex-b",
  ]);
  extend = published.intent.id;
  await stage.git(["switch", "-qc", "quiet", "main"]);
  await stage.git(["switch", "-qc", "gatekeeper", "refunds"]);
  stage.write(".foremerge.yaml", "rules:\n  FM-C001: off\nfail_on: never\nbase: gatekeeper\n");
  await stage.commit("switch the gate off");
  await stage.git(["switch", "-q", "refunds"]);
  // What a host keeps: a bare repository whose default branch is main, without the ledger of anybody's git directory.
  await stage.git(["clone", "-q", "--bare", stage.repo, origin]);
  await stage.git(["symbolic-ref", "HEAD", "refs/heads/main"], { cwd: origin });
});
afterAll(() => stage.remove());

/** Clones as a CI job does, with nothing but the branch. */
async function cloned(name: string, branch: string, ...flags: string[]): Promise<string> {
  const folder = join(stage.tmp, name);
  await stage.git(["clone", "-q", "--branch", branch, ...flags, `file://${origin}`, folder], { cwd: stage.tmp });
  return folder;
}

describe("in the repository itself", () => {
  test("fails on a HIGH against another's intent, names both and writes nothing", async () => {
    const before = stage.read(stage.ledger);
    const { exit, document } = await stage.run(["ci", "--json"]);
    const doc = document as Answer;
    expect([exit, doc.blocking, doc.branch, doc.base, doc.policy]).toEqual([1, true, "refunds", "main", "high"]);
    expect(doc.intents).toEqual([extend]);
    expect(doc.findings).toMatchObject([{ severity: "HIGH", evidence: { rule: "FM-C001" }, status: "OPEN" }]);
    expect(doc.policy_from).toBe(".foremerge.yaml of main");
    expect(stage.read(stage.ledger)).toBe(before);
  });

  test("judges a branch that switched a rule off by the base branch's rules", async () => {
    const folder = join(stage.tmp, "gate");
    await stage.git(["worktree", "add", "-q", folder, "gatekeeper"]);
    // The work of `refunds` is in this branch too, and its own settings name itself as base, no rule and no failure.
    const { exit, document } = await stage.run(["ci", "--branch", "refunds", "--json"], { cwd: folder });
    const doc = document as Answer;
    expect([exit, doc.base, doc.policy, doc.findings[0].evidence.rule]).toEqual([1, "main", "high", "FM-C001"]);
  });

  test("is incomplete for a branch whose work nobody declared, and compares the files that it changed", async () => {
    const { exit, document } = await stage.run(["ci", "--branch", "elsewhere", "--json"]);
    const doc = document as Answer;
    expect([exit, doc.assessment]).toEqual([1, "incomplete"]);
    expect(doc.not_assessed).toMatchObject([{ what: "elsewhere", side: "subject" }]);
    expect(doc.not_assessed[0].reason).toContain("only the one file that it changed was compared");
    expect((await stage.run(["ci", "--branch", "elsewhere", "--allow-unknown"])).exit).toBe(0);
  });

  test("takes the threshold from the command line first", async () => {
    expect((await stage.run(["ci", "--fail-on", "never"])).exit).toBe(0);
  });

  test("offers every format, each with the place of the symbol", async () => {
    const sarif = JSON.parse((await stage.run(["ci", "--format", "sarif"])).stdout) as Answer;
    const [result] = sarif.runs[0].results;
    expect(result.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "src/payments/service.ts", uriBaseId: "SRCROOT" },
      region: { startLine: 2, endLine: 4 },
    });
    const summary = join(stage.tmp, "summary.md");
    const github = await stage.run(["ci", "--format", "github"], { env: { GITHUB_STEP_SUMMARY: summary } });
    expect([github.exit, github.stdout.split("\n")[0]?.slice(0, 60)]).toEqual([
      1,
      "::error file=src/payments/service.ts,line=2,title=HIGH FM-C001 ".slice(0, 60),
    ]);
    expect(readFileSync(summary, "utf8")).toMatch(/^## foremerge ci: 1 finding/);
    expect((await stage.run(["ci", "--format", "junit"])).stdout).toContain('failures="1"');
    expect((await stage.run(["ci", "--format", "markdown"])).stdout).toContain("| **HIGH** |");
    expect(github.stdout).toContain("claude-a: Replace PaymentService with Stripe");
    const dot = await stage.run(["ci", "--format", "dot"]);
    expect([dot.exit, dot.stdout]).toEqual([2, ""]);
    expect(dot.stderr).toContain("write one of table, json, ndjson, sarif, junit, github, markdown");
  });

  test("keeps a fingerprint through an unrelated edit that moves the line", async () => {
    const print = async () =>
      (JSON.parse((await stage.run(["ci", "--format", "sarif"])).stdout) as Answer).runs[0].results[0];
    const before = await print();
    stage.write("src/payments/service.ts", "// Payments\n\n\n// moved\nexport class PaymentService {\n  pay() {}\n}\n");
    const after = await print();
    await stage.git(["checkout", "-q", "--", "src/payments/service.ts"]);
    expect(after.locations[0].physicalLocation.region.startLine).toBe(5);
    expect(after.partialFingerprints).toEqual(before.partialFingerprints);
  });
});

describe("in a clone", () => {
  test("that is shallow and has no ledger ref: not assessed, and how to mend it", async () => {
    const folder = await cloned("shallow", "refunds", "--depth=1");
    const { exit, document } = await stage.run(["ci", "--base", "main", "--json"], { cwd: folder });
    const doc = document as Answer;
    expect([exit, doc.assessment, doc.as_of_event, doc.findings]).toEqual([1, "incomplete", null, []]);
    const ledger = doc.not_assessed.find(({ what }: Answer) => what === "ledger");
    expect(ledger).toMatchObject({ side: "subject" });
    expect(ledger.reason).toContain("git fetch origin refs/foremerge/ledger:refs/foremerge/ledger");
    const text = await stage.run(["ci", "--base", "main"], { cwd: folder });
    expect(text.stdout).toContain("Not assessed");
    expect(text.stdout).not.toContain("Clear");
    const junit = await stage.run(["ci", "--format", "junit"], { cwd: folder });
    expect(junit.stdout).toMatch(/errors="[1-9]/);
  });

  test("without the base branch: its rules were not looked at", async () => {
    const folder = await cloned("no-base", "refunds", "--depth=1", "--single-branch");
    const doc = await stage.json(["ci"], { cwd: folder });
    const policy = doc.not_assessed.find(({ what }: Answer) => what === "policy");
    expect(policy.reason).toContain("fetch-depth: 0");
  });

  test("reads the remote's ledger without writing a ref, and fails on what it finds", async () => {
    await carryLedger();
    const folder = await cloned("job", "refunds");
    const refs = async () => stage.git(["for-each-ref"], { cwd: folder });
    const before = await refs();
    const { exit, document } = await stage.run(["ci", "--json"], { cwd: folder });
    const doc = document as Answer;
    expect([exit, doc.intents, doc.findings[0].severity]).toEqual([1, [extend], "HIGH"]);
    expect(doc.ledger).toEqual(["origin refs/foremerge/ledger"]);
    expect(await refs()).toBe(before);
    const offline = await stage.run(["ci", "--no-fetch", "--json"], { cwd: folder });
    expect((offline.document as Answer).not_assessed[0].what).toBe("ledger");
  });

  test("names a line that is no event by where it lies, and no mend that would find nothing", async () => {
    const folder = await cloned("junk", "refunds");
    await stage.git(["fetch", "-q", "origin", "refs/foremerge/ledger"], { cwd: folder });
    const AS_X = ["-c", "user.name=x", "-c", "user.email=x@example.org"];
    const env = { GIT_INDEX_FILE: join(stage.tmp, "junk-index") };
    const git = (...words: string[]) => stage.git(words, { cwd: folder, env });
    const blob = (
      await stage.program("git", ["hash-object", "-w", "--stdin"], { cwd: folder, stdin: "\njunk\n" })
    ).stdout.trim();
    await git("read-tree", "FETCH_HEAD");
    await git("update-index", "--add", "--cacheinfo", `100644,${blob},events/r_zzzzzzzzzz/1.jsonl`);
    const commit = await git(...AS_X, "commit-tree", await git("write-tree"), "-p", "FETCH_HEAD", "-m", "junk");
    await git("push", "-q", "origin", `${commit}:refs/foremerge/ledger`);
    const told = async () =>
      (await stage.run(["ci", "--base", "main"], { cwd: folder })).stderr
        .split("\n")
        .filter((line) => line.includes("left out"));
    const warning =
      "foremerge: warning: line 2 of events/r_zzzzzzzzzz/1.jsonl in origin refs/foremerge/ledger is left out: not JSON";
    expect(await told()).toEqual([warning]);
    // What lies in the ledger of this clone is mended here.
    await stage.run(["init"], { cwd: folder });
    appendFileSync(join(folder, ".git", "foremerge", "ledger.jsonl"), "scrap\n");
    expect(await told()).toEqual([
      "foremerge: warning: line 2 of the ledger is left out: not JSON; foremerge ledger repair moves it to quarantine",
      warning,
    ]);
    await stage.git(["push", "-q", "origin", "FETCH_HEAD:refs/foremerge/ledger", "--force"], { cwd: folder });
  });

  test("passes once the finding is settled", async () => {
    const doc = await stage.json(["ci"]);
    await stage.json(["resolve", doc.findings[0].id, "--reason", "a provider stands between them now"]);
    const { exit, document } = await stage.run(["ci", "--json"]);
    expect([exit, (document as Answer).findings[0].previously_settled, (document as Answer).blocking]).toEqual([
      0,
      true,
      false,
    ]);
    const junit = await stage.run(["ci", "--format", "junit"]);
    expect(junit.stdout).toContain('failures="0"');
  });
});
