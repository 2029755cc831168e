// One event of the ledger as one line for people. Pure.
import type { AnyEvent } from "../store/line.ts";
import { ruleOf, scopeText } from "./words.ts";

type Data = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Data => typeof value === "object" && value !== null;
const at = (data: Data, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), data);
const text = (data: Data, ...path: readonly string[]): string => {
  const value = at(data, ...path);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

/** What each type says; a type that is not here (a newer version's) says its name. */
const WORDS: Readonly<Record<string, (data: Data) => string>> = {
  "ledger.created": () => "the ledger was created",
  "agent.seen": (d) => `${text(d, "agent")} was seen`,
  "intent.published": (d) => `declared ${text(d, "intent", "id")}: ${text(d, "intent", "summary")}${scopesOf(d)}`,
  "intent.started": (d) => `started ${text(d, "intent_id")}`,
  "intent.finished": (d) => `finished ${text(d, "intent_id")}`,
  "intent.accepted": (d) => `accepted ${text(d, "intent_id")}`,
  "intent.discarded": (d) => `discarded ${text(d, "intent_id")}: ${text(d, "reason")}`,
  "intent.adopted": (d) =>
    `${text(d, "agent")} took ${text(d, "intent_id")} over from ${text(d, "previous_agent")}: ${text(d, "reason")}`,
  "intent.rescoped": (d) => `rescoped ${text(d, "intent_id")}`,
  "claim.taken": (d) => `claims ${scopeAt(d, "claim", "scope")} until ${text(d, "claim", "expires_at")}`,
  "claim.renewed": (d) => `renewed ${text(d, "claim_id")} until ${text(d, "expires_at")}`,
  "claim.released": (d) => `released ${text(d, "claim_id")} (${text(d, "why")})`,
  "claim.refused": (d) => `was refused a lock (${text(d, "why")})`,
  "conflict.detected": (d) =>
    `${text(d, "finding", "severity")} ${ruleAt(d)} ${text(d, "finding", "id")}: ${text(d, "finding", "explanation")}`,
  "conflict.redetected": (d) => `met ${text(d, "conflict_id")} again`,
  "conflict.coordinating": (d) => `coordinates ${text(d, "conflict_id")}${colon(text(d, "note"))}`,
  "conflict.resolved": (d) => `resolved ${text(d, "conflict_id")}: ${text(d, "decision", "reason")}`,
  "conflict.overridden": (d) => `overrode ${text(d, "conflict_id")}: ${text(d, "decision", "reason")}`,
  "conflict.dismissed": (d) => `dismissed ${text(d, "conflict_id")}: ${text(d, "decision", "reason")}`,
  "conflict.escalated": (d) => `asks about ${text(d, "conflict_id")}: ${text(d, "question")}`,
  "merge.attempted": (d) => `tried to merge for ${text(d, "conflict_id")}`,
  "assessment.recorded": (d) =>
    `judges ${text(d, "assessment", "other_id")}: ${text(d, "assessment", "verdict")}, ${text(d, "assessment", "reason")}`,
  "arbitration.decided": (d) =>
    `arbitration: ${text(d, "arbitration", "outcome")}, ${text(d, "arbitration", "reason")}`,
  "decision.recorded": (d) => `decided on ${text(d, "decision", "subject")}: ${text(d, "decision", "reason")}`,
};

const colon = (words: string): string => (words === "" ? "" : `: ${words}`);

function scopesOf(data: Data): string {
  const scopes = at(data, "intent", "scopes");
  if (!Array.isArray(scopes) || scopes.length === 0) return "";
  const first = scopeText(scopes[0]) ?? "";
  return ` (${first}${scopes.length > 1 ? ` +${scopes.length - 1}` : ""})`;
}

function scopeAt(data: Data, ...path: readonly string[]): string {
  const scope = at(data, ...path);
  return isObject(scope) ? `${text(scope, "kind")}:${text(scope, "key")}` : "";
}

function ruleAt(data: Data): string {
  const evidence = at(data, "finding", "evidence");
  return isObject(evidence) ? (ruleOf({ evidence }) ?? "") : "";
}

/** What happened, without time and name. May hold control characters: whoever shows it escapes it. */
export function eventWords(event: AnyEvent): string {
  const say = Object.hasOwn(WORDS, event.type) ? WORDS[event.type] : undefined;
  const words = say && isObject(event.data) ? say(event.data) : "";
  return words === "" ? event.type : words;
}
