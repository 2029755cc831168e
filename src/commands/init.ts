// foremerge init: creates the ledger; idempotent.
import { initialise } from "../core/initialise.ts";
import type { Probe } from "../core/probe-remote.ts";
import type { CommandSpec } from "./command.ts";
import { one } from "./declaration.ts";

const PROBED: Readonly<Record<Probe["allows"], (probe: Probe) => string>> = {
  ref: ({ remote, command }) => `${remote} takes the ledger's ref: ${command}`,
  branch: ({ remote, command, words }) =>
    `${remote} takes branches only (${words}): ${command}; for hooks and CI too: foremerge config set sync.branch foremerge-ledger`,
  none: ({ remote, command, words }) => `${remote} refuses both the ref and a branch (${words}): ${command}`,
};

export const command: CommandSpec = {
  name: "init",
  summary: "Create the ledger of this repository",
  options: [
    {
      flags: "--in-tree",
      description: "keep the ledger in the working tree, tracked by git (see what that costs below)",
    },
    {
      flags: "--remote <name>",
      description: "push a probe to this remote and take it away: does it take the ledger's ref?",
    },
    { flags: "--agents", description: "write the block that teaches agents to declare into AGENTS.md" },
  ],
  examples: ["foremerge init --agents", "foremerge init --in-tree", "foremerge init --remote origin"],
  details: `The ledger lies in the git directory: all linked worktrees share it, and checkout, stash, reset and rebase never touch
it. --in-tree puts it at .foremerge/ledger.jsonl instead: a checkout rewinds it, two branches that both append meet
in a merge, and the merge buttons of hosts ignore the union driver that .gitattributes asks for.

--remote pushes an empty commit to refs/foremerge/ledger-probe of that remote and takes it away again; where that is
refused, the same with the branch foremerge-probe. Nothing of the ledger is sent, and no ref stays here.`,
  run: async (ctx) => {
    const named = one(ctx, "remote");
    const remote =
      named === undefined ? undefined : (await import("../core/choose-remote.ts")).chooseRemote(ctx.session, named);
    const made = initialise(ctx.session, { inTree: ctx.options.inTree === true });
    const guide = ctx.options.agents
      ? (await import("../core/hooks/guide.ts")).writeGuide(ctx.session.root)
      : undefined;
    // Last: a remote that is away keeps nothing else from being made.
    const probe =
      remote === undefined
        ? undefined
        : await (await import("../core/probe-remote.ts")).probeRemote(ctx.session, remote);
    const kept = probe?.left
      ? [
          `${probe.remote} keeps ${probe.left}, the probe: it could not be taken away; it is empty and may be deleted there`,
        ]
      : [];
    const warnings = [...made.report.warnings, ...kept];
    return {
      document: {
        schema: "foremerge.init/1",
        as_of_event: made.asOf,
        ...made.report,
        warnings,
        ...(probe ? { probe } : {}),
        ...(guide ? { agents: { path: guide.path, changed: guide.changed } } : {}),
      },
      exit: 0,
      table: () =>
        [
          made.report.created
            ? `Created the ledger ${made.report.ledger}`
            : `The ledger is there already: ${made.report.ledger}`,
          ...(probe ? [PROBED[probe.allows](probe)] : []),
          ...(guide
            ? [`${guide.changed ? "Wrote the block for agents into" : "The block for agents is in"} ${guide.path}`]
            : []),
          ...warnings.map((warning) => `Note: ${warning}`),
          "",
          "Next:",
          ...made.report.next.map((line) => `  ${line}`),
        ].join("\n"),
    };
  },
};
