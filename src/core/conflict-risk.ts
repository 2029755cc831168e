// conflicts check --risk (spec 4.5): how likely a plan is to meet somebody, from open work on the same files, touches
// of the last days and the number of files.

import { isGlob } from "../detect/glob.ts";
import type { Scope } from "../detect/model.ts";
import { overlapOf } from "../detect/overlap.ts";
import { foldPath } from "../detect/path.ts";
import { meetingIds } from "../detect/postings.ts";
import { prepareScope } from "../detect/prepared.ts";
import { touchedSince } from "../git/staged.ts";
import type { State } from "../store/state.ts";
import { detectOptions } from "./detection.ts";
import type { CheckDocument } from "./documents.ts";
import type { Session } from "./session.ts";

export type Risk = "none" | "low" | "medium" | "high";

export interface RiskReport {
  readonly conflict_risk: Risk;
  /** Why, in words, the gravest first. */
  readonly risk_reasons: readonly string[];
}

const DAYS = 7;
const MANY_FILES = 15;
const SOME_FILES = 5;
const LEVELS: readonly Risk[] = ["none", "low", "medium", "high"];

/** The risk of touching these scopes, beside the findings that the check has. */
export function conflictRisk(session: Session, state: State, scopes: readonly Scope[], doc: CheckDocument): RiskReport {
  const files = [...new Set(scopes.filter(({ kind }) => kind === "file").map(({ key }) => foldPath(key).path))];
  const reasons: { readonly level: Risk; readonly why: string }[] = [];
  const add = (level: Risk, why: string): void => void reasons.push({ level, why });
  const high = doc.findings.filter(({ severity }) => severity === "HIGH").length;
  if (high > 0) add("high", `${high} HIGH finding${high > 1 ? "s" : ""}`);
  const sessions = openOn(session, state, files);
  if (sessions.length > 0) add("medium", `open work of others on the same files: ${listed(sessions)}`);
  if (files.length > MANY_FILES) add("high", `${files.length} files, more than ${MANY_FILES}`);
  else if (files.length >= SOME_FILES) add("medium", `${files.length} files, ${SOME_FILES} or more`);
  const touched = touchedLately(session, files);
  if (touched.length > 0) add("low", `touched within ${DAYS} days: ${listed(touched)}`);
  reasons.sort((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level));
  return { conflict_risk: reasons[0]?.level ?? "none", risk_reasons: reasons.map(({ why }) => why) };
}

const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");

/** Open intents of other agents that name one of the files, what holds it or what lies in it. */
function openOn(session: Session, state: State, files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const options = detectOptions(session, state);
  const scopes = files.map((key) => ({ kind: "file" as const, key, operation: "modify" as const, inferred: true }));
  const probe = { id: "int_risk", summary: "", scopes, uses: [], dependsOn: [] };
  const places = scopes.map((scope) => prepareScope(scope, options.ignoreCase));
  const ids: string[] = [];
  for (const id of meetingIds(probe, state.postings, options)) {
    const intent = state.intent(id);
    if (!intent || intent.agent === session.who.agent) continue;
    const meets = intent.scopes.some((scope) => {
      const theirs = prepareScope(scope, options.ignoreCase);
      return places.some((place) => ["full", "contains"].includes(overlapOf(place, theirs, options)?.match ?? ""));
    });
    if (meets) ids.push(`${id} of ${intent.agent}`);
  }
  return [...new Set(ids)].sort();
}

function touchedLately({ repository, root, now }: Session, files: readonly string[]): readonly string[] {
  if (!repository || repository.bare || repository.head === undefined) return [];
  const since = new Date(now.getTime() - DAYS * 86_400_000);
  return touchedSince(
    root,
    since,
    now,
    files.filter((path) => !isGlob(path)),
  );
}
