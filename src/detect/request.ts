// What somebody asks to publish or check, as typed, made into scopes and uses (spec 1.1): folded, inferred, bounded.
import { invalidInput } from "../errors.ts";
import { inferOperation } from "./infer.ts";
import type { Operation, ScopeClaim, UseClaim } from "./model.ts";
import { normalise } from "./normal-form.ts";
import { codePoints, type ParseOptions, parseScope, parseScopeClaim, printScope, scopeWarnings } from "./scope.ts";

export const MAX_SCOPES = 200;
export const MAX_SUMMARY = 2000;

export interface RawRequest {
  /** Undefined where none is needed (a check of bare scopes); blank is refused. */
  readonly summary?: string | undefined;
  /** `KIND:KEY[=OPERATION]` each. */
  readonly scopes: readonly string[];
  /** `KIND:KEY` each. */
  readonly uses: readonly string[];
}

export interface Request {
  /** Trimmed; empty when none was given. */
  readonly summary: string;
  /** Changes, in the order written; never `use`. */
  readonly scopes: readonly ScopeClaim[];
  readonly uses: readonly UseClaim[];
  readonly warnings: readonly string[];
}

export interface RequestOptions extends Omit<ParseOptions, "context"> {
  /** `file:` scopes that differ in case alone are one (`core.ignorecase`). */
  readonly ignoreCase?: boolean;
}

/** Validates a request as a whole: one bad scope refuses all of it (INVALID_INPUT). */
export function buildRequest(raw: RawRequest, options: RequestOptions = {}): Request {
  const summary = checkedSummary(raw.summary);
  const count = raw.scopes.length + raw.uses.length;
  if (count > MAX_SCOPES) {
    throw invalidInput(
      `${count} scopes were given; at most ${MAX_SCOPES} are allowed.`,
      "Name what contains them instead (a class, a directory, a table), or split the work into several intents.",
    );
  }
  const byFull = new Map<string, ScopeClaim>();
  const claims = [
    ...raw.scopes.map((text) => readChange(text, summary, options)),
    ...raw.uses.map((text): ScopeClaim => ({ ...parseScopeClaim(text, options), operation: "use", inferred: false })),
  ];
  for (const claim of claims) {
    const { full } = normalise(claim, options.ignoreCase);
    const before = byFull.get(full);
    byFull.set(full, before === undefined ? claim : merged(before, claim));
  }
  const kept = [...byFull.values()];
  return {
    summary,
    scopes: kept.filter((claim) => claim.operation !== "use"),
    uses: kept
      .filter((claim) => claim.operation === "use")
      .map(({ kind, key, inferred }): UseClaim => (inferred ? { kind, key, inferred } : { kind, key })),
    warnings: [...new Set(kept.flatMap(scopeWarnings))],
  };
}

/** The summary without blanks at its ends; throws when it is blank or too long. */
export function checkedSummary(summary: string | undefined): string {
  if (summary === undefined) return "";
  const text = summary.trim();
  if (text === "") {
    throw invalidInput(
      "The summary is blank.",
      'Say in one sentence what will change, as in "Add PayPal to checkout".',
    );
  }
  const length = codePoints(text);
  if (length > MAX_SUMMARY) {
    throw invalidInput(
      `The summary has ${length} characters; at most ${MAX_SUMMARY} are allowed.`,
      "Keep the summary to a sentence and put the rest into the rationale.",
    );
  }
  return text;
}

function readChange(text: string, summary: string, options: RequestOptions): ScopeClaim {
  const { kind, key, operation } = parseScope(text, { ...options, context: "change" });
  if (operation !== undefined) return { kind, key, operation, inferred: false };
  return { kind, key, operation: inferOperation(summary, { kind, key }).operation, inferred: true };
}

/** Two entries of one full scope: the spelling of the first, the operation that holds. */
function merged(before: ScopeClaim, after: ScopeClaim): ScopeClaim {
  const chosen = (operation: Operation, inferred: boolean): ScopeClaim => ({ ...before, operation, inferred });
  if (before.operation === after.operation) return chosen(before.operation, before.inferred && after.inferred);
  // A change, inferred or not, swallows a use.
  if (before.operation === "use") return chosen(after.operation, after.inferred);
  if (after.operation === "use") return before;
  if (before.inferred !== after.inferred) return before.inferred ? chosen(after.operation, false) : before;
  if (before.inferred) return before;
  throw invalidInput(
    `One scope is declared with two operations: ${printScope(before)} and ${printScope(after)} are the same scope.`,
    "Keep the operation that describes the change as a whole; a destructive one includes what it rebuilds.",
  );
}
