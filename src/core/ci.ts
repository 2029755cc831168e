// ci (spec 5.4): the intents of this branch against all others, by the rules of the base branch. Writes nothing.
import type { FailOn } from "../config/settings.ts";
import type { Candidate, Finding, RuleLevel, Severity } from "../detect/model.ts";
import { changedFiles } from "../git/diff.ts";
import { findCommits, isAncestor, mergeBase } from "../git/refs.ts";
import type { Conflict, Intent } from "../store/model.ts";
import { candidateOf, type State } from "../store/state.ts";
import { type BasePolicy, basePolicy, judgedBranch } from "./base-policy.ts";
import { branchNamed } from "./choose-remote.ts";
import { detectAgainstState, shown, subjectNotAssessed } from "./detection.ts";
import type { NotAssessed, Party, ShownFinding, StoppedWork } from "./documents.ts";
import { readLedgerForCi } from "./ledger-from-git.ts";
import { isOpenIntent } from "./ownership.ts";
import { isOpen, viewOfConflict } from "./recording.ts";
import type { Session } from "./session.ts";
import { lastSync } from "./sync-memory.ts";
import { type CheckPolicy, isIncomplete, policyExit, RANK } from "./verdict.ts";
import { closingCommand, mergedIntents } from "./work-commits.ts";

export interface CiRequest {
  readonly base: string | undefined;
  readonly branch: string | undefined;
  /** False: only what is here already. */
  readonly fetch: boolean;
  /** The branch that carries the ledger on hosts that refuse the hidden ref; undefined: what the base branch says. */
  readonly ledgerBranch: string | undefined;
  readonly failOn: FailOn | undefined;
  readonly allowUnknown: boolean;
  readonly strict: boolean;
}

/** `foremerge.ci/1`: a check document with where its rules and its ledger came from. */
export interface CiDocument {
  readonly schema: "foremerge.ci/1";
  readonly as_of_event: number | null;
  readonly branch: string | null;
  readonly base: string | null;
  /** Open intents of this branch that were checked. */
  readonly intents: readonly string[];
  readonly ephemeral: boolean;
  readonly blocking: boolean;
  readonly checked_intents: number;
  readonly findings: readonly ShownFinding[];
  /** The intents on either side of the findings. */
  readonly parties: readonly Party[];
  readonly stopped_work: readonly StoppedWork[];
  /** Open intents whose work the base branch holds, with the command that closes them. */
  readonly merged_work: readonly { readonly intent_id: string; readonly agent: string; readonly command: string }[];
  readonly assessment: "complete" | "incomplete";
  readonly not_assessed: readonly NotAssessed[];
  /** The fail-on in force. */
  readonly policy: string;
  readonly policy_from: string;
  readonly ledger: readonly string[];
  /** When this clone last met a remote by `ledger sync`; null when it never did. What was fetched for this check is as of now. */
  readonly synced_at: string | null;
  readonly notes: readonly string[];
  readonly [extra: string]: unknown;
}

/** The check, and the exit status that it asks for. */
export async function ci(session: Session, request: CiRequest): Promise<{ document: CiDocument; exit: number }> {
  const { ledgerBranch: named } = request;
  const policy = await basePolicy(session, request.base);
  const judged: Session = Object.create(session, { settings: { value: policy.settings } });
  const check: CheckPolicy = {
    failOn: request.failOn ?? policy.settings.fail_on ?? "high",
    allowUnknown: request.allowUnknown,
    strict: request.strict,
  };
  const branch = judgedBranch(session, request.branch);
  const carrier = named === undefined ? policy.settings.sync.branch : branchNamed("--ledger-branch", named);
  const ledger = readLedgerForCi(judged, { fetch: request.fetch, branch: carrier });
  if ("reason" in ledger) {
    const found: Found = { ...NOTHING, notAssessed: [{ what: "ledger", reason: ledger.reason, side: "subject" }] };
    return finish(session, policy, check, branch, null, [], found);
  }
  try {
    const found = judge(judged, ledger.state, branch, policy);
    const notes = [...found.notes, ...ledger.troubles];
    const notAssessed = [...ledger.unread, ...found.notAssessed];
    return finish(session, policy, check, branch, ledger.state.asOf, ledger.sources, { ...found, notes, notAssessed });
  } finally {
    ledger.close();
  }
}

interface Found {
  readonly intents: readonly Intent[];
  readonly compared: number;
  readonly findings: readonly ShownFinding[];
  readonly parties: readonly Party[];
  readonly stoppedWork: readonly StoppedWork[];
  readonly notAssessed: readonly NotAssessed[];
  readonly merged: CiDocument["merged_work"];
  readonly notes: readonly string[];
}

const NOTHING: Found = {
  intents: [],
  compared: 0,
  findings: [],
  parties: [],
  stoppedWork: [],
  notAssessed: [],
  merged: [],
  notes: [],
};

function finish(
  session: Session,
  policy: BasePolicy,
  check: CheckPolicy,
  branch: string | undefined,
  asOf: number | null,
  sources: readonly string[],
  found: Found,
): { document: CiDocument; exit: number } {
  const trouble: NotAssessed[] =
    policy.trouble === undefined ? [] : [{ what: "policy", reason: policy.trouble, side: "subject" }];
  const notAssessed = [...trouble, ...found.notAssessed];
  const document: CiDocument = {
    schema: "foremerge.ci/1",
    as_of_event: asOf,
    branch: branch ?? null,
    base: policy.base?.name ?? null,
    intents: found.intents.map(({ id }) => id),
    ephemeral: false,
    blocking: found.findings.some(({ severity, previously_settled }) => severity === "HIGH" && !previously_settled),
    checked_intents: found.compared,
    findings: found.findings,
    parties: found.parties,
    stopped_work: found.stoppedWork,
    merged_work: found.merged,
    assessment: isIncomplete(notAssessed, check) ? "incomplete" : "complete",
    not_assessed: notAssessed,
    policy: check.failOn,
    policy_from: policy.from,
    ledger: sources,
    synced_at: session.place.exists ? (lastSync(session)?.synced_at ?? null) : null,
    notes: [`judged by the rules of ${policy.base?.name ?? "nobody"}: ${policy.from}`, ...found.notes],
  };
  return { document, exit: policyExit({ findings: found.findings, not_assessed: notAssessed }, check) };
}

function judge(session: Session, state: State, branch: string | undefined, policy: BasePolicy): Found {
  const { intents, closed } = intentsOf(session, state, branch, policy);
  const undeclared = intents.length === 0 && closed === 0 ? changedPaths(session, policy) : undefined;
  const candidates = intents.map(candidateOf);
  const notAssessed = new Map<string, NotAssessed>();
  const add = (list: readonly NotAssessed[]): void => {
    for (const each of list) notAssessed.set(`${each.side} ${each.what}`, each);
  };
  for (const candidate of candidates) add(subjectNotAssessed(candidate));
  if (undeclared) {
    add([{ what: branch ?? "HEAD", reason: undeclaredReason(undeclared.length), side: "subject" }]);
    if (undeclared.length > 0) candidates.push(asCandidate(undeclared, branch));
  }
  const findings = new Map<string, ShownFinding>();
  const stopped = new Map<string, StoppedWork>();
  let compared = 0;
  for (const candidate of candidates) {
    const ephemeral = candidate.id === UNDECLARED;
    const report = detectAgainstState(session, state, candidate, ephemeral ? { ephemeral } : {});
    compared = Math.max(compared, report.compared);
    add(report.notAssessed);
    for (const finding of report.findings) findings.set(finding.id, asShown(finding, state, session.now));
    for (const work of report.stoppedWork) stopped.set(work.intent_id, work);
  }
  for (const intent of intents) {
    for (const conflict of state.conflictsOf(intent.id)) {
      const recorded =
        findings.has(conflict.id) || !isOpen(conflict) ? undefined : underRules(conflict, policy.settings.rules);
      if (recorded) findings.set(recorded.id, recorded);
    }
  }
  return {
    intents,
    compared,
    findings: [...findings.values()].sort(worstFirst),
    parties: partiesOf(state, [...findings.values()]),
    stoppedWork: [...stopped.values()],
    notAssessed: [...notAssessed.values()],
    merged: mergedIntents(session, state).map(({ intent }) => ({
      intent_id: intent.id,
      agent: intent.agent,
      command: closingCommand(intent),
    })),
    notes:
      intents.length === 0 && closed > 0
        ? [closed === 1 ? "the one intent of this branch is closed" : `the ${closed} intents of this branch are closed`]
        : [],
  };
}

function partiesOf(state: State, findings: readonly ShownFinding[]): readonly Party[] {
  const ids = new Set(
    findings.flatMap(({ source_intent_id, target_intent_id }) => [source_intent_id, target_intent_id]),
  );
  return [...ids].flatMap((id) => {
    const intent = state.intent(id);
    return intent ? [{ intent_id: id, agent: intent.agent, summary: intent.summary }] : [];
  });
}

const worstFirst = (a: ShownFinding, b: ShownFinding): number =>
  Number(a.previously_settled) - Number(b.previously_settled) ||
  RANK[b.severity] - RANK[a.severity] ||
  b.score - a.score ||
  (a.id < b.id ? -1 : 1);

/** At most so many heads are looked for in the branch's history. */
const MAX_HEADS = 200;

/** Intents that were declared on this branch, or whose recorded head this branch holds and the base does not. */
function intentsOf(
  session: Session,
  state: State,
  branch: string | undefined,
  policy: BasePolicy,
): { readonly intents: readonly Intent[]; readonly closed: number } {
  const named = (intent: Intent): boolean => branch !== undefined && intent.branch === branch;
  const open = state.openIntents();
  const heads = open.filter((intent) => !named(intent) && intent.head !== undefined).slice(-MAX_HEADS);
  const { repository, root } = session;
  const held = new Set<string>();
  if (repository?.head !== undefined && heads.length > 0) {
    const commits = findCommits(
      root,
      heads.map(({ head }) => head as string),
    );
    const base = policy.base?.commit;
    heads.forEach((intent, i) => {
      const commit = commits[i];
      if (commit === undefined || !isAncestor(root, commit, repository.head as string)) return;
      if (base === undefined || !isAncestor(root, commit, base)) held.add(intent.id);
    });
  }
  const closed =
    branch === undefined ? [] : state.allIntents().filter((intent) => named(intent) && !isOpenIntent(intent));
  return { intents: open.filter((intent) => named(intent) || held.has(intent.id)), closed: closed.length };
}

const UNDECLARED = "int_undeclared";
const MAX_PATHS = 200;

/** Files that this branch changed since it left the base; none where git cannot say. */
function changedPaths(session: Session, policy: BasePolicy): readonly string[] {
  const { repository, root } = session;
  const base = policy.base?.commit;
  if (repository?.head === undefined || base === undefined) return [];
  try {
    const from = mergeBase(root, base, repository.head);
    if (from === undefined) return [];
    return changedFiles(root, { kind: "range", from, to: repository.head }).map(({ path }) => path);
  } catch {
    return [];
  }
}

function undeclaredReason(files: number): string {
  const what =
    files === 0
      ? "nothing was compared"
      : files === 1
        ? "only the one file that it changed was compared"
        : `only the ${files} files that it changed were compared`;
  return `no intent declares the work of this branch; ${what}: foremerge intent publish "…" --from-diff`;
}

function asCandidate(paths: readonly string[], branch: string | undefined): Candidate {
  return {
    id: UNDECLARED,
    summary: `undeclared changes of ${branch ?? "this branch"}`,
    scopes: paths.slice(0, MAX_PATHS).map((key) => ({ kind: "file", key, operation: "modify", inferred: false })),
    uses: [],
    dependsOn: [],
  };
}

/** A finding with the state of its record, if it has one; its severity is what the base branch's rules say now. */
function asShown(finding: Finding, state: State, now: Date): ShownFinding {
  const known = state.conflict(finding.id);
  return known ? { ...viewOfConflict(known), severity: finding.severity } : shown(finding, now);
}

const CAP: Readonly<Record<Exclude<RuleLevel, "off">, Severity>> = { low: "LOW", medium: "MEDIUM" };

/** A recorded conflict under the base branch's rules: gone where the rule is off, no more severe than its level. */
function underRules(conflict: Conflict, rules: Readonly<Record<string, RuleLevel>>): ShownFinding | undefined {
  const view = viewOfConflict(conflict);
  const { rule } = conflict.evidence as { readonly rule?: unknown };
  const level = typeof rule === "string" && Object.hasOwn(rules, rule) ? rules[rule] : undefined;
  if (level === undefined) return view;
  if (level === "off") return undefined;
  return RANK[view.severity] > RANK[CAP[level]] ? { ...view, severity: CAP[level] } : view;
}
