// Hooks through the built binary: what an agent hears before an edit, that nothing can make them fail, and the
// installation from one command to two agents in two worktrees.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BINARY, openStage, pathWith, type Ran, type Stage } from "../stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = openStage();
  stage.write("src/pay.ts", "export class PaymentService {\n  pay() {}\n}\n");
  await stage.commit("Start");
  await stage.json(["init"]);
});
afterEach(() => stage.remove());

const as = (agent: string, ...words: string[]) => stage.json([...words, "--agent", agent]);
const call = (path: string, tool = "Edit", cwd = stage.repo): string =>
  JSON.stringify({
    session_id: "s",
    hook_event_name: "PreToolUse",
    cwd,
    tool_name: tool,
    tool_input: { file_path: path },
  });
const edit = (agent: string, path = `${stage.repo}/src/pay.ts`, more: Record<string, string> = {}): Promise<Ran> =>
  stage.run(["hook", "pre-tool"], { stdin: call(path), env: { FOREMERGE_AGENT: agent, ...more } });
const context = (ran: Ran): string => {
  const said = (ran.document as { hookSpecificOutput?: Record<string, string> } | undefined)?.hookSpecificOutput;
  return said?.additionalContext ?? said?.permissionDecisionReason ?? "";
};

describe("before an edit", () => {
  test("an undeclared edit is judged no milder than a declared one, and a block says so in both forms", async () => {
    stage.write(".foremerge.yaml", "hooks:\n  block_on: high\n");
    await as("bob", "intent", "publish", "Replace the till", "--scope", "file:src/pay.ts=replace");
    const undeclared = await edit("alice");
    expect(undeclared.exit).toBe(2);
    expect(undeclared.stderr).toContain("bob");
    expect(undeclared.document).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    await as("alice", "intent", "publish", "Add gift cards", "--scope", "file:src/pay.ts=modify");
    expect((await edit("alice")).exit).toBe(2);
    // A file that neither names is nobody's business.
    expect(await edit("alice", `${stage.repo}/docs/new.md`)).toMatchObject({ exit: 0, stdout: "", stderr: "" });
  });

  test("a HIGH about a symbol is heard when the file that defines it is edited, and not elsewhere", async () => {
    stage.write("src/label.ts", "export class Label {}\n");
    await as("bob", "intent", "publish", "Replace payments", "--scope", "symbol:PaymentService=replace");
    await as("alice", "intent", "publish", "Add PayPal", "--scope", "symbol:PaymentService=extend");
    const heard = await edit("alice");
    expect(heard.exit).toBe(0);
    expect(context(heard)).toMatch(/HIGH FM-C001[\s\S]*bob[\s\S]*conflicts show cfl_/);
    expect(heard.stdout).not.toMatch(/"allow"|permissionDecision/);
    expect((await edit("alice", `${stage.repo}/src/label.ts`)).stdout).toBe("");
  });

  test("what others hold is seen from linked worktrees, links, odd names and subfolders", async () => {
    await stage.git(["worktree", "add", "-q", "-b", "side", "../side"]);
    const odd = 'odd name "q"\nnew\u00fc.ts';
    stage.write(odd, "x\n");
    const intent = (await as("bob", "intent", "publish", "Lock two", "--scope", "file:src/pay.ts=modify")).intent.id;
    for (const path of ["src/pay.ts", odd.replace("\n", " ")]) {
      await as("bob", "claim", "take", `file:${path}`, "--intent", intent, "--exclusive", "--wait", "0");
    }
    const side = join(stage.tmp, "side");
    const ran = await stage.run(["hook", "pre-tool"], {
      cwd: stage.tmp,
      stdin: call(`${side}/src/pay.ts`, "Write", side),
      env: { FOREMERGE_AGENT: "alice", GIT_DIR: join(stage.repo, ".git"), GIT_INDEX_FILE: "/nowhere/index" },
    });
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining("bob holds file:src/pay.ts exclusively") });
    const below = await stage.run(["hook", "pre-tool", "--path", "pay.ts"], {
      cwd: "src",
      env: { FOREMERGE_AGENT: "alice" },
    });
    expect(below.exit).toBe(2);
    // A name that no scope can hold is no reason to fail.
    expect(await edit("alice", `${stage.repo}/${odd}`)).toMatchObject({ exit: 0, stdout: "" });
  });
});

describe("nothing makes a hook fail", () => {
  const quiet = async (ran: Promise<Ran>): Promise<void> => {
    const { exit, stdout, stderr } = await ran;
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: "" });
    expect(stderr).toMatch(/^foremerge: not assessed: [^\n]+\n$/);
  };

  test("an unknown flag, an unknown hook, a folder that is not there", async () => {
    await quiet(stage.run(["hook", "pre-tool", "--colour"], { stdin: "{}" }));
    await quiet(stage.run(["--agent", "bob", "hook", "pre-tol"], { stdin: "{}" }));
    await quiet(stage.run(["hook", "pre-tool", "--cwd", "/not/there"], { stdin: "{}" }));
    await quiet(stage.run(["hook", "pre-commit", "--now", "soon"]));
  });

  test("standard input that is empty, no JSON, no call, or huge nonsense", async () => {
    for (const stdin of ["", "not json", "[1]", '{"tool_name":"Edit"}', `{"x":"${"y".repeat(300_000)}`]) {
      await quiet(stage.run(["hook", "pre-tool"], { stdin }));
    }
    await quiet(stage.run(["hook", "pre-dispatch"], { stdin: "{" }));
  });

  test("broken settings and a ledger that is no file", async () => {
    stage.write(".foremerge.yaml", "hooks: {block_on: maybe}\n");
    await quiet(edit("alice"));
    stage.write(".foremerge.yaml", "a: [\n");
    await quiet(edit("alice"));
    stage.write(".foremerge.yaml", "");
    await quiet(stage.run(["hook", "pre-tool", "--ledger", stage.repo], { stdin: call(`${stage.repo}/src/pay.ts`) }));
  });

  test("a damaged ledger is read around; one that cannot be read at all is said", async () => {
    await as("bob", "intent", "publish", "Replace the till", "--scope", "file:src/pay.ts=replace");
    writeFileSync(stage.ledger, `${readFileSync(stage.ledger, "utf8")}<<<<<<< HEAD\n{"v":1,"torn`);
    const ran = await edit("alice");
    expect(ran.exit).toBe(0);
    expect(context(ran)).toContain("bob");
  });

  test("a deadline that has passed is told, and blocks only where the settings say so", async () => {
    stage.write(".foremerge.yaml", "hooks: {deadline_ms: 1}\n");
    await as("bob", "intent", "publish", "Replace the till", "--scope", "file:src/pay.ts=replace");
    const advised = await edit("alice");
    expect(advised).toMatchObject({
      exit: 0,
      stdout: "",
      stderr: expect.stringMatching(/^foremerge: not assessed: [^\n]+\n$/),
    });
    const blocked = await edit("alice", undefined, { FOREMERGE_HOOKS_ON_TIMEOUT: "block" });
    expect(blocked).toMatchObject({ exit: 2, stderr: expect.stringContaining("not assessed") });
  });

  test("an agent that never ends its input is not waited for", async () => {
    await stage.program("mkfifo", ["pipe"]);
    // Open for reading and writing by one shell, the pipe never ends.
    const script = 'exec 3<>pipe; "$0" "$1" hook pre-tool <&3; echo "exit $?"';
    const { stdout, stderr } = await stage.program("sh", ["-c", script, process.execPath, BINARY]);
    expect(stdout).toBe("exit 0\n");
    expect(stderr).toContain("did not come on standard input in time");
  });
});

describe("git's hooks", () => {
  test("advise on what is staged and let the commit be, from a linked worktree too; a merge counts only what it changes", async () => {
    const bin = join(stage.tmp, "bin");
    mkdirSync(bin);
    writeFileSync(
      join(bin, "foremerge"),
      `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(BINARY)} "$@"\n`,
    );
    chmodSync(join(bin, "foremerge"), 0o755);
    const env = { PATH: pathWith(bin, stage.env), FOREMERGE_AGENT: "alice" };
    stage.write(".git/hooks/pre-commit", "#!/bin/sh\necho other hook ran >&2\n", 0o755);
    expect((await stage.run(["hook", "install", "git"], { env })).exit).toBe(0);
    const again = await stage.json(["hook", "install", "git"], { env });
    expect(again.files.map((file: { state: string }) => file.state)).toEqual(["present", "present", "present"]);

    const intent = (await as("bob", "intent", "publish", "Till", "--scope", "file:src/pay.ts=modify")).intent.id;
    await as(
      "bob",
      "claim",
      "take",
      "file:src/pay.ts",
      "--intent",
      intent,
      "--exclusive",
      "--reason",
      "The till is open",
    );
    await stage.git(["worktree", "add", "-q", "-b", "side", "../side"]);
    const side = join(stage.tmp, "side");
    writeFileSync(join(side, "src/pay.ts"), "export const x = 2\n");
    await stage.git(["add", "-A"], { cwd: side });
    const index = readFileSync(join(stage.repo, ".git/worktrees/side/index"));
    const asked = await stage.run(["conflicts", "check", "--staged", "--agent", "alice"], { cwd: side });
    expect(asked).toMatchObject({
      exit: 1,
      stdout: expect.stringMatching(/bob holds exclusively[\s\S]*The till is open/),
    });
    expect(readFileSync(join(stage.repo, ".git/worktrees/side/index")).equals(index)).toBe(true);
    const committed = await stage.program("git", ["commit", "-q", "-m", "Change"], { cwd: side, env });
    expect(committed).toMatchObject({ exit: 0, stderr: expect.stringMatching(/FM-C005[\s\S]*other hook ran/) });

    await stage.git(["checkout", "-q", "-b", "more"]);
    stage.write("docs/a.md", "a\n");
    await stage.commit("Docs");
    await stage.git(["merge", "--no-commit", "--no-ff", "-q", "side"]);
    const merging = await stage.json(["conflicts", "check", "--staged", "--risk", "--agent", "alice"]);
    expect(merging).toMatchObject({ staged: [], conflict_risk: "none", findings: [] });
    const pushed = await stage.run(["hook", "pre-push"]);
    expect(pushed).toMatchObject({ exit: 0, stderr: expect.stringContaining("not assessed") });
  });

  test("a hooks folder that serves other repositories is not written to unasked", async () => {
    await stage.git(["config", "core.hooksPath", join(stage.tmp, "shared-hooks")]);
    expect(await stage.run(["hook", "install", "git"])).toMatchObject({ exit: 2 });
    expect(existsSync(join(stage.tmp, "shared-hooks"))).toBe(false);
    await stage.git(["config", "core.hooksPath", ".husky"]);
    const made = await stage.run(["hook", "install", "git"]);
    expect(made).toMatchObject({ exit: 0, stderr: expect.stringContaining("your next commit") });
    expect(stage.read(".husky/pre-commit")).toContain("hook pre-commit");
  });
});

test("one command, two agents in two worktrees: the second learns of the HIGH before its first edit", async () => {
  expect((await stage.run(["init", "--agents"])).exit).toBe(0);
  expect((await stage.run(["hook", "install", "claude"])).exit).toBe(0);
  const settings = JSON.parse(stage.read(".claude/settings.local.json"));
  const entry = settings.hooks.PreToolUse.find((one: { matcher: string }) => one.matcher.includes("Edit"));
  await stage.git(["worktree", "add", "-q", "-b", "side", "../side"]);
  const side = join(stage.tmp, "side");

  // Two scripted agents: each declares what AGENTS.md teaches; the second then starts its first edit.
  await stage.json([
    "intent",
    "publish",
    "Replace payments",
    "--scope",
    "symbol:PaymentService=replace",
    "--agent",
    "one",
  ]);
  const second = { FOREMERGE_AGENT: "two" };
  const published = await stage.json(
    ["intent", "publish", "Add PayPal to checkout", "--scope", "symbol:PaymentService=extend"],
    { cwd: side, env: second },
  );
  expect(published.blocking).toBe(true);
  const before = readFileSync(join(side, "src/pay.ts"), "utf8");
  const heard = await stage.program("sh", ["-c", entry.hooks[0].command], {
    cwd: side,
    env: second,
    stdin: call(join(side, "src/pay.ts"), "Edit", side),
  });
  expect(heard.exit).toBe(0);
  expect(context(heard)).toMatch(/HIGH[\s\S]*one/);
  expect(readFileSync(join(side, "src/pay.ts"), "utf8")).toBe(before);
});
