// Keeps the house in order (spec 6.1, 6.2): a scan of the imports and of the words that pure rooms must not hold.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Import {
  readonly target: string;
  readonly types: boolean;
  readonly dynamic: boolean;
}
interface Source {
  readonly path: string;
  readonly text: string;
  readonly code: string;
  readonly imports: readonly Import[];
}

/** Code without comments: a word in a comment is no use of it. Good enough for this house's own style. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`\\])\/\/.*$/gm, "$1");

function importsOf(code: string, path: string): Import[] {
  const found: Import[] = [];
  const add = (target: string, types: boolean, dynamic: boolean): void => {
    found.push({
      target: target.startsWith(".") ? relative(root, join(root, dirname(path), target)) : target,
      types,
      dynamic,
    });
  };
  for (const match of code.matchAll(/^\s*(?:import|export)\s+(type\s+)?([^;"']*?)\s*from\s*["']([^"']+)["']/gm)) {
    const names = (match[2] ?? "").replace(/[{}\s]/g, " ").split(",");
    const allTypes = /^\s*\{/.test(match[2] ?? "") && names.every((n) => n.trim() === "" || /^type\s/.test(n.trim()));
    add(match[3] as string, match[1] !== undefined || allTypes, false);
  }
  for (const match of code.matchAll(/^\s*import\s*["']([^"']+)["']/gm)) add(match[1] as string, false, false);
  for (const match of code.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)) add(match[1] as string, false, true);
  return found;
}

const sources: readonly Source[] = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => join("src", name))
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const code = withoutComments(text);
    return { path, text, code, imports: importsOf(code, path) };
  });
const byPath = new Map(sources.map((source) => [source.path, source]));

/** The room of a file: its folder under src, or its own name for the files at the top. */
const roomOf = (path: string): string => {
  const parts = path.split("/");
  return parts.length > 2 ? (parts[1] as string) : (parts[1] as string).replace(/\.ts$/, "");
};

/** Small files at the top of src that every room may use. */
const GROUND = ["counted", "errors", "json-pieces", "monotonic", "nearest", "random-bytes", "sha256", "shell-word"];

/** Rooms that a room's values may come from. Types may come from anywhere, but for the pure rooms. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  detect: ["detect"],
  syntax: ["syntax", "detect", "config"],
  plan: ["plan", "detect", "config"],
  resolve: ["resolve", "detect", "syntax", "plan", "config"],
  git: ["git"],
  config: ["config", "detect", "git"],
  store: ["store", "detect", "git"],
  core: ["core", "store", "detect", "syntax", "plan", "resolve", "git", "config"],
  term: ["term"],
  report: ["report", "term", "detect"],
  commands: ["commands", "core", "report", "term", "config", "detect", "cli", "command-line"],
  cli: ["commands"],
  "command-line": ["cli", "commands"],
  "command-parse": ["commands"],
  main: ["cli", "command-line", "command-parse", "commands", "core", "report", "term"],
  index: ["detect"],
};

/** Rooms whose types, too, come only from these. */
const PURE_TYPES: Readonly<Record<string, readonly string[]>> = {
  detect: ["detect", ...GROUND],
  syntax: ["syntax", "detect", "config", ...GROUND],
};

test("values flow in one direction through the rooms", () => {
  const wrong = sources.flatMap(({ path, imports }) => {
    const allowed = MAY_USE[roomOf(path)] ?? [];
    return imports
      .filter(({ target, types }) => target.startsWith("src/") && !types)
      .map(({ target }) => roomOf(target))
      .filter((room) => !GROUND.includes(room) && !allowed.includes(room))
      .map((room) => `${path} uses ${room}`);
  });
  expect(wrong).toEqual([]);
});

test("the pure rooms know no type of the rooms above them", () => {
  const wrong = sources.flatMap(({ path, imports }) => {
    const allowed = PURE_TYPES[roomOf(path)];
    if (!allowed) return [];
    return imports
      .filter(({ target }) => target.startsWith("src/") && !allowed.includes(roomOf(target)))
      .map(({ target }) => `${path} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});

/** Files that are pure though their room is not: tables of the plan room, and every renderer. */
const isPure = (path: string): boolean =>
  ["detect", "report"].includes(roomOf(path)) || (["syntax", "plan"].includes(roomOf(path)) && !IMPURE.includes(path));

/** Files of a pure room that must reach out, each with a reason. */
const IMPURE: readonly string[] = [];

test("pure rooms touch no file, process, clock, chance or console", () => {
  const wrong = sources
    .filter(({ path }) => isPure(path))
    .flatMap(({ path, code, imports }) => [
      ...imports
        .filter(
          ({ target, types }) => !types && /^node:(fs|child_process|os|net|http|https|worker_threads)/.test(target),
        )
        .map(({ target }) => `${path} imports ${target}`),
      ...["Date.now(", "new Date()", "Math.random(", "console.", "process.env", "process.cwd", "performance.now"]
        .filter((word) => code.includes(word))
        .map((word) => `${path} says ${word}`),
    ]);
  expect(wrong).toEqual([]);
});

/** Files outside src/git that start a process: the judge and what a person configured to run. */
const STARTS_PROCESSES: readonly string[] = ["src/core/dispatch/judge.ts", "src/core/self.ts", "src/store/owner.ts"];

test("only src/git starts processes", () => {
  const wrong = sources
    .filter(
      ({ path, imports }) => imports.some(({ target }) => target === "node:child_process") && roomOf(path) !== "git",
    )
    .map(({ path }) => path)
    .filter((path) => !STARTS_PROCESSES.includes(path));
  expect(wrong).toEqual([]);
});

test("only term, and the bug reports of main, know the console and the standard streams", () => {
  const wrong = sources
    .filter(({ path }) => roomOf(path) !== "term")
    .filter(({ code }) => /\bconsole\.|process\.(stdout|stderr|stdin)\b/.test(code))
    .map(({ path }) => path);
  expect(wrong).toEqual([]);
});

const packageOf = (target: string): string =>
  target.startsWith("@") ? target.split("/").slice(0, 2).join("/") : (target.split("/")[0] as string);

test("every third-party package has one door", () => {
  const doors = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    for (const { target, types } of imports) {
      if (types || target.startsWith("src/") || target.startsWith("node:") || target.startsWith("..")) continue;
      const name = packageOf(target);
      doors.set(name, (doors.get(name) ?? new Set()).add(path));
    }
  }
  const several = [...doors]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(", ")}`);
  expect(several).toEqual([]);
});

test("no barrels, and no rooms for odds and ends", () => {
  const odd = sources
    .map(({ path }) => path)
    .filter(
      (path) => /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.ts$)/.test(path) || /.\/.+\/index\.ts$/.test(path),
    );
  expect(odd).toEqual([]);
});

test("files are named in kebab-case, open with a line about themselves and import with extensions", () => {
  const wrong = sources.flatMap(({ path, text, imports }) => [
    ...(/^src\/([a-z0-9-]+\/)*[a-z0-9-]+(\.d)?\.ts$/.test(path) ? [] : [`${path}: name`]),
    ...(path.endsWith(".d.ts") || /^\/\//.test(text) || /^\/\*\*/.test(text) ? [] : [`${path}: first line`]),
    ...imports
      .filter(({ target }) => target.startsWith("src/") && !/\.(ts|json)$/.test(target))
      .map(({ target }) => `${path}: ${target}`),
  ]);
  expect(wrong).toEqual([]);
});

/** Files over 300 lines, each with its reason; the list should stay short. */
const LONG: Readonly<Record<string, string>> = {};

test("files stay short", () => {
  const long = sources.filter(({ path, text }) => text.split("\n").length > 330 && LONG[path] === undefined);
  if (long.length > 0) console.warn(`over 300 lines: ${long.map(({ path }) => path).join(", ")}`);
  expect(sources.filter(({ text }) => text.split("\n").length > 600).map(({ path }) => path)).toEqual([]);
});

test("no any, no enum and no work left for later", () => {
  const wrong = sources.flatMap(({ path, code, text }) => [
    ...(/(:|<|\bas)\s*any\b/.test(code) ? [`${path}: any`] : []),
    ...(/^\s*(export\s+)?(const\s+)?enum\s/m.test(code) ? [`${path}: enum`] : []),
    ...(/\b(TODO|FIXME|XXX)\b/.test(text) ? [`${path}: TODO`] : []),
  ]);
  expect(wrong).toEqual([]);
});

/** What is reached by static value imports. */
function reached(start: string): Set<string> {
  const seen = new Set<string>();
  const queue = [start];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const { target, types, dynamic } of byPath.get(path)?.imports ?? []) {
      if (!types && !dynamic) queue.push(target);
    }
  }
  return seen;
}

/** Packages that cost start-up time: loaded only where they are needed. */
const HEAVY = [
  ...["yaml", "fast-glob", "web-tree-sitter", "cli-table3", "chalk", "graphql", "protobufjs", "pgsql-ast-parser"],
  ...["smol-toml", "string-width"],
];

test("the command tree imports every command lazily", () => {
  const early = (byPath.get("src/cli.ts")?.imports ?? []).filter(({ types, dynamic }) => !types && !dynamic);
  expect(early).toEqual([]);
});

test("nothing heavy is loaded by starting, nor by any command before it asks", () => {
  const commands = sources.map(({ path }) => path).filter((path) => roomOf(path) === "commands");
  const heavy = ["src/main.ts", "src/core/open-session.ts", ...commands].flatMap((start) =>
    [...reached(start)]
      .filter((target) => HEAVY.includes(packageOf(target)))
      .map((target) => `${start} loads ${target}`),
  );
  expect(heavy).toEqual([]);
});
