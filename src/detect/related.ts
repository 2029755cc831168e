// Work that overlaps, finding or not: what `related_work` lists (spec 4.1). Pure.

import type { Candidate, DetectOptions, Operation } from "./model.ts";
import { meetingsOf } from "./pair.ts";
import type { PostingSource } from "./posting-source.ts";
import { meetingIds } from "./postings.ts";
import { prepare } from "./prepared.ts";
import { SCOPE_RULES } from "./registry.ts";
import { isAsserted, type Meeting } from "./rules/rule.ts";
import { scopeName } from "./scope.ts";

export interface RelatedScope {
  /** The candidate's scope, `KIND:KEY`. */
  readonly scope: string;
  readonly your_operation: Operation;
  readonly their_operation: Operation;
  /** Kind of the finding that this overlap leads to, or `overlap` when no rule speaks. */
  readonly kind: string;
  readonly asserted: boolean;
}

function kindOf(meeting: Meeting): string {
  const speaking = SCOPE_RULES.filter((rule) => rule.check(meeting));
  const replaced = new Set(speaking.map((rule) => rule.meta.replaces));
  return speaking.find((rule) => !replaced.has(rule.meta.id))?.meta.kind ?? "overlap";
}

/** Overlapping scopes of every other candidate of the source, by its id; those without any are left out. */
export function relatedScopes(
  candidate: Candidate,
  source: PostingSource,
  options: DetectOptions = {},
): ReadonlyMap<string, readonly RelatedScope[]> {
  const mine = prepare(candidate, options.ignoreCase);
  const related = new Map<string, RelatedScope[]>();
  for (const id of meetingIds(candidate, source, options)) {
    const other = id === candidate.id ? undefined : source.candidate(id);
    if (other === undefined) continue;
    const overlaps = meetingsOf(mine, prepare(other, options.ignoreCase), options).map((meeting) => ({
      scope: scopeName(meeting.source.scope),
      your_operation: meeting.source.operation,
      their_operation: meeting.target.operation,
      kind: kindOf(meeting),
      asserted: isAsserted(meeting),
    }));
    if (overlaps.length > 0) related.set(id, overlaps);
  }
  return related;
}
