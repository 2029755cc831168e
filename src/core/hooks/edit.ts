// Before an edit (spec 3.6): what the agent should know of the path that it is about to change, and whether another
// agent holds it. An edit that nobody declared is judged as `file:PATH=modify`, never milder than a declared one.
import { checkAgainst } from "../../detect/check.ts";
import type { Candidate, Finding, Scope } from "../../detect/model.ts";
import { overlapOf } from "../../detect/overlap.ts";
import type { PairOptions } from "../../detect/pair.ts";
import { type PreparedScope, prepareScope } from "../../detect/prepared.ts";
import type { Claim, Conflict, Intent } from "../../store/model.ts";
import type { State } from "../../store/state.ts";
import { detectOptions } from "../detection.ts";
import { isSameParty, partyOf } from "../holders.ts";
import { Outlines } from "../outlines.ts";
import type { Session } from "../session.ts";
import { stoppedSince } from "../stopped.ts";
import { advise, block, type HookAnswer, quoted } from "./answer.ts";
import type { Deadline } from "./deadline.ts";

interface Edit {
  readonly session: Session;
  readonly state: State;
  readonly path: string;
  readonly place: PreparedScope;
  /** The same in lower case: evidence keeps aliases. */
  readonly alias: PreparedScope;
  readonly options: PairOptions;
}

/** A finding about the edit, recorded or not, with its other side. */
interface Concern {
  readonly finding: Pick<Finding, "id" | "kind" | "severity" | "score" | "explanation">;
  readonly rule: string;
  readonly other: Intent | undefined;
}

const MOST_TOLD = 5;
const RANK = { HIGH: 0, MEDIUM: 1, LOW: 2 } as const;

/** The answer for one path (normal form) that is about to be written. */
export async function answerEdit(
  session: Session,
  state: State,
  path: string,
  deadline: Deadline,
): Promise<HookAnswer> {
  const options = detectOptions(session, state);
  const edit: Edit = {
    session,
    state,
    path,
    options,
    place: prepareScope(fileScope(path), options.ignoreCase),
    alias: prepareScope(fileScope(path.toLowerCase())),
  };
  const claims = claimsOn(edit);
  const held = claims.filter(({ exclusive, agent }) => exclusive && agent !== session.who.agent);
  if (held.length > 0) return block(heldText(edit, held));
  deadline.check("the open intents were asked");
  const mine = state.openIntentsOf(session.who.agent);
  const covering = mine.filter((intent) => holdsPath(edit, intent));
  const recorded = await recordedConcerns(edit, mine, deadline);
  const undeclared = covering.length === 0;
  const concerns = sorted(undeclared ? [...recorded, ...undeclaredConcerns(edit, recorded)] : recorded);
  const high = concerns.filter(({ finding }) => finding.severity === "HIGH");
  const text = adviceText(edit, claims, concerns, undeclared && recorded.length === 0);
  if (high.length > 0 && session.settings.hooks.block_on === "high") {
    return block(`${text}\nBlocked because hooks.block_on is high: settle the finding with the other side first.`);
  }
  return advise(text);
}

const fileScope = (path: string): Scope => ({ kind: "file", key: path });

/** True when a scope is the path, holds it, or names something in that file. */
function reaches({ place, options }: Edit, scope: Scope): boolean {
  const match = overlapOf(prepareScope(scope, options.ignoreCase), place, options)?.match;
  if (scope.kind === "file")
    return match === "full" || match === "contains" || (match === "alias" && options.ignoreCase === true);
  return match === "contains";
}

const holdsPath = (edit: Edit, { scopes }: Intent): boolean => scopes.some((scope) => reaches(edit, scope));

/** Live claims of others that hold the path; of the agent's own name only locks of another session or worktree. */
function claimsOn(edit: Edit): readonly Claim[] {
  const { session, state } = edit;
  const me = { agent: session.who.agent, session: session.who.session, worktree: session.repository?.worktreeName };
  return state.liveClaims(session.now).filter((claim) => {
    if (!reaches(edit, claim.scope)) return false;
    if (claim.agent !== me.agent) return true;
    return claim.exclusive && !isSameParty(partyOf(claim, state.intent(claim.intent_id)), me);
  });
}

/** Open conflicts of the agent's own intents whose scope holds the path or a symbol that the file defines. */
async function recordedConcerns(edit: Edit, mine: readonly Intent[], deadline: Deadline): Promise<readonly Concern[]> {
  const concerns: Concern[] = [];
  const inside: { readonly concern: Concern; readonly scopes: readonly Scope[] }[] = [];
  for (const intent of mine) {
    for (const conflict of edit.state.conflictsOf(intent.id)) {
      if (conflict.status !== "OPEN" && conflict.status !== "COORDINATING") continue;
      const concern = { finding: conflict, rule: ruleOf(conflict), other: otherSide(edit, conflict, intent.id) };
      const aliases = aliasesOf(conflict);
      const files = aliases.filter(({ kind }) => kind === "file");
      // What both sides name as files must both hold this one; of a directory and a file elsewhere in it, neither says it.
      if (files.some((scope) => !holdsAlias(edit, scope))) continue;
      if (aliases.some((scope) => holdsAlias(edit, scope))) concerns.push(concern);
      else if (aliases.length > 0) inside.push({ concern, scopes: aliases });
    }
  }
  if (inside.length > 0) {
    deadline.check("the file was looked into");
    const names = await definedIn(edit);
    for (const { concern, scopes } of inside) {
      if (scopes.some((scope) => names.some((name) => samePart(scope, name)))) concerns.push(concern);
    }
  }
  return concerns;
}

const ruleOf = ({ evidence, kind }: Conflict): string => (typeof evidence.rule === "string" ? evidence.rule : kind);

function otherSide({ state }: Edit, conflict: Conflict, own: string): Intent | undefined {
  return state.intent(conflict.source_intent_id === own ? conflict.target_intent_id : conflict.source_intent_id);
}

/** The aliases of both sides' scopes. */
function aliasesOf({ evidence }: Conflict): readonly Scope[] {
  return [evidence.source_scope, evidence.target_scope].flatMap((text) => {
    const colon = typeof text === "string" ? text.indexOf(":") : -1;
    if (typeof text !== "string" || colon <= 0) return [];
    return [{ kind: text.slice(0, colon) as Scope["kind"], key: text.slice(colon + 1) }];
  });
}

/** True when an alias is the path, holds it, or names something in that file. */
function holdsAlias({ alias }: Edit, scope: Scope): boolean {
  const match = overlapOf(prepareScope(scope), alias)?.match;
  return match === "contains" || (scope.kind === "file" && match === "full");
}

/** Names that the file defines, as scopes of every kind that could mean them. */
async function definedIn({ session, path }: Edit): Promise<readonly PreparedScope[]> {
  const outline = await new Outlines(session).ofFile(path, "names");
  return (outline?.symbols ?? []).flatMap(({ name, namespace }) => {
    const names = namespace === undefined ? [name] : [name, `${namespace}.${name}`];
    return names.flatMap((one) =>
      (["symbol", "schema", "api"] as const).map((kind) => prepareScope({ kind, key: one })),
    );
  });
}

/** The same thing by its full or its short name, or a part of what the file defines, or what it is a part of. */
function samePart(scope: Scope, name: PreparedScope): boolean {
  if (scope.kind !== name.scope.kind) return false;
  const match = overlapOf(prepareScope(scope), name)?.match;
  return match === "full" || match === "alias" || match === "contains";
}

/** Nobody declared this edit: it is compared as if the agent had declared it now. Sides told already are left out. */
function undeclaredConcerns(edit: Edit, told: readonly Concern[]): readonly Concern[] {
  const { session, state, path, options } = edit;
  const worktree = session.repository?.worktreeName;
  const candidate: Candidate = {
    id: "int_edit",
    summary: "",
    agent: session.who.agent,
    ...(worktree === undefined ? {} : { worktree }),
    scopes: [{ ...fileScope(path), operation: "modify", inferred: false }],
    uses: [],
    dependsOn: [],
  };
  const concerns: Concern[] = [];
  for (const finding of checkAgainst(candidate, state.postings, { ...options, ephemeral: true })) {
    const other = state.intent(finding.target_intent_id);
    if (!other || other.agent === session.who.agent) continue;
    const known = told.some(
      (one) => one.other?.id === other.id && RANK[one.finding.severity] <= RANK[finding.severity],
    );
    if (known) continue;
    if (finding.severity !== "HIGH" && stoppedSince(session, state, other) !== undefined) continue;
    concerns.push({ finding, rule: finding.evidence.rule, other });
  }
  return concerns;
}

const sorted = (concerns: readonly Concern[]): readonly Concern[] =>
  [...concerns].sort(
    (a, b) =>
      RANK[a.finding.severity] - RANK[b.finding.severity] ||
      b.finding.score - a.finding.score ||
      (a.finding.id < b.finding.id ? -1 : 1),
  );

function heldText({ state, path }: Edit, claims: readonly Claim[]): string {
  const lines = claims.map((claim) => {
    const summary = state.intent(claim.intent_id)?.summary;
    const why = claim.reason ?? summary;
    return `${claim.agent} holds ${claim.scope.kind}:${claim.scope.key} exclusively until ${claim.expires_at}${
      why === undefined ? "" : ` (${claim.intent_id}: ${quoted(why)})`
    }.`;
  });
  return [
    `foremerge: ${path} is locked by another agent.`,
    ...lines,
    "Work on something else until the lock is free, or agree with its holder; foremerge claim list shows all claims.",
  ].join("\n");
}

function adviceText(
  { session, path }: Edit,
  claims: readonly Claim[],
  concerns: readonly Concern[],
  undeclared: boolean,
): string {
  if (claims.length === 0 && concerns.length === 0) return "";
  const lines = [`foremerge: others work on ${path}.`];
  for (const claim of claims.slice(0, MOST_TOLD)) {
    lines.push(
      `- ${claim.agent} claims ${claim.scope.kind}:${claim.scope.key} until ${claim.expires_at} (${claim.intent_id}).`,
    );
  }
  for (const { finding, rule, other } of concerns.slice(0, MOST_TOLD)) {
    const who = other === undefined ? "" : ` ${other.agent} (${other.id}): ${quoted(other.summary)}.`;
    lines.push(`- ${finding.severity} ${rule} ${finding.kind}:${who} ${finding.explanation}`);
    if (finding.id.startsWith("cfl_")) lines.push(`  foremerge conflicts show ${finding.id}`);
  }
  const more = Math.max(0, claims.length - MOST_TOLD) + Math.max(0, concerns.length - MOST_TOLD);
  if (more > 0) lines.push(`- and ${more} more: foremerge conflicts check "…" --scope file:${path}=modify`);
  if (undeclared) {
    lines.push(
      `No open intent of ${session.who.agent} covers this file; others see yours once you declare it: ` +
        `foremerge intent publish "…" --scope file:${path}=modify`,
    );
  }
  return lines.join("\n");
}
