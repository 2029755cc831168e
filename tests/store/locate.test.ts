import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ForemergeError } from "../../src/errors.ts";
import { ATTRIBUTES_LINE, prepareTree } from "../../src/store/in-tree.ts";
import { locateLedger, type Surroundings } from "../../src/store/locate.ts";
import { createLedger } from "../../src/store/open-ledger.ts";
import { NOON } from "./workshop.ts";

let tmp: string;
let repository: { root: string; commonDir: string; bare: boolean };
beforeEach(() => {
  tmp = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-locate-")));
  repository = { root: join(tmp, "repo"), commonDir: join(tmp, "repo", ".git"), bare: false };
  mkdirSync(repository.commonDir, { recursive: true });
});
afterEach(() => rmSync(tmp, { recursive: true, force: true }));

const at = (over: Partial<Surroundings> = {}) =>
  locateLedger({ repository, cwd: repository.root, ledger: undefined, variable: undefined, ...over });

function refusal(over: Partial<Surroundings>): ForemergeError {
  try {
    at(over);
  } catch (error) {
    if (error instanceof ForemergeError) return error;
  }
  throw new Error("it was not refused");
}

describe("in a repository", () => {
  test("the ledger lies in the common git directory, so that worktrees share it and checkouts pass it by", () => {
    const shared = { path: join(tmp, "repo/.git/foremerge/ledger.jsonl"), folder: join(tmp, "repo/.git/foremerge") };
    expect(at()).toEqual({ ...shared, kind: "git-dir", exists: false });
    const linked = { ...repository, root: join(tmp, "linked") };
    expect(at({ repository: linked, cwd: linked.root })).toEqual({ ...shared, kind: "git-dir", exists: false });
    createLedger(at(), { actor: "ada", at: NOON });
    expect(at().exists).toBe(true);
  });

  test("a ledger in the tree is used where it is the only one", () => {
    mkdirSync(join(tmp, "repo/.foremerge"));
    writeFileSync(join(tmp, "repo/.foremerge/ledger.jsonl"), "");
    expect(at()).toMatchObject({ kind: "in-tree", path: join(tmp, "repo/.foremerge/ledger.jsonl") });
    mkdirSync(join(tmp, "repo/.git/foremerge"));
    writeFileSync(join(tmp, "repo/.git/foremerge/ledger.jsonl"), "");
    expect(at().kind).toBe("git-dir");
  });
});

describe("outside git", () => {
  test("the nearest ancestor that has a ledger holds it; without one it would be made here", () => {
    const deep = join(tmp, "notes/2026/november");
    mkdirSync(deep, { recursive: true });
    expect(at({ repository: undefined, cwd: deep })).toMatchObject({
      kind: "folder",
      path: join(deep, ".foremerge/ledger.jsonl"),
      exists: false,
    });
    mkdirSync(join(tmp, "notes/.foremerge"));
    writeFileSync(join(tmp, "notes/.foremerge/ledger.jsonl"), "");
    expect(at({ repository: undefined, cwd: deep })).toMatchObject({
      path: join(tmp, "notes/.foremerge/ledger.jsonl"),
      exists: true,
    });
  });
});

describe("an explicit file", () => {
  test("--ledger goes before FOREMERGE_LEDGER, and both before the repository", () => {
    expect(at({ ledger: "a.jsonl", variable: "b.jsonl" }).path).toBe(join(tmp, "repo/a.jsonl"));
    expect(at({ variable: "../b.jsonl" })).toMatchObject({ path: join(tmp, "b.jsonl"), kind: "explicit" });
    expect(at({ variable: "" }).kind).toBe("git-dir");
  });

  test("keeps its derived files beside it, apart from those of its neighbours", () => {
    expect(at({ ledger: "a.jsonl" }).folder).toBe(join(tmp, "repo/a.jsonl.d"));
    expect(at({ ledger: "team/ledger.jsonl" }).folder).toBe(join(tmp, "repo/team"));
  });

  test("may be a link inside the repository", () => {
    writeFileSync(join(tmp, "repo/real.jsonl"), "");
    symlinkSync("real.jsonl", join(tmp, "repo/link.jsonl"));
    expect(at({ ledger: "link.jsonl" }).path).toBe(join(tmp, "repo/real.jsonl"));
  });
});

describe("refused as a ledger", () => {
  test("a directory, with the file to name instead", () => {
    const error = refusal({ ledger: ".." });
    expect([error.code, error.message, error.hint]).toEqual([
      "INVALID_INPUT",
      '--ledger ".." is a directory, no ledger',
      `name a file in it: --ledger ${join(tmp, "ledger.jsonl")}`,
    ]);
    mkdirSync(join(tmp, "repo/.git/foremerge/ledger.jsonl"), { recursive: true });
    expect(refusal({}).message).toBe(`${join(tmp, "repo/.git/foremerge/ledger.jsonl")} is a directory, no ledger`);
  });

  test("a pipe", () => {
    execFileSync("mkfifo", [join(tmp, "repo/pipe")]);
    expect(refusal({ variable: "pipe" })).toMatchObject({
      code: "INVALID_INPUT",
      message: 'FOREMERGE_LEDGER "pipe" is a pipe, no ledger',
    });
  });

  test("a device: environment trouble", () => {
    const error = refusal({ ledger: "/dev/full" });
    expect([error.exit, error.message]).toEqual([
      3,
      '--ledger "/dev/full" is a device, no ledger; nothing was written',
    ]);
  });

  test("a link that leads out of the repository, dangling or not", () => {
    symlinkSync(join(tmp, "elsewhere.jsonl"), join(tmp, "repo/link.jsonl"));
    const message = `--ledger "link.jsonl" is a link that leads out of the repository, to ${join(tmp, "elsewhere.jsonl")}`;
    expect(refusal({ ledger: "link.jsonl" }).message).toBe(message);
    writeFileSync(join(tmp, "elsewhere.jsonl"), "");
    expect(refusal({ ledger: "link.jsonl" }).message).toBe(message);
    expect(refusal({ ledger: "link.jsonl", repository: undefined }).message).toBe(message);
  });

  test("a folder of the default place that is such a link", () => {
    mkdirSync(join(tmp, "other"));
    symlinkSync(join(tmp, "other"), join(tmp, "repo/.git/foremerge"));
    expect(refusal({}).message).toMatch(/is a link that leads out of the repository/);
  });

  test("a blank name", () => {
    expect(refusal({ ledger: " " })).toMatchObject({ message: "--ledger is blank", hint: "write --ledger FILE" });
  });
});

test("a ledger is made once, for its owner alone", () => {
  const place = at();
  expect(createLedger(place, { actor: "ada", at: NOON })).toBe(true);
  const bytes = readFileSync(place.path, "utf8");
  expect(createLedger(place, { actor: "ben", at: NOON })).toBe(false);
  expect(readFileSync(place.path, "utf8")).toBe(bytes);
  expect(statSync(place.path).mode & 0o777).toBe(0o600);
  expect(statSync(place.folder).mode & 0o777).toBe(0o700);
});

describe("a ledger in the tree", () => {
  const attributes = (): string => readFileSync(join(tmp, "repo/.gitattributes"), "utf8");

  test("adds one exact line to .gitattributes, once, and leaves the rest as it was", () => {
    writeFileSync(join(tmp, "repo/.gitattributes"), "*.jsonl -text\r\n*.png binary");
    expect(prepareTree(repository.root)).toBe(true);
    expect(attributes()).toBe(`*.jsonl -text\r\n*.png binary\r\n${ATTRIBUTES_LINE}\r\n`);
    expect(prepareTree(repository.root)).toBe(false);
    expect(attributes()).toBe(`*.jsonl -text\r\n*.png binary\r\n${ATTRIBUTES_LINE}\r\n`);
  });

  test("shows git its ledger and nothing else of its folder", () => {
    const git = (...args: string[]): string =>
      execFileSync("git", ["-C", repository.root, ...args], {
        encoding: "utf8",
        env: { PATH: process.env.PATH ?? "" },
      });
    rmSync(repository.commonDir, { recursive: true });
    git("init", "-q");
    prepareTree(repository.root);
    createLedger(
      {
        path: join(tmp, "repo/.foremerge/ledger.jsonl"),
        folder: join(tmp, "repo/.foremerge"),
        kind: "in-tree",
        exists: false,
      },
      { actor: "ada", at: NOON },
    );
    expect(git("status", "--porcelain", "-uall").split("\n")).toEqual([
      "?? .foremerge/ledger.jsonl",
      "?? .gitattributes",
      "",
    ]);
    expect(git("check-attr", "merge", ".foremerge/ledger.jsonl", "other.jsonl")).toBe(
      ".foremerge/ledger.jsonl: merge: union\nother.jsonl: merge: unspecified\n",
    );
  });
});
