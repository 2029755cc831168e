// The door to web-tree-sitter: grammars are loaded once, when first asked for. No other file imports the package.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Language, type Node, Parser, type Tree } from "web-tree-sitter";
import files from "./grammars.json" with { type: "json" };

/** A node of a syntax tree. Valid until the tree is disposed of. */
export type SyntaxNode = Node;

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

let started: Promise<void> | undefined;
const loaded = new Map<string, Promise<Parser>>();

/** One parser per grammar: parsing is not interrupted, so nobody meets it in the middle of another text. */
async function parserOf(name: string): Promise<Parser> {
  started ??= Parser.init({ locateFile: () => placeOf(files.engine) });
  await started;
  let parser = loaded.get(name);
  if (!parser) {
    const file = (files as Readonly<Record<string, string>>)[name];
    if (file === undefined) throw new Error(`no grammar is called ${name}`);
    parser = Language.load(placeOf(file)).then((language) => {
      const made = new Parser();
      made.setLanguage(language);
      return made;
    });
    loaded.set(name, parser);
  }
  return parser;
}

export interface Parsed {
  readonly root: SyntaxNode;
  /** Gives the memory of the tree back. */
  readonly dispose: () => void;
}

/**
 * Parses a text. Syntax errors are in the tree (`hasError`), not thrown.
 * @returns undefined when the parser was stopped because the text costs it too many steps.
 */
export async function parse(name: string, text: string): Promise<Parsed | undefined> {
  const parser = await parserOf(name);
  let steps = 0;
  const limit = Math.max(STEPS_AT_LEAST, text.length * STEPS_PER_UNIT);
  const tree: Tree | null = parser.parse(text, null, { progressCallback: () => ++steps > limit });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  const made = tree;
  return { root: made.rootNode, dispose: () => made.delete() };
}
