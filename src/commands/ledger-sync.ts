// foremerge ledger sync: carries the ledger to and from other machines through git.
import { chooseBranch } from "../core/choose-remote.ts";
import { damageOf } from "../core/ledger-care.ts";
import { sync } from "../core/sync.ts";
import type { CommandSpec } from "./command.ts";
import { argument, one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "ledger sync",
  summary: "Carry the ledger to and from other machines through git",
  args: ["[remote]"],
  options: [
    { flags: "--pull", description: "take in only; publish nothing (for CI)" },
    {
      flags: "--branch <name>",
      description: "use this branch, for a host that refuses refs/foremerge/ledger (sync.branch)",
    },
    { flags: "--dry-run", description: "say how many events would come and go; write nothing" },
  ],
  examples: [
    "foremerge ledger sync",
    "foremerge ledger sync origin --pull",
    "foremerge ledger sync --branch foremerge-ledger",
  ],
  details: `Events travel in the ref refs/foremerge/ledger. Nothing else of the repository is touched: no checkout, no index, no
hook, no other ref (but with --branch what every push of a branch moves: refs/remotes/REMOTE/NAME), never a forced push.
Nothing new means no commit and no write. What can be read travels; while the ledger here has lines that cannot be read,
or the remote a file of more than 256 MiB, the exit status is 1.`,
  run: async (ctx) => {
    const ledger = () => ctx.session.ledger();
    const { unread, ...report } = await sync(ctx.session, {
      remote: argument(ctx, "remote"),
      pull: ctx.options.pull === true,
      branch: chooseBranch(ctx.session, one(ctx, "branch")),
      dryRun: ctx.options.dryRun === true,
      ledger,
      meanwhile: ledger,
    });
    for (const warning of report.warnings) ctx.session.warn(warning);
    const absent = report.dry_run && !ctx.session.place.exists;
    const damage = absent ? 0 : damageOf(ctx.session);
    return {
      document: {
        schema: "foremerge.sync/1",
        as_of_event: absent ? null : ctx.session.state().asOf,
        ...report,
        ...(damage > 0 ? { damage } : {}),
        ...(unread.length > 0 ? { unread } : {}),
      },
      exit: damage > 0 || unread.length > 0 ? 1 : 0,
      table: async (view) =>
        (await import("../report/table.ts")).fields(view, [
          ["remote", `${report.remote} ${report.ref}`],
          [report.dry_run ? "would receive" : "received", report.received],
          [report.dry_run ? "would publish" : "published", report.published],
          ["new findings", report.detected.length === 0 ? "none" : report.detected],
          ...(damage > 0
            ? ([["damaged here", `${damage} (foremerge ledger verify names them, ledger repair mends them)`]] as const)
            : []),
          ...(unread.length > 0 ? ([["not read there", unread]] as const) : []),
          ...(report.contradictions.length > 0 ? ([["contradictions", report.contradictions]] as const) : []),
        ]),
    };
  },
};
