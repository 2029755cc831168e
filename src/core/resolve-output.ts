// Files that resolving reads and writes for its caller: the result, a dialogue, strategies that are brought.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ForemergeError, invalidInput } from "../errors.ts";
import { answeredDialogue, blankDialogue, checkDialogue, type DialogueEntry } from "../resolve/dialogue.ts";
import type { ResolveResult } from "../resolve/result.ts";
import { parseData } from "../resolve/validate-strategies.ts";
import { writeAtomically } from "../store/atomic.ts";
import { describedIn, openToResolve, type ResolveRun } from "./resolve-run.ts";
import type { Session } from "./session.ts";

/** `foremerge.resolve-result/1`. */
export interface ResolveResultDocument extends ResolveResult {
  readonly schema: "foremerge.resolve-result/1";
  readonly as_of_event: number | null;
  readonly [extra: string]: unknown;
}

export function resultDocument(result: ResolveResult, asOf: number | null): ResolveResultDocument {
  return { schema: "foremerge.resolve-result/1", as_of_event: asOf, ...result };
}

/** Where the result goes. Looked at before anything is settled. @throws INVALID_INPUT when there is no such folder */
export function outputPath(session: Session, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const path = resolve(session.cwd, given);
  if (given.trim() === "" || !existsSync(dirname(path)) || (existsSync(path) && statSync(path).isDirectory())) {
    throw invalidInput(
      `--output ${JSON.stringify(given)} cannot be written`,
      "write the path of a file in a folder that exists",
    );
  }
  return path;
}

/** @throws LEDGER_FAILED when the file system refuses; what was settled stays settled */
export function writeResult(path: string | undefined, document: ResolveResultDocument): void {
  if (path === undefined) return;
  writeJson(path, document, "the result was not written, what was settled stays settled");
}

function writeJson(path: string, value: unknown, failure: string): void {
  try {
    writeAtomically(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o644 });
  } catch (error) {
    throw new ForemergeError("LEDGER_FAILED", `${path}: ${failure} (${(error as Error).message})`, { cause: error });
  }
}

/** The text of a file named on the command line, or of standard input for `-`. @throws INVALID_INPUT */
export function textOfInput(session: Session, name: string, stdin: () => Buffer, flag: string): string {
  let bytes: Buffer;
  try {
    bytes = name === "-" ? stdin() : readFileSync(resolve(session.cwd, name));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw invalidInput(
      `${flag} ${JSON.stringify(name)} cannot be read (${code})`,
      "write the path of a file, or - for standard input",
    );
  }
  if (bytes.length > 4 * 1024 * 1024) throw invalidInput(`${flag} ${JSON.stringify(name)} is larger than 4 MiB`);
  return bytes.toString("utf8");
}

export interface DialogueFile {
  readonly entries: readonly DialogueEntry[];
  readonly value: unknown;
  /** True when it can be written back: it is a file, and JSON. */
  readonly writable: boolean;
}

/** Reads a dialogue. @throws INVALID_INPUT with the pointer to the wrong field */
export async function readDialogue(session: Session, name: string, stdin: () => Buffer): Promise<DialogueFile> {
  const text = textOfInput(session, name, stdin, "--dialogue");
  const value = await parseData(text, name);
  return { entries: checkDialogue(value), value, writable: name !== "-" && /^\s*\{/.test(text) };
}

/** A dialogue without entries is filled in with every open conflict, for somebody to choose in. */
export function fillDialogue(session: Session, run: ResolveRun, name: string): number {
  const state = session.state();
  const descriptions = openToResolve(state).map((conflict) => describedIn(run, state, conflict).description);
  writeJson(resolve(session.cwd, name), blankDialogue(descriptions), "the dialogue was not written");
  return descriptions.length;
}

/** Writes into the dialogue what became of each of its conflicts. */
export function answerDialogue(
  session: Session,
  name: string,
  file: DialogueFile,
  result: ResolveResult,
  ids: ReadonlyMap<string, string>,
): void {
  if (!file.writable) return;
  writeJson(resolve(session.cwd, name), answeredDialogue(file.value, result, ids), "the dialogue was not written back");
}
