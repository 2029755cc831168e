// foremerge intent publish: declare what will be changed, before a file is touched.
import { type BatchLine, parseBatch } from "../core/batch.ts";
import type { PublishDocument } from "../core/documents.ts";
import { type Prepared, type PublishRequest, prepare, publish } from "../core/publish.ts";
import type { BatchAnswer } from "../core/publish-batch.ts";
import { type CheckPolicy, policyExit, type Verdict } from "../core/verdict.ts";
import { invalidInput } from "../errors.ts";
import { jsonText } from "../report/escape.ts";
import { type CommandContext, type CommandSpec, type Document, FINDING_FORMATS, type Outcome } from "./command.ts";
import { argument, DECLARATION_OPTIONS, declarationFrom, many, one } from "./declaration.ts";
import { DIFF_OPTIONS, diffRequest } from "./diff-option.ts";
import { POLICY_OPTIONS, policyFrom } from "./policy.ts";

export const command: CommandSpec = {
  name: "intent publish",
  summary: "Declare what you will change and what you will do to it",
  args: ["[summary]"],
  options: [
    ...DECLARATION_OPTIONS,
    {
      flags: "--file <path>",
      description: "file that is touched: short for --scope file:PATH=modify",
      repeatable: true,
    },
    { flags: "--task <task>", description: "plan task that this is the work of" },
    { flags: "--rationale <text>", description: "why" },
    { flags: "--group <name>", description: "name shared by a batch of intents" },
    { flags: "--module <file>", description: "modules that will be built, as JSON or YAML, - for standard input" },
    { flags: "--from-diff", description: "scopes out of what has changed already; see --staged, --range, --worktree" },
    { flags: "--confirm", description: "with --from-diff: its operations count as declared" },
    ...DIFF_OPTIONS,
    { flags: "--stdin", description: "one JSON request a line on standard input, one answer a line" },
    ...POLICY_OPTIONS,
  ],
  formats: FINDING_FORMATS,
  examples: [
    'foremerge intent publish "Consolidate billing on one acquirer" --scope symbol:PaymentService=replace',
    'foremerge intent publish "Show tare weight" --scope symbol:LabelPrinter=extend --uses api:"GET /weights"',
    'foremerge intent publish "Cut labels at 40 letters" --from-diff --range main...HEAD --confirm',
    "foremerge intent publish --stdin --format ndjson < plans.ndjson",
  ],
  run: async (ctx) => {
    const policy = policyFrom(ctx, "never");
    if (ctx.options.stdin) {
      if (argument(ctx, "summary") !== undefined)
        throw invalidInput("--stdin takes its summaries from standard input", "leave SUMMARY out");
      return batch(ctx, parseBatch(ctx.io.stdin()), policy);
    }
    const summary = argument(ctx, "summary");
    if (summary === undefined)
      throw invalidInput(
        "SUMMARY is missing",
        'write foremerge intent publish "what you will do" --scope KIND:KEY=OPERATION',
      );
    const declaration = declarationFrom(ctx, summary);
    const task = one(ctx, "task")?.trim();
    const rationale = one(ctx, "rationale");
    const group = one(ctx, "group");
    const fromDiff = await fromDiffOf(ctx);
    const prepared = prepare(ctx.session, {
      ...declaration,
      scopes: [...declaration.scopes, ...(many(ctx, "file") ?? []).map((path) => `file:${path}=modify`)],
      ...(task ? { task } : {}),
      ...(rationale === undefined ? {} : { rationale }),
      ...(group === undefined ? {} : { group }),
      ...(fromDiff === undefined ? {} : { fromDiff }),
      ...(await modulesFrom(ctx)),
    });
    const aboutCode = fromDiff === undefined ? await askCode(ctx, prepared) : undefined;
    const published = publish(ctx.session, prepared);
    const document = { ...published, ...(await aboutCode?.(published)) };
    return publishOutcome(document, policyExit(document, policy));
  },
};

/** Scopes of --from-diff; undefined without it. */
async function fromDiffOf(ctx: CommandContext): Promise<PublishRequest["fromDiff"]> {
  const { options, session } = ctx;
  if (!options.fromDiff) {
    const lone = ["staged", "range", "worktree", "confirm"].find((name) => options[name] !== undefined);
    if (lone !== undefined) throw invalidInput(`--${lone} goes with --from-diff`, `write --from-diff --${lone}`);
    return undefined;
  }
  const { claimsFromDiff } = await import("../core/from-diff.ts");
  return claimsFromDiff(session, diffRequest(options), options.confirm === true);
}

/** FM-X001, FM-X002 and callers, where the scopes are such that the code can say something. */
async function askCode(
  ctx: CommandContext,
  { declared }: Prepared,
): Promise<((document: PublishDocument) => Promise<object>) | undefined> {
  const { scopes, uses } = declared;
  if (
    !uses.some(({ kind }) => isInCode(kind)) &&
    !scopes.some((scope) => isInCode(scope.kind) && scope.operation !== "modify")
  )
    return undefined;
  const { aboutDeclared } = await import("../core/about-code.ts");
  return aboutDeclared(ctx.session, declared);
}

const isInCode = (kind: string): boolean => /^(?:file|symbol|api|schema|package)$/.test(kind);

/** What --module adds to a publication: the modules, and their findings once the intent has an id. */
async function modulesFrom(ctx: CommandContext): Promise<Pick<PublishRequest, "modules" | "moduleFindings">> {
  const name = one(ctx, "module");
  if (name === undefined) return {};
  const { session } = ctx;
  const { knownModules, moduleOverlaps, readModules } = await import("../core/module-check.ts");
  const modules = readModules(session, name, ctx.io.stdin);
  const known = await knownModules(session, modules);
  for (const warning of known.warnings) session.warn(warning);
  return {
    modules,
    moduleFindings: (state, id) => moduleOverlaps(session, state, id, modules, known, false).findings,
  };
}

/** Outcome of a publication, also of a rescope. */
export function publishOutcome(document: PublishDocument, exit: number): Outcome {
  return {
    document: document as unknown as Document,
    exit,
    table: async (view) => (await import("../report/check.ts")).publishText(view, document),
  };
}

async function batch(ctx: CommandContext, lines: readonly BatchLine[], policy: CheckPolicy): Promise<Outcome> {
  const { publishBatch } = await import("../core/publish-batch.ts");
  return batchOutcome(publishBatch(ctx.session, lines), policy);
}

/**
 * A batch answers with one document a line, in every format; its last line counts. A bad line decides the exit
 * status, else the answer that the policy likes least.
 */
export function batchOutcome(answer: BatchAnswer, policy: CheckPolicy): Outcome {
  const { documents, written, failed } = answer;
  const verdicts = documents.filter((each): each is Verdict & Document => Object.hasOwn(each as object, "findings"));
  const asOf = verdicts.reduce((newest, { as_of_event }) => Math.max(newest, as_of_event ?? 0), 0);
  const last: Document = {
    schema: "foremerge.batch/1",
    as_of_event: verdicts.length === 0 ? null : asOf,
    written,
    failed,
  };
  const text = (): string => [...documents, last].map((line) => jsonText(line)).join("\n");
  return {
    document: { ...last, answers: documents },
    exit: failed > 0 ? 2 : verdicts.reduce((worst, verdict) => Math.max(worst, policyExit(verdict, policy)), 0),
    table: text,
    lines: () => [...documents, last],
  };
}
