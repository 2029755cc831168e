// resolve ID with a strategy, with free words, or only asking for the strategies; strategies that are brought; roll-back.

import { addStrategies } from "../core/add-strategies.ts";
import type { describeConflict } from "../core/describe-conflict.ts";
import { viewOfConflict } from "../core/recording.ts";
import { outputPath, resultDocument, textOfInput, writeResult } from "../core/resolve-output.ts";
import {
  describedIn,
  findConflict,
  openRun,
  type ResolveRun,
  resultOfRun,
  runCustom,
  runStrategy,
} from "../core/resolve-run.ts";
import { requireReason } from "../core/settle.ts";
import type { CommandContext, Document, Outcome } from "./command.ts";
import { many, one } from "./declaration.ts";

async function runOf(ctx: CommandContext): Promise<ResolveRun> {
  const reason = one(ctx, "reason");
  return openRun(ctx.session, {
    apply: ctx.options.apply === true,
    partial: ctx.options.partial === true,
    reason: reason === undefined ? undefined : requireReason(reason),
  });
}

/** `resolve ID --strategies`. */
export async function showStrategies(ctx: CommandContext, id: string): Promise<Outcome> {
  const run = await openRun(ctx.session, { apply: false, partial: false, reason: undefined });
  const state = ctx.session.state();
  const { description } = describedIn(run, state, findConflict(state, id));
  return describedOutcome(description, state.asOf);
}

function describedOutcome(description: ReturnType<typeof describeConflict>["description"], asOf: number): Outcome {
  return {
    document: { schema: "foremerge.strategies/1", as_of_event: asOf, ...description },
    exit: 0,
    table: async (view) => (await import("../report/resolving.ts")).strategiesText(view, description),
  };
}

/** `resolve ID --add-strategies FILE|-`. */
export async function bringStrategies(ctx: CommandContext, id: string, name: string): Promise<Outcome> {
  const text = textOfInput(ctx.session, name, ctx.io.stdin, "--add-strategies");
  const { description, asOf } = await addStrategies(ctx.session, id, text, name);
  return describedOutcome(description, asOf);
}

/** `resolve ID --strategy N|NAME`, or `--yes` for the recommended one. */
export async function settleByStrategy(ctx: CommandContext, id: string): Promise<Outcome> {
  const output = outputPath(ctx.session, one(ctx, "output"));
  const run = await runOf(ctx);
  const round = many(ctx, "answer") ?? [];
  const outcome = await runStrategy(ctx.session, run, { conflictId: id, pick: one(ctx, "strategy"), rounds: [round] });
  const { described, strategy, standing, decision, ending, edits, nodes, asOf } = outcome;
  for (const { question, before, after } of standing.replaced) {
    ctx.session.warn(
      `the answer to ${JSON.stringify(question)} was ${JSON.stringify(before)} and is ${JSON.stringify(after)} now`,
    );
  }
  writeResult(output, resultDocument(resultOfRun(ctx.session, run), asOf));
  const settled = ending.kind === "resolved";
  const conflict = viewOfConflict(findConflict(ctx.session.ledger().read(), described.conflict.id));
  const document = {
    schema: "foremerge.resolution/1" as const,
    as_of_event: asOf,
    session_id: run.sessionId,
    conflict,
    decision,
    strategy: { id: strategy.id, name: strategy.name, approach: strategy.approach },
    clarifications: standing.answers,
    open_questions: standing.open,
    edits: edits.map(({ edit, state, reason }) => ({
      file: edit.file,
      section: edit.section,
      change_type: edit.change_type,
      state,
      ...(reason === undefined ? {} : { reason }),
    })),
    constraints: ending.constraints,
    ...(nodes.length > 0 ? { nodes } : {}),
  };
  return {
    document: document as Document,
    exit: settled || ending.item.status === "coordinating" ? 0 : 1,
    table: async (view) => (await import("../report/resolving.ts")).settledText(view, document),
  };
}

/** `resolve ID --custom TEXT`. */
export async function settleInOwnWords(ctx: CommandContext, id: string, text: string): Promise<Outcome> {
  const output = outputPath(ctx.session, one(ctx, "output"));
  const run = await runOf(ctx);
  const { conflict, asOf } = runCustom(ctx.session, run, id, text);
  writeResult(output, resultDocument(resultOfRun(ctx.session, run), asOf));
  const document = {
    schema: "foremerge.resolution/1" as const,
    as_of_event: asOf,
    session_id: run.sessionId,
    conflict: viewOfConflict(conflict),
    decision: null,
    note: text,
  };
  return {
    document: document as Document,
    exit: 0,
    table: async (view) => (await import("../report/resolving.ts")).settledText(view, document),
  };
}

/** `resolve --rollback RESULT_ID`. */
export async function takeBackRun(ctx: CommandContext, resultId: string): Promise<Outcome> {
  const { rollBack } = await import("../core/roll-back.ts");
  const { asOf, ...rolled } = rollBack(ctx.session, resultId);
  if (rolled.already) ctx.session.warn(`${rolled.result_id} was rolled back before; nothing was done now`);
  else if (rolled.conflicts.length > 0) {
    ctx.session.warn("the files are as before; the conflicts stay settled: say what holds instead in a new intent");
  }
  return {
    document: { schema: "foremerge.rollback/1", as_of_event: asOf, ...rolled },
    exit: 0,
    table: () =>
      rolled.files.length === 0 ? "No file was changed." : rolled.files.map((file) => `restored\t${file}`).join("\n"),
  };
}
