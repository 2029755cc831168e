// Fills the report page (src/report/html) from the ledger: intents with their owners over time, leases, findings.
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { ForemergeError, invalidInput } from "../errors.ts";
import type { PageFinding, PageIntent, PageLease, ReportPage } from "../report/html/model.ts";
import type { Claim, Conflict, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { ReportDocument } from "./report.ts";
import type { Session } from "./session.ts";

/** The newest so many intents and findings: older ones are counted in the numbers, not drawn. */
const MAX_INTENTS = 1_000;
const MAX_FINDINGS = 2_000;

const RANK: Readonly<Record<string, number>> = { HIGH: 0, MEDIUM: 1, LOW: 2 };
const isOpen = (conflict: Conflict): boolean => conflict.status === "OPEN" || conflict.status === "COORDINATING";
const isClosed = (intent: Intent): boolean => intent.status === "ACCEPTED" || intent.status === "DISCARDED";

/**
 * The page of a ledger.
 * @param stopped says since when an open intent's owner has been silent, if it counts as stopped
 */
export function reportPage(
  session: Session,
  state: State,
  numbers: ReportDocument,
  stopped: (intent: Intent) => string | undefined,
): ReportPage {
  const intents = new Map(state.allIntents().map((intent) => [intent.id, intent]));
  const shown = newest([...intents.values()]);
  const open = new Set(state.openConflicts().map(({ id }) => id));
  const findings = state
    .allConflicts()
    .map((conflict) => findingOf(conflict, intents, open))
    .sort(byWeight)
    .slice(0, MAX_FINDINGS);
  const ids = new Set(shown.map(({ id }) => id));
  return {
    title: basename(session.root),
    version: FOREMERGE_VERSION,
    made_at: session.now.toISOString(),
    as_of_event: state.asOf,
    intents: shown.map((intent) => intentOf(intent, stopped)),
    leases: state
      .allClaims()
      .filter((claim) => ids.has(claim.intent_id))
      .map(leaseOf),
    findings,
    hot: numbers.hot_spots,
    numbers: [
      ["Open intents", String(state.openIntents().length)],
      ["Open findings", String(open.size)],
      ["Detected", String(numbers.detected)],
      ["Settled automatically", String(numbers.resolved_automatically)],
      ["By agents", String(numbers.resolved_by_agents)],
      ["By a person", String(numbers.resolved_by_person)],
      ["Ordered, waiting", String(numbers.ordered_waiting)],
      ["Escalated, open", String(numbers.escalated_open)],
      ["Automatic rate", numbers.rate === null ? "–" : `${Math.round(numbers.rate * 100)} %`],
    ],
  };
}

/** Open ones first, then the newest, in the order in which they were published. */
function newest(all: readonly Intent[]): readonly Intent[] {
  if (all.length <= MAX_INTENTS) return all;
  const open = all.filter((intent) => !isClosed(intent)).slice(-MAX_INTENTS);
  const room = MAX_INTENTS - open.length;
  const kept = new Set([...open, ...(room > 0 ? all.filter(isClosed).slice(-room) : [])]);
  return all.filter((intent) => kept.has(intent));
}

function intentOf(intent: Intent, stopped: (intent: Intent) => string | undefined): PageIntent {
  const owners = [...intent.previous_owners, { agent: intent.agent, at: "", reason: "" }];
  const since = isClosed(intent) ? undefined : stopped(intent);
  return {
    id: intent.id,
    task: intent.task ?? null,
    summary: intent.summary,
    status: intent.status,
    scopes: intent.scopes.map(({ kind, key, operation, inferred }) => ({
      text: `${kind}:${key}`,
      operation,
      inferred,
    })),
    // previous_owners says when each was replaced: the next one starts there.
    owners: owners.map(({ agent }, i) => ({
      agent,
      from: i === 0 ? intent.created_at : (intent.previous_owners[i - 1]?.at ?? intent.created_at),
    })),
    handovers: intent.previous_owners.map(({ reason }) => ({ reason })),
    created_at: intent.created_at,
    ...(intent.closed ? { closed_at: intent.closed.at } : {}),
    ...(since === undefined ? {} : { stopped_since: since }),
  };
}

function leaseOf(claim: Claim): PageLease {
  const { intent_id, agent, scope, exclusive, taken_at, expires_at, released } = claim;
  const ends = released && released.at < expires_at ? released.at : expires_at;
  return { intent_id, agent, scope: `${scope.kind}:${scope.key}`, exclusive, from: taken_at, to: ends };
}

function findingOf(conflict: Conflict, intents: ReadonlyMap<string, Intent>, open: ReadonlySet<string>): PageFinding {
  const { rule } = conflict.evidence as { readonly rule?: unknown };
  const { source_intent_id, target_intent_id, scope } = conflict;
  const agents = [source_intent_id, target_intent_id].flatMap((id) => intents.get(id)?.agent ?? []);
  const [decision] = conflict.decisions;
  // Findings whose two intents have both ended are open no more, whoever forgot to settle them (spec 4.2).
  const ended = isOpen(conflict) && !open.has(conflict.id);
  return {
    id: conflict.id,
    rule: typeof rule === "string" ? rule : conflict.kind,
    kind: conflict.kind,
    severity: conflict.severity,
    score: conflict.score,
    status: ended ? "ended" : conflict.status,
    scope: scope === null ? null : `${scope.kind}:${scope.key}`,
    source_intent_id,
    target_intent_id,
    agents: [...new Set(agents)],
    explanation: conflict.explanation,
    suggestion: conflict.suggestion,
    detected_at: conflict.detected_at,
    ...(decision ? { settled_at: decision.at } : {}),
  };
}

/** Open ones first, worst first; settled ones newest first. */
function byWeight(a: PageFinding, b: PageFinding): number {
  const [openA, openB] = [a, b].map(({ status }) => Number(status === "OPEN" || status === "COORDINATING"));
  if (openA !== openB) return (openB ?? 0) - (openA ?? 0);
  const newer = a.detected_at < b.detected_at ? 1 : a.detected_at > b.detected_at ? -1 : 0;
  if (!openA) return newer;
  return (RANK[a.severity] ?? 3) - (RANK[b.severity] ?? 3) || b.score - a.score || newer;
}

/**
 * Writes the page beside its place and moves it there, so that nobody opens half of one.
 * @returns its absolute path
 * @throws INVALID_INPUT for a folder, LEDGER_FAILED's exit status (3) where nothing can be written
 */
export function writeReportPage(session: Session, file: string, html: string): string {
  if (file.trim() === "") throw invalidInput('--html "" is blank', "write --html FILE");
  const path = resolve(session.cwd, file);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw invalidInput(
      `--html ${JSON.stringify(file)} is a folder`,
      `write --html ${file.replace(/\/+$/, "")}/report.html`,
    );
  }
  if (path === session.place.path)
    throw invalidInput(`--html ${JSON.stringify(file)} is the ledger`, "write another name");
  const spare = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(spare, html, { flag: "wx" });
    renameSync(spare, path);
  } catch (error) {
    rmSync(spare, { force: true });
    throw new ForemergeError("LEDGER_FAILED", `the page could not be written to ${path}: ${(error as Error).message}`, {
      hint: "choose a folder that exists and may be written",
      cause: error,
    });
  }
  return path;
}
