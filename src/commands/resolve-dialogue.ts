// resolve --dialogue FILE: a whole resolving dialogue as data, for scripts.
import {
  answerDialogue,
  fillDialogue,
  outputPath,
  readDialogue,
  resultDocument,
  writeResult,
} from "../core/resolve-output.ts";
import { isFinished, openRun, resultOfRun, runDialogue } from "../core/resolve-run.ts";
import { requireReason } from "../core/settle.ts";
import type { CommandContext, Outcome } from "./command.ts";
import { one } from "./declaration.ts";

export async function resolveByDialogue(ctx: CommandContext, name: string): Promise<Outcome> {
  const { session } = ctx;
  const output = outputPath(session, one(ctx, "output"));
  const file = await readDialogue(session, name, ctx.io.stdin);
  const reason = one(ctx, "reason");
  const run = await openRun(session, {
    apply: ctx.options.apply === true,
    partial: ctx.options.partial === true,
    reason: reason === undefined ? undefined : requireReason(reason),
  });
  let left = 0;
  if (file.entries.length === 0 && file.writable) left = fillDialogue(session, run, name);
  const ids = await runDialogue(session, run, file.entries);
  const result = resultOfRun(session, run);
  const document = resultDocument(result, session.ledger().read().asOf);
  writeResult(output, document);
  if (file.entries.length > 0) answerDialogue(session, name, file, result, ids);
  else if (left > 0)
    session.note(`${name} holds ${left} open conflicts now: choose a strategy for each and run this again`);
  return {
    document,
    exit: isFinished(run) && left === 0 ? 0 : 1,
    table: async (view) => (await import("../report/resolving.ts")).runText(view, document),
  };
}
