// FM-F004: one side takes away or narrows what the other declares or uses of a contract.
import type { DetectOptions, Finding, Operation, Scope } from "../model.ts";
import { printScope } from "../scope.ts";
import type { NamedRule } from "./rule.ts";
import { surfaced } from "./surfaced.ts";

/** The side that breaks a contract. */
export interface BrokenElement {
  /** `schema:accounts.email`, `api:GET /accounts`. */
  readonly scope: Scope;
  readonly operation: Operation;
  readonly file: string;
  /** What became narrower or different, in words. */
  readonly why?: readonly string[];
}

/** Where the other side relies on it. */
export interface ElementUse {
  readonly file: string;
  /** The symbol that uses it, or undefined for the file itself. */
  readonly symbol?: string;
  readonly line?: number;
  /** `declared`: named by its scopes or plan; `code`: found in what it changed. */
  readonly how: "declared" | "code";
  /** In code: `text` when an address, an SQL or GraphQL text or a schema says it, `name` when something is called so. */
  readonly match?: "text" | "name";
  /** The reference by which it was found: `/accounts/{}`, `sql:accounts.email`, `unitPrice`. */
  readonly word?: string;
  /** It was not used there before. */
  readonly fresh?: boolean;
}

export interface ContractSides {
  /** Intent or task that breaks the element, and a word for where it does so. */
  readonly breaker: { readonly id: string; readonly place?: string };
  readonly user: { readonly id: string; readonly place?: string };
  /** Which of the two is the source of the finding. */
  readonly source: "breaker" | "user";
}

export const contractBreak: NamedRule & {
  readonly check: (
    sides: ContractSides,
    broken: BrokenElement,
    uses: readonly ElementUse[],
    options?: DetectOptions,
    ephemeral?: boolean,
  ) => Finding | undefined;
} = {
  meta: {
    id: "FM-F004",
    kind: "contract_break",
    summary:
      "An operation, field, column or message is removed or narrowed on one side; the other declares or uses it.",
    rationale:
      "The two change different files, so they merge cleanly, and fail where the contract is used. Uses are found in " +
      "what the other side changed, by what a parser saw: an address, a column in an SQL text, a field in a GraphQL " +
      "text. Where only something is called so, the finding says so: it may mean another thing. So this is no HIGH.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: {
      source: "a migration that drops accounts.email",
      target: "a new query that selects email from accounts",
    },
    miss: {
      source: "a migration that adds accounts.plan",
      target: "a new query that selects email from accounts",
      why: "what is only added breaks nobody",
    },
    since: "0.1.0",
    yieldsToOrder: false,
  },
  check: (sides, broken, uses, options = {}, ephemeral = false) => {
    // What a text says comes before what is only called so.
    const sorted = [...uses.filter(({ match }) => match !== "name"), ...uses.filter(({ match }) => match === "name")];
    const [first] = sorted;
    if (!first) return undefined;
    const { breaker, user } = sides;
    const what = printScope(broken.scope);
    const at = first.symbol === undefined ? first.file : `${first.symbol} in ${first.file}`;
    const more = uses.length > 1 ? ` and ${uses.length - 1} more` : "";
    const why = broken.why && broken.why.length > 0 ? ` (${broken.why.join("; ")})` : "";
    const [source, target] = sides.source === "breaker" ? [breaker.id, user.id] : [user.id, breaker.id];
    return surfaced(
      contractBreak.meta,
      {
        source,
        target,
        scopes: [broken.scope, broken.scope],
        score: 0.85,
        explanation: `${named(breaker)} would ${broken.operation} ${what}${why} in ${broken.file}, which ${named(user)} ${verbOf(first)} (${at}${more}).`,
        suggestion:
          "keep the old form beside the new one until its users have moved, or declare the order with depends_on and " +
          "let the later side follow.",
        evidence: {
          [sides.source === "breaker" ? "source_operation" : "target_operation"]: broken.operation,
          broken: { ...broken, by: breaker.id },
          uses: sorted.slice(0, 20),
        },
        fromCode: uses.some(({ how }) => how === "code"),
        ephemeral,
      },
      options,
    );
  },
};

function named({ id, place }: { readonly id: string; readonly place?: string }): string {
  return place === undefined ? id : `${place} (${id})`;
}

function verbOf({ how, match, word }: ElementUse): string {
  if (how === "declared") return "declares";
  return match === "name" ? `seems to use, by the name ${word}` : "uses";
}
