// Global setup: builds the binary that end-to-end tests start, once, when it is older than its sources.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export default function setup(): void {
  const script = fileURLToPath(new URL("../scripts/build.mjs", import.meta.url));
  execFileSync(process.execPath, [script, "--if-stale", "--no-types"], { stdio: "inherit" });
}
