// Files that no parser reads, on the side of whoever takes a contract away or uses it: found by words, or said to be not
// assessed. Never clear.
import { expect, test } from "vitest";
import { type Answer, onStage, type Stage } from "../stage.ts";

const API = "openapi: 3.0.0\npaths:\n  /accounts/{id}:\n    get: {}\n  /labels: {get: {}}\n";
const WITHOUT = API.replace("  /accounts/{id}:\n    get: {}\n", "");
const TABLE = "CREATE TABLE labels (id int, note text);\n";
const DROP = "ALTER TABLE labels DROP COLUMN note;\n";
const LONG = "var a = 1;\n".repeat(400_000);

type Files = Readonly<Record<string, string | Buffer>>;

interface Seen {
  readonly findings: readonly string[];
  readonly missed: readonly string[];
  readonly assessment: string;
}

/** What `--merge` says of two branches off one base. */
async function between(base: Files, one: Files, other: Files): Promise<Seen> {
  let seen: Seen | undefined;
  await onStage({}, async (stage) => {
    const write = (files: Files): void => {
      for (const [path, text] of Object.entries(files)) stage.write(path, text);
    };
    write({ "src/app.ts": "export const name = 'labels'\n", ...base });
    await stage.commit("Begin");
    await stage.run(["init"]);
    for (const [branch, files] of [
      ["api", one],
      ["page", other],
    ] as const) {
      await stage.git(["checkout", "-q", "-b", branch, "main"]);
      await publish(stage, branch);
      write(files);
      await stage.commit("Work");
    }
    seen = seenIn(await stage.json(["conflicts", "check", "--all", "--merge", "--fail-on", "never"]));
  });
  return seen as Seen;
}

const publish = (stage: Stage, agent: string, ...more: string[]) =>
  stage.json([
    "intent",
    "publish",
    `Work on ${agent}`,
    "--scope",
    `component:${agent}=modify`,
    "--agent",
    agent,
    ...more,
  ]);

function seenIn(document: Answer): Seen {
  return {
    findings: document.findings
      .filter(({ kind }: { kind: string }) => kind === "contract_break")
      .map((one: { evidence: { uses: { file: string; line: number; match: string }[] } }) =>
        one.evidence.uses.map(({ file, line, match }) => `${match} ${file}:${line}`).join(", "),
      ),
    missed: document.not_assessed.map(({ what, reason }: { what: string; reason: string }) => `${what}: ${reason}`),
    assessment: document.assessment,
  };
}

test("code that is too long for its parser is searched, and said to be not assessed", async () => {
  const call = 'fetch("/accounts/1");\n';
  const seen = await between({ "api.yaml": API }, { "api.yaml": WITHOUT }, { "src/page.js": call + LONG });
  expect(seen).toEqual({
    findings: ["text src/page.js:1"],
    missed: ["src/page.js in page: longer than 4194304 characters: not parsed; it may use what api takes away"],
    assessment: "incomplete",
  });
});

test("a contract that is too long is said to be not assessed, and removes nothing", async () => {
  const long = `${API}${"# a comment of the labels API\n".repeat(150_000)}`;
  const seen = await between({ "api.yaml": API }, { "api.yaml": long }, { "src/page.js": 'fetch("/accounts/1")\n' });
  expect(seen).toEqual({
    findings: [],
    missed: ["api.yaml in api: longer than 4194304 characters: not read; it may take away what page uses"],
    assessment: "incomplete",
  });
});

test("a binary by the name of code is not assessed; an image is no matter of a contract", async () => {
  const files = { "src/page.js": Buffer.from('fetch("/accounts/1")\0'), "logo.png": Buffer.from([0x89, 0x50, 0, 1]) };
  expect(await between({ "api.yaml": API }, { "api.yaml": WITHOUT }, files)).toEqual({
    findings: [],
    missed: ["src/page.js in page: binary; it may use what api takes away"],
    assessment: "incomplete",
  });
});

test.each([
  ["src/Page.vue", "<script>\nload(`/accounts/${id}`)\n</script>\n", "text src/Page.vue:2"],
  ["page.html", '<p>\n<a href="/accounts/7">seven</a>\n', "text page.html:2"],
  ["load.sh", "curl -s https://labels.example/accounts/7\n", "text load.sh:1"],
  ["src/Page.kt", 'val page =\n  http.get("$base/accounts/$id")\n', "text src/Page.kt:2"],
])("a text without a parser is searched for an address: %s", async (path, text, use) => {
  expect(await between({ "api.yaml": API }, { "api.yaml": WITHOUT }, { [path]: text })).toEqual({
    findings: [use],
    missed: [],
    assessment: "complete",
  });
});

test("and for the name of a column, where its table is named too", async () => {
  const query = (table: string): string => `val q = db.query("""select note from ${table}""")\n`;
  const drop = { "db/2.sql": DROP };
  expect((await between({ "db/1.sql": TABLE }, drop, { "src/Q.kt": query("labels") })).findings).toEqual([
    "name src/Q.kt:1",
  ]);
  expect((await between({ "db/1.sql": TABLE }, drop, { "src/Q.kt": query("people") })).findings).toEqual([]);
});

test("prose, and long or binary files where nothing is taken away, leave the answer complete", async () => {
  const clear = { findings: [], missed: [], assessment: "complete" };
  const prose = { "README.md": "GET /accounts/{id} answers an account\n", "logo.png": Buffer.from([0x89, 0x50, 0]) };
  expect(await between({ "api.yaml": API }, { "api.yaml": WITHOUT }, prose)).toEqual(clear);
  const added = { "api.yaml": API.replace("paths:\n", "paths:\n  /notes: {get: {}}\n") };
  expect(await between({ "api.yaml": API }, added, { "src/page.js": LONG })).toEqual(clear);
});

test("--reach names the callers that nobody can read into", async () => {
  await onStage({}, async (stage) => {
    stage.write("src/format.ts", "export const format = (n: number) => `${n}`\n");
    stage.write("src/Page.vue", "<script>\nformat(1)\n</script>\n");
    stage.write("src/long.js", `format(1)\n${LONG}`);
    stage.write("src/mixed.js", Buffer.from("format(1)\0"));
    stage.write("README.md", "how to format\n");
    await stage.commit("Begin");
    await stage.run(["init"]);
    await publish(stage, "ada", "--scope", "symbol:format=remove");
    await publish(stage, "bob", "--scope", "file:src/**=modify", "--scope", "file:README.md=modify");
    const seen = seenIn(await stage.json(["conflicts", "check", "--all", "--reach", "--fail-on", "never"]));
    expect([seen.assessment, seen.missed]).toEqual([
      "incomplete",
      [
        "src/Page.vue: no parser for this file; it holds the word format",
        "src/long.js: longer than 4194304 characters: not parsed; it holds the word format",
        "src/mixed.js: no text, or too long to be read; it holds the word format",
      ],
    ]);
  });
});
