// resolve without an id, in a terminal: the open conflicts one by one. Every answer is on record as soon as it is given,
// and nothing is settled before somebody says yes to it.
import { outputPath, resultDocument, writeResult } from "../core/resolve-output.ts";
import {
  describedIn,
  isFinished,
  openRun,
  openToResolve,
  previewEdits,
  type ResolveRun,
  recordAnswer,
  resultOfRun,
  runCustom,
  runSkip,
  runStrategy,
} from "../core/resolve-run.ts";
import { ForemergeError, invalidInput } from "../errors.ts";
import { visible } from "../report/escape.ts";
import { runText, strategiesText } from "../report/resolving.ts";
import { paragraph } from "../report/table.ts";
import { colourLevel } from "../term/colour.ts";
import { paintFor } from "../term/paint.ts";
import { openPrompter, type Prompter } from "../term/prompt.ts";
import type { CommandContext, Outcome, View } from "./command.ts";
import { one } from "./declaration.ts";

const MAX_ROUNDS = 10;

/** How one conflict was left. */
type Left = "done" | "skip" | "quit";

interface Walk {
  readonly ctx: CommandContext;
  readonly run: ResolveRun;
  readonly prompter: Prompter;
  readonly view: View;
}

export async function walkConflicts(ctx: CommandContext): Promise<Outcome> {
  const { session, io } = ctx;
  if (!session.interactive) {
    throw invalidInput(
      "ID is missing: without one, resolve walks through the open conflicts, and needs a terminal for that",
      "write foremerge resolve cfl_… --reason TEXT, or --dialogue FILE; foremerge conflicts list shows the ids",
    );
  }
  const output = outputPath(session, one(ctx, "output"));
  const run = await openRun(session, { apply: true, partial: false, reason: undefined });
  const colour = colourLevel(ctx.globals.color, io.stderrIsTerminal, io.env);
  const view: View = { width: io.columns, height: io.rows, colour, paint: await paintFor(colour), now: session.now };
  const open = openToResolve(session.state()).map(({ id }) => id);
  const prompter = openPrompter();
  try {
    await walkThrough({ ctx, run, prompter, view }, open);
  } finally {
    prompter.close();
    // Also when it was broken off: what was settled up to then is in the result.
    writeResult(output, resultDocument(resultOfRun(session, run), session.ledger().read().asOf));
  }
  const document = resultDocument(resultOfRun(session, run), session.ledger().read().asOf);
  return {
    document,
    exit: isFinished(run) ? 0 : 1,
    table: (shown) => (open.length === 0 ? "No open conflict." : runText(shown, document)),
  };
}

async function walkThrough(walk: Walk, ids: readonly string[]): Promise<void> {
  const { ctx, run, prompter, view } = walk;
  for (const [i, id] of ids.entries()) {
    const conflict = ctx.session.ledger().read().conflict(id);
    if (!conflict || (conflict.status !== "OPEN" && conflict.status !== "COORDINATING")) {
      prompter.say(`${id} was settled meanwhile.`);
      continue;
    }
    prompter.say(`\n${paragraph(view, `Conflict ${i + 1} of ${ids.length}`, { role: "dim" })}`);
    const left = await meet(walk, id);
    if (left === "done") continue;
    const rest = left === "skip" ? [id] : ids.slice(i);
    for (const one of rest) skipQuietly(walk, one);
    prompter.say(left === "skip" ? "Skipped; nothing was settled." : `Stopped; ${rest.length} left as they were.`);
    if (left === "quit") return;
  }
  if (run.endings.length === 0 && ids.length === 0) prompter.say("No open conflict.");
}

/** Somebody else may have settled it since. */
function skipQuietly({ ctx, run }: Walk, id: string): void {
  try {
    runSkip(ctx.session, run, id);
  } catch (error) {
    if (!(error instanceof ForemergeError) || error.code !== "ALREADY_SETTLED") throw error;
  }
}

/** Shows a conflict and asks what to do with it until something is done. */
async function meet(walk: Walk, id: string): Promise<Left> {
  const { ctx, run, prompter, view } = walk;
  const state = ctx.session.ledger().read();
  const conflict = state.conflict(id);
  if (!conflict) return "done";
  const { description } = describedIn(run, state, conflict);
  const { strategies } = description;
  prompter.say(strategiesText(view, description, false));
  for (;;) {
    const typed = await prompter.ask(`Choose 1-${strategies.length}, c in own words, s skip, q quit: `);
    const word = typed?.trim().toLowerCase();
    if (word === undefined || word === "q") return "quit";
    if (word === "s") return "skip";
    if (word === "c") {
      if (await inOwnWords(walk, id)) return "done";
      continue;
    }
    const strategy = /^\d+$/.test(word) ? strategies[Number(word) - 1] : undefined;
    if (!strategy) {
      prompter.say(`There is no ${visible(typed ?? "")} here.`);
      continue;
    }
    const left = await goBy(walk, id, strategy);
    if (left !== "back") return left;
  }
}

async function inOwnWords(walk: Walk, id: string): Promise<boolean> {
  const text = await walk.prompter.ask("What was agreed (Enter: back): ");
  if (text === undefined || text.trim() === "") return false;
  return attempt(walk, async () => {
    runCustom(walk.ctx.session, walk.run, id, text);
    walk.prompter.say("On record; the conflict is COORDINATING.");
  });
}

/** Runs a step; what the ledger refuses is shown, and the walk goes on. */
async function attempt(walk: Walk, step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    if (!(error instanceof ForemergeError) || error.exit > 2) throw error;
    walk.prompter.say(paragraph(walk.view, error.message, { role: "warn" }));
    return false;
  }
}

type Strategy = ReturnType<typeof describedIn>["description"]["strategies"][number];

/** Questions, preview, confirmation. */
async function goBy(walk: Walk, id: string, strategy: Strategy): Promise<Left | "back"> {
  const { ctx, run, prompter } = walk;
  const asked = await askQuestions(walk, id, strategy);
  if (asked === "quit" || asked === "back") return asked;
  if (asked === "unresolved") {
    const done = await attempt(walk, async () => {
      await runStrategy(ctx.session, run, { conflictId: id, pick: strategy.id, rounds: [], apply: false });
      prompter.say("Left unresolved; what you answered is kept.");
    });
    return done ? "done" : "back";
  }
  const edits = strategy.modifications.length > 0 ? previewEdits(ctx.session, strategy) : undefined;
  if (edits) {
    prompter.say(visibleBlock(edits.text));
    if (edits.fails) {
      prompter.say("These edits cannot be made as the files are now; nothing was changed.");
      return "back";
    }
  }
  const what = edits ? `Change ${edits.files.length} file(s) and settle` : "Settle";
  const yes = await prompter.ask(`${what} ${id} by "${visible(strategy.name)}"? y/N: `);
  if (yes === undefined) return "quit";
  if (!/^y(es)?$/i.test(yes.trim())) return "back";
  const reason = await prompter.ask("Why (Enter: the strategy's name): ");
  if (reason === undefined) return "quit";
  const done = await attempt(walk, async () => {
    const given = reason.trim() === "" ? {} : { reason: reason.trim() };
    const { decision } = await runStrategy(ctx.session, run, {
      conflictId: id,
      pick: strategy.id,
      rounds: [],
      ...given,
    });
    prompter.say(decision ? `Settled by "${visible(strategy.name)}".` : "Not settled; the result says why.");
  });
  return done ? "done" : "back";
}

const visibleBlock = (text: string): string => text.split("\n").map(visible).join("\n");

/** Asks until all is answered, somebody has enough, or ten rounds are over. */
async function askQuestions(
  walk: Walk,
  id: string,
  strategy: Strategy,
): Promise<"answered" | "unresolved" | "back" | "quit"> {
  const { ctx, run, prompter } = walk;
  for (let round = 1; ; round++) {
    const open = openQuestions(walk, id, strategy);
    if (open.length === 0) return "answered";
    if (round > MAX_ROUNDS) return "unresolved";
    for (const question of open) {
      prompter.say(visible(question));
      const answer = await prompter.ask("Answer (Enter: leave it open): ");
      if (answer === undefined) return "quit";
      if (answer.trim() === "") continue;
      await attempt(walk, async () =>
        recordAnswer(ctx.session, run, id, strategy.id, { question, answer: answer.trim() }, round),
      );
    }
    const left = openQuestions(walk, id, strategy).length;
    if (left === 0) return "answered";
    const next = await prompter.ask(`${left} still open. Enter ask again, u leave it unresolved, b back, q quit: `);
    const word = next?.trim().toLowerCase();
    if (word === undefined || word === "q") return "quit";
    if (word === "u") return "unresolved";
    if (word === "b") return "back";
  }
}

function openQuestions({ ctx }: Walk, id: string, strategy: Strategy): readonly string[] {
  const answers = ctx.session.ledger().read().conflict(id)?.answers ?? [];
  const known = new Set(answers.map(({ question }) => question));
  return strategy.clarification_needed.filter((question) => !known.has(question));
}
