import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSettings } from "../../src/config/load.ts";
import { DEFAULT_SETTINGS } from "../../src/config/settings.ts";
import type { ForemergeError } from "../../src/errors.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "settings-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const load = (text: string | undefined, env: Record<string, string> = {}) => {
  if (text !== undefined) writeFileSync(join(root, ".foremerge.yaml"), text);
  return loadSettings(root, env, join(root, "cache"));
};

async function refusal(text: string, env: Record<string, string> = {}): Promise<ForemergeError> {
  try {
    await load(text, env);
  } catch (error) {
    return error as ForemergeError;
  }
  throw new Error("was accepted");
}

describe("settings", () => {
  it("are the defaults when there is no file", async () => {
    expect((await load(undefined)).settings).toEqual(DEFAULT_SETTINGS);
  });

  it("come from the file, key by key, and say so", async () => {
    const { settings, origins } = await load("fail_on: medium\nclaims: {lease: 30m}\nreplan_budget: {3: 7}\n");
    expect(settings.fail_on).toBe("medium");
    expect(settings.claims.lease).toBe(1800);
    expect(settings.replan_budget).toEqual({ 2: 2, 3: 7, 4: 0 });
    expect(settings.stopped_after).toBe(7200);
    expect(origins).toEqual({ fail_on: "file", "claims.lease": "file", replan_budget: "file" });
  });

  it("let the environment win over the file", async () => {
    const { settings, origins } = await load("locks: {timeout_seconds: 5}\n", { FOREMERGE_LOCKS_TIMEOUT_SECONDS: "9" });
    expect(settings.locks.timeout_seconds).toBe(9);
    expect(origins["locks.timeout_seconds"]).toBe("environment");
  });

  it("are the same from the cache, and a damaged cache is read past", async () => {
    const first = await load("people: [robin, ada]\n");
    const cache = join(root, "cache");
    const [name] = readdirSync(cache) as [string];
    expect(JSON.parse(readFileSync(join(cache, name), "utf8"))).toMatchObject({
      text: "people: [robin, ada]\n",
      values: { people: ["robin", "ada"] },
    });
    expect(await load(undefined)).toEqual(first);
    writeFileSync(join(cache, name), '{"people": [');
    expect(await load(undefined)).toEqual(first);
  });

  it.each([
    ["fail_onn: high\n", /fail_onn/, /fail_on\b/],
    ["hooks: {block_onn: high}\n", /hooks\.block_onn/, /block_on\b/],
    ["fail_on: hihg\n", /fail_on: "hihg"/, /did you mean high/],
    ["locks: {timeout_seconds: -1}\n", /locks\.timeout_seconds: -1/, /0 or more/],
    ["resolution: {escalation_threshold: 2}\n", /escalation_threshold: 2/, /0 to 1/],
    ["resolution: {max_merge_attempts: 0}\n", /max_merge_attempts: 0/, /1 or more/],
    ["resolution: {disabled: [SERIALIZE, MERGE, ESCALATE]}\n", /disabled/, /one must be left/],
    ["claims: {lease: 10s}\n", /claims\.lease: "10s"/, /60s to 86400s/],
    ["rules: {FM-C001: high}\n", /rules\.FM-C001: "high"/, /off, low, medium/],
    ["sync: {remote: 'https://example.org/x.git'}\n", /sync\.remote/, /never a URL/],
    ["sync: {branch: 'a..b'}\n", /sync\.branch: "a\.\.b"/, /foremerge-ledger/],
    ["sync: {branch: refs/heads/x}\n", /sync\.branch/, /plain branch name/],
    ["people: ada\n", /people: "ada"/, /a list/],
    ["a: [\n", /no valid YAML/, /mend/],
  ])("refuse %j by key, value and what to write", async (text, message, hint) => {
    const error = await refusal(text);
    expect(error.code).toBe("CONFIG_INVALID");
    expect(error.exit).toBe(2);
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  it("refuse an alias bomb without expanding it", async () => {
    let text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (let i = 1; i < 9; i++)
      text += `a${i}: &a${i} [${Array(10)
        .fill(`*a${i - 1}`)
        .join(", ")}]\n`;
    expect((await refusal(text)).message).toMatch(/aliases/);
  });

  it("never let a prototype key through", async () => {
    const error = await refusal("__proto__: {polluted: true}\n");
    expect(error.message).toContain("__proto__");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("read modules from a file inside the repository only", async () => {
    mkdirSync(join(root, "docs"));
    writeFileSync(
      join(root, "docs", "modules.yaml"),
      "modules:\n  - {name: Labels, file: src/label.ts, scenarios: [print]}\n",
    );
    const { settings } = await load("modules: docs/modules.yaml\n");
    expect(settings.modules).toEqual([
      { name: "Labels", file: "src/label.ts", scenarios: ["print"], responsibilities: "" },
    ]);
    expect((await refusal("modules: ../outside.yaml\n")).message).toMatch(/leaves the repository/);
  });
});
