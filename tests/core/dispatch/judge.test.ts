import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { askJudge, judgePermission, readAnswer } from "../../../src/core/dispatch/judge.ts";

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-judge-")));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(temporary, "shop-"));
});

/** A judge that notes every call and then does what `body` says. */
function judge(body: string, name = "judge.mjs"): readonly string[] {
  const file = join(folder, name);
  const calls = join(folder, "calls");
  writeFileSync(
    file,
    `import { appendFileSync, readFileSync } from "node:fs";\nconst said = readFileSync(0, "utf8");\nappendFileSync(${JSON.stringify(calls)}, "x");\n${body}\n`,
  );
  return [process.execPath, file];
}
const calls = (): number =>
  existsSync(join(folder, "calls")) ? readFileSync(join(folder, "calls"), "utf8").length : 0;
const ask = (commands: readonly (readonly string[])[], pairs: readonly object[] = [{ a: 1 }], ms = 20_000) =>
  askJudge(pairs, {
    commands,
    cwd: folder,
    cache: join(folder, "cache"),
    env: { PATH: process.env.PATH },
    deadline: performance.now() + ms,
  });
const says = (verdict: string): string =>
  `process.stdout.write(JSON.stringify({ verdict: "${verdict}", rationale: said }));`;

describe("what a judge says", () => {
  test("is heard with the pair on its standard input, and kept", async () => {
    const command = judge(says("conflicts"));
    const answer = { verdict: "conflicts", rationale: '{"a":1}' };
    expect(await ask([command])).toEqual([{ state: "answered", answer, cached: false }]);
    expect(await ask([command])).toEqual([{ state: "answered", answer, cached: true }]);
    expect(calls()).toBe(1);
    expect((await ask([command], [{ a: 2 }]))[0]).toMatchObject({ cached: false });
  });

  test("is one of four words; anything else is asked for once more and then given up", async () => {
    expect(await ask([judge(says("maybe"))])).toMatchObject([{ state: "failed" }]);
    expect(calls()).toBe(2);
    expect(readAnswer("[]")).toBeUndefined();
    expect(readAnswer('{"verdict":"__proto__"}')).toBeUndefined();
    expect(readAnswer('{"verdict":"duplicate","rationale":7}')).toEqual({ verdict: "duplicate", rationale: "" });
  });

  test("gives way to the next command when it fails or is not there", async () => {
    const answers = await ask([
      [join(folder, "not-there")],
      judge("process.exitCode = 3;", "broken.mjs"),
      judge(says("compatible")),
    ]);
    expect(answers).toMatchObject([{ state: "answered", answer: { verdict: "compatible" } }]);
    expect(calls()).toBe(2);
  });

  test("is cut at its time, with everything that it started", async () => {
    const marker = join(folder, "grandchild");
    const command = judge(
      `const { spawn } = await import("node:child_process");
       spawn(process.execPath, ["-e", "setTimeout(() => require('fs').writeFileSync(${JSON.stringify(marker).replaceAll('"', "'")}, ''), 1500)"], { stdio: "inherit" });
       setInterval(() => {}, 1000);`,
    );
    expect(await ask([command], [{ a: 1 }], 700)).toEqual([{ state: "timed out" }]);
    await new Promise((done) => setTimeout(done, 1500));
    expect(existsSync(marker)).toBe(false);
  });

  test("is asked about many pairs, each answered in its place", async () => {
    const command = judge(says("compatible"));
    const pairs = Array.from({ length: 9 }, (_, i) => ({ i }));
    const answers = await ask([command], pairs);
    expect(answers.map((one) => one.state === "answered" && one.answer.rationale)).toEqual(
      pairs.map((pair) => JSON.stringify(pair)),
    );
    expect(readdirSync(join(folder, "cache"))).toHaveLength(9);
  });
});

describe("whether a judge may run", () => {
  const permission = (env: Record<string, string>, commands: string[][] = [["judge"]], repository?: object) =>
    judgePermission({
      root: folder,
      repository,
      settings: { judge: { commands, cold_ms: { L3: 10_000, L4: 20_000 } } },
      env,
    }).state;

  test("never because it is configured; with the user's variable it may", () => {
    expect(permission({})).toBe("forbidden");
    expect(permission({ FOREMERGE_JUDGE: "1" })).toBe("allowed");
    expect(permission({ FOREMERGE_JUDGE: "1", FOREMERGE_JUDGE_DISABLED: "true" })).toBe("unset");
    expect(permission({ FOREMERGE_JUDGE: "1", AF_CONFLICT_LLM_DISABLED: "true" })).toBe("unset");
    expect(permission({ FOREMERGE_JUDGE: "1" }, [])).toBe("unset");
  });

  test("with the user's own git setting it may; what a repository brings along in its tree is no such setting", () => {
    const git = (...args: string[]): void => {
      execFileSync("git", args, {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
      });
    };
    git("init", "-q");
    mkdirSync(join(folder, ".git-template"), { recursive: true });
    writeFileSync(join(folder, ".gitconfig"), "");
    writeFileSync(join(folder, "config"), "[foremerge]\n\tjudge = true\n");
    expect(permission({}, [["judge"]], {})).toBe("forbidden");
    git("config", "foremerge.judge", "yes");
    expect(permission({}, [["judge"]], {})).toBe("allowed");
    git("config", "foremerge.judge", "false");
    expect(permission({}, [["judge"]], {})).toBe("forbidden");
  });
});
