// What is done to a whole ledger now and then: verify, repair, take in events from elsewhere (spec 2.5). Kept apart from
// src/store/open-ledger.ts, which every call loads.
import { fstatSync } from "node:fs";
import type { By, OpenedLedger } from "./open-ledger.ts";
import { quarantine } from "./quarantine.ts";
import { planRepair, type RepairPlan, rewrite } from "./repair.ts";
import { knownReplica, rememberReplica } from "./replica.ts";
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

/** Takes in lines from elsewhere: the set union by id. Nothing new: nothing is written. */
export function uniteLedger(ledger: OpenedLedger, lines: readonly EventLine[]): Union {
  return ledger.exclusively(({ contents, write }) => {
    const union = unionOf(contents().index, lines);
    for (const text of union.lost) quarantine(ledger.folder, "contradiction", Buffer.from(text, "utf8"));
    if (union.append.length > 0) write(union.append, `a set of ${union.append.length} events from elsewhere`);
    return union;
  });
}
