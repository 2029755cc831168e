// foremerge symbols (spec 3.3): what the extractor sees in files. Reads files only.
import { existsSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { ForemergeError } from "../errors.ts";
import type { Outline, OutlineSymbol } from "../syntax/outline.ts";
import { openFileTree } from "./file-tree.ts";
import { Outlines } from "./outlines.ts";
import { pathNamer } from "./paths.ts";
import type { Session } from "./session.ts";

export interface FileSymbols {
  readonly path: string;
  /** Null when there is no parser for it. */
  readonly language: string | null;
  readonly symbols: readonly Omit<OutlineSymbol, "digest" | "header" | "references">[];
  /** What statements do to elements of other files (SQL migrations). */
  readonly effects?: Outline["effects"];
  /** Syntax errors, limits hit, or why nothing could be read. */
  readonly problems: Outline["problems"];
}

/** `foremerge.symbols/1`. */
export interface SymbolsDocument {
  readonly schema: "foremerge.symbols/1";
  readonly as_of_event: null;
  readonly files: readonly FileSymbols[];
  readonly [extra: string]: unknown;
}

/**
 * @param names files, or directories for all files below that have a parser
 * @throws INVALID_INPUT for what is no path of the repository, NOT_FOUND for what is not there
 */
export async function listSymbols(session: Session, names: readonly string[]): Promise<SymbolsDocument> {
  const outlines = new Outlines(session);
  const name = pathNamer(session);
  const files: FileSymbols[] = [];
  for (const written of names) {
    // What is typed in a folder is meant from there, where that exists.
    const here = join(session.cwd, written);
    const isHere = !written.startsWith("/") && existsSync(here);
    const isRoot = isHere && realpathSync(here) === session.root;
    const { path } = isRoot ? { path: "" } : name(isHere ? here : written);
    const info = statSync(join(session.root, path), { throwIfNoEntry: false });
    if (!info) {
      throw new ForemergeError("NOT_FOUND", `there is no file ${JSON.stringify(path)}`, {
        hint: "write a path relative to the root of the repository",
      });
    }
    if (!info.isDirectory()) {
      files.push(symbolsOf(path, await outlines.ofFile(path, "full")));
      continue;
    }
    const tree = await openFileTree(session);
    const inside = isRoot ? tree.files() : tree.files().filter((file) => file.startsWith(`${path}/`));
    outlines.expect(inside.length);
    for (const below of inside) {
      const outline = await outlines.ofFile(below, "full");
      if (outline?.language !== undefined) files.push(symbolsOf(below, outline));
    }
  }
  return { schema: "foremerge.symbols/1", as_of_event: null, files };
}

function symbolsOf(path: string, outline: Outline | undefined): FileSymbols {
  if (!outline) {
    const problems = [{ line: 1, message: "not readable as text, or too long" }];
    return { path, language: null, symbols: [], problems };
  }
  return {
    path,
    language: outline.language ?? null,
    symbols: outline.symbols.map(({ digest: _digest, header: _header, references: _references, ...symbol }) => symbol),
    ...(outline.effects ? { effects: outline.effects } : {}),
    problems: outline.problems,
  };
}
