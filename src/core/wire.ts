// From any document with findings to the one report that sarif, junit, github and markdown are rendered from.
import type { Document } from "../commands/command.ts";
import type { Place, RuleHelp, Threshold, WireReport } from "../report/wire.ts";
import { sha256 } from "../sha256.ts";
import type { State } from "../store/state.ts";
import type { NotAssessed, Party, ShownFinding } from "./documents.ts";
import type { Session } from "./session.ts";
import { planFindings, type RawFinding } from "./wire-plan.ts";

/**
 * The report of a document: its findings with places, worst first.
 * @param title the call, as in `foremerge ci`
 */
export async function wireReport(session: Session, document: Document, title: string): Promise<WireReport> {
  const plan = planFindings(document);
  const findings: readonly RawFinding[] = plan ? [...plan.findings].sort(worstFirst) : findingsOf(document);
  const opened = session.opened();
  const state = opened?.state ?? opened?.ledger.read();
  const parties = partiesOf(document);
  const places = await placesOf(session, state, findings);
  const { manifestPlace } = await import("./locate.ts");
  const manifest = manifestPlace(session.root, session.repository !== undefined);
  return {
    title,
    version: FOREMERGE_VERSION,
    findings: findings.map((finding) => ({
      ...finding,
      rule: ruleOf(finding),
      settled: isSettled(finding),
      place: finding.place ?? places(finding) ?? manifest,
      fingerprint: fingerprintOf(finding),
      sides: sidesOf(state, parties, finding),
    })),
    not_assessed: plan?.not_assessed ?? (list(document.not_assessed) as readonly NotAssessed[]),
    assessment: document.assessment === "incomplete" ? "incomplete" : "complete",
    fail_on: thresholdOf(document),
    rules: await ruleHelp(),
    notes: list(document.notes).filter((note) => typeof note === "string"),
  };
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isFinding = (value: unknown): value is ShownFinding =>
  typeof value === "object" &&
  value !== null &&
  ["id", "severity", "explanation", "evidence"].every((name) => Object.hasOwn(value, name));

/** The findings of a document, wherever its kind keeps them. */
export function findingsOf(document: Document): readonly ShownFinding[] {
  // `intent finish` carries what its drift would bring.
  const drift = (document.drift as { findings?: unknown } | undefined)?.findings;
  const found = [document.findings, document.conflicts, document.open_conflicts, drift].flatMap(list).filter(isFinding);
  if (isFinding(document.conflict)) found.push(document.conflict);
  return [...new Map(found.map((finding) => [finding.id, finding])).values()].sort(worstFirst);
}

const RANK: Readonly<Record<string, number>> = { HIGH: 0, MEDIUM: 1, LOW: 2 };

function worstFirst(a: ShownFinding, b: ShownFinding): number {
  return (
    Number(isSettled(a)) - Number(isSettled(b)) ||
    (RANK[a.severity] ?? 3) - (RANK[b.severity] ?? 3) ||
    b.score - a.score ||
    (a.id < b.id ? -1 : 1)
  );
}

const isSettled = (finding: ShownFinding): boolean =>
  finding.previously_settled || (finding.status !== "OPEN" && finding.status !== "COORDINATING");

const ruleOf = (finding: ShownFinding): string =>
  typeof finding.evidence.rule === "string" ? finding.evidence.rule : finding.kind;

function thresholdOf(document: Document): Threshold {
  const policy = typeof document.policy === "string" ? document.policy : "";
  return policy === "medium" || policy === "low" || policy === "never" ? policy : "high";
}

/** Recorded findings have an id made of their content; a what-if gets one made of what does not change with it. */
function fingerprintOf(finding: ShownFinding): string {
  if (finding.id.startsWith("cfl_")) return finding.id;
  const { source_scope, target_scope } = finding.evidence;
  const parts = [finding.kind, finding.target_intent_id, source_scope ?? null, target_scope ?? null];
  return sha256(JSON.stringify(parts)).slice(0, 32);
}

/** Who the sides are, where the document says so itself (`ci` reads a ledger that is not this clone's). */
function partiesOf(document: Document): ReadonlyMap<string, Party> {
  return new Map((list(document.parties) as readonly Party[]).map((party) => [party.intent_id, party]));
}

function sidesOf(
  state: State | undefined,
  parties: ReadonlyMap<string, Party>,
  finding: ShownFinding,
): readonly string[] {
  return [finding.source_intent_id, finding.target_intent_id].flatMap((id) => {
    const side = parties.get(id) ?? state?.intent(id);
    return side ? [`${side.agent}: ${side.summary} (${id})`] : [];
  });
}

/** Finds the scopes of all findings at once; the answer knows the place of each finding. */
async function placesOf(
  session: Session,
  state: State | undefined,
  findings: readonly ShownFinding[],
): Promise<(finding: ShownFinding) => Place | undefined> {
  const sought = findings.flatMap((finding) => {
    const near = [finding.source_intent_id, finding.target_intent_id].flatMap((id) => {
      const intent = state?.intent(id);
      return [
        ...(intent?.scopes ?? []).flatMap(({ kind, key }) => (kind === "file" ? [key] : [])),
        ...(intent?.files ?? []),
      ];
    });
    return finding.scope === null ? [] : [{ scope: finding.scope, near }];
  });
  if (sought.length === 0) return () => undefined;
  const { keyOf, locateScopes } = await import("./locate.ts");
  const places = await locateScopes(session, sought);
  return ({ scope }) => (scope === null ? undefined : places.get(keyOf(scope)));
}

async function ruleHelp(): Promise<readonly RuleHelp[]> {
  const { RULES } = await import("../detect/registry.ts");
  return RULES.map(({ id, kind, summary, rationale, example }) => ({
    id,
    kind,
    summary,
    rationale,
    example: `${example.source} against ${example.target}`,
  }));
}
