// foremerge drift: what an intent declared against what was really changed.
import { type CommandSpec, type Document, FINDING_FORMATS } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "drift",
  summary: "Compare what an intent declared with what was really changed",
  args: ["<intent>"],
  options: [
    {
      flags: "--strict",
      description: "exit 1 when something undeclared was changed, or an operation turned out destructive",
    },
  ],
  formats: FINDING_FORMATS,
  examples: ["foremerge drift int_01k8", "foremerge drift int_01k8 --strict --json"],
  details:
    "Looks at the worktree or branch of the intent since its base, uncommitted and untracked files included. A declared\n" +
    "directory covers its files, a declared symbol its members and the file it lives in. Then the detector runs on what\n" +
    "was really touched and shows the findings that this would bring. Exit 1 also when the work could not be looked at.",
  run: async (ctx) => {
    const { driftById } = await import("../core/drift.ts");
    const document = await driftById(ctx.session, argument(ctx, "intent") ?? "");
    const drifted = document.undeclared.length + document.destructive.length > 0;
    return {
      document: document as unknown as Document,
      exit: (ctx.options.strict && drifted) || document.assessment === "incomplete" ? 1 : 0,
      table: async (view) => (await import("../report/drift.ts")).driftText(view, document),
    };
  },
};
