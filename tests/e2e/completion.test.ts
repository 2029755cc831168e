// Completion in real shells: their own syntax check, then what they offer.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith, testWith } from "../programs.ts";
import { BINARY, openStage, type Stage } from "../stage.ts";
import { openTerminal } from "../term/terminal.ts";

let stage: Stage;
let path: string;
let replace = "";
let conflict = "";

beforeAll(async () => {
  stage = openStage();
  stage.write(join(stage.tmp, "bin", "foremerge"), `#!/bin/sh\nexec "${process.execPath}" "${BINARY}" "$@"\n`, 0o755);
  path = `${join(stage.tmp, "bin")}:${process.env.PATH}`;
  await stage.run(["init"]);
  const publish = async (agent: string, summary: string, ...scopes: string[]) =>
    stage.json(["intent", "publish", summary, ...scopes.flatMap((s) => ["--scope", s]), "--agent", agent]);
  const a = await publish(
    "claude-a",
    "Replace PaymentService",
    "symbol:PaymentService=replace",
    "api:GET /pay $(touch pwned)=modify",
  );
  const b = await publish("codex-b", "Extend it \u009b31m", "symbol:PaymentService=extend");
  replace = a.intent.id;
  conflict = b.findings[0].id;
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout } = await stage.run(["completion", shell]);
    writeFileSync(join(stage.tmp, `foremerge.${shell}`), stdout);
  }
});
afterAll(() => stage.remove());

const env = () => ({ PATH: path });

/** What bash would offer for a line, the cursor at its end: words split as bash splits them. */
async function inBash(line: string): Promise<string[]> {
  const script = `source ${stage.tmp}/foremerge.bash
COMP_LINE=$1; COMP_POINT=\${#1}
read -r -a COMP_WORDS < <(printf '%s' "$1" | sed 's/[:=]/ & /g')
[[ $1 == *' ' ]] && COMP_WORDS+=("")
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_foremerge
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const ran = await stage.program("bash", ["--norc", "-c", script, "bash", line], { env: env() });
  return ran.stdout.split("\n").filter(Boolean);
}

const inFish = async (line: string): Promise<string[]> => {
  const script = `source ${stage.tmp}/foremerge.fish; complete -C "$argv[1]"`;
  const ran = await stage.program("fish", ["--no-config", "-c", script, line], { env: env() });
  return ran.stdout.split("\n").filter(Boolean);
};

for (const [shell, flag] of [
  ["bash", "-n"],
  ["zsh", "-n"],
  ["fish", "--no-execute"],
] as const) {
  testWith([shell], `the script for ${shell} passes its shell's syntax check`, async () => {
    const ran = await stage.program(shell, [flag, `${stage.tmp}/foremerge.${shell}`]);
    expect([ran.exit, ran.stderr]).toEqual([0, ""]);
  });
}

describeWith(["bash"], "bash", () => {
  test("completes commands, sub-commands, flags and choices", async () => {
    expect(await inBash("foremerge conf")).toEqual(["config", "conflicts"]);
    expect(await inBash("foremerge conflicts sh")).toEqual(["show"]);
    expect(await inBash("foremerge conflicts check --fail-on ")).toEqual(["high", "low", "medium", "never"]);
    expect(await inBash("foremerge conflicts list --sev")).toEqual(["--severity"]);
  });

  test("completes ids, agents, scopes and rules out of the ledger", async () => {
    expect(await inBash("foremerge conflicts show cf")).toEqual([conflict]);
    expect(await inBash("foremerge --agent x intent show int_")).toContain(replace);
    expect(await inBash("foremerge intent list --by c")).toEqual(["claude-a", "codex-b"]);
    expect(await inBash("foremerge rules explain FM-C00")).toContain("FM-C001");
    // Behind the colon, where bash starts a new word: only the rest of the scope.
    expect(await inBash("foremerge conflicts check x --scope symbol:Pay")).toEqual(["PaymentService"]);
    expect(await inBash("foremerge conflicts check x --scope symbol:PaymentService=re")).toEqual([
      "remove",
      "rename",
      "replace",
    ]);
  });

  test("quotes what a shell would run", async () => {
    expect(await inBash("foremerge conflicts check x --scope api:")).toEqual(["GET\\ /pay\\ \\$\\(touch\\ pwned\\)"]);
  });

  test("completes at a real prompt", async () => {
    const size = { cols: 120, rows: 24 };
    const terminal = openTerminal(stage, "bash", ["--norc", "--noprofile", "-i"], size, { ...env(), PS1: "> " });
    try {
      terminal.type(`source ${stage.tmp}/foremerge.bash\n`);
      terminal.type("foremerge conflicts sh\t");
      await terminal.shows("foremerge conflicts show ");
      terminal.type("cf\t");
      await terminal.shows(conflict);
    } finally {
      terminal.kill();
    }
  });
});

testWith(["zsh"], "zsh completes at a real prompt", async () => {
  const terminal = openTerminal(stage, "zsh", ["-f", "-i"], { cols: 120, rows: 24 }, { ...env(), PS1: "> " });
  try {
    const load = `autoload -Uz compinit && compinit -u -d ${stage.tmp}/zcompdump; source ${stage.tmp}/foremerge.zsh`;
    terminal.type(`${load}; print READY\n`);
    await terminal.shows(/\nREADY/);
    terminal.type("foremerge conflicts sh\t");
    await terminal.shows("foremerge conflicts show");
    terminal.type("cf\t");
    await terminal.shows(conflict);
  } finally {
    terminal.kill();
  }
});

testWith(["fish"], "fish completes commands, values and descriptions", async () => {
  expect((await inFish("foremerge conflicts sh"))[0]).toMatch(/^show\t\w+/);
  expect((await inFish("foremerge conflicts show cf"))[0]).toMatch(new RegExp(`^${conflict}\tHIGH `));
  expect(await inFish("foremerge completion ")).toEqual(["bash", "fish", "zsh"]);
});

test("what is stored cannot disturb a shell, and without a ledger nothing fails", async () => {
  const ran = await stage.run(["completion", "suggest", "--", "foremerge", "intent", "show", ""]);
  expect(ran.stdout).not.toMatch(/[\u001b\u009b]/);
  expect(ran.stdout.split("\n")[0]).toBe(":words");
  const bare = openStage();
  try {
    const quiet = await bare.run(["completion", "suggest", "--", "foremerge", "intent", "show", "int_"]);
    expect([quiet.exit, quiet.stdout, quiet.stderr]).toEqual([0, ":words\n\n", ""]);
    const files = await bare.run(["completion", "suggest", "--", "foremerge", "ledger", "export", ""]);
    expect(files.stdout).toBe(":files\n");
    const odd = await bare.run(["completion", "tcsh", "--json"]);
    expect([odd.exit, odd.error?.message]).toEqual([2, 'completion for "tcsh" is not known']);
  } finally {
    bare.remove();
  }
});
