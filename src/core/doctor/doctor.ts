// foremerge doctor: everything that could stop foremerge from working here, and how to mend it. Creates nothing; with
// `fix` it removes conflict markers from the ledger, after a backup.
import { counted } from "../../counted.ts";
import { repairLedger } from "../../store/maintenance.ts";
import { openLedger } from "../../store/open-ledger.ts";
import type { Session } from "../session.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { hooksHealth } from "./hooks-health.ts";
import { ledgerHealth } from "./ledger-health.ts";
import { settingsHealth } from "./settings-health.ts";
import { surroundings } from "./surroundings.ts";
import { syncHealth } from "./sync-health.ts";

export interface DoctorDocument {
  readonly schema: "foremerge.doctor/1";
  readonly as_of_event: number | null;
  /** No check is wrong. */
  readonly healthy: boolean;
  readonly checks: readonly Diagnosis[];
  /** What `--fix` did, one sentence each. */
  readonly fixed: readonly string[];
  readonly [extra: string]: unknown;
}

/** Looks at everything. `as_of_event` is null where there is no ledger to read. */
export function examine(session: Session, fix: boolean): DoctorDocument {
  const fixed = fix && session.place.exists ? removeMarkers(session) : [];
  const checks = [
    ...surroundings(session),
    ...ledgerHealth(session),
    ...settingsHealth(session),
    ...hooksHealth(session),
    ...syncHealth(session),
  ];
  return {
    schema: "foremerge.doctor/1",
    as_of_event: eventsOf(session),
    healthy: checks.every(({ state }) => state !== "wrong"),
    checks,
    fixed,
  };
}

function eventsOf(session: Session): number | null {
  try {
    return session.place.exists ? openLedger(session.place).read().asOf : null;
  } catch {
    return null;
  }
}

/** Moves conflict markers, and whatever else is damaged then, to quarantine. */
function removeMarkers(session: Session): string[] {
  const by = { actor: session.who.agent, at: session.now };
  const planned = repairLedger(openLedger(session.place), by, false);
  if (!planned.moved.some(({ kind }) => kind === "marker")) return [];
  const { moved, backup } = repairLedger(openLedger(session.place), by, true);
  const markers = moved.filter(({ kind }) => kind === "marker").length;
  const rest = moved.length - markers;
  return [
    `${counted(markers, "conflict marker was", "conflict markers were")} taken out of the ledger${rest > 0 ? `, and ${counted(rest, "damaged line")} moved to quarantine` : ""}; the ledger as it was: ${backup}`,
  ];
}
