// Creating the ledger (spec 2.1, 2.5): in the git directory, or in the tree on request with all that costs said.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ForemergeError, invalidInput } from "../errors.ts";
import type { LedgerPlace } from "../store/ledger.ts";
import { inTreePlace } from "../store/locate.ts";
import { createLedger, openLedger } from "../store/open-ledger.ts";
import type { Session } from "./session.ts";

const IN_TREE = ".foremerge/ledger.jsonl";
const ATTRIBUTES = `${IN_TREE} merge=union text eol=lf`;

export interface InitReport {
  readonly ledger: string;
  readonly place: LedgerPlace["kind"];
  readonly created: boolean;
  readonly warnings: readonly string[];
  /** The next three commands. */
  readonly next: readonly string[];
}

const NEXT = [
  'foremerge intent publish "what you will do" --scope symbol:NAME=extend',
  'foremerge conflicts check "what you might do" --scope symbol:NAME=replace',
  "foremerge status",
];

/** Makes the ledger if it is not there. @throws INVALID_INPUT, LEDGER_FAILED */
export function initialise(
  session: Session,
  options: { readonly inTree: boolean },
): { asOf: number; report: InitReport } {
  const warnings: string[] = [];
  const place = options.inTree ? placeInTree(session, warnings) : session.place;
  const created = createLedger(place, { actor: session.who.agent, at: session.now });
  const ledger = openLedger(place, { onWarning: session.warn });
  return {
    asOf: ledger.read().asOf,
    report: { ledger: place.path, place: place.kind, created, warnings, next: NEXT },
  };
}

function placeInTree(session: Session, warnings: string[]): LedgerPlace {
  const { repository } = session;
  if (!repository || repository.bare) {
    throw invalidInput(
      "--in-tree needs a working tree of a git repository",
      "run it inside one, or leave --in-tree out",
    );
  }
  if (session.place.exists && session.place.kind !== "in-tree") {
    throw new ForemergeError("INVALID_STATE", `this repository has a ledger already: ${session.place.path}`, {
      hint: "move it yourself with `foremerge ledger export` and `ledger import` if the tree is really where it belongs",
    });
  }
  const place = inTreePlace(repository.root);
  mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  writeIfMissing(join(place.folder, ".gitignore"), "*\n!.gitignore\n!ledger.jsonl\n");
  addAttributes(join(repository.root, ".gitattributes"));
  warnings.push(
    "a checkout, reset or rebase rewinds a ledger in the tree, and with it what was declared since",
    "two branches that both append meet in a merge; hosts ignore merge=union, so pull requests may show a conflict",
    `commit ${IN_TREE}, .foremerge/.gitignore and .gitattributes so that others have them`,
  );
  return place;
}

function writeIfMissing(path: string, content: string): void {
  if (!existsSync(path)) writeFileSync(path, content);
}

/** Adds the one line for this exact path, once; everything else in the file stays as it is. */
function addAttributes(path: string): void {
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (before.split(/\r?\n/).includes(ATTRIBUTES)) return;
  const gap = before === "" || before.endsWith("\n") ? "" : "\n";
  writeFileSync(path, `${before}${gap}${ATTRIBUTES}\n`);
}
