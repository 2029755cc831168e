// foremerge merge preview: what git would say to merging branches or worktrees, without merging them.
import { previewMerges } from "../core/merge-preview.ts";
import { invalidInput } from "../errors.ts";
import type { CommandSpec, Document } from "./command.ts";

export const command: CommandSpec = {
  name: "merge preview",
  summary: "Show which branches git could merge, and where not",
  args: ["[names...]"],
  options: [{ flags: "--all", description: "every branch with every other" }],
  examples: [
    "foremerge merge preview feature/labels feature/payments",
    "foremerge merge preview --all --json",
    "foremerge merge preview ../wt/labels main",
  ],
  details:
    "Names are branches, tags, commits, or worktrees (by path or folder name; their uncommitted work is included).\n" +
    "Without names: this branch with the base branch. Nothing is merged and nothing is written; a clean answer says\n" +
    "that the texts fit together, not that the code works. Exit 1 when a pair conflicts or could not be looked at.",
  run: (ctx) => {
    const names = (ctx.args.names ?? []) as readonly string[];
    if (ctx.options.all && names.length > 0) {
      throw invalidInput("--all takes no names", "write merge preview A B, or merge preview --all");
    }
    const document = previewMerges(ctx.session, ctx.options.all ? { all: true } : { names });
    for (const { branch, worktree } of document.uncommitted) {
      ctx.session.warn(`${worktree} has uncommitted changes; they are no part of what ${branch} was merged with`);
    }
    return {
      document: document as unknown as Document,
      exit: document.conflicting > 0 || document.assessment === "incomplete" ? 1 : 0,
      table: async (view) => (await import("../report/merge-preview.ts")).mergePreviewText(view, document),
    };
  },
};
