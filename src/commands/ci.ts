// foremerge ci: the gate of a pull request, by the rules of the branch that it wants into.
import type { FailOn } from "../config/settings.ts";
import { ci } from "../core/ci.ts";
import { type CommandSpec, FINDING_FORMATS } from "./command.ts";
import { one } from "./declaration.ts";
import { POLICY_OPTIONS } from "./policy.ts";

export const command: CommandSpec = {
  name: "ci",
  summary: "Check this branch's intents by the rules of the base branch; writes nothing",
  options: [
    { flags: "--base <branch>", description: "the branch that this one wants into" },
    { flags: "--branch <branch>", description: "the branch under judgement, where nothing is checked out by name" },
    { flags: "--no-fetch", description: "do not ask the remote for its ledger" },
    {
      flags: "--ledger-branch <branch>",
      description: "the branch that carries the ledger, as in ledger sync --branch (sync.branch)",
    },
    ...POLICY_OPTIONS,
  ],
  formats: FINDING_FORMATS,
  examples: [
    "foremerge ci",
    "foremerge ci --format github",
    "foremerge ci --base main --format sarif > foremerge.sarif",
  ],
  details:
    'rules, fail_on, decisions, resolution and sync.branch come from the base branch, so that a change cannot switch off\nits own gate. Without a ledger the answer is "not assessed" and the exit status 1. docs/ci.md has a ready workflow.',
  run: async (ctx) => {
    ctx.session.bookkeeping = false;
    const { document, exit } = await ci(ctx.session, {
      base: one(ctx, "base"),
      branch: one(ctx, "branch"),
      ledgerBranch: one(ctx, "ledgerBranch"),
      fetch: ctx.options.fetch !== false,
      failOn: one(ctx, "failOn") as FailOn | undefined,
      allowUnknown: ctx.options.allowUnknown === true,
      strict: ctx.options.strict === true,
    });
    return {
      document,
      exit,
      table: async (view) => (await import("../report/ci.ts")).ciText(view, document),
    };
  },
};
