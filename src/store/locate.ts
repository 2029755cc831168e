// Where the ledger is, or would be made (spec 2.1). Looks at paths only; opens and creates nothing.
import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { ForemergeError, invalidInput } from "../errors.ts";
import type { LedgerPlace } from "./ledger.ts";

/** What the place depends on. `repository` needs these fields of src/git's Repository alone. */
export interface Surroundings {
  readonly repository: { readonly root: string; readonly commonDir: string; readonly bare: boolean } | undefined;
  /** Absolute. */
  readonly cwd: string;
  /** `--ledger FILE`. */
  readonly ledger: string | undefined;
  /** FOREMERGE_LEDGER. */
  readonly variable: string | undefined;
}

const FILE = "ledger.jsonl";
const FOLDER = ".foremerge";

/**
 * The place of the ledger: --ledger, then FOREMERGE_LEDGER, then the repository's common git directory (or the ledger
 * in the tree where only that one exists), then `.foremerge/` of the nearest ancestor.
 * @throws ForemergeError INVALID_INPUT for a directory, a FIFO or a link that leads out of the repository.
 */
export function locateLedger(around: Surroundings): LedgerPlace {
  if (around.ledger !== undefined) return explicitPlace(around, around.ledger, "--ledger");
  if (around.variable) return explicitPlace(around, around.variable, "FOREMERGE_LEDGER");
  const { repository } = around;
  if (repository) {
    const shared = join(repository.commonDir, "foremerge", FILE);
    const inTree = join(repository.root, FOLDER, FILE);
    const inside = [repository.commonDir, repository.root];
    if (!present(shared) && !repository.bare && present(inTree)) return place(inTree, "in-tree", inside, inTree);
    return place(shared, "git-dir", inside, shared);
  }
  for (let folder = around.cwd; ; folder = dirname(folder)) {
    const file = join(folder, FOLDER, FILE);
    if (present(file)) return place(file, "folder", [folder], file);
    if (dirname(folder) === folder) break;
  }
  const file = join(around.cwd, FOLDER, FILE);
  return place(file, "folder", [around.cwd], file);
}

/** The place of a ledger that the team tracks in its tree (`init --in-tree`). */
export function inTreePlace(root: string): LedgerPlace {
  const file = join(root, FOLDER, FILE);
  return place(file, "in-tree", [root], file);
}

function explicitPlace(around: Surroundings, value: string, flag: string): LedgerPlace {
  if (value.trim() === "")
    throw invalidInput(`${flag} is blank`, `write ${flag === "--ledger" ? "--ledger FILE" : `${flag}=FILE`}`);
  const path = resolve(around.cwd, value);
  const { repository } = around;
  // A plain file may lie anywhere; a link must stay where it is or lead into this repository.
  const inside = [dirname(path), ...(repository ? [repository.root, repository.commonDir] : [])];
  return place(path, "explicit", inside, `${flag} ${JSON.stringify(value)}`);
}

/** lstat says that something has this name, a dangling link included. */
function present(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function place(path: string, kind: LedgerPlace["kind"], inside: readonly string[], said: string): LedgerPlace {
  const real = realPath(path);
  refuse(path, real, kind, inside, said);
  const folder = basename(real) === FILE ? dirname(real) : `${real}.d`;
  return { path: real, folder, kind, exists: existsSync(real) };
}

/** The real path, also of a file that does not exist yet: links are followed as far as there are any. */
function realPath(path: string, depth = 0): string {
  try {
    return realpathSync(path);
  } catch {
    if (depth < 40 && present(path) && lstatSync(path).isSymbolicLink()) {
      return realPath(resolve(dirname(path), readlinkSync(path)), depth + 1);
    }
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent, depth), basename(path));
  }
}

function refuse(path: string, real: string, kind: LedgerPlace["kind"], inside: readonly string[], said: string): void {
  const linked = kind === "explicit" ? present(path) && lstatSync(path).isSymbolicLink() : real !== path;
  if (linked && !inside.some((folder) => within(real, realPath(folder)))) {
    throw invalidInput(
      `${said} is a link that leads out of the repository, to ${real}`,
      `name the file itself: --ledger ${real}`,
    );
  }
  let info: ReturnType<typeof lstatSync>;
  try {
    info = lstatSync(real);
  } catch {
    return;
  }
  if (info.isFile()) return;
  if (info.isDirectory()) {
    throw invalidInput(`${said} is a directory, no ledger`, `name a file in it: --ledger ${join(real, FILE)}`);
  }
  if (info.isFIFO() || info.isSocket()) {
    throw invalidInput(
      `${said} is a ${info.isFIFO() ? "pipe" : "socket"}, no ledger`,
      "name a regular file: --ledger FILE",
    );
  }
  throw new ForemergeError("LEDGER_FAILED", `${said} is a device, no ledger; nothing was written`, {
    hint: "name a regular file: --ledger FILE",
  });
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
