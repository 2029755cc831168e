// What a finding says to people (spec 1.6): one sentence of explanation, one or two of advice that call themselves
// heuristic. Pure text; which rule speaks is decided elsewhere.
import type { Candidate, MatchTier, ScopeKind } from "./model.ts";
import type { PreparedScope } from "./prepared.ts";
import { providerNames } from "./provider-name.ts";
import { isDestructive, type Meeting } from "./rules/rule.ts";
import { scopeName } from "./scope.ts";
import { compareText } from "./severity.ts";

interface Side {
  readonly candidate: Candidate;
}

/** Words for the tier, `evidence.overlap`. */
export function overlapWords(match: MatchTier, kind: ScopeKind): string {
  switch (match) {
    case "full":
      return "the same semantic scope";
    case "alias":
      if (kind === "file") return "the same path in different case";
      if (kind === "api") return "the same route with other parameter names or query";
      return "the same symbol name under a different namespace or path";
    case "key":
      return "the same name under a different kind";
    case "contains":
      return "one scope lies inside the other";
    case "tokens":
      return "names that share most of their words";
  }
}

/** One sentence with both intents, both operations and the key; both keys when they differ. */
export function explain(meeting: Meeting, source: Side, target: Side, sequenced: boolean): string {
  const mine = scopeName(meeting.source.scope);
  const theirs = scopeName(meeting.target.scope);
  const object = mine === theirs ? "it" : theirs;
  const guessed = [meeting.source.inferred ? "the first" : "", meeting.target.inferred ? "the second" : ""]
    .filter((word) => word !== "")
    .join(" and ");
  return (
    `Intent ${source.candidate.id} would ${meeting.source.operation} ${mine} while intent ${target.candidate.id} ` +
    `would ${meeting.target.operation} ${object}` +
    (meeting.overlap.match === "full" ? "" : ` (${overlapWords(meeting.overlap.match, meeting.source.scope.kind)})`) +
    (sequenced ? ", in an order that they have declared" : "") +
    (guessed === "" ? "." : `; the operation of ${guessed} was inferred, not declared.`)
  );
}

const ORDERED_KINDS: readonly ScopeKind[] = ["schema", "migration", "config"];

function inOrderedKind({ source, target }: Meeting): boolean {
  return ORDERED_KINDS.includes(source.scope.kind) || ORDERED_KINDS.includes(target.scope.kind);
}

/** The scope of the meeting; both when they are written differently. */
function named({ source, target }: Meeting): string {
  // The smaller full scope first, so that the words do not depend on who asked.
  const mine = { full: source.full, name: scopeName(source.scope) };
  const theirs = { full: target.full, name: scopeName(target.scope) };
  const swap = compareText(mine.full, theirs.full) > 0 || (mine.full === theirs.full && mine.name > theirs.name);
  const [one, other] = swap ? [theirs.name, mine.name] : [mine.name, theirs.name];
  return one === other ? one : `${one} and ${other}`;
}

/** Advice by rule id for a meeting of two scopes. */
export function suggest(rule: string, meeting: Meeting, source: Side, target: Side): string {
  switch (rule) {
    case "FM-C001":
    case "FM-C006":
      return inOrderedKind(meeting) ? migrationOrder(meeting) : provider(meeting, source, target);
    case "FM-C002":
      return inOrderedKind(meeting)
        ? migrationOrder(meeting)
        : `Heuristic: choose one target design for ${named(meeting)} and record it before either rewrite starts; the other intent then follows it or is discarded.`;
    case "FM-C007":
      return doubleDefinition(meeting);
    default:
      return `Heuristic: agree the contract of ${named(meeting)} first, or declare the dependency order with depends_on.`;
  }
}

function migrationOrder(meeting: Meeting): string {
  return (
    `Heuristic: agree the migration order for ${named(meeting)}: put both changes into one plan, or let one intent ` +
    "rebase on the outcome of the other."
  );
}

function provider(meeting: Meeting, source: Side, target: Side): string {
  const sourceDestroys = isDestructive(meeting.source);
  const [claim, side, other]: [PreparedScope, Side, Side] = sourceDestroys
    ? [meeting.source, source, target]
    : [meeting.target, target, source];
  const names = providerNames({ summary: side.candidate.summary, key: claim.scope.key }, other.candidate.summary);
  const behind =
    names.implementations.length === 0
      ? "and put the old and the new behaviour behind it"
      : `with ${names.implementations.join(" and ")} behind it`;
  return (
    `Heuristic: agree a provider abstraction ${names.abstraction} first, ${behind}, so that both intents build on ` +
    "the same interface. Otherwise declare the order with depends_on."
  );
}

function doubleDefinition(meeting: Meeting): string {
  if (meeting.source.scope.kind === "migration") {
    return `Heuristic: let one intent own ${named(meeting)}, and give the other migration the next free number.`;
  }
  return `Heuristic: let one intent own the definition of ${named(meeting)}, and let the other use it (uses, depends_on).`;
}

export const DUPLICATE_ADVICE =
  "Heuristic: compare the intended outcomes; then split the scope between the two intents or pick one owner.";

export const CLAIM_ADVICE =
  "Heuristic: split the scope or coordinate with the holder; the claim is advisory and was taken all the same.";
