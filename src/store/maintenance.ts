// What is done to a whole ledger now and then: verify, repair, take in events from elsewhere (spec 2.5). Kept apart from
// src/store/open-ledger.ts, which every call loads.
import { fstatSync, statSync } from "node:fs";
import { counted } from "../counted.ts";
import type { HeadedLines } from "./headed-lines.ts";
import type { By, OpenedLedger } from "./open-ledger.ts";
import { quarantine } from "./quarantine.ts";
import { planRepair, type RepairPlan, rewrite } from "./repair.ts";
import { knownReplica, rememberReplica } from "./replica.ts";
import { DamagedFile } from "./snapshot/paged-file.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";
import { type EventLine, type Union, unionOf } from "./transfer.ts";
import { type Verification, verify } from "./verify.ts";

/** Checks everything. `now` is for timestamps that lie ahead. */
export function verifyLedger(ledger: OpenedLedger, now: Date): Verification {
  return verify(ledger.contents, now);
}

export interface Repair extends RepairPlan {
  /** Where the ledger as it was before lies; undefined when nothing was done. */
  readonly backup: string | undefined;
}

/** Moves damage away and notes it; without `write` says what would be done. */
export function repairLedger(ledger: OpenedLedger, by: By, write: boolean): Repair {
  if (!write) {
    const { contents } = ledger;
    return { ...planRepair(contents, verify(contents, by.at)), backup: undefined };
  }
  const { folder, path } = ledger;
  return ledger.exclusively(({ contents, append }) => {
    const reading = contents();
    const found = verify(reading, by.at);
    const plan = planRepair(reading, found);
    if (plan.moved.length === 0 && plan.events.length === 0) return { ...plan, backup: undefined };
    const { fd } = reading.index;
    const replica = knownReplica(folder, path, fd);
    const backup = rewrite(path, folder, reading, fstatSync(fd).size, by.at);
    // A replica whose number is used by a copy too goes on under a new one.
    if (replica !== undefined && !found.twins.some((twin) => twin.replica === replica)) {
      rememberReplica(folder, path, contents().index.fd, replica);
    }
    if (plan.events.length > 0) append(by, plan.events);
    return { ...plan, backup };
  });
}

/** Where appended lines lie in the ledger file, in bytes. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface United extends Union {
  /** Undefined when nothing was appended. */
  readonly stretch: Stretch | undefined;
}

/** Takes in lines from elsewhere: the set union by id. Nothing new: nothing is written. */
export function uniteLedger(ledger: OpenedLedger, lines: readonly EventLine[]): United {
  return ledger.exclusively(({ recent, contents, write }) => {
    const { index, snapshot } = recent();
    const whole = snapshot !== undefined && isCovered(snapshot, lines) ? contents().index : index;
    const union = unionOf(whole, lines);
    for (const text of union.lost) quarantine(ledger.folder, "contradiction", Buffer.from(text, "utf8"));
    if (union.append.length === 0) return { ...union, stretch: undefined };
    const from = statSync(ledger.path).size;
    write(union.append, `a set of ${counted(union.append.length, "event")} from elsewhere`);
    return { ...union, stretch: { from, to: statSync(ledger.path).size } };
  });
}

/**
 * Takes all of another ledger into one that knows no intent yet. Lines come with what stands at their head, so that each
 * is parsed once, by the index. Undefined, and nothing is written, when this is no such ledger or they are not all new
 * and whole: then `uniteLedger` looks at each.
 */
export function fillLedger(ledger: OpenedLedger, lines: HeadedLines): Stretch | undefined {
  return ledger.exclusively(({ fill }) => {
    if (lines.length === 0 || !ledger.isUnused()) return undefined;
    const from = statSync(ledger.path).size;
    const filled = fill(lines.joined(), `a set of ${counted(lines.length, "event")} from elsewhere`);
    return filled ? { from, to: statSync(ledger.path).size } : undefined;
  });
}

/** True when a snapshot stands for an event under one of these ids: then only the whole ledger can compare. */
function isCovered(snapshot: Snapshot, lines: readonly EventLine[]): boolean {
  try {
    return lines.some(({ event }) => snapshot.hasEvent(event.id));
  } catch (error) {
    if (error instanceof DamagedFile) return true;
    throw error;
  }
}
