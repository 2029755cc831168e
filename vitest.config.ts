import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { FOREMERGE_VERSION: JSON.stringify("0.0.0-test"), FOREMERGE_BUILD: JSON.stringify("test") },
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/build-once.ts"],
    setupFiles: ["tests/seeds.ts"],
    // Only what hangs is stopped: a busy machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: "threads",
    maxWorkers: 2,
    // Tests of one file that are marked concurrent: conformance cases mostly wait for the processes they start.
    maxConcurrency: 3,
  },
});
