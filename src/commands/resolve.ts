// foremerge resolve: settle a conflict with a reason, by a strategy, by a choice, or walk through all open ones.
import { coordinate } from "../core/coordinate.ts";
import { viewOfConflict } from "../core/recording.ts";
import { type SettleAs, settle } from "../core/settle.ts";
import { recoverInterrupted } from "../core/undo-folder.ts";
import { invalidInput } from "../errors.ts";
import type { CommandContext, CommandSpec, Document, Outcome } from "./command.ts";
import { argument, one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "resolve",
  summary: "Settle a conflict: with a reason, by a strategy, or one by one in a terminal",
  args: ["[id]"],
  options: [
    { flags: "--reason <text>", description: "why; never blank" },
    { flags: "--as <state>", description: "how it is settled", choices: ["resolved", "overridden", "dismissed"] },
    { flags: "--coordinate <text>", description: "settle nothing, note that you are talking; it stays open" },
    { flags: "--resolution <text>", description: "what was agreed, when it is more than the reason" },
    { flags: "--strategies", description: "describe the conflict and list its strategies" },
    {
      flags: "--strategy <name>",
      description: "settle by this strategy: its number from 1, or its name; with --auto: serialize, merge, escalate",
    },
    {
      flags: "--answer <answer>",
      description: "QUESTION=ANSWER for a question that the strategy asks",
      repeatable: true,
    },
    { flags: "--yes", description: "take the recommended strategy; questions stay open" },
    { flags: "--apply", description: "make the edits of the strategy; without it they are only agreed" },
    { flags: "--partial", description: "make those edits that can be made, and leave the conflict unsettled" },
    { flags: "--custom <text>", description: "put on record what was agreed in your own words" },
    { flags: "--add-strategies <file>", description: "bring strategies as JSON or YAML, - for standard input" },
    { flags: "--choose <choice>", description: "decide between two plan tasks, as a person" },
    {
      flags: "--first <task>",
      description: "who goes first, with --choose sequential, or --auto --strategy serialize",
    },
    { flags: "--dialogue <file>", description: "choices and answers for many conflicts, as data" },
    { flags: "--output <file>", description: "write the result of the run to this file" },
    { flags: "--auto", description: "settle without a person: by an order, by a clean merge, or with a question" },
    { flags: "--all", description: "with --auto: every open conflict" },
    { flags: "--rollback <result>", description: "take the edits of an earlier run back" },
  ],
  examples: [
    'foremerge resolve cfl_7k2m --reason "wallets first, then the new acquirer"',
    "foremerge resolve cfl_7k2m --strategies",
    'foremerge resolve cfl_7k2m --strategy 1 --reason "agreed at stand-up"',
    "foremerge resolve --auto --all",
    'foremerge resolve cfl_9q4x --choose sequential --first TASK-00120 --reason "invoices first"',
  ],
  details:
    "Without ID, in a terminal: walks through the open conflicts one by one.\n" +
    "--choose takes accept-proposed, accept-blocker, sequential, freeze-both, replan or escalate.",
  run: async (ctx) => {
    const mode = modeOf(ctx);
    await recoverInterrupted(ctx.session);
    if (mode !== undefined) return mode();
    const id = argument(ctx, "id");
    if (id === undefined && one(ctx, "reason") === undefined) {
      return (await import("./resolve-walk.ts")).walkConflicts(ctx);
    }
    return settlePlainly(ctx, requireId(ctx));
  },
};

type Mode = () => Promise<Outcome>;

/** The one way that the flags ask for; undefined for the plain settlement. @throws INVALID_INPUT for several at once */
function modeOf(ctx: CommandContext): Mode | undefined {
  const { options } = ctx;
  const strategy = () => import("./resolve-strategy.ts");
  const rollback = one(ctx, "rollback");
  const dialogue = one(ctx, "dialogue");
  const added = one(ctx, "addStrategies");
  const choice = one(ctx, "choose");
  const custom = one(ctx, "custom");
  const note = one(ctx, "coordinate");
  const auto = options.auto === true;
  const chooses = (one(ctx, "strategy") !== undefined && !auto) || options.yes === true;
  const modes: readonly (readonly [string, Mode | undefined])[] = [
    ["--rollback", rollback === undefined ? undefined : async () => (await strategy()).takeBackRun(ctx, rollback)],
    [
      "--dialogue",
      dialogue === undefined
        ? undefined
        : async () => (await import("./resolve-dialogue.ts")).resolveByDialogue(ctx, dialogue),
    ],
    [
      "--add-strategies",
      added === undefined ? undefined : async () => (await strategy()).bringStrategies(ctx, requireId(ctx), added),
    ],
    [
      "--choose",
      choice === undefined
        ? undefined
        : async () => (await import("./resolve-choose.ts")).settleByChoice(ctx, requireId(ctx), choice),
    ],
    [
      "--custom",
      custom === undefined ? undefined : async () => (await strategy()).settleInOwnWords(ctx, requireId(ctx), custom),
    ],
    ["--coordinate", note === undefined ? undefined : async () => noteTalks(ctx, requireId(ctx), note)],
    ["--auto", auto ? async () => (await import("./resolve-auto.ts")).resolveAuto(ctx) : undefined],
    ["--strategy", chooses ? async () => (await strategy()).settleByStrategy(ctx, requireId(ctx)) : undefined],
    [
      "--strategies",
      options.strategies ? async () => (await strategy()).showStrategies(ctx, requireId(ctx)) : undefined,
    ],
  ];
  const given = modes.filter(([, mode]) => mode !== undefined);
  const [first, second] = given;
  if (first && second) throw invalidInput(`${first[0]} and ${second[0]} ask for different things`, "write one of them");
  checkCompany(ctx, first?.[0] ?? (argument(ctx, "id") === undefined ? "the walk" : "--reason"));
  return first?.[1];
}

/** Which flags belong to which way; anywhere else they would be passed over in silence. */
const COMPANY: readonly (readonly [string, string, readonly string[]])[] = [
  ["--answer", "answer", ["--strategy"]],
  ["--apply", "apply", ["--strategy", "--dialogue"]],
  ["--partial", "partial", ["--strategy", "--dialogue"]],
  ["--output", "output", ["--strategy", "--custom", "--dialogue", "the walk"]],
  ["--first", "first", ["--choose"]],
  ["--all", "all", ["--auto"]],
  ["--as", "as", ["--reason", "the walk"]],
  ["--resolution", "resolution", ["--reason", "the walk"]],
  [
    "ID",
    "",
    ["--reason", "--strategy", "--strategies", "--custom", "--add-strategies", "--choose", "--auto", "--coordinate"],
  ],
];

function checkCompany(ctx: CommandContext, way: string): void {
  for (const [flag, name, ways] of COMPANY) {
    const given =
      name === "" ? argument(ctx, "id") !== undefined : ctx.options[name] !== undefined && ctx.options[name] !== false;
    if (given && !ways.includes(way)) {
      throw invalidInput(
        `${flag} does not go with ${way}`,
        `it belongs to ${ways.filter((one) => one.startsWith("--")).join(", ")}`,
      );
    }
  }
}

function requireId(ctx: CommandContext): string {
  const id = argument(ctx, "id");
  if (id !== undefined) return id;
  throw invalidInput(
    "ID is missing",
    "write foremerge resolve cfl_… --reason TEXT; foremerge conflicts list shows the ids",
  );
}

function noteTalks(ctx: CommandContext, id: string, note: string): Outcome {
  const document = coordinate(ctx.session, id, note);
  return {
    document: document as unknown as Document,
    exit: 0,
    table: async (v) => (await import("../report/conflicts.ts")).coordinationText(v, document.conflict, note),
  };
}

function settlePlainly(ctx: CommandContext, id: string): Outcome {
  const resolution = one(ctx, "resolution");
  const { conflict, decision, asOf } = settle(ctx.session, {
    id,
    reason: one(ctx, "reason") ?? "",
    as: (one(ctx, "as") ?? "resolved") as SettleAs,
    ...(resolution === undefined ? {} : { resolution }),
  });
  const view = viewOfConflict(conflict);
  return {
    document: { schema: "foremerge.resolution/1", as_of_event: asOf, conflict: view, decision },
    exit: 0,
    table: async (v) => (await import("../report/conflicts.ts")).resolutionText(v, view, decision),
  };
}
