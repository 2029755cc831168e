// A throw-away ledger and short ways to write the events of a small story into it.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScopeClaim } from "../../src/detect/model.ts";
import type { NewEvent } from "../../src/store/event.ts";
import { newId } from "../../src/store/id.ts";
import type { LedgerPlace } from "../../src/store/ledger.ts";
import type { PublishedIntent } from "../../src/store/model.ts";
import { createLedger, openLedger } from "../../src/store/open-ledger.ts";

export const NOON = new Date("2026-11-30T12:00:00.000Z");

export interface Workshop {
  readonly folder: string;
  readonly place: LedgerPlace;
  readonly warnings: string[];
  open(): ReturnType<typeof openLedger>;
  write(...events: NewEvent[]): void;
  /** Bytes behind the end of the file, as another program would leave them. */
  damage(bytes: string | Uint8Array): void;
  text(): string;
  lines(): string[];
  clear(): void;
}

/** A new ledger in a folder of its own. */
export function workshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), "foremerge-store-"));
  const place: LedgerPlace = { path: join(folder, "ledger.jsonl"), folder, kind: "folder", exists: false };
  createLedger(place, { actor: "ada", at: NOON });
  const warnings: string[] = [];
  const open = (): ReturnType<typeof openLedger> => openLedger(place, { onWarning: (text) => warnings.push(text) });
  return {
    folder,
    place,
    warnings,
    open,
    write: (...events) => {
      open().transact({ actor: "ada", at: NOON }, () => ({ events, result: undefined }));
    },
    damage: (bytes) => appendFileSync(place.path, bytes),
    text: () => readFileSync(place.path, "utf8"),
    lines: () => readFileSync(place.path, "utf8").split("\n").slice(0, -1),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const intentId = (): string => newId("int", NOON);

/** An intent to publish: `replace` of the payment service unless said otherwise. */
export function published(id: string, over: Partial<PublishedIntent> = {}): NewEvent {
  const scopes: ScopeClaim[] = [{ kind: "symbol", key: "PaymentService", operation: "replace", inferred: false }];
  const intent = {
    id,
    agent: "ada",
    summary: "Replace the payment service",
    scopes,
    uses: [],
    depends_on: [],
    ...over,
  };
  return { type: "intent.published", data: { intent } };
}

/** A claim on a file for one hour. */
export function claimed(id: string, intent: string, key = "src/payments.ts"): NewEvent {
  return {
    type: "claim.taken",
    data: {
      claim: {
        id,
        intent_id: intent,
        agent: "ada",
        scope: { kind: "file", key },
        exclusive: false,
        read: false,
        lease_seconds: 3600,
        expires_at: "2026-11-30T13:00:00.000Z",
      },
    },
  };
}

/** A finding between two intents. */
export function detected(id: string, source: string, target: string, detection = newId("dtn", NOON)): NewEvent {
  const evidence = {
    rule: "FM-C001",
    asserted: true,
    source_operation: "extend",
    target_operation: "replace",
    source_operation_inferred: false,
    target_operation_inferred: false,
    match: "full",
    overlap: "the same semantic scope",
    source_scope: "symbol:paymentservice",
    target_scope: "symbol:paymentservice",
    detected_before_code: true,
  } as const;
  const finding = {
    id,
    kind: "destructive_vs_additive",
    severity: "HIGH",
    score: 0.97,
    source_intent_id: source,
    target_intent_id: target,
    scope: { kind: "symbol", key: "PaymentService" },
    explanation: "One replaces what the other extends.",
    suggestion: "Agree on a provider.",
    evidence,
  } as const;
  return {
    type: "conflict.detected",
    data: {
      finding,
      detection: {
        id: detection,
        severity: "HIGH",
        score: 0.97,
        evidence,
        previously_settled: false,
        source_intent_id: source,
      },
    },
  };
}

/** A settlement. */
export function settled(id: string, as: "resolved" | "overridden" | "dismissed" = "resolved"): NewEvent {
  const decision = {
    id: newId("dec", NOON),
    as,
    resolution: "agreed",
    reason: "agreed",
    agent: "ada",
    by: "agent",
  } as const;
  return { type: `conflict.${as}`, data: { conflict_id: id, decision } } as NewEvent;
}
