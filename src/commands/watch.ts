// foremerge watch: follows the ledger. A live screen in a terminal, one JSON line an event otherwise.
import { Follower } from "../core/follow.ts";
import { status } from "../core/status.ts";
import { ForemergeError, invalidInput } from "../errors.ts";
import { jsonText } from "../report/escape.ts";
import type { AnyEvent } from "../store/line.ts";
import type { CommandContext, CommandSpec } from "./command.ts";
import { one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "watch",
  summary: "Follow the ledger: a live screen in a terminal, else one JSON line an event",
  options: [
    { flags: "--after <n>", description: "begin behind the first N events instead of now; 0 is the beginning" },
    { flags: "--type <type>", description: "only events of this type", repeatable: true },
    { flags: "--count <n>", description: "end after N events" },
  ],
  examples: [
    "foremerge watch",
    "foremerge watch --json | jq -c 'select(.event.type == \"conflict.detected\")'",
    "foremerge watch --json --after 0 --count 10",
  ],
  details: "Every event is shown once. q or Ctrl-C ends the live screen.",
  run: (ctx) => {
    const { session, io, globals } = ctx;
    if (!session.place.exists) {
      throw new ForemergeError("NO_LEDGER", `there is no ledger at ${session.place.path}`, {
        hint: "run foremerge init",
      });
    }
    return globals.format === "table" && io.stdoutIsTerminal ? live(ctx) : stream(ctx);
  },
};

function numberOf(ctx: CommandContext, name: string, least: number): number | undefined {
  const text = one(ctx, name);
  if (text === undefined) return undefined;
  if (/^\d{1,12}$/.test(text) && Number(text) >= least) return Number(text);
  throw invalidInput(
    `--${name} ${JSON.stringify(text)} is no number`,
    `write --${name} with a number from ${least} on`,
  );
}

/** One line of JSON an event, in the order of arrival. */
async function stream(ctx: CommandContext): Promise<number> {
  const after = numberOf(ctx, "after", 0);
  const most = numberOf(ctx, "count", 1) ?? Number.POSITIVE_INFINITY;
  const types = ctx.options.type as readonly string[] | undefined;
  const follower = new Follower(ctx.session.place.path);
  try {
    let skip = after ?? follower.next().length;
    // Without --after everything that was there is behind us already.
    if (after === undefined) skip = 0;
    let seen = follower.count;
    let shown = 0;
    for (;;) {
      for (const event of follower.next()) {
        seen++;
        if (skip > 0) {
          skip--;
          continue;
        }
        if (types && !types.includes(event.type)) continue;
        ctx.io.out(`${jsonText({ schema: "foremerge.watch/1", as_of_event: seen, event })}\n`);
        if (++shown >= most) return 0;
      }
      await follower.wait();
    }
  } finally {
    follower.close();
  }
}

/** So many of the newest events are kept for the screen. */
const RECENT = 100;
/** Ages on the screen are told anew so often. */
const REDRAW_MS = 15_000;

async function live(ctx: CommandContext): Promise<number> {
  const { session } = ctx;
  const { openLiveScreen } = await import("../term/live.ts");
  const { viewFor } = await import("../term/view.ts");
  const { watchScreen } = await import("../report/watch.ts");
  const after = numberOf(ctx, "after", 0);
  const types = ctx.options.type as readonly string[] | undefined;
  const most = numberOf(ctx, "count", 1) ?? Number.POSITIVE_INFINITY;
  const ledger = session.ledger();
  const follower = new Follower(session.place.path);
  const screen = openLiveScreen();
  let open = true;
  screen.onQuit(() => {
    open = false;
    follower.stir();
  });
  screen.onResize(() => follower.stir());
  try {
    let recent: AnyEvent[] = [...follower.next()].slice(after ?? -5);
    let shown = 0;
    for (let drawn = 0; open; ) {
      const fresh = follower.next().filter(({ type }) => types === undefined || types.includes(type));
      recent = [...recent, ...fresh].slice(-RECENT);
      shown += fresh.length;
      const clock = session.clockFixed ? session.now : new Date();
      const now: typeof session = Object.create(session, { now: { value: clock } });
      const { width, height } = screen;
      const view = await viewFor(ctx.globals.color, { ...ctx.io, columns: width, rows: height }, clock);
      screen.draw(watchScreen(view, status(now, ledger.read()), recent, { width, height }));
      drawn = Date.now();
      if (shown >= most) break;
      while (open && !(await follower.wait(REDRAW_MS)) && Date.now() - drawn < REDRAW_MS);
    }
    return 0;
  } finally {
    screen.close();
    follower.close();
  }
}
