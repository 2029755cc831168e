// foremerge conflicts check: would this collide? What-ifs on text, stored findings by intent, the whole ledger.
import { parseBatch } from "../core/batch.ts";
import { checkDeclaration, checkIntent, checkMine, scopesDeclared } from "../core/check.ts";
import type { CheckDocument } from "../core/documents.ts";
import { resolveId } from "../core/ids.ts";
import type { Session } from "../core/session.ts";
import { type CheckPolicy, policyExit } from "../core/verdict.ts";
import type { Scope } from "../detect/model.ts";
import { invalidInput } from "../errors.ts";
import type { State } from "../store/state.ts";
import { type CommandContext, type CommandSpec, type Document, FINDING_FORMATS, type Outcome } from "./command.ts";
import { argument, DECLARATION_OPTIONS, declarationFrom, many, one } from "./declaration.ts";
import { batchOutcome } from "./intent-publish.ts";
import { POLICY_OPTIONS, policyFrom } from "./policy.ts";

export const command: CommandSpec = {
  name: "conflicts check",
  summary: "Ask whether work would collide; nothing is written",
  args: ["[summary]"],
  options: [
    ...DECLARATION_OPTIONS,
    { flags: "--intent <id>", description: "the recorded findings of this intent; with --scope a what-if on it" },
    { flags: "--all", description: "every open intent against every other" },
    { flags: "--staged", description: "what is staged for the next commit, and the claims of others on it" },
    { flags: "--risk", description: "also say how likely this is to meet somebody: none, low, medium, high" },
    { flags: "--merge", description: "also compare what open intents really changed, branch against branch" },
    { flags: "--reach", description: "also look for code in others' scopes that refers to what is taken away" },
    { flags: "--module <file>", description: "modules that would be built, as JSON or YAML, - for standard input" },
    { flags: "--stdin", description: "one JSON request a line on standard input, one answer a line" },
    ...POLICY_OPTIONS,
  ],
  formats: FINDING_FORMATS,
  examples: [
    'foremerge conflicts check "Swap the label engine" --scope symbol:LabelPrinter=replace',
    "foremerge conflicts check --intent int_01k8 --json",
    "foremerge conflicts check --all --fail-on medium",
    "foremerge conflicts check --staged",
    "foremerge conflicts check --all --merge",
  ],
  details:
    "Without arguments: the recorded findings of your own open intents. --merge and --reach look into git and code: what\n" +
    "was really changed, and who refers to a symbol that is replaced, removed, renamed or migrated.",
  run: async (ctx) => {
    ctx.session.bookkeeping = ctx.args.summary === undefined && !ctx.options.stdin && !ctx.options.staged;
    const policy = policyFrom(ctx, "high");
    if (ctx.options.stdin) return batch(ctx, policy);
    if (one(ctx, "module") !== undefined) return modules(ctx, policy);
    if (ctx.options.staged) return staged(ctx, policy);
    const answer = await check(ctx, policy);
    const checked = ctx.options.risk ? await withRisk(ctx, answer) : answer;
    if (!ctx.options.merge && !ctx.options.reach) return checkOutcome(checked, policyExit(checked, policy));
    return withCode(ctx, checked, policy);
  },
};

async function check(ctx: CommandContext, policy: CheckPolicy): Promise<CheckDocument> {
  const { session, options } = ctx;
  const summary = argument(ctx, "summary");
  const intent = one(ctx, "intent");
  const declares = ["scope", "uses", "dependsOn"].some((name) => many(ctx, name) !== undefined);
  if ([summary !== undefined, intent !== undefined, options.all === true].filter(Boolean).length > 1) {
    throw invalidInput("SUMMARY, --intent and --all ask for different things", "write one of them");
  }
  const state = session.state();
  if (options.all) {
    if (declares)
      throw invalidInput(
        "--all takes no --scope, --uses or --depends-on",
        "leave them out, or write a SUMMARY instead of --all",
      );
    const { checkEverything } = await import("../core/check-everything.ts");
    return checkEverything(session, state, policy);
  }
  if (intent !== undefined) {
    const replaced = { scopes: many(ctx, "scope"), uses: many(ctx, "uses"), dependsOn: many(ctx, "dependsOn") };
    const given = Object.fromEntries(Object.entries(replaced).filter(([, value]) => value !== undefined));
    return checkIntent(session, state, { id: intent, ...given }, policy);
  }
  if (summary !== undefined) return checkDeclaration(session, state, declarationFrom(ctx, summary), policy);
  if (declares)
    throw invalidInput(
      "SUMMARY is missing beside --scope",
      'write foremerge conflicts check "what you would do" --scope …',
    );
  return checkMine(session, state, policy);
}

/** What is staged for the next commit. A lock of somebody else on it is a conflict, whatever the findings say. */
async function staged(ctx: CommandContext, policy: CheckPolicy): Promise<Outcome> {
  const { session, options } = ctx;
  const others = ["scope", "uses", "dependsOn"].some((name) => many(ctx, name) !== undefined);
  if (argument(ctx, "summary") !== undefined || one(ctx, "intent") !== undefined || options.all || others) {
    throw invalidInput("--staged asks about what is staged", "leave SUMMARY, --intent, --all and the scopes out");
  }
  const { checkStaged } = await import("../core/check-staged.ts");
  const { document, paths, locked } = checkStaged(session, session.state(), policy);
  const shown = options.risk
    ? await riskOf(
        session,
        document,
        paths.map((key) => ({ kind: "file" as const, key })),
      )
    : document;
  const exit = locked.length > 0 && policy.failOn !== "never" ? 1 : policyExit(shown, policy);
  return checkOutcome(shown, exit);
}

async function riskOf(session: Session, document: CheckDocument, scopes: readonly Scope[]): Promise<CheckDocument> {
  const { conflictRisk } = await import("../core/conflict-risk.ts");
  return { ...document, ...conflictRisk(session, session.state(), scopes, document) };
}

/** --risk beside a check of a declaration, an intent, or the caller's own intents. */
async function withRisk(ctx: CommandContext, document: CheckDocument): Promise<CheckDocument> {
  const { session, options } = ctx;
  if (options.all) throw invalidInput("--risk is about one plan, and --all about everything", "leave one of them out");
  const state = session.state();
  const summary = argument(ctx, "summary");
  if (summary !== undefined) return riskOf(session, document, scopesDeclared(session, declarationFrom(ctx, summary)));
  const ids = subjectsOf(ctx, state) ?? new Set();
  const scopes = [...ids].flatMap((id) => state.intent(id)?.scopes ?? []);
  return riskOf(session, document, scopes);
}

/** A what-if on modules: what exists already that does the same? */
async function modules(ctx: CommandContext, policy: CheckPolicy): Promise<Outcome> {
  const { session, options } = ctx;
  const others = ["scope", "uses", "dependsOn"].some((name) => many(ctx, name) !== undefined);
  if (
    argument(ctx, "summary") !== undefined ||
    one(ctx, "intent") !== undefined ||
    options.all ||
    options.merge ||
    options.reach ||
    others
  ) {
    throw invalidInput("--module asks about modules alone", "leave the other flags and SUMMARY out");
  }
  session.bookkeeping = false;
  const { checkModules, knownModules, readModules } = await import("../core/module-check.ts");
  const added = readModules(session, one(ctx, "module") as string, ctx.io.stdin);
  const known = await knownModules(session, added);
  const document = checkModules(session, session.state(), added, known, policy);
  return checkOutcome(document, policyExit(document, policy));
}

/** --merge and --reach: what the code says beside what was declared. */
async function withCode(ctx: CommandContext, checked: CheckDocument, policy: CheckPolicy): Promise<Outcome> {
  const { session, options } = ctx;
  if (options.merge && checked.ephemeral) {
    throw invalidInput(
      "--merge compares what was really changed, and a what-if changed nothing",
      "leave one of them out",
    );
  }
  const state = session.state();
  let document = checked;
  if (options.merge) {
    const { withOverlappingEdits } = await import("../core/check-merge.ts");
    document = await withOverlappingEdits(session, state, document, policy, subjectsOf(ctx, state));
  }
  if (options.reach) {
    const { withReach } = await import("../core/check-reach.ts");
    const summary = argument(ctx, "summary");
    const asked = summary === undefined ? subjectsOf(ctx, state) : declarationFrom(ctx, summary);
    document = await withReach(session, state, document, policy, asked);
  }
  return checkOutcome(document, policyExit(document, policy));
}

/** Whose changes are asked about: one intent, the caller's own, or everybody's (undefined). */
function subjectsOf(ctx: CommandContext, state: State): ReadonlySet<string> | undefined {
  if (ctx.options.all) return undefined;
  const intent = one(ctx, "intent");
  if (intent !== undefined) return new Set([resolveId(state, intent, "int")]);
  const mine = state.openIntents().filter(({ agent }) => agent === ctx.session.who.agent);
  return new Set(mine.map(({ id }) => id));
}

function batch(ctx: CommandContext, policy: CheckPolicy): Outcome | Promise<Outcome> {
  if (argument(ctx, "summary") !== undefined)
    throw invalidInput("--stdin takes its summaries from standard input", "leave SUMMARY out");
  return import("../core/check-batch.ts").then(({ checkBatch }) => {
    return batchOutcome(checkBatch(ctx.session, parseBatch(ctx.io.stdin()), policy), policy);
  });
}

/** Outcome of every command that answers with a check document. */
export function checkOutcome(document: CheckDocument, exit: number): Outcome {
  return {
    document: document as unknown as Document,
    exit,
    table: async (view) => (await import("../report/check.ts")).checkText(view, document),
  };
}
