// All files or none, and taking them back (spec 4.5).
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  abandon,
  closeJournal,
  pendingJournals,
  readJournal,
  recover,
  takeBack,
  writeAll,
} from "../../src/resolve/file-changes.ts";
import { type Ground, readTarget, type TargetFile } from "../../src/resolve/target-file.ts";

let root = "";
let undo = "";
let ground: Ground;
beforeEach(() => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "changes-")));
  root = join(base, "repo");
  undo = join(base, "undo");
  mkdirSync(root);
  mkdirSync(undo);
  ground = { root, guarded: [join(root, ".foremerge")] };
});
afterEach(() => rmSync(dirname(root), { recursive: true, force: true }));

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const text = (path: string): string => readFileSync(join(root, path), "utf8");
function target(path: string): TargetFile {
  const read = readTarget(ground, path);
  if (read.state !== "found") throw new Error(JSON.stringify(read));
  return read.file;
}
const change = (path: string, after: string) => ({ file: target(path), after: Buffer.from(after) });
const write = (id: string, changes: ReturnType<typeof change>[]) =>
  writeAll(undo, { id, ground, at: new Date("2026-11-30T12:00:00Z"), about: { conflict: "cfl_1" }, changes });

describe("writing", () => {
  test("changes all files, keeps their modes and leaves no temporary file", () => {
    put("docs/spec.md", "before\n");
    put("run.sh", "before\n");
    chmodSync(join(root, "run.sh"), 0o755);
    const journal = write("res_1", [change("docs/spec.md", "after\n"), change("run.sh", "after\n")]);
    closeJournal(undo, journal, "applied");
    expect([text("docs/spec.md"), text("run.sh")]).toEqual(["after\n", "after\n"]);
    expect(statSync(join(root, "run.sh")).mode & 0o777).toBe(0o755);
    expect([...readdirSync(root), ...readdirSync(join(root, "docs"))].filter((name) => name.includes("tmp"))).toEqual(
      [],
    );
    expect(readJournal(undo, "res_1")?.state).toBe("applied");
  });

  test("refuses, with nothing changed, when a file was edited since it was read", () => {
    put("a.md", "before\n");
    put("b.md", "before\n");
    const changes = [change("a.md", "after\n"), change("b.md", "after\n")];
    put("b.md", "somebody else\n");
    expect(() => write("res_1", changes)).toThrowError(/b\.md changed while/);
    expect([text("a.md"), text("b.md")]).toEqual(["before\n", "somebody else\n"]);
    expect(pendingJournals(undo)).toEqual([]);
  });
});

describe("an interrupted run", () => {
  test("is rolled back when the ledger does not know it", () => {
    put("a.md", "before\n");
    put("b.md", "before\n");
    write("res_1", [change("a.md", "after\n"), change("b.md", "after\n")]);
    put("b.md", "before\n"); // as if killed between the two renames
    expect(recover(undo, () => false)).toEqual([{ id: "res_1", how: "rolled back", restored: ["a.md"], edited: [] }]);
    expect([text("a.md"), text("b.md")]).toEqual(["before\n", "before\n"]);
    expect(recover(undo, () => false)).toEqual([]);
  });

  test("is finished when the ledger knows it", () => {
    put("a.md", "before\n");
    write("res_1", [change("a.md", "after\n")]);
    expect(recover(undo, ({ id, about }) => id === "res_1" && about.conflict === "cfl_1")).toEqual([
      { id: "res_1", how: "finished", restored: [], edited: [] },
    ]);
    expect(text("a.md")).toBe("after\n");
    expect(readJournal(undo, "res_1")?.state).toBe("applied");
  });

  test("leaves alone, and names, what somebody edited since", () => {
    put("a.md", "before\n");
    put("b.md", "before\n");
    write("res_1", [change("a.md", "after\n"), change("b.md", "after\n")]);
    put("a.md", "after\nand more\n");
    expect(recover(undo, () => false)).toEqual([
      { id: "res_1", how: "rolled back", restored: ["b.md"], edited: ["a.md"] },
    ]);
    expect(text("a.md")).toBe("after\nand more\n");
  });

  test("whose journal was cut short has changed nothing and is forgotten", () => {
    writeFileSync(join(undo, "res_9.pending.json"), '{"v":1,"id":"res_9","fi');
    expect(recover(undo, () => false)).toEqual([]);
    expect(readdirSync(undo)).toEqual([]);
  });
});

test("taking back restores bytes and mode, and an abandoned journal leaves nothing behind", () => {
  put("a.md", "before\r\n");
  const journal = write("res_1", [change("a.md", "after\r\n")]);
  expect(takeBack(undo, journal)).toEqual({ restored: ["a.md"], edited: [] });
  expect(text("a.md")).toBe("before\r\n");
  abandon(undo, journal);
  expect(readdirSync(undo)).toEqual([]);
});

describe("what may not be written", () => {
  const reason = (path: string): string => {
    const read = readTarget(ground, path);
    return read.state === "refused" ? read.reason : read.state;
  };

  test("is outside the repository, in .git, in the ledger, or no path", () => {
    expect(reason("../outside.md")).toMatch(/leaves the repository/);
    expect(reason("/etc/passwd")).toMatch(/leaves the repository/);
    expect(reason("docs/../../outside.md")).toMatch(/leaves the repository/);
    expect(reason(".git/config")).toMatch(/\.git/);
    expect(reason("sub/.GIT/config")).toMatch(/\.git/);
    expect(reason(".foremerge/ledger.jsonl")).toMatch(/ledger/);
    expect(reason("a\u0000b")).toMatch(/control/);
    expect(reason(".")).toMatch(/names nothing/);
  });

  test("lies behind a symbolic link, or is one", () => {
    put("docs/spec.md", "text\n");
    symlinkSync("docs", join(root, "link"));
    symlinkSync("docs/spec.md", join(root, "spec-link.md"));
    symlinkSync(tmpdir(), join(root, "out"));
    expect(reason("link/spec.md")).toMatch(/link is a symbolic link/);
    expect(reason("spec-link.md")).toMatch(/symbolic link/);
    expect(reason("out/x.md")).toMatch(/symbolic link/);
  });

  test("lies in a repository of its own, or is a folder", () => {
    put("vendor/lib/.git/HEAD", "x");
    put("vendor/lib/spec.md", "text\n");
    expect(reason("vendor/lib/spec.md")).toMatch(/another repository/);
    expect(reason("vendor")).toMatch(/ordinary file/);
    expect(reason("vendor/none.md")).toBe("missing");
  });
});
