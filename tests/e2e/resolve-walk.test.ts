// The walk through open conflicts, in a real pseudo-terminal: list, choose, answer, preview, confirm, skip, quit, Ctrl-C.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onStage, type Stage } from "../stage.ts";
import { openTerminal } from "./terminal.ts";

const QUESTION = "Which team owns the login scenario?";
const SPEC = "# Spec\n\n## Auth\nTokens are checked by the gateway only.\n";

/** Three open conflicts between mara and ivo; the first has strategies of its own, with a question and an edit. */
async function threeConflicts(stage: Stage): Promise<string[]> {
  stage.write("docs/spec.md", SPEC);
  await stage.commit("Begin");
  await stage.json(["init"]);
  const publish = (agent: string, what: string, ...scopes: string[]) =>
    stage.json(["intent", "publish", what, ...scopes.flatMap((s) => ["--scope", s]), "--agent", agent]);
  const names = ["symbol:PaymentService", "api:POST /refunds", "component:CartPanel"];
  await publish("mara", "Split pay totals by currency", ...names.map((name) => `${name}=replace`));
  const ids: string[] = [];
  const works = ["Round label weights to grams", "Offer partial refunds", "Show a gift note"];
  for (const [i, name] of names.entries()) {
    ids.push((await publish(`ivo${i}`, works[i] as string, `${name}=extend`)).findings[0].id);
  }
  return ids;
}

async function bringStrategies(stage: Stage, id: string): Promise<void> {
  const way = { approach: "step by step", effort: "a day", pros: ["clear"], cons: ["slow"] };
  const strategies = [
    {
      ...way,
      id: "patch",
      name: "Patch the document",
      complexity: "Low",
      risk: "Low",
      clarification_needed: [QUESTION],
      modifications: [
        {
          file: "docs/spec.md",
          section: "## Auth",
          change_type: "update",
          old_content: "Tokens are checked by the gateway only.",
          new_content: "Tokens are checked by AuthManager only.",
          rationale: "agreed",
        },
      ],
    },
    { ...way, id: "leave", name: "Leave it alone", complexity: "High", risk: "High" },
  ];
  await stage.json(["resolve", id, "--add-strategies", "-"], { stdin: JSON.stringify({ strategies }) });
}

const statuses = async (stage: Stage, ids: readonly string[]): Promise<Record<string, string>> => {
  const { conflicts } = await stage.json(["conflicts", "list", "--status", "OPEN"]);
  const open = new Set((conflicts as { id: string }[]).map(({ id }) => id));
  return Object.fromEntries(ids.map((id) => [id, open.has(id) ? "OPEN" : "closed"]));
};

test("lists, asks, shows the edit, and settles only after a yes; skip and quit leave the rest open", () =>
  onStage({}, async (stage) => {
    const ids = await threeConflicts(stage);
    const result = join(stage.tmp, "result.json");
    const walk = openTerminal(stage, ["resolve", "--output", result]);
    // The walk begins with the worst; equals come by id.
    const first = /Conflict 1 of 3[\s\S]*?(cfl_[0-9a-z]{26})/.exec(await walk.until(/Choose 1-\d/))?.[1] as string;
    expect(ids).toContain(first);
    await bringStrategies(stage, first);
    walk.type("s");
    await walk.until(/Skipped; nothing was settled/);
    await walk.until(/Conflict 2 of 3[\s\S]*Choose 1-\d/);
    walk.type("7");
    await walk.until(/There is no 7 here[\s\S]*Choose 1-\d/);
    walk.type("1");
    await walk.until(/Settle cfl_\w+ by ".* first, then .*"\? y\/N: /);
    walk.type("n");
    await walk.until(/Choose 1-\d/);
    walk.type("1");
    await walk.until(/y\/N: /);
    walk.type("y");
    await walk.until(/Why/);
    walk.type("agreed at stand-up");
    await walk.until(/Settled by/);
    await walk.until(/Conflict 3 of 3[\s\S]*Choose 1-\d/);
    walk.type("q");
    expect(await walk.ended).toBe(1);

    const written = JSON.parse(readFileSync(result, "utf8"));
    expect(written.summary).toMatchObject({ total_conflicts: 3, resolved_with_strategy: 1, custom_handling: 2 });
    const settled = written.resolved_conflicts[0].conflict_id as string;
    expect(await statuses(stage, ids)).toEqual(
      Object.fromEntries(ids.map((id) => [id, id === settled ? "closed" : "OPEN"])),
    );
    const { decisions } = await stage.json(["conflicts", "show", settled]);
    expect(decisions).toMatchObject([{ reason: "agreed at stand-up", by: "human" }]);
  }));

test("a strategy with a question and an edit: answer, preview, confirm", () =>
  onStage({}, async (stage) => {
    const ids = await threeConflicts(stage);
    for (const id of ids) await bringStrategies(stage, id);
    const walk = openTerminal(stage, ["resolve"]);
    const id = /(cfl_[0-9a-z]{26})/.exec(await walk.until(/Choose 1-2/))?.[1] as string;
    walk.type("1");
    await walk.until(/Which team owns the login scenario\?[\s\S]*leave it open\): /);
    walk.type("");
    await walk.until(/1 still open/);
    walk.type("");
    await walk.until(/leave it open\): /);
    walk.type("payments");
    const preview = await walk.until(/Change 1 file\(s\) and settle/);
    expect(preview).toMatch(/- Tokens are checked by the gateway only\.\s+\+ Tokens are checked by AuthManager only\./);
    expect(stage.read("docs/spec.md")).toBe(SPEC);
    walk.type("y");
    await walk.until(/Why/);
    walk.type("");
    await walk.until(/Settled by "Patch the document"/);
    expect(stage.read("docs/spec.md")).toBe(SPEC.replace("the gateway", "AuthManager"));
    await walk.until(/Conflict 2 of 3[\s\S]*Choose/);
    walk.press("\u0004");
    expect(await walk.ended).toBe(1);
    expect(Object.values(await statuses(stage, ids)).sort()).toEqual(["OPEN", "OPEN", "closed"]);
    expect((await stage.json(["conflicts", "show", id])).conflict.status).toBe("RESOLVED");
  }));

test("Ctrl-C ends with 130; the answer that was given is kept, and nothing is half settled", () =>
  onStage({}, async (stage) => {
    const ids = await threeConflicts(stage);
    for (const id of ids) await bringStrategies(stage, id);
    const walk = openTerminal(stage, ["resolve"]);
    const id = /(cfl_[0-9a-z]{26})/.exec(await walk.until(/Choose 1-2/))?.[1] as string;
    walk.type("1");
    await walk.until(/leave it open\): /);
    walk.type("payments");
    await walk.until(/y\/N: /);
    walk.press("\u0003");
    expect(await walk.ended).toBe(130);
    expect(stage.read("docs/spec.md")).toBe(SPEC);
    expect(Object.values(await statuses(stage, ids))).toEqual(["OPEN", "OPEN", "OPEN"]);
    // The answer is on record: the next call has nothing left to ask.
    const again = await stage.json(["resolve", id, "--strategy", "patch", "--reason", "agreed", "--apply"]);
    expect(again).toMatchObject({ open_questions: [], clarifications: [{ question: QUESTION, answer: "payments" }] });
  }));

test("what was agreed in own words is on record, and an empty list says so", () =>
  onStage({}, async (stage) => {
    await stage.json(["init"]);
    const none = openTerminal(stage, ["resolve"]);
    await none.until(/No open conflict/);
    expect(await none.ended).toBe(0);
    const ids = await threeConflicts(stage);
    const walk = openTerminal(stage, ["resolve"]);
    await walk.until(/Choose/);
    walk.type("c");
    await walk.until(/What was agreed/);
    walk.type("mara keeps the old name until May");
    await walk.until(/COORDINATING/);
    await walk.until(/Choose/);
    walk.type("q");
    expect(await walk.ended).toBe(1);
    const { conflicts } = await stage.json(["conflicts", "list", "--status", "COORDINATING"]);
    expect(conflicts).toHaveLength(1);
    expect(ids).toContain(conflicts[0].id);
  }));
