// foremerge assess: an owner's judgement of another intent, recorded.
import { ACTIONS, VERDICTS } from "../core/assess.ts";
import { assess } from "../core/intent-steps.ts";
import { invalidInput } from "../errors.ts";
import type { Assessment } from "../store/model.ts";
import type { CommandContext, CommandSpec, Document } from "./command.ts";
import { argument, one } from "./declaration.ts";

/** The value of a required option with a fixed set of words. */
function word<T extends string>(ctx: CommandContext, name: string, words: readonly T[]): T {
  const given = one(ctx, name);
  const found = words.find((one) => one === given);
  if (found !== undefined) return found;
  throw invalidInput(
    given === undefined ? `--${name} is missing` : `--${name} ${JSON.stringify(given)} is unknown`,
    `write --${name} ${words.join(" | ")}`,
  );
}

export const command: CommandSpec = {
  name: "assess",
  summary: "Record what you think of another intent and what you do about it",
  args: ["<intent>", "<other>"],
  options: [
    { flags: "--verdict <word>", description: `what it is to yours: ${VERDICTS.join(", ")}` },
    { flags: "--action <word>", description: `what you do about it: ${ACTIONS.join(", ")}` },
    { flags: "--reason <text>", description: "why (required)" },
  ],
  examples: [
    'foremerge assess int_01k8 int_01k9 --verdict conflicts --action waiting --reason "the engine goes first"',
    'foremerge assess int_01k8 int_01k9 --verdict compatible --action proceeding --reason "two services of one name"',
  ],
  details: "The first intent is your own. A judgement settles nothing; foremerge resolve does.",
  run: (ctx) => {
    const verdict: Assessment["verdict"] = word(ctx, "verdict", VERDICTS);
    const action: Assessment["action"] = word(ctx, "action", ACTIONS);
    const document = assess(ctx.session, argument(ctx, "intent") ?? "", argument(ctx, "other") ?? "", {
      verdict,
      action,
      reason: one(ctx, "reason"),
    });
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => (await import("../report/assessment.ts")).assessmentText(view, document.assessment),
    };
  },
};
