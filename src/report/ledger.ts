// The ledger's own documents for people: verification, repair, numbers, events. Pure.
import type { View } from "../commands/command.ts";
import type { RepairDocument, StatsDocument, VerifyDocument } from "../core/ledger-care.ts";
import { counted } from "../counted.ts";
import type { LedgerEvent } from "../store/event.ts";
import type { Fault } from "../store/verify.ts";
import { fields, heading, paragraph, table } from "./table.ts";

/** Table form of `foremerge.verify/1`. */
export function verifyText(view: View, doc: VerifyDocument): string {
  const verdict = doc.valid
    ? `The ledger is sound: ${counted(doc.events, "event")} of ${counted(doc.replicas.length, "replica")} in ${counted(doc.lines, "line")}.`
    : `The ledger is damaged: ${counted(doc.problems.length, "problem")}. foremerge ledger repair shows what it would do.`;
  let text = paragraph(view, verdict, { role: doc.valid ? "good" : "high" });
  if (doc.problems.length > 0) text += `\n${heading(view, "Problems")}${faults(view, doc.problems)}`;
  if (doc.notes.length > 0) text += `\n${heading(view, "Notes (no damage)")}${faults(view, doc.notes)}`;
  return text;
}

function faults(view: View, list: readonly Fault[]): string {
  return table(
    view,
    [
      { title: "Line", rigid: true, align: "right" },
      { title: "Kind", rigid: true },
      { title: "What", min: 20 },
    ],
    list.map(({ line, kind, message }) => [line, kind, message]),
  );
}

/** Table form of `foremerge.repair/1`. */
export function repairText(view: View, doc: RepairDocument): string {
  if (doc.moved.length === 0 && doc.noted.length === 0) return paragraph(view, "There is nothing to repair.");
  const will = (count: number): string => (doc.dry_run ? "would be" : count === 1 ? "was" : "were");
  const [moved, noted] = [doc.moved.length, doc.noted.length];
  let text = paragraph(
    view,
    `${counted(moved, "piece")} ${will(moved)} moved to quarantine, ${counted(noted, "loss", "losses")} ${will(noted)} noted.`,
  );
  text += table(
    view,
    [
      { title: "Line", rigid: true, align: "right" },
      { title: "Kind", rigid: true },
      { title: "Bytes", rigid: true, align: "right" },
      { title: "What", min: 20 },
    ],
    doc.moved.map(({ line, kind, bytes, detail }) => [line, kind, bytes, detail]),
  );
  if (doc.dry_run) text += paragraph(view, "Nothing was written. Run foremerge ledger repair --yes to do it.");
  else if (doc.backup !== null) text += paragraph(view, `The ledger as it was: ${doc.backup}`);
  return text;
}

/** Table form of `foremerge.stats/1`. */
export function statsText(view: View, doc: StatsDocument): string {
  const counts = (record: Readonly<Record<string, number>>): string[] =>
    Object.entries(record).map(([name, n]) => `${name} ${n}`);
  return fields(view, [
    ["Ledger", doc.path],
    ["Bytes", doc.bytes],
    ["Lines", `${doc.lines} (${doc.repeats} repeated, ${doc.bad_lines} bad)`],
    ["Events", doc.events],
    ["In quarantine", doc.quarantined],
    ["Replicas", doc.replicas.map(({ replica, events }) => `${replica} ${events}`)],
    ["Intents", counts(doc.intents)],
    ["Conflicts", counts(doc.conflicts)],
    ["Claims", `${doc.claims.held} held, ${doc.claims.released} released`],
    ["Agents", doc.agents],
    ["First event", doc.first_at],
    ["Last event", doc.last_at],
    ["Types", counts(doc.types)],
  ]);
}

/** Table form of `foremerge.events/1`. */
export function eventsText(view: View, events: readonly LedgerEvent[]): string {
  if (events.length === 0) return view.width === undefined ? "" : paragraph(view, "No event.");
  return table(
    view,
    [
      { title: "Clock", rigid: true, align: "right" },
      { title: "At", rigid: true },
      { title: "Type", rigid: true },
      { title: "Actor", min: 8 },
      { title: "About", min: 20 },
    ],
    events.map((event) => [event.lc, event.at, event.type, event.actor, aboutOf(event)]),
  );
}

/** Ids that an event's payload names, in its order. */
function aboutOf(event: LedgerEvent): string {
  const ids = JSON.stringify(event.data).match(/\b(?:int|clm|cfl|dec|asm)_[0-9a-hjkmnp-tv-z]{26}\b/g) ?? [];
  return [...new Set(ids)].slice(0, 3).join(" ");
}
