// `status` for people: one screen of who works on what, open findings worst first, leases about to end, stopped and
// merged work. Without a terminal the same as tables, nothing left out. Pure.
import type { View } from "../commands/command.ts";
import type { StatusDocument, StatusFinding, StatusLease, StatusWork } from "../core/documents.ts";
import { counted } from "../counted.ts";
import { age } from "./age.ts";
import { parts } from "./check.ts";
import { visible } from "./escape.ts";
import { clip, type Section, screenLines } from "./screen.ts";
import { heading, paragraph, table } from "./table.ts";
import { severityRole, shortIds } from "./words.ts";
import { wrap } from "./wrap.ts";

/** Table form of `foremerge.status/1`. */
export function statusText(view: View, doc: StatusDocument): string {
  if (view.width === undefined) return listed(view, doc);
  // One row stays free for the prompt.
  return `${statusScreen(view, doc, view.width, (view.height ?? 24) - 1).join("\n")}\n`;
}

/** The headline: numbers, and how old the news from other machines is. */
export function statusHeadline(view: View, doc: StatusDocument): string {
  const { open_intents, agents, open_findings: open, live_claims } = doc.counts;
  const findings = [
    open.HIGH > 0 ? `${open.HIGH} HIGH` : "",
    open.MEDIUM > 0 ? `${open.MEDIUM} MEDIUM` : "",
    open.LOW > 0 ? `${open.LOW} LOW` : "",
  ].filter(Boolean);
  const words = [
    `${counted(open_intents, "open intent")} of ${counted(agents, "agent")}`,
    findings.length > 0 ? `findings: ${findings.join(", ")}` : "no open finding",
    counted(live_claims, "live claim"),
  ];
  if (doc.synced_at) words.push(`synced ${age(doc.synced_at, view.now)}`);
  return words.join(" · ");
}

/** The screen as lines, at most `height` of them. */
export function statusScreen(view: View, doc: StatusDocument, width: number, height: number): string[] {
  const role = doc.counts.open_findings.HIGH > 0 ? "high" : "strong";
  const top = wrap(visible(statusHeadline(view, doc)), width).map((line) => view.paint(role, line));
  const unseen = doc.unseen?.length ?? 0;
  if (unseen > 0) {
    const have = unseen === 1 ? "finding" : "findings";
    top.push(view.paint("warn", clip(`${unseen} ${have} on your work that you have not seen yet`, width)));
  }
  if (doc.counts.open_intents === 0 && doc.findings.length === 0) {
    top.push(clip('Nobody has declared anything. foremerge intent publish "…" --scope symbol:NAME=replace', width));
  }
  return [...top, ...screenLines(view, sectionsOf(view, doc), height - top.length, width)].slice(0, height);
}

/** The sections of the screen, in the order in which they get rows. */
export function sectionsOf(view: View, doc: StatusDocument): Section[] {
  const short = shortIds([
    ...doc.work.map((w) => w.intent_id),
    ...doc.stopped.map((w) => w.intent_id),
    ...doc.merged.map((w) => w.intent_id),
    ...doc.leases.map((l) => l.intent_id),
    ...doc.findings.map((f) => f.id),
  ]);
  const workRow = (work: StatusWork, state: string) => [
    { text: work.agent, role: "strong" as const },
    { text: state, role: work.stopped_since ? ("warn" as const) : ("plain" as const) },
    { text: short(work.intent_id), role: "dim" as const },
    { text: `${scopesOf(work)}${work.summary}` },
  ];
  const caps = [16, 18, 20, 0];
  return [
    {
      title: "Open findings, worst first",
      rows: doc.findings.map((finding) => findingRow(finding, short, view)),
      more: "foremerge conflicts list",
      caps: (view.width ?? 0) < 100 ? [6, 7, 20, 0] : [6, 7, 20, 12, 0],
    },
    {
      title: "Who works on what",
      rows: doc.work.map((work) => workRow(work, work.status)),
      more: "foremerge intent list",
      caps,
    },
    {
      title: "Leases, next to end first",
      rows: doc.leases.map((lease) => leaseRow(lease, view)),
      more: "foremerge claim list",
      caps: [16, 16, 9, 0],
    },
    {
      title: "Stopped work: adopt it or discard it",
      rows: doc.stopped.map((work) => workRow(work, `silent ${ageWithoutAgo(work.stopped_since, view)}`)),
      more: "foremerge intent list",
      caps,
    },
    {
      title: "Merged already: foremerge intent accept ID --merged",
      rows: doc.merged.map((work) => workRow(work, `merged, ${age(work.last_seen_at, view.now)}`)),
      more: "foremerge intent list",
      caps,
    },
  ];
}

const ageWithoutAgo = (at: string | undefined, view: View): string => age(at, view.now).replace(/ ago$/, "");

const scopesOf = ({ scopes }: StatusWork): string =>
  scopes.length === 0 ? "no scopes: " : `${scopes[0]}${scopes.length > 1 ? ` +${scopes.length - 1}` : ""}: `;

/** Agents by name, and tasks that nobody works on yet by their ids. */
const sidesOf = ({ agents, tasks = [] }: StatusFinding): readonly string[] => [
  ...agents,
  ...tasks.map((task) => `task ${task}`),
];

const findingRow = (finding: StatusFinding, short: (id: string) => string, view: View) => [
  { text: finding.severity, role: severityRole(finding.severity) },
  { text: finding.rule },
  { text: short(finding.id), role: "dim" as const },
  // Who with whom is what the line is read for: on a narrow screen the age makes room for it.
  ...((view.width ?? 0) < 100 ? [] : [{ text: age(finding.detected_at, view.now) }]),
  { text: `${sidesOf(finding).join(" and ")}: ${finding.scope ?? finding.kind}` },
];

const leaseRow = (lease: StatusLease, view: View) => [
  { text: lease.agent, role: "strong" as const },
  {
    text: lease.lapsed ? `lapsed ${age(lease.expires_at, view.now)}` : `ends ${age(lease.expires_at, view.now)}`,
    role: lease.lapsed ? ("warn" as const) : ("plain" as const),
  },
  lease.lost_to ? { text: "lost lock", role: "warn" as const } : { text: lease.exclusive ? "lock" : "claim" },
  { text: lease.lost_to ? `${lease.scope}, lost to ${lease.lost_to.agent}` : lease.scope },
];

function listed(view: View, doc: StatusDocument): string {
  const workTable = (title: string, list: readonly StatusWork[]): string =>
    list.length === 0
      ? ""
      : heading(view, title) +
        table(
          view,
          [
            { title: "Intent" },
            { title: "Agent" },
            { title: "Status" },
            { title: "Last seen" },
            { title: "Task" },
            { title: "Scopes" },
            { title: "Summary" },
          ],
          list.map((w) => [w.intent_id, w.agent, w.status, age(w.last_seen_at, view.now), w.task, w.scopes, w.summary]),
        );
  return parts([
    paragraph(view, statusHeadline(view, doc)),
    doc.findings.length === 0
      ? ""
      : heading(view, "Open findings") +
        table(
          view,
          [
            { title: "Severity" },
            { title: "Rule" },
            { title: "Status" },
            { title: "Conflict" },
            { title: "Age" },
            { title: "Scope" },
            { title: "Agents" },
          ],
          doc.findings.map((f) => [
            f.severity,
            f.rule,
            f.status,
            f.id,
            age(f.detected_at, view.now),
            f.scope,
            sidesOf(f),
          ]),
        ),
    workTable("Work", doc.work),
    doc.leases.length === 0
      ? ""
      : heading(view, "Leases") +
        table(
          view,
          [
            { title: "Scope" },
            { title: "Agent" },
            { title: "Kind" },
            { title: "Ends" },
            { title: "Claim" },
            { title: "Intent" },
          ],
          doc.leases.map((l) => [
            l.scope,
            l.agent,
            l.exclusive ? "lock" : "claim",
            `${l.lost_to ? `lost to ${l.lost_to.agent}, ends ` : l.lapsed ? "lapsed " : ""}${age(l.expires_at, view.now)}`,
            l.claim_id,
            l.intent_id,
          ]),
        ),
    workTable("Stopped", doc.stopped),
    workTable("Merged", doc.merged),
  ]);
}
