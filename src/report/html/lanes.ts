// Swim lanes: one per agent, a bar per intent and owner, hand-overs between lanes, leases under the bars; and the
// findings on the same axis of time. Pure.
import { escapeHtml } from "../escape.ts";
import { isOpen, type PageIntent, type ReportPage } from "./model.ts";
import { clipped, moment, type Naming } from "./text.ts";

const ROW = 18;
/** A page with more lanes is no picture any more: the busiest are drawn, the others are in the list of intents. */
const MAX_LANES = 60;
const MAX_LEASES = 1_000;
const MAX_DOTS = 800;

interface Axis {
  readonly from: number;
  readonly to: number;
  /** Words for its end. */
  readonly end: string;
  /** Percent of the axis, two decimals. */
  readonly at: (time: number) => number;
}

interface Bar {
  readonly intent: PageIntent;
  readonly from: number;
  readonly to: number;
  readonly last: boolean;
  readonly next: string | undefined;
  readonly before: string | undefined;
}

const timeOf = (at: string, otherwise: number): number => {
  const time = Date.parse(at);
  return Number.isNaN(time) ? otherwise : time;
};

/**
 * The axis over everything that happened, to now; where all has long been quiet, to a little behind the last of it.
 * A clock far ahead does not stretch it.
 */
function axisOf(page: ReportPage): Axis {
  const now = timeOf(page.made_at, 0);
  let from = now;
  let last = Number.NEGATIVE_INFINITY;
  const reach = (at: string | undefined): void => {
    if (at === undefined) return;
    const time = Math.min(now, timeOf(at, now));
    from = Math.min(from, time);
    last = Math.max(last, time);
  };
  for (const { created_at, closed_at, stopped_since, owners } of page.intents) {
    for (const at of [created_at, closed_at, stopped_since ?? (closed_at ? undefined : page.made_at)]) reach(at);
    for (const owner of owners) reach(owner.from);
  }
  for (const { detected_at, settled_at } of page.findings) {
    reach(detected_at);
    reach(settled_at);
  }
  const span = Math.max(0, last - from);
  const quiet = last > from && now - last > span / 3;
  const to = Math.max(quiet ? last + span / 20 : now, from + 60_000);
  const at = (time: number): number =>
    Math.round(Math.min(100, Math.max(0, ((time - from) / (to - from)) * 100)) * 100) / 100;
  return { from, to, at, end: quiet ? moment(new Date(to).toISOString()) : "now" };
}

function ticks(axis: Axis): string {
  const marks = [0, 25, 50, 75].map((percent) => {
    const time = new Date(axis.from + ((axis.to - axis.from) * percent) / 100).toISOString();
    return `<span style="left:${percent}%">${moment(time)}</span>`;
  });
  return `<div class="ticks" aria-hidden="true">${marks.join("")}<span class="end">${axis.end}</span></div>`;
}

function barsByAgent(page: ReportPage, now: number): Map<string, Bar[]> {
  const lanes = new Map<string, Bar[]>();
  for (const intent of page.intents) {
    intent.owners.forEach((owner, k) => {
      const next = intent.owners[k + 1];
      const from = timeOf(owner.from, now);
      // Stopped work is drawn to the last word of its owner, not on and on.
      const end = next?.from ?? intent.closed_at ?? intent.stopped_since;
      const to = end === undefined ? now : timeOf(end, now);
      const before = intent.owners[k - 1]?.agent;
      const lane = lanes.get(owner.agent) ?? [];
      lane.push({ intent, from, to: Math.max(from, to), last: next === undefined, next: next?.agent, before });
      lanes.set(owner.agent, lane);
    });
  }
  return lanes;
}

/** Bars into rows: the first row whose last bar has ended, with room for a bar of least width. */
function stack(bars: readonly Bar[], axis: Axis): { readonly rows: readonly number[]; readonly count: number } {
  const ends: number[] = [];
  const rows = bars.map((bar) => {
    const left = axis.at(bar.from);
    let row = ends.findIndex((end) => end <= left);
    if (row < 0) row = ends.length;
    ends[row] = Math.max(axis.at(bar.to), left + 1.2) + 0.2;
    return row;
  });
  return { rows, count: ends.length };
}

const STATE: Readonly<Record<string, string>> = {
  INTENT: "p",
  CLAIMED: "c",
  IN_PROGRESS: "w",
  PROVISIONAL: "v",
  ACCEPTED: "a",
  DISCARDED: "d",
};

/** The swim lanes with their legend. */
export function lanesHtml(page: ReportPage, naming: Naming): string {
  if (page.intents.length === 0) return "<p>Nobody has declared anything yet.</p>";
  const axis = axisOf(page);
  const lanes = [...barsByAgent(page, axis.to)].sort((a, b) => b[1].length - a[1].length);
  const leases = leasesByIntent(page);
  const drawn = lanes.slice(0, MAX_LANES).map(([agent, bars]) => laneHtml(agent, bars, axis, naming, leases));
  const rest = lanes.length - MAX_LANES;
  const legend = [
    ["p", "declared"],
    ["c", "claimed"],
    ["w", "in progress"],
    ["v", "finished, not accepted"],
    ["a", "accepted"],
    ["d", "discarded"],
    ["s", "stopped"],
  ]
    .map(([name, words]) => `<span><i class="b ${name}"></i> ${words}</span>`)
    .join(" ");
  return `<p class="legend">${legend} <span><i class="l"></i> lease</span> <span><b>⇢</b> handed over</span></p>
<div class="scroll" tabindex="0" role="region" aria-label="Swim lanes over time, scrolls sideways"><div class="lanes">${ticks(axis)}
${drawn.join("\n")}
</div></div>${rest > 0 ? `<p>${rest} quieter agents are left out of the picture; their work is in the list of intents.</p>` : ""}`;
}

function leasesByIntent(page: ReportPage): Map<string, ReportPage["leases"]> {
  const found = new Map<string, ReportPage["leases"][number][]>();
  for (const lease of page.leases.slice(-MAX_LEASES)) {
    const key = `${lease.intent_id} ${lease.agent}`;
    found.set(key, [...(found.get(key) ?? []), lease]);
  }
  return found;
}

function laneHtml(
  agent: string,
  bars: readonly Bar[],
  axis: Axis,
  naming: Naming,
  leases: ReadonlyMap<string, ReportPage["leases"]>,
): string {
  const sorted = [...bars].sort((a, b) => a.from - b.from);
  const { rows, count } = stack(sorted, axis);
  const drawn = sorted.map((bar, i) => {
    const top = (rows[i] ?? 0) * ROW;
    const under = (leases.get(`${bar.intent.id} ${agent}`) ?? []).map((lease) => {
      const left = axis.at(timeOf(lease.from, axis.to));
      const width = Math.max(0.3, axis.at(timeOf(lease.to, axis.to)) - left);
      return `<i class="l" style="left:${left}%;width:${width.toFixed(2)}%;top:${top + 13}px"></i>`;
    });
    return barHtml(bar, axis, top, naming) + under.join("");
  });
  return `<div class="lane" data-a="${naming.agent(agent)}"><h3>${clipped(agent, 60)} <small>${bars.length}</small></h3><div class="track" style="height:${count * ROW}px">${drawn.join("")}</div></div>`;
}

function barHtml(bar: Bar, axis: Axis, top: number, naming: Naming): string {
  const { intent, next, before } = bar;
  const left = axis.at(bar.from);
  const width = Math.max(0, axis.at(bar.to) - left).toFixed(2);
  const state = intent.stopped_since && bar.last ? "s" : (STATE[intent.status] ?? "p");
  const words = [
    before === undefined ? "" : `taken over from ${clipped(before, naming.nameBytes)}, `,
    clipped(intent.summary, naming.titleBytes),
    next === undefined
      ? `, ${intent.stopped_since ? "stopped" : intent.status}`
      : `, handed to ${clipped(next, naming.nameBytes)}`,
  ].join("");
  const mark = next === undefined ? (before === undefined ? "" : "⇠") : "⇢";
  return `<a class="b ${state}" href="#${naming.intent(intent.id)}" style="left:${left}%;width:${width}%;top:${top}px" title="${words}">${mark}</a>`;
}

/** Findings on the axis: filled while open, hollow once settled. */
export function timelineHtml(page: ReportPage, naming: Naming, anchors: ReadonlyMap<string, string>): string {
  if (page.findings.length === 0) return "<p>No finding was ever recorded.</p>";
  const axis = axisOf(page);
  const shown = page.findings.slice(0, MAX_DOTS);
  const rows = (["HIGH", "MEDIUM", "LOW"] as const).map((level) => {
    const dots = shown
      .filter(({ severity }) => severity === level)
      .map((finding) => {
        const left = axis.at(timeOf(finding.detected_at, axis.to));
        const agents = finding.agents.map(naming.agent).join(" ");
        const words = `${level} ${escapeHtml(finding.rule)} ${clipped(finding.scope ?? finding.kind, naming.nameBytes)}, ${finding.status}, ${moment(finding.detected_at)}`;
        const target = anchors.get(finding.id);
        const where = target === undefined ? "" : ` href="#${target}"`;
        return `<a class="dot ${level} ${isOpen(finding) ? "" : "done"}"${where} style="left:${left}%" data-a="${agents}" data-s="${level}" data-r="${escapeHtml(finding.rule)}" title="${words}"></a>`;
      });
    return `<div class="lane"><h3>${level} <small>${page.findings.filter(({ severity }) => severity === level).length}</small></h3><div class="track dots">${dots.join("")}</div></div>`;
  });
  return `<p class="legend"><span><i class="dot HIGH"></i> open</span> <span><i class="dot HIGH done"></i> settled</span></p>
<div class="scroll" tabindex="0" role="region" aria-label="Findings over time, scrolls sideways"><div class="lanes">${ticks(axis)}
${rows.join("\n")}
</div></div>${page.findings.length > MAX_DOTS ? `<p>The ${MAX_DOTS} worst of ${page.findings.length} are drawn.</p>` : ""}`;
}
