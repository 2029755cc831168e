// Doctor's look at the ledger: is it there, may it be written, is it whole, is there only one. Creates nothing.
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { counted } from "../../counted.ts";
import { ForemergeError } from "../../errors.ts";
import { pendingJournals } from "../../resolve/file-changes.ts";
import { verifyLedger } from "../../store/maintenance.ts";
import { openLedger } from "../../store/open-ledger.ts";
import type { Fault, Verification } from "../../store/verify.ts";
import type { Session } from "../session.ts";
import { undoFolder } from "../undo-folder.ts";
import { type Diagnosis, note, ok, wrong } from "./diagnosis.ts";

/** Writers need room for a line of the largest size, twice. */
const ROOM = 1024 * 1024;

export function ledgerHealth(session: Session): Diagnosis[] {
  const { place, repository } = session;
  if (!place.exists) {
    const shallow = repository !== undefined && existsSync(join(repository.commonDir, "shallow"));
    const fetch = shallow || session.env.CI ? "; in CI: foremerge ledger sync --pull" : "";
    return [wrong("ledger", `there is no ledger at ${place.path}`, `run foremerge init${fetch}`)];
  }
  return [
    ...access(session),
    ...content(session),
    ...interrupted(session),
    ...twoLedgers(session),
    ...attributes(session),
  ];
}

/** Edits of a run that was killed: the next one ends them, and until then files may be half changed. */
function interrupted(session: Session): Diagnosis[] {
  return pendingJournals(undoFolder(session.place)).map(({ id, files }) =>
    wrong(
      "edits",
      `the run ${id} was cut short while it changed ${files.map(({ path }) => path).join(", ")}`,
      "the next foremerge resolve, arbitrate --apply or plan step finishes it or rolls it back, and says which",
    ),
  );
}

function access(session: Session): Diagnosis[] {
  const { path, kind } = session.place;
  const found: Diagnosis[] = [];
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    found.push(ok("ledger", `${path} (${kind})`));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const mend =
      code === "EROFS" ? "mount it for writing, or use --ledger FILE elsewhere" : "chmod u+rw it and its folder";
    found.push(wrong("ledger", `${path} may not be read and written (${code})`, mend));
  }
  if (session.env.FOREMERGE_LEDGER) {
    found.push(note("ledger", `FOREMERGE_LEDGER chooses it: ${session.env.FOREMERGE_LEDGER}`));
  }
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    if (bavail * bsize < ROOM) found.push(wrong("ledger", "the disk that holds it is full", "make room on that disk"));
  } catch {
    // A file system that does not tell.
  }
  try {
    if (kind !== "in-tree" && (statSync(path).mode & 0o022) !== 0) {
      found.push(note("ledger", "others may write it", `chmod 600 ${path}`));
    }
  } catch {
    // Gone since; the next command says so.
  }
  return found;
}

const MARKERS = "git conflict markers stand in the ledger; both sides' events are read";

function content(session: Session): Diagnosis[] {
  let found: Verification;
  try {
    found = verifyLedger(openLedger(session.place), session.now);
  } catch (error) {
    const hint = error instanceof ForemergeError ? error.hint : undefined;
    return [wrong("ledger", (error as Error).message, hint ?? "foremerge ledger verify tells more")];
  }
  const { events, problems, notes } = found;
  const markers = problems.filter(({ kind }) => kind === "marker");
  const others = problems.filter(({ kind }) => kind !== "marker");
  const out: Diagnosis[] = [];
  if (markers.length > 0) {
    out.push(
      wrong("ledger", `${MARKERS} (${linesOf(markers)})`, "foremerge doctor --fix removes them, after a backup"),
    );
  }
  for (const { line, message } of others.slice(0, 10)) {
    out.push(
      wrong(
        "ledger",
        `${line === null ? "" : `line ${line}: `}${message}`,
        "foremerge ledger repair shows what it would move; --yes does it",
      ),
    );
  }
  if (others.length > 10)
    out.push(wrong("ledger", `${others.length - 10} more problems`, "foremerge ledger verify lists them"));
  if (problems.length === 0) out.push(ok("ledger", `${counted(events, "event")}, chains whole`));
  return [...out, ...noted(notes)];
}

const linesOf = (faults: readonly Fault[]): string => {
  const numbers = faults.flatMap(({ line }) => (line === null ? [] : [line]));
  return `line ${numbers.slice(0, 6).join(", ")}${numbers.length > 6 ? ", …" : ""}`;
};

const MEND_OF_NOTE: Readonly<Record<string, string>> = {
  future: "set that machine's clock: leases and ages go by it (order does not)",
  newer: "install the newest foremerge on this machine",
};

function noted(notes: readonly Fault[]): Diagnosis[] {
  const byKind = new Map<string, Fault[]>();
  for (const fault of notes) byKind.set(fault.kind, [...(byKind.get(fault.kind) ?? []), fault]);
  return [...byKind].map(([kind, faults]) => {
    const [first] = faults as [Fault];
    const more = faults.length > 1 ? ` (and ${faults.length - 1} like it)` : "";
    return note("ledger", `${first.message}${more}`, MEND_OF_NOTE[kind]);
  });
}

/** A ledger in the tree beside one in the git directory: only the latter is read. */
function twoLedgers(session: Session): Diagnosis[] {
  const { place, repository } = session;
  const inTree = repository && join(repository.root, ".foremerge", "ledger.jsonl");
  if (!inTree || place.path === inTree || !existsSync(inTree)) return [];
  return [
    wrong(
      "ledger",
      `there is a second ledger at ${inTree}, which is not read`,
      `foremerge ledger import ${inTree}, then remove it`,
    ),
  ];
}

const IN_TREE = ".foremerge/ledger.jsonl";
const BUILT_IN = new Set(["text", "binary", "union"]);

/** What .gitattributes says of a tracked ledger, and of more than the ledger. */
function attributes(session: Session): Diagnosis[] {
  const { repository, place } = session;
  if (!repository || repository.bare) return [];
  let text = "";
  try {
    text = readFileSync(join(repository.root, ".gitattributes"), "utf8");
  } catch {
    // None: only a tracked ledger misses it, below.
  }
  const rules = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  const found: Diagnosis[] = [];
  const own = rules.filter(([pattern]) => pattern === IN_TREE || pattern === `/${IN_TREE}`);
  if (place.kind === "in-tree" && !own.some((words) => words.includes("merge=union"))) {
    found.push(
      wrong(
        "ledger",
        "the tracked ledger has no merge=union in .gitattributes",
        `add the line: ${IN_TREE} merge=union text eol=lf`,
      ),
    );
  }
  if (place.kind === "in-tree" && !own.some((words) => words.includes("eol=lf"))) {
    found.push(note("ledger", "the tracked ledger may be checked out with CRLF", `add text eol=lf for ${IN_TREE}`));
  }
  for (const words of own) {
    const driver = words.find((word) => word.startsWith("merge="))?.slice("merge=".length);
    if (driver && !BUILT_IN.has(driver)) {
      found.push(
        wrong(
          "ledger",
          `.gitattributes asks for the merge driver ${driver}, which every clone must configure`,
          `write merge=union for ${IN_TREE}`,
        ),
      );
    }
  }
  for (const [pattern = "", ...rest] of rules) {
    if (rest.includes("merge=union") && /^(\*\*\/)?\*\.jsonl$|^\*$/.test(pattern)) {
      found.push(
        wrong(
          "ledger",
          `.gitattributes unions every ${pattern}: other files of that kind are merged wrongly`,
          `name the one path: ${IN_TREE}`,
        ),
      );
    }
  }
  return found;
}
