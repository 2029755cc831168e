// A ledger as a report page: payments, labels and thumbnails by several agents, as large and as hostile as asked for.
import type { PageFinding, PageIntent, ReportPage } from "../../src/report/html/model.ts";

const AGENTS = ["claude-a", "claude-b", "codex", "rosa", "印刷チーム", "thumbnails-bot"];
const SCOPES = [
  "symbol:PaymentService",
  "file:src/payments/refund.ts",
  "api:POST /labels",
  "schema:labels.printed_at",
  "config:thumbnails.cache.size",
  "symbol:ラベル印刷",
];
const SUMMARIES = [
  "Replace PaymentService with StripePayments",
  "Extend PaymentService with refunds for partial orders",
  "Print labels in batches, and let the queue retry",
  "ラベル印刷を新しいキューに移す",
  "Raise the thumbnail cache and drop the old one",
];
const HOUR = 3_600_000;
const START = Date.parse("2026-11-28T08:00:00.000Z");
export const MADE = "2026-11-30T12:00:00.000Z";

const iso = (time: number): string => new Date(time).toISOString();
const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;

export interface Mischief {
  readonly text: string;
}

/** A page with so many intents; `mischief` puts its text wherever the ledger holds text of others. */
export function pageOf(many: number, mischief?: Mischief): ReportPage {
  const say = (text: string): string => (mischief ? `${mischief.text} ${text}` : text);
  const span = Date.parse(MADE) - START;
  const intents: PageIntent[] = Array.from({ length: many }, (_, i) => {
    const from = START + Math.floor((span * i) / (many + 1));
    const closed = i % 3 !== 0 && from + 5 * HOUR < Date.parse(MADE);
    const owners = [{ agent: say(pick(AGENTS, i)), from: iso(from) }];
    if (i % 10 === 0) owners.push({ agent: say(pick(AGENTS, i + 1)), from: iso(from + HOUR) });
    return {
      id: `int_01jdyw${String(i).padStart(20, "0")}`,
      task: i % 2 === 0 ? `TASK-${i}` : null,
      summary: say(pick(SUMMARIES, i)),
      status: closed
        ? pick(["ACCEPTED", "DISCARDED", "ACCEPTED"] as const, i)
        : pick(["INTENT", "IN_PROGRESS", "PROVISIONAL", "CLAIMED"] as const, i),
      scopes: [
        { text: say(pick(SCOPES, i)), operation: pick(["replace", "extend", "modify"], i), inferred: i % 7 === 0 },
        { text: say(pick(SCOPES, i + 2)), operation: "modify", inferred: false },
      ],
      owners,
      handovers: owners.slice(1).map(() => ({ reason: say("its owner went silent") })),
      created_at: iso(from),
      ...(closed ? { closed_at: iso(from + 4 * HOUR) } : {}),
      ...(!closed && i % 9 === 0 ? { stopped_since: iso(from + HOUR) } : {}),
    };
  });
  const findings: PageFinding[] = Array.from({ length: Math.floor(many / 2) }, (_, i) => {
    const source = pick(intents, i * 2 + 1);
    const target = pick(intents, i * 2);
    const settled = i % 3 === 1;
    return {
      id: `cfl_${String(i).padStart(26, "0")}`,
      rule: pick(["FM-C001", "FM-C003", "FM-C004"], i),
      kind: pick(["destructive_vs_additive", "shared_contract", "duplicate_work"], i),
      severity: pick(["HIGH", "MEDIUM", "LOW"] as const, Math.floor(i / 2)),
      score: 0.97,
      status: settled ? "RESOLVED" : pick(["OPEN", "COORDINATING"], i),
      scope: i % 5 === 4 ? null : (source.scopes[0]?.text ?? null),
      source_intent_id: source.id,
      target_intent_id: target.id,
      agents: [source.owners[0]?.agent ?? "", target.owners[0]?.agent ?? ""],
      explanation: say("One wants to extend PaymentService while the other wants to replace it."),
      suggestion: say("Put a PaymentProvider between them; this is a heuristic."),
      detected_at: source.created_at,
      ...(settled ? { settled_at: MADE } : {}),
    };
  });
  const open = (f: PageFinding): number => (f.status === "RESOLVED" ? 1 : 0);
  const rank = { HIGH: 0, MEDIUM: 1, LOW: 2 };
  return {
    title: say("payments"),
    version: "0.1.0",
    made_at: MADE,
    as_of_event: many * 3,
    intents,
    leases: intents
      .filter((_, i) => i % 4 === 0)
      .map((intent) => ({
        intent_id: intent.id,
        agent: intent.owners[0]?.agent ?? "",
        scope: intent.scopes[0]?.text ?? "",
        exclusive: false,
        from: intent.created_at,
        to: iso(Date.parse(intent.created_at) + HOUR),
      })),
    findings: findings.sort((a, b) => open(a) - open(b) || rank[a.severity] - rank[b.severity]),
    hot: {
      scopes: SCOPES.map((name, i) => ({ name: say(name), count: 12 - i })),
      files: [{ name: say("src/payments/refund.ts"), count: 4 }],
      agents: AGENTS.map((name, i) => ({ name: say(name), count: 9 - i })),
    },
    numbers: [
      ["Open intents", String(intents.filter((i) => i.closed_at === undefined).length)],
      ["Open findings", String(findings.filter((f) => f.status !== "RESOLVED").length)],
      ["Resolved automatically", "92 %"],
    ],
  };
}
