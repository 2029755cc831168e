// Where order must hold because a merge would lie: through the built binary, to the acceptance of both.
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = openStage();
  stage.write("lib.mjs", "export const pay = (x) => x;\n");
  stage.write("use.mjs", "// nobody yet\n");
  await stage.commit("start");
  await stage.json(["init"]);
});
afterEach(() => stage.remove());

const as = (agent: string, ...words: string[]) => stage.json([...words, "--agent", agent]);

test("a rename and a new caller of the old name: git merges them without a word and the program breaks; MERGE is refused", async () => {
  const publish = async (agent: string, name: string, words: string[], files: Record<string, string>) => {
    await stage.git(["checkout", "-q", "-b", name, "main"]);
    const answer = await as(agent, "intent", "publish", ...words);
    for (const [path, text] of Object.entries(files)) stage.write(path, text);
    await stage.commit(`work of ${name}`);
    await as(agent, "intent", "finish", answer.intent.id);
    await stage.git(["checkout", "-q", "main"]);
    return answer;
  };
  await publish("mara", "rename", ["Call it charge", "--scope", "symbol:pay=rename"], {
    "lib.mjs": "export const charge = (x) => x;\n",
  });
  const caller = await publish(
    "ivo",
    "caller",
    ["Pay from the cart", "--scope", "symbol:Cart=modify", "--uses", "symbol:pay"],
    {
      "use.mjs": 'import { pay } from "./lib.mjs";\npay(1);\n',
    },
  );
  const [finding] = caller.findings;
  expect(finding).toMatchObject({ kind: "destructive_vs_use", severity: "HIGH" });

  const refused = await as("lena", "resolve", "--auto", finding.id, "--strategy", "merge");
  expect(refused.results).toMatchObject([{ strategy: "SERIALIZE", status: "COORDINATING" }]);
  expect((await as("lena", "report")).strategies.MERGE).toEqual({ attempts: 0, successes: 0, mean_ms: null });

  await stage.git(["merge", "-q", "rename"]);
  await stage.git(["merge", "-q", "--no-edit", "caller"]);
  const ran = await stage.program(process.execPath, ["use.mjs"]);
  expect(ran.exit).not.toBe(0);
  expect(ran.stderr).toContain("does not provide an export named 'pay'");
});

test("a HIGH in order gates the second until the first has landed, and the second is told what changed", async () => {
  const publish = async (agent: string, words: string[]) => (await as(agent, "intent", "publish", ...words)).intent.id;
  const first = await publish("mara", ["Replace the label engine", "--scope", "symbol:LabelEngine=replace"]);
  const second = await publish("ivo", ["Print slips with the label engine", "--scope", "symbol:LabelEngine=extend"]);
  await as("mara", "claim", "take", "symbol:LabelEngine", "--intent", first);
  const { results } = await as("lena", "resolve", "--auto", "--all");
  expect(results).toMatchObject([{ strategy: "SERIALIZE", order: [first, second], status: "COORDINATING" }]);
  await as("mara", "intent", "finish", first);
  await as("ivo", "intent", "finish", second);
  const gated = await stage.run(["intent", "accept", second, "--agent", "ivo", "--json"]);
  expect(gated.exit).toBe(1);
  expect(gated.error).toMatchObject({ code: "OPEN_CONFLICTS" });
  await as("mara", "intent", "accept", first);
  const told = await stage.run(["status", "--agent", "ivo", "--json"]);
  expect(told.stderr).toContain(first);
  expect(told.stderr).toContain("--diff");
  expect((await as("ivo", "intent", "accept", second)).intent.status).toBe("ACCEPTED");
  expect(await as("lena", "report")).toMatchObject({ resolved_automatically: 1, ordered_waiting: 0, rate: 1 });
});
