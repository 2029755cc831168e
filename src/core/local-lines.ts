// The events of this ledger that a remote may not have yet: what lies in the file behind the part that it has.

import { sha256 } from "../sha256.ts";
import type { Stretch } from "../store/maintenance.ts";
import { type EventLine, parseIncoming } from "../store/transfer.ts";
import { ledgerPieces } from "./sync-memory.ts";

/** A line and the id of its event. */
export interface LineOfId {
  readonly text: string;
  readonly event: { readonly id: string };
}

export interface LocalLines {
  /** By id; of several lines under one id the one that wins. */
  readonly lines: ReadonlyMap<string, EventLine>;
  /** Where the last whole line ends. */
  readonly end: number;
}

/** Lines from `from` to the end of the file, without the stretches that came from the remote. */
export function localLines(path: string, from: number, taken: readonly Stretch[]): LocalLines {
  const { pieces, end } = ledgerPieces(path, from, taken);
  const lines = new Map<string, EventLine>();
  for (const piece of pieces) {
    for (const line of parseIncoming(piece).lines) keepBetter(lines, line);
  }
  return { lines, end };
}

/** Files a line under its id, unless one with a smaller SHA-256 is there: the same choice everywhere (spec 2.5). */
function keepBetter<T extends LineOfId>(lines: Map<string, T>, line: T): void {
  const before = lines.get(line.event.id);
  if (before === undefined || (before.text !== line.text && sha256(line.text) < sha256(before.text))) {
    lines.set(line.event.id, line);
  }
}

/** Those of the local lines that win against, or are not among, the remote's. */
export function missingThere(
  local: ReadonlyMap<string, EventLine>,
  there: Iterable<Iterable<LineOfId>>,
): readonly EventLine[] {
  if (local.size === 0) return [];
  const theirs = new Map<string, LineOfId>();
  for (const lines of there) for (const line of lines) if (local.has(line.event.id)) keepBetter(theirs, line);
  return [...local.values()].filter(({ text, event }) => {
    const other = theirs.get(event.id)?.text;
    return other === undefined || (other !== text && sha256(text) < sha256(other));
  });
}
