// Global setup: builds the binary that end-to-end tests start, once, when it is older than its sources.
// FOREMERGE_TEST_NO_BUILD=1 leaves it as it is, for unit tests beside a change that does not build yet.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export default function setup(): void {
  if (process.env.FOREMERGE_TEST_NO_BUILD) return;
  const script = fileURLToPath(new URL("../scripts/build.mjs", import.meta.url));
  execFileSync(process.execPath, [script, "--if-stale", "--no-types"], { stdio: "inherit" });
}
