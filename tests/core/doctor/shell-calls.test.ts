// Which program the line of a hook starts, as a shell would read it; nothing where only the shell can know.
import { expect, test } from "vitest";
import { shellCalls } from "../../../src/core/doctor/shell-calls.ts";

test.each([
  [
    "#!/bin/sh\n# >>> foremerge >>>\nif command -v foremerge >/dev/null 2>&1; then foremerge hook pre-push </dev/null || :; fi\n",
    [["foremerge"]],
  ],
  [
    "if command -v /usr/bin/node >/dev/null 2>&1; then /usr/bin/node '/a b/bin/foremerge.js' hook pre-push </dev/null || :; fi",
    [["/usr/bin/node", "/a b/bin/foremerge.js"]],
  ],
  ["node /opt/tool.js hook pre-tool # foremerge", [["node", "/opt/tool.js"]]],
  ["npx --no-install foremerge conflicts check --staged", [["npx", "--no-install", "foremerge"]]],
  ["FOREMERGE_AGENT=x exec foremerge hook pre-commit", [["foremerge"]]],
  ["cd x && pnpm exec foremerge \\\n  hook pre-tool; foremerge status", [["pnpm", "exec", "foremerge"], ["foremerge"]]],
  ['"/opt/my tools/foremerge" hook pre-commit', [["/opt/my tools/foremerge"]]],
])("finds what is started in %j", (text, calls) => {
  expect(shellCalls(text).map(({ program, words }) => [program, ...words])).toEqual(calls);
});

test.each([
  '"$HOME/bin/foremerge" hook pre-commit',
  "${HOME}/bin/foremerge hook pre-commit",
  "$(npm bin)/foremerge hook pre-commit",
  "~/bin/foremerge hook pre-commit",
  "`which foremerge` hook pre-commit",
  "echo foremerge hook pre-commit",
  "type foremerge || exit 0",
  "# foremerge hook pre-commit",
  "husky pre-commit",
])("says nothing of %j", (text) => {
  expect(shellCalls(text)).toEqual([]);
});
