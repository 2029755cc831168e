// A small story in documents: payments are replaced while somebody extends them, labels and thumbnails beside them.
import type { ClaimView, IntentView, ShownFinding, StatusDocument } from "../../src/core/documents.ts";

export const ids = {
  replace: "int_01jdyw0000pay0replace00000",
  extend: "int_01jdyw0000pay0extend000000",
  labels: "int_01jdyw0000labels0000000000",
  conflict: "cfl_8tq3m6v0h1k2n4p5r7s9w0x1y2",
} as const;

export const HIGH: ShownFinding = {
  id: ids.conflict,
  kind: "destructive_vs_additive",
  severity: "HIGH",
  score: 0.97,
  source_intent_id: ids.extend,
  target_intent_id: ids.replace,
  scope: { kind: "symbol", key: "PaymentService" },
  explanation: "int_…extend wants to extend PaymentService while int_…replace wants to replace it.",
  suggestion: "Put a PaymentProvider between them; this is a heuristic.",
  evidence: { rule: "FM-C001", asserted: true, match: "full", source_scope: "symbol:paymentservice" },
  status: "OPEN",
  previously_settled: false,
  detected_at: "2026-11-30T11:57:00.000Z",
};

export const LOW: ShownFinding = {
  ...HIGH,
  id: "cfl_0000000000000000000000low0",
  kind: "shared_contract",
  severity: "LOW",
  score: 0.759,
  target_intent_id: ids.labels,
  scope: null,
  evidence: { rule: "FM-C003", asserted: false },
  explanation: "Both extend the label queue.\u001b[2J",
};

export const REPLACE: IntentView = {
  id: ids.replace,
  agent: "claude-a",
  task: "PAY-1",
  summary: "Replace PaymentService with StripePayments",
  scopes: [{ kind: "symbol", key: "PaymentService", operation: "replace", inferred: false }],
  uses: [{ kind: "env", key: "STRIPE_KEY" }],
  depends_on: [],
  status: "IN_PROGRESS",
  branch: "stripe",
  created_at: "2026-11-30T09:00:00.000Z",
};

export const CLAIM: ClaimView = {
  id: "clm_01jdyw0000claim00000000000",
  intent_id: ids.replace,
  agent: "claude-a",
  scope: { kind: "file", key: "src/payments/service.ts" },
  exclusive: true,
  read: false,
  taken_at: "2026-11-30T11:30:00.000Z",
  expires_at: "2026-11-30T12:20:00.000Z",
  live: true,
  state: "live",
};

/** A ledger with `many` agents at work. */
export function statusOf(many: number): StatusDocument {
  const work = Array.from({ length: many }, (_, i) => ({
    intent_id: `int_01jdyw0000${String(i).padStart(16, "0")}`,
    agent: `agent-${i}`,
    task: null,
    summary:
      i % 3 === 0
        ? "ラベル印刷を新しいキューに移す 🏷️ and retire the old one"
        : "Extend PaymentService with refunds for partial orders",
    status: "IN_PROGRESS" as const,
    scopes: ["symbol:PaymentService", "file:src/payments/refund.ts"],
    last_seen_at: "2026-11-30T11:50:00.000Z",
  }));
  const findings = work.slice(0, Math.floor(many / 2)).map((w, i) => ({
    id: `cfl_${String(i).padStart(26, "0")}`,
    rule: "FM-C001",
    kind: "destructive_vs_additive",
    severity: i === 0 ? ("HIGH" as const) : ("MEDIUM" as const),
    status: "OPEN" as const,
    scope: "symbol:PaymentService",
    agents: [w.agent, "claude-\u001b[31mb"],
    detected_at: "2026-11-30T11:57:00.000Z",
  }));
  return {
    schema: "foremerge.status/1",
    as_of_event: many * 2,
    work,
    findings,
    leases: work.slice(0, 5).map((w) => ({
      claim_id: "clm_01jdyw0000claim00000000000",
      intent_id: w.intent_id,
      agent: w.agent,
      scope: "file:src/payments/refund.ts",
      exclusive: false,
      expires_at: "2026-11-30T12:20:00.000Z",
      lapsed: false,
    })),
    stopped: work.slice(0, 2).map((w) => ({ ...w, stopped_since: "2026-11-30T07:00:00.000Z" })),
    merged: work.slice(0, 1),
    counts: {
      open_intents: many,
      agents: many,
      open_findings: { HIGH: findings.length > 0 ? 1 : 0, MEDIUM: Math.max(0, findings.length - 1), LOW: 0 },
      live_claims: 5,
    },
    synced_at: "2026-11-30T11:00:00.000Z",
  };
}
