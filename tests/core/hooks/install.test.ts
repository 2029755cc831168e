import { describe, expect, test } from "vitest";
import { deadlineIn } from "../../../src/core/hooks/deadline.ts";
import { GUIDE, guideBlock, withGuide } from "../../../src/core/hooks/guide.ts";
import { withHooks } from "../../../src/core/hooks/install-claude.ts";
import { withBlock } from "../../../src/core/hooks/install-git.ts";
import { readToolCall } from "../../../src/core/hooks/tool-call.ts";
import { hookOutput } from "../../../src/report/hook-answer.ts";

describe("the settings of a coding agent", () => {
  const add = (before: string) => withHooks(before, "settings.json", "foremerge");

  test("get foremerge's entries once, in their own indent and line ends", () => {
    const first = add('{\r\n    "model": "x"\r\n}\r\n');
    expect(first.added).toEqual(["foremerge hook pre-tool", "foremerge hook pre-dispatch", "foremerge hook post-task"]);
    expect(first.text.startsWith('{\r\n    "model": "x",\r\n    "hooks"')).toBe(true);
    expect(add(first.text)).toEqual({ text: first.text, added: [] });
  });

  test("keep the entries of others, and one of ours that is called in another way", () => {
    const before = JSON.stringify({
      hooks: {
        PreToolUse: [
          { matcher: "Bash", hooks: [{ type: "command", command: "my-other-hook" }] },
          { matcher: "Edit", hooks: [{ type: "command", command: "npx foremerge hook pre-tool --quiet" }] },
        ],
        Stop: [{ hooks: [{ type: "command", command: "say done" }] }],
      },
    });
    const { text, added } = add(before);
    expect(added).toEqual(["foremerge hook pre-dispatch", "foremerge hook post-task"]);
    expect(JSON.parse(text).hooks.PreToolUse).toHaveLength(3);
    expect(JSON.parse(text).hooks.Stop).toEqual(JSON.parse(before).hooks.Stop);
  });

  test.each([["{"], ["[]"], ['{"hooks": []}'], ['{"hooks": {"PreToolUse": {}}}']])("%s is refused", (before) => {
    expect(() => add(before)).toThrow(/cannot be added to/);
  });
});

describe("git's hooks", () => {
  test("are made where there is none, and added to shell scripts behind their first line", () => {
    const made = withBlock(undefined, "pre-push", "foremerge");
    expect(made.state).toBe("created");
    expect(made.text).toBe(
      "#!/bin/sh\n# >>> foremerge >>>\nif command -v foremerge >/dev/null 2>&1; then foremerge hook pre-push </dev/null || :; fi\n# <<< foremerge <<<\n",
    );
    const added = withBlock("#!/usr/bin/env bash\nexec make lint\n", "pre-commit", "foremerge");
    expect(added.state).toBe("added");
    expect(added.text.startsWith("#!/usr/bin/env bash\n# >>> foremerge >>>\n")).toBe(true);
    expect(added.text.endsWith("# <<< foremerge <<<\nexec make lint\n")).toBe(true);
    expect(withBlock(added.text, "pre-commit", "foremerge")).toEqual({ state: "present", text: added.text });
  });

  test("of another kind are left alone", () => {
    const python = "#!/usr/bin/env python3\nprint('hi')\n";
    expect(withBlock(python, "pre-commit", "foremerge")).toEqual({ state: "foreign", text: python });
    expect(withBlock("\u007fELF", "pre-commit", "foremerge").state).toBe("foreign");
  });
});

describe("the block for agents", () => {
  test("stands at the end of what is there, once, and is replaced in its place", () => {
    const first = withGuide("# House rules\n\nRun the tests.\n");
    expect(first.startsWith("# House rules\n\nRun the tests.\n\n<!-- foremerge:begin")).toBe(true);
    expect(withGuide(first)).toBe(first);
    const moved = `${first}\nMore rules.\n`;
    expect(withGuide(moved.replace("beside other agents", "OLD TEXT"))).toBe(moved);
    expect(withGuide("A\r\n")).toBe(`A\r\n\r\n${guideBlock("\r\n")}\r\n`);
    expect(() => withGuide("<!-- foremerge:end -->\n")).toThrow(/only one/);
  });

  test("never tells anybody to declare less or to take what others hold", () => {
    expect(GUIDE).not.toMatch(/stop declaring|take over|adopt/i);
    expect(GUIDE).toMatch(/intent publish/);
  });
});

describe("what a coding agent sends", () => {
  const read = (value: unknown) => readToolCall(Buffer.from(JSON.stringify(value)));

  test.each([
    ["Write", { file_path: "/r/a.ts", content: "x" }, "/r/a.ts"],
    ["Edit", { file_path: "/r/a.ts", old_string: "1", new_string: "2" }, "/r/a.ts"],
    ["MultiEdit", { file_path: "/r/a.ts", edits: [] }, "/r/a.ts"],
    ["NotebookEdit", { notebook_path: "/r/a.ipynb" }, "/r/a.ipynb"],
    ["Bash", { command: "npm test" }, undefined],
    ["Read", { file_path: "/r/a.ts" }, undefined],
  ])("%s", (tool, input, path) => {
    expect(read({ tool_name: tool, tool_input: input, cwd: "/r" })).toMatchObject({ tool, path, cwd: "/r" });
  });

  test("texts of the input are gathered at any depth", () => {
    const { texts } = read({ tool_name: "Task", tool_input: { prompt: "Do TASK-1", more: [{ note: "soon" }] } });
    expect(texts).toEqual(["Do TASK-1", "soon"]);
  });

  test.each([
    ["", "empty"],
    ["{", "no JSON"],
    ["[]", "no JSON object"],
    ["{}", "no tool"],
    ['{"tool_name":"Edit"}', "no file"],
  ])("%s is said to be unreadable", (text, why) => {
    expect(() => readToolCall(Buffer.from(text))).toThrow(why);
  });
});

describe("what it hears", () => {
  test("advice is context and no permission, a block says so in both forms, silence is silent", () => {
    const advice = hookOutput({ verdict: "advise", text: "bob works on it" });
    expect(JSON.parse(advice.out)).toEqual({
      hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "bob works on it" },
    });
    expect(advice).toMatchObject({ err: "", exit: 0 });
    const blocked = hookOutput({ verdict: "block", text: "bob holds it" });
    expect(JSON.parse(blocked.out).hookSpecificOutput.permissionDecision).toBe("deny");
    expect(blocked).toMatchObject({ err: "bob holds it\n", exit: 2 });
    expect(hookOutput({ verdict: "silent", text: "" })).toEqual({ out: "", err: "", exit: 0 });
  });

  test("stored text cannot write into the agent's terminal, nor fill its context", () => {
    const { err, out } = hookOutput({ verdict: "block", text: `\u001b[2J${"x".repeat(9000)}` });
    expect(err).not.toContain("\u001b");
    expect(out.length).toBeLessThan(5000);
  });
});

test("a deadline counts from when the hook begins", () => {
  let now = 5000;
  const deadline = deadlineIn(100, () => now);
  now += 99;
  expect(deadline.left()).toBe(1);
  deadline.check("the ledger was read");
  now += 1;
  expect(() => deadline.check("the ledger was read")).toThrow("before the ledger was read");
});
