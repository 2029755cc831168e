// foremerge hook install: writes the entries of a coding agent's settings, or the lines of git's hooks.
import { relative } from "node:path";
import { invalidInput } from "../errors.ts";
import type { CommandContext, CommandSpec, Outcome } from "./command.ts";

const KINDS = ["claude", "git"] as const;

export const command: CommandSpec = {
  name: "hook install",
  summary: "Install the hooks of a coding agent or of git; idempotent",
  args: ["<kind>"],
  options: [
    { flags: "--shared", description: "the settings that the team shares, or a hooks folder that others use too" },
    { flags: "--dry-run", description: "say what would be written and write nothing" },
  ],
  examples: [
    "foremerge hook install claude",
    "foremerge hook install claude --shared",
    "foremerge hook install git --dry-run",
  ],
  details:
    "claude: .claude/settings.local.json, or with --shared .claude/settings.json; entries of others stay. git: pre-commit\n" +
    "advises on what is staged, pre-push carries the ledger and never fails the push, post-merge names merged work;\n" +
    "core.hooksPath and hooks that are there already are respected.",
  run: async (ctx) => {
    const kind = KINDS.find((one) => one === ctx.args.kind);
    if (!kind)
      throw invalidInput(`${JSON.stringify(ctx.args.kind)} is no kind of hooks`, `write ${KINDS.join(" or ")}`);
    return kind === "claude" ? claude(ctx) : git(ctx);
  },
};

async function settings(ctx: CommandContext): Promise<{ shared: boolean; dryRun: boolean; program: string }> {
  const { programFor } = await import("../core/hooks/program.ts");
  const shared = ctx.options.shared === true;
  return { shared, dryRun: ctx.options.dryRun === true, program: programFor(ctx.session.env, shared) };
}

async function claude(ctx: CommandContext): Promise<Outcome> {
  const { installClaude } = await import("../core/hooks/install-claude.ts");
  const options = await settings(ctx);
  const { path, changed, added, text } = installClaude(ctx.session.root, options);
  const file = relative(ctx.session.root, path);
  return {
    document: {
      schema: "foremerge.hook-install/1",
      as_of_event: null,
      kind: "claude",
      dry_run: options.dryRun,
      files: [{ path: file, changed, state: changed ? "added" : "present", added }],
    },
    exit: 0,
    table: () => {
      if (!changed) return `${file} has foremerge's hooks already`;
      if (options.dryRun) return `Would write ${file}:\n\n${text}`;
      return [`Wrote ${file}:`, ...added.map((line) => `  ${line}`)].join("\n");
    },
  };
}

async function git(ctx: CommandContext): Promise<Outcome> {
  const { repository, root } = ctx.session;
  if (!repository) throw invalidInput("git hooks need a git repository", "run this inside one, or git init first");
  const { installGitHooks } = await import("../core/hooks/install-git.ts");
  const options = await settings(ctx);
  const { folder, hooks: made } = installGitHooks({ root, commonDir: repository.commonDir }, options);
  for (const { hook, path } of made.filter(({ state }) => state === "foreign")) {
    ctx.session.warn(`${path} is no shell script and was left alone; call foremerge hook ${hook} from it`);
  }
  if (folder.tracked && made.some(({ state }) => state === "created" || state === "added")) {
    ctx.session.warn(`${folder.path} is part of the working tree: others get these hooks with your next commit`);
  }
  return {
    document: {
      schema: "foremerge.hook-install/1",
      as_of_event: null,
      kind: "git",
      dry_run: options.dryRun,
      files: made.map(({ hook, path, state }) => ({
        path,
        hook,
        changed: state === "created" || state === "added",
        state,
      })),
    },
    exit: 0,
    table: () =>
      made
        .map(({ path, state, text }) => {
          if (state === "present") return `${path} has foremerge's lines already`;
          if (state === "foreign") return `${path} was left alone`;
          return options.dryRun ? `Would write ${path}:\n\n${text}` : `Wrote ${path}`;
        })
        .join("\n"),
  };
}
