// A real headless Chromium for tests of pages: found among the machine's programs, opened once per test file.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { findProgram } from "../programs.ts";

export interface OpenBrowser {
  readonly browser: Browser;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** Opens Chromium; throws with what to install when there is none. */
export async function openBrowser(): Promise<OpenBrowser> {
  const executablePath = findProgram("chromium");
  if (!executablePath) throw new Error("these tests need Chromium: apt-get install chromium, or set CHROMIUM");
  const browser = await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  const folder = mkdtempSync(join(tmpdir(), "foremerge-page-"));
  return {
    browser,
    folder,
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
