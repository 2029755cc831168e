// Options that decide what an answer does to the exit status (spec 5.1), shared by everything that checks.
import type { FailOn } from "../config/settings.ts";
import type { CheckPolicy } from "../core/verdict.ts";
import type { CommandContext, OptionSpec } from "./command.ts";
import { one } from "./declaration.ts";

export const POLICY_OPTIONS: readonly OptionSpec[] = [
  {
    flags: "--fail-on <severity>",
    description: "exit 1 from this severity on",
    choices: ["high", "medium", "low", "never"],
  },
  { flags: "--allow-unknown", description: "an incomplete assessment does not change the exit status" },
  { flags: "--strict", description: "what could not be looked at on the other side counts too" },
];

/** Flag, then settings, then the command's default. `never` commands also pass an incomplete assessment. */
export function policyFrom(ctx: CommandContext, fallback: FailOn): CheckPolicy {
  const given = one(ctx, "failOn") as FailOn | undefined;
  // A settings file speaks for checks; commands that record keep their own default unless told on the spot.
  const failOn = given ?? (fallback === "never" ? "never" : (ctx.session.settings.fail_on ?? fallback));
  return {
    failOn,
    allowUnknown: ctx.options.allowUnknown === true || (fallback === "never" && ctx.options.strict !== true),
    strict: ctx.options.strict === true,
  };
}
