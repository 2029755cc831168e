// The report's numbers for people. Pure.
import type { View } from "../commands/command.ts";
import type { ReportDocument } from "../core/report.ts";
import type { Counted } from "../core/report-numbers.ts";
import { fields, heading, table } from "./table.ts";

/** Table form of `foremerge.report/1`. */
export function reportText(view: View, doc: ReportDocument): string {
  const rules = Object.entries(doc.rules);
  const parts = [
    fields(view, [
      ["Detected", doc.detected],
      ["Resolved automatically", doc.resolved_automatically],
      ["Resolved by agents", doc.resolved_by_agents],
      ["Resolved by a person", doc.resolved_by_person],
      ["Dropped with the work", doc.dismissed_automatically],
      ["Ordered and waiting", doc.ordered_waiting],
      ["Escalated and open", doc.escalated_open],
      ["Not looked at", doc.untouched],
      ["Page", typeof doc.html === "string" ? doc.html : undefined],
      ["Automatic rate", { text: rateText(doc.rate), role: doc.missed ? "warn" : "strong" }],
      ["Asked for", doc.min_rate === null ? undefined : `${percent(doc.min_rate)}${doc.missed ? ", missed" : ""}`],
    ]),
    heading(view, "Strategies") +
      table(
        view,
        [
          { title: "Strategy", rigid: true },
          { title: "Attempts", align: "right", rigid: true },
          { title: "Successes", align: "right", rigid: true },
          { title: "Mean time", align: "right", rigid: true },
        ],
        Object.entries(doc.strategies).map(([name, { attempts, successes, mean_ms }]) => [
          name,
          attempts,
          successes,
          mean_ms === null ? "-" : spanText(mean_ms),
        ]),
      ),
    rules.length === 0
      ? ""
      : heading(view, "Rules") +
        table(
          view,
          [
            { title: "Rule", rigid: true },
            { title: "Findings", align: "right", rigid: true },
            { title: "Share", align: "right", rigid: true },
          ],
          rules.map(([rule, { count, share }]) => [rule, count, percent(share)]),
        ),
    hotText(view, "Hot scopes", doc.hot_spots.scopes),
    hotText(view, "Hot files", doc.hot_spots.files),
    hotText(view, "Agents", doc.hot_spots.agents),
    doc.groups.length === 0
      ? ""
      : heading(view, "Groups") +
        table(
          view,
          [
            { title: "Group" },
            { title: "Detected", align: "right", rigid: true },
            { title: "Rate", align: "right", rigid: true },
          ],
          doc.groups.map(({ name, detected, rate }) => [name, detected, rateText(rate)]),
        ),
    fields(view, [
      ["Locks refused", doc.contention],
      ["Leases run out", doc.expired],
      ["Intents adopted", doc.adopted],
      ["Reads tracked", doc.reads_tracked ? "yes" : "no (locks.track_reads)"],
    ]),
  ];
  return parts.filter((part) => part !== "").join(view.width === undefined ? "" : "\n");
}

const percent = (rate: number): string => `${(rate * 100).toFixed(1)} %`;
const rateText = (rate: number | null): string => (rate === null ? "nothing to divide by" : percent(rate));

function hotText(view: View, title: string, list: readonly Counted[]): string {
  if (list.length === 0) return "";
  return (
    heading(view, title) +
    table(
      view,
      [{ title: "Name" }, { title: "Conflicts", align: "right", rigid: true }],
      list.map(({ name, count }) => [name, count]),
    )
  );
}

function spanText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const units = [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["min", 60_000],
    ["s", 1000],
  ] as const;
  const [unit, size] = units.find(([, each]) => ms >= each) ?? ["s", 1000];
  return `${(ms / size).toFixed(1)} ${unit}`;
}
