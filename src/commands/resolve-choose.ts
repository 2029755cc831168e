// resolve ID --choose: a person decides between a proposed task and a blocker.
import { CHOICES, type ChoiceName, choose } from "../core/person-choice.ts";
import { viewOfConflict } from "../core/recording.ts";
import { requireReason } from "../core/settle.ts";
import { invalidInput } from "../errors.ts";
import { nearest } from "../nearest.ts";
import type { CommandContext, Document, Outcome } from "./command.ts";
import { one } from "./declaration.ts";

export async function settleByChoice(ctx: CommandContext, id: string, word: string): Promise<Outcome> {
  const choice = CHOICES.find((name) => name === word);
  if (choice === undefined) {
    throw invalidInput(
      `--choose ${JSON.stringify(word)} is no choice${nearest(word, CHOICES)}`,
      `write one of ${CHOICES.join(", ")}`,
    );
  }
  const reason = requireReason(one(ctx, "reason"));
  const first = one(ctx, "first");
  if (first !== undefined && choice !== "sequential") {
    throw invalidInput("--first belongs to --choose sequential", "leave it out, or write --choose sequential");
  }
  const chosen = await choose(ctx.session, { conflictId: id, choice: choice as ChoiceName, first, reason });
  const { conflict, decision, outcome, nodes, left, asOf } = chosen;
  const document = {
    schema: "foremerge.resolution/1" as const,
    as_of_event: asOf,
    conflict: viewOfConflict(conflict),
    decision,
    outcome,
    choice,
    nodes,
    left,
  };
  return {
    document: document as Document,
    exit: 0,
    table: async (view) => (await import("../report/resolving.ts")).settledText(view, document),
  };
}
