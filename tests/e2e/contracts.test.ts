// Broken contracts and versions between branches, and changes that are no text, through the binary.
import { expect, test } from "vitest";
import { onStage, type Stage } from "../stage.ts";

const API =
  "openapi: 3.0.0\npaths:\n  /labels:\n    get: {operationId: listLabels}\n    post: {operationId: addLabel}\n";
const manifest = (version: string): string => `{\n  "dependencies": {\n    "left-pad": "${version}"\n  }\n}\n`;

async function branches(stage: Stage): Promise<void> {
  stage.write("api.yaml", API);
  stage.write("package.json", manifest("1.0.0"));
  stage.write("src/app.ts", "export const name = 'labels'\n");
  await stage.commit("Begin");
  await stage.run(["init"]);
  await stage.git(["checkout", "-q", "-b", "api"]);
  await stage.json([
    "intent",
    "publish",
    "Retire the list of labels",
    "--scope",
    "file:api.yaml=modify",
    "--agent",
    "ada",
  ]);
  stage.write("api.yaml", API.replace("    get: {operationId: listLabels}\n", ""));
  stage.write("package.json", manifest("1.3.0"));
  await stage.commit("Retire");
  await stage.git(["checkout", "-q", "-b", "page", "main"]);
  await stage.json([
    "intent",
    "publish",
    "Show all labels on a page",
    "--scope",
    "file:src/page.ts=add",
    "--agent",
    "bob",
  ]);
}

test("one branch removes an operation, the other starts to call it, and both move one package", async () => {
  await onStage({}, async (stage) => {
    await branches(stage);
    stage.write("src/page.ts", "export const page = async () => render(await http.get('/labels'))\n");
    stage.write("package.json", manifest("2.0.0"));
    await stage.commit("Show");
    const { findings } = await stage.json(["conflicts", "check", "--all", "--merge", "--fail-on", "never"]);
    const seen = findings.map((one: { kind: string; severity: string; explanation: string }) => one.kind).sort();
    expect(seen).toEqual(["contract_break", "dependency_version", "overlapping_edit"]);
    const broken = findings.find((one: { kind: string }) => one.kind === "contract_break");
    expect(broken).toMatchObject({
      severity: "MEDIUM",
      scope: { kind: "api", key: "GET /labels" },
      evidence: {
        rule: "FM-F004",
        broken: { operation: "remove", file: "api.yaml" },
        uses: [{ symbol: "page", fresh: true }],
      },
    });
  });
});

test("work that is not committed yet is compared too", async () => {
  await onStage({}, async (stage) => {
    await branches(stage);
    stage.write("src/page.ts", "export const page = () => client.listLabels()\n");
    const { findings } = await stage.json(["conflicts", "check", "--all", "--merge", "--fail-on", "never"]);
    expect(findings.map((one: { kind: string }) => one.kind)).toContain("contract_break");
  });
});

test("binary files, submodules and links are seen, and said not to be looked into", async () => {
  await onStage({}, async (stage) => {
    stage.write("logo.png", Buffer.from([0x89, 0x50, 0, 1, 2, 3]));
    stage.write("src/app.ts", "export const name = 'labels'\n");
    await stage.commit("Begin");
    await stage.run(["init"]);
    const { intent } = await stage.json(["intent", "publish", "Nothing yet", "--scope", "file:src/app.ts=modify"]);
    stage.write("logo.png", Buffer.from([0x89, 0x50, 0, 9, 9, 9]));
    await stage.program("ln", ["-s", "app.ts", "src/link.ts"], { cwd: stage.repo });
    const { scopes } = await stage.json(["scope", "suggest"]);
    expect(scopes).toEqual([
      { kind: "file", key: "logo.png", operation: "modify", derived: true, file: "logo.png", opaque: "binary" },
      {
        kind: "file",
        key: "src/link.ts",
        operation: "add",
        derived: true,
        file: "src/link.ts",
        opaque: "not readable as text",
      },
    ]);
    const drift = await stage.json(["drift", intent.id]);
    expect(drift.undeclared.map((one: { key: string }) => one.key)).toEqual(["logo.png", "src/link.ts"]);
  });
});

test("what a branch took over from its base branch is not its own", async () => {
  await onStage({}, async (stage) => {
    stage.write("src/app.ts", "export const name = 'labels'\n");
    await stage.commit("Begin");
    await stage.run(["init"]);
    await stage.git(["checkout", "-q", "-b", "work"]);
    const { intent } = await stage.json(["intent", "publish", "Rename", "--scope", "file:src/app.ts=modify"]);
    stage.write("src/app.ts", "export const name = 'tags'\n");
    await stage.commit("Rename");
    await stage.git(["checkout", "-q", "main"]);
    stage.write("src/other.ts", "export const other = 1\n");
    await stage.commit("Other work");
    await stage.git(["checkout", "-q", "work"]);
    await stage.git(["merge", "-q", "--no-edit", "main"]);
    const drift = await stage.json(["drift", intent.id]);
    expect([drift.undeclared, drift.findings]).toEqual([[], []]);
  });
});

test("a file whose name differs in case from the declared one is another file", async () => {
  await onStage({}, async (stage) => {
    stage.write("src/app.ts", "export const name = 'labels'\n");
    await stage.commit("Begin");
    await stage.run(["init"]);
    const { intent } = await stage.json(["intent", "publish", "Note", "--scope", "file:NOTES.txt=add"]);
    stage.write("notes.txt", "hello\n");
    const drift = await stage.json(["drift", intent.id]);
    const keys = (list: { key: string }[]): string[] => list.map(({ key }) => key);
    expect([keys(drift.undeclared), keys(drift.untouched)]).toEqual([["notes.txt"], ["NOTES.txt"]]);
    await stage.git(["config", "core.ignorecase", "true"]);
    const folded = await stage.json(["drift", intent.id]);
    expect([folded.undeclared, folded.untouched]).toEqual([[], []]);
  });
});

test("a repository inside of this one is called so", async () => {
  await onStage({}, async (stage) => {
    stage.write("src/app.ts", "export const name = 'labels'\n");
    await stage.commit("Begin");
    await stage.git(["init", "-q", "inner"]);
    stage.write("inner/a.txt", "a\n");
    await stage.git(["add", "-A"], { cwd: "inner" });
    const robin = ["-c", "user.name=Robin Vale", "-c", "user.email=robin@example.org"];
    await stage.git([...robin, "commit", "-qm", "Begin"], { cwd: "inner" });
    const { scopes } = await stage.json(["scope", "suggest"]);
    expect(scopes.map(({ key, opaque }: { key: string; opaque: string }) => [key, opaque])).toEqual([
      ["inner", "a repository of its own"],
    ]);
  });
});

test("an API that is written down in another format takes nothing away", async () => {
  await onStage({}, async (stage) => {
    await branches(stage);
    stage.write("src/page.ts", "export const page = async () => render(await http.get('/labels'))\n");
    await stage.commit("Show");
    await stage.git(["checkout", "-q", "api"]);
    await stage.git(["rm", "-q", "api.yaml"]);
    const paths = { "/labels": { get: { operationId: "listLabels" }, post: { operationId: "addLabel" } } };
    stage.write("api.json", JSON.stringify({ openapi: "3.0.0", paths }));
    await stage.commit("Write the API as JSON");
    const { findings } = await stage.json(["conflicts", "check", "--all", "--merge", "--fail-on", "never"]);
    expect(findings).toEqual([]);
  });
});
