// A missing program skips its tests on an ordinary machine, and never where CI=true.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProgram, reasonToSkip } from "./programs.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "foremerge-programs-"));
  writeFileSync(join(folder, "google-chrome"), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(folder, "zsh"), "no program\n");
  chmodSync(join(folder, "zsh"), 0o644);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a program is found by any of its names, or by the variable of its name", () => {
  expect(findProgram("chromium", { PATH: `/no/such:${folder}` })).toBe(join(folder, "google-chrome"));
  expect(findProgram("chromium", { PATH: folder, CHROMIUM: "/opt/mine" })).toBe("/opt/mine");
  expect(findProgram("zsh", { PATH: folder })).toBeUndefined();
});

test("what is missing is named as the reason; CI skips nothing", () => {
  expect(reasonToSkip(["chromium"], { PATH: folder })).toBeUndefined();
  expect(reasonToSkip(["zsh", "chromium", "fish"], { PATH: folder })).toBe(
    "skipped: zsh and fish not found on this machine",
  );
  expect(reasonToSkip(["zsh"], { PATH: folder, CI: "true" })).toBeUndefined();
});
