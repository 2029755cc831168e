// The door to web-tree-sitter: grammars are loaded once, when first asked for. No other file imports the package.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Language, Parser, type Tree } from "web-tree-sitter";
import files from "./grammars.json" with { type: "json" };
import { type Grammar, grammarAt, type Memory, rootOf, type SyntaxNode } from "./syntax-node.ts";

/** Texts longer than this (UTF-16 units) are not parsed: generated bundles, not code that two people edit. */
export const MAX_TEXT = 4 * 1024 * 1024;

/** Steps of the parser per text unit before it is stopped; ordinary code needs far below one. */
const STEPS_PER_UNIT = 4;
const STEPS_AT_LEAST = 200_000;

/** The bundle has the files beside it (scripts/build.mjs); run from source they are where npm put them. */
function placeOf(file: string): string {
  if (!import.meta.url.endsWith(".ts")) {
    return fileURLToPath(new URL(`./grammars/${file.slice(file.lastIndexOf("/") + 1)}`, import.meta.url));
  }
  return createRequire(import.meta.url).resolve(file);
}

/** A grammar with its parser: parsing is not interrupted, so nobody meets it in the middle of another text. */
interface Reader {
  readonly parser: Parser;
  readonly grammar: Grammar;
  readonly memory: Memory;
}

/** The package keeps the addresses of what it made at index 0, which its types do not tell. */
interface Kept {
  readonly 0: number;
}

let started: Promise<Memory> | undefined;
const loaded = new Map<string, Promise<Reader>>();

/**
 * V8 optimises hot WebAssembly on a core of its own, and takes longer for it than some hundred files take without: calls
 * that read a few would pay for it and be over before it helps. In V8 of other versions nobody has tried the flags.
 */
const NO_TIERS = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
const KNOWN_V8 = /^1[1-3]\./;
/** Files from which it helps. */
const MANY_FILES = 150;

let isLong = false;

/** Says before the first of several files is parsed how many there will be. */
export function expectFiles(count: number): void {
  isLong ||= count >= MANY_FILES;
}

/** Starts the engine, and answers with the object that it puts the views of its memory on. */
async function start(): Promise<Memory> {
  if (!isLong && KNOWN_V8.test(process.versions.v8)) for (const flag of NO_TIERS) setFlagsFromString(flag);
  const engine = { locateFile: () => placeOf(files.engine) };
  await Parser.init(engine);
  return engine as unknown as Memory;
}

async function readerOf(name: string): Promise<Reader> {
  let reader = loaded.get(name);
  if (!reader) {
    const file = (files as Readonly<Record<string, string>>)[name];
    if (file === undefined) throw new Error(`no grammar is called ${name}`);
    reader = load(file);
    loaded.set(name, reader);
  }
  return reader;
}

async function load(file: string): Promise<Reader> {
  started ??= start();
  const memory = await started;
  const language = await Language.load(placeOf(file));
  const parser = new Parser();
  parser.setLanguage(language);
  const grammar = grammarAt(memory, (language as unknown as Kept)[0], language);
  return { parser, grammar, memory };
}

/**
 * Parses a text and hands the root of its tree to `read`, which must not keep nodes. Syntax errors are in the tree
 * (`hasError`), not thrown.
 * @returns what `read` returns; undefined when the parser was stopped because the text costs it too many steps
 */
export async function parse<T>(name: string, text: string, read: (root: SyntaxNode) => T): Promise<T | undefined> {
  const { parser, grammar, memory } = await readerOf(name);
  let steps = 0;
  const limit = Math.max(STEPS_AT_LEAST, text.length * STEPS_PER_UNIT);
  const tree: Tree | null = parser.parse(text, null, { progressCallback: () => ++steps > limit });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  try {
    return read(rootOf(memory, grammar, (tree as unknown as Kept)[0], text));
  } finally {
    tree.delete();
  }
}
