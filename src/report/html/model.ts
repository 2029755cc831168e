// What the report page is made of. Types only; who fills it is src/core/report-page.ts.
import type { Severity } from "../../detect/model.ts";
import type { IntentStatus } from "../../store/model.ts";

export interface PageIntent {
  readonly id: string;
  readonly task: string | null;
  readonly summary: string;
  readonly status: IntentStatus;
  readonly scopes: readonly { readonly text: string; readonly operation: string; readonly inferred: boolean }[];
  /** Who had it from when on, oldest first; never empty. */
  readonly owners: readonly { readonly agent: string; readonly from: string }[];
  /** Why each later owner took it over, in the order of `owners` from the second on. */
  readonly handovers: readonly { readonly reason: string }[];
  readonly created_at: string;
  /** When it was accepted or discarded; absent while it is open. */
  readonly closed_at?: string;
  readonly stopped_since?: string;
}

export interface PageLease {
  readonly intent_id: string;
  readonly agent: string;
  readonly scope: string;
  readonly exclusive: boolean;
  readonly from: string;
  /** Release, or the end of the lease. */
  readonly to: string;
}

export interface PageFinding {
  readonly id: string;
  readonly rule: string;
  readonly kind: string;
  readonly severity: Severity;
  readonly score: number;
  readonly status: string;
  readonly scope: string | null;
  readonly source_intent_id: string;
  readonly target_intent_id: string;
  readonly agents: readonly string[];
  readonly explanation: string;
  readonly suggestion: string;
  readonly detected_at: string;
  readonly settled_at?: string;
}

export interface PageCount {
  readonly name: string;
  readonly count: number;
}

export interface ReportPage {
  readonly title: string;
  readonly version: string;
  readonly made_at: string;
  readonly as_of_event: number;
  readonly intents: readonly PageIntent[];
  readonly leases: readonly PageLease[];
  /** Open ones first, worst first. */
  readonly findings: readonly PageFinding[];
  readonly hot: {
    readonly scopes: readonly PageCount[];
    readonly files: readonly PageCount[];
    readonly agents: readonly PageCount[];
  };
  /** Label and number, in the order of the page's head. */
  readonly numbers: readonly (readonly [string, string])[];
}

/** Open findings are OPEN or COORDINATING. */
export function isOpen(finding: PageFinding): boolean {
  return finding.status === "OPEN" || finding.status === "COORDINATING";
}
