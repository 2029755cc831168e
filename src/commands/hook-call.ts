// What the hooks of coding agents share: their input within its time, the agent's place, the answer in both forms.
import type { HookAnswer } from "../core/hooks/answer.ts";
import { type Deadline, DeadlineSignal, deadlineIn } from "../core/hooks/deadline.ts";
import { readToolCall, type ToolCall } from "../core/hooks/tool-call.ts";
import type { Session } from "../core/session.ts";
import { visibleLines } from "../report/escape.ts";
import { hookOutput } from "../report/hook-answer.ts";
import type { CommandContext } from "./command.ts";

/** Says the answer and returns the exit status. A deadline that passed follows `hooks.on_timeout`. */
export async function answerHook(
  ctx: CommandContext,
  decide: (deadline: Deadline) => Promise<HookAnswer>,
  event: "PreToolUse" | "PostToolUse" = "PreToolUse",
): Promise<number> {
  // Where foremerge has no ledger, nothing is read, not even the settings.
  if (!ctx.session.place.exists) return 0;
  const { deadline_ms, on_timeout } = ctx.session.settings.hooks;
  let answer: HookAnswer;
  try {
    answer = await decide(deadlineIn(deadline_ms));
  } catch (error) {
    if (!(error instanceof DeadlineSignal)) throw error;
    const text = `foremerge: not assessed: ${error.message}`;
    if (on_timeout === "advise") {
      ctx.io.err(`${text}\n`);
      return 0;
    }
    answer = { verdict: "block", text: `${text}; hooks.on_timeout is block` };
  }
  const { out, err, exit } = hookOutput(answer, event);
  ctx.io.out(out);
  ctx.io.err(err);
  return exit;
}

/** The tool call on standard input. @throws DeadlineSignal when it does not come; Error when it cannot be read */
export async function toolCallFrom(ctx: CommandContext, deadline: Deadline): Promise<ToolCall> {
  const bytes = await ctx.io.stdinWithin(deadline.left());
  if (bytes === undefined) throw new DeadlineSignal("the tool call did not come on standard input in time");
  return readToolCall(bytes);
}

/** The tool call on standard input, for hooks that can do without: undefined when none comes or it cannot be read. */
export async function toolCallIn(ctx: CommandContext, ms: number): Promise<ToolCall | undefined> {
  const bytes = ctx.io.stdinIsTerminal ? undefined : await ctx.io.stdinWithin(ms);
  try {
    return bytes === undefined ? undefined : readToolCall(bytes);
  } catch {
    return undefined;
  }
}

/** The session of where the agent stands: its `cwd` follows worktrees, the hook's own may not. */
export async function sessionAt(ctx: CommandContext, cwd: string | undefined): Promise<Session> {
  if (cwd === undefined || cwd === ctx.session.cwd) return ctx.session;
  const { openSession } = await import("../core/open-session.ts");
  return openSession({ ...ctx.globals, cwd }, ctx.io);
}

/** Says a git hook's lines on standard error and lets git go on, whatever they say. */
export async function tellPerson(
  ctx: CommandContext,
  lines: (session: Session) => Promise<readonly string[]>,
): Promise<number> {
  if (!ctx.session.place.exists) return 0;
  for (const line of await lines(ctx.session)) ctx.io.err(`foremerge: ${visibleLines(line)}\n`);
  return 0;
}
