// Modules that the source tree has already, out of outlines (spec 4.5).
import { expect, test } from "vitest";
import { moduleCandidates } from "../../src/resolve/module-candidates.ts";
import { moduleFindings } from "../../src/resolve/module-overlap.ts";
import { outlineOf } from "../../src/syntax/outline-of.ts";

const SOURCE = `/** Password login and token verification. */
export class AuthManager {
  login() {}
  verifyToken() {}
  _cache() {}
}
class Hidden { login() {} }
/** Prints a label. */
export function printLabel() {}
export function weighLabel() {}
`;

test("an exported class offers its public methods, a file its exported functions", async () => {
  const candidates = moduleCandidates(await outlineOf("src/auth.ts", SOURCE, "full"));
  expect(candidates).toEqual([
    {
      name: "AuthManager",
      file: "src/auth.ts",
      scenarios: ["login", "verifyToken"],
      responsibilities: "Password login and token verification.",
      declared: false,
    },
    {
      name: "auth",
      file: "src/auth.ts",
      scenarios: ["printLabel", "weighLabel"],
      responsibilities: "Prints a label.",
      declared: false,
    },
  ]);
});

test("a new module meets them by the words of their names, and the finding says that nobody declared them", async () => {
  const existing = moduleCandidates(await outlineOf("src/auth.ts", SOURCE, "full"));
  const added = { name: "Tokens", file: "src/tokens.ts", scenarios: ["token verify"], responsibilities: "x" };
  const found = moduleFindings({ sourceId: "int_1", modules: [added], existing, ephemeral: false, level: undefined });
  expect(found.map(({ evidence }) => [evidence.existing_module, evidence.existing_declared])).toEqual([
    [{ name: "AuthManager", file: "src/auth.ts" }, false],
  ]);
});
