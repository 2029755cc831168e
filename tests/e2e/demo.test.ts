// The demo is the main job, played for real; the tarball plays it too, offline.
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testWith } from "../programs.ts";
import { describeRun, onStage, openStage, PROJECT } from "../stage.ts";

interface DemoDocument {
  readonly final_status: string;
  readonly detections: number;
  readonly steps: readonly { readonly command: string; readonly exit: number; readonly output: string }[];
}

describe("foremerge demo", () => {
  it("shows publish, check, detections, resolve and the settled state after redetection", async () => {
    await onStage({ git: false }, async (stage) => {
      const { final_status, detections, steps } = (await stage.json(["demo"])) as DemoDocument;
      expect([final_status, detections]).toEqual(["RESOLVED", 2]);
      expect(steps.map(({ exit }) => exit)).toEqual([0, 0, 1, 0, 0, 0, 0, 0]);
      expect(steps[2]?.output).toMatch(/HIGH[\s\S]*FM-C001/);
      expect(steps[2]?.output).toContain("PaymentProvider");
      expect(readdirSync(stage.repo)).toEqual([]);
    });
  });

  it("clears its folder away", async () => {
    await onStage({ git: false }, async (stage) => {
      const scratch = join(stage.tmp, "scratch");
      mkdirSync(scratch);
      await stage.json(["demo"], { env: { TMPDIR: scratch } });
      expect(readdirSync(scratch)).toEqual([]);
    });
  });
});

describe("the tarball of npm pack", () => {
  testWith(["npm"], "installs without a network and plays the demo", async () => {
    const stage = openStage({ git: false });
    try {
      const home = { HOME: stage.tmp, npm_config_cache: join(tmpdir(), "foremerge-empty-npm-cache") };
      const packed = await stage.program("npm", ["pack", PROJECT, "--ignore-scripts", "--silent"], { env: home });
      expect(packed.exit, describeRun(packed)).toBe(0);
      const tarball = packed.stdout.trim().split("\n").at(-1) as string;
      const installed = await stage.program(
        "npm",
        ["install", "--offline", "--no-audit", "--no-fund", "--prefix", stage.tmp, join(stage.repo, tarball)],
        { env: home },
      );
      expect(installed.exit, describeRun(installed)).toBe(0);
      expect(readdirSync(join(stage.tmp, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
        "foremerge",
      ]);
      const binary = join(stage.tmp, "node_modules", ".bin", "foremerge");
      expect(existsSync(binary)).toBe(true);
      const played = await stage.program(binary, ["demo", "--json"]);
      expect(played.exit, describeRun(played)).toBe(0);
      expect((played.document as DemoDocument).final_status).toBe("RESOLVED");
    } finally {
      stage.remove();
    }
  });
});
