// Use cases about the ledger as a file: verify, repair, export, import, numbers (spec 2.5).
import { resolve } from "node:path";
import { repairLedger, uniteLedger, verifyLedger } from "../store/maintenance.ts";
import { createEmptyLedger, openLedger } from "../store/open-ledger.ts";
import type { RepairPlan } from "../store/repair.ts";
import { type Stats, statsOf } from "../store/stats.ts";
import { exportLines, exportTo, parseIncoming, readIncoming } from "../store/transfer.ts";
import type { Verification } from "../store/verify.ts";
import type { Session } from "./session.ts";

type Answer<Name extends string> = {
  readonly schema: `foremerge.${Name}/1`;
  readonly as_of_event: number;
  readonly [field: string]: unknown;
};

export type VerifyDocument = Answer<"verify"> & Omit<Verification, "gaps" | "twins"> & { readonly valid: boolean };

/** Checks everything; `valid` is false while there is damage. */
export function verifyDocument(session: Session): VerifyDocument {
  const found = verifyLedger(openLedger(session.place), session.now);
  const { events, lines, repeats, replicas, problems, notes } = found;
  const valid = problems.length === 0;
  return {
    schema: "foremerge.verify/1",
    as_of_event: events,
    valid,
    events,
    lines,
    repeats,
    replicas,
    problems,
    notes,
  };
}

/** Lines of the ledger here that cannot be read; a torn tail is none, the next write closes it off. */
export function damageOf(session: Session): number {
  // Reading has said so already, if there is any.
  if (session.state().warnings.length === 0) return 0;
  return verifyDocument(session).problems.filter(({ kind }) => kind === "garbled" || kind === "marker").length;
}

export type RepairDocument = Answer<"repair"> & {
  readonly dry_run: boolean;
  readonly moved: RepairPlan["moved"];
  /** Payloads of the ledger.repaired events. */
  readonly noted: readonly unknown[];
  readonly backup: string | null;
};

/** Moves damage to quarantine, or says what would be moved. */
export function repairDocument(session: Session, write: boolean): RepairDocument {
  const ledger = openLedger(session.place);
  const { moved, events, backup } = repairLedger(ledger, { actor: session.who.agent, at: session.now }, write);
  return {
    schema: "foremerge.repair/1",
    as_of_event: ledger.read().asOf,
    dry_run: !write,
    moved,
    noted: events.map(({ data }) => data),
    backup: backup ?? null,
  };
}

export type ExportDocument = Answer<"export"> & {
  readonly file: string;
  readonly lines: number;
  readonly bytes: number;
};

/** Writes all lines in canonical order to a file. */
export function exportDocument(session: Session, file: string): ExportDocument {
  const ledger = openLedger(session.place, { onWarning: session.warn });
  const asOf = ledger.read().asOf;
  const path = resolve(session.cwd, file);
  return {
    schema: "foremerge.export/1",
    as_of_event: asOf,
    file: path,
    ...exportTo(path, ledger.contents.index, ledger.path),
  };
}

/** All lines in canonical order, without line ends, and how many events they hold. */
export function exportedLines(session: Session): { readonly asOf: number; readonly lines: Iterable<string> } {
  const ledger = openLedger(session.place, { onWarning: session.warn });
  return { asOf: ledger.read().asOf, lines: exportLines(ledger.contents.index) };
}

export type ImportDocument = Answer<"import"> & {
  /** Event lines of the source. */
  readonly lines: number;
  readonly added: number;
  /** Pieces of the source that are no event. */
  readonly left_out: number;
  /** Ids that both sides know with different bytes. */
  readonly contradictions: readonly string[];
};

const NAMED = 10;

/** Takes in the events of a file, or of bytes in hand; makes the ledger when there is none. */
export function importDocument(
  session: Session,
  source: { readonly file: string } | { readonly bytes: Buffer },
): ImportDocument {
  const incoming = "file" in source ? readIncoming(resolve(session.cwd, source.file)) : parseIncoming(source.bytes);
  const said = "file" in source ? source.file : "standard input";
  if (!session.place.exists) createEmptyLedger(session.place);
  const ledger = openLedger(session.place, { onWarning: session.warn });
  const { append, contradictions } = uniteLedger(ledger, incoming.lines);
  for (const { line, detail } of incoming.bad.slice(0, NAMED))
    session.warn(`line ${line} of ${said} is left out: ${detail}`);
  if (incoming.bad.length > NAMED) session.warn(`${incoming.bad.length - NAMED} more lines of ${said} are left out`);
  for (const id of contradictions.slice(0, NAMED)) {
    session.warn(
      `${id} is here with other bytes; the line with the smaller SHA-256 is used, the other is in quarantine`,
    );
  }
  return {
    schema: "foremerge.import/1",
    as_of_event: ledger.read().asOf,
    lines: incoming.lines.length,
    added: append.length,
    left_out: incoming.bad.length,
    contradictions,
  };
}

export type StatsDocument = Answer<"stats"> & Stats & { readonly path: string };

/** Numbers about the ledger. */
export function statsDocument(session: Session): StatsDocument {
  const ledger = openLedger(session.place, { onWarning: session.warn });
  const stats = statsOf(ledger);
  return { schema: "foremerge.stats/1", as_of_event: stats.events, path: ledger.path, ...stats };
}
