// What the hooks of coding agents share: their input within its time, the agent's place, the answer in both forms.
import { existsSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { DEFAULT_SETTINGS } from "../config/settings.ts";
import type { HookAnswer } from "../core/hooks/answer.ts";
import { type Deadline, DeadlineSignal, deadlineIn } from "../core/hooks/deadline.ts";
import { readToolCall, type ToolCall } from "../core/hooks/tool-call.ts";
import type { Session } from "../core/session.ts";
import { visibleLines } from "../report/escape.ts";
import { hookOutput } from "../report/hook-answer.ts";
import type { CommandContext } from "./command.ts";

/** What a hook decides on: the agent's place, and the call if one was asked for. */
export interface HookCase {
  readonly session: Session;
  readonly call: ToolCall | undefined;
  readonly deadline: Deadline;
}

export interface HookForm {
  readonly event: "PreToolUse" | "PostToolUse";
  /** `needed`: the hook is about the call; `welcome`: it can do without; `none`: it is not read. */
  readonly input: "needed" | "welcome" | "none";
}

/** How long a hook waits for input that it can do without. */
const WELCOME_MS = 300;

/**
 * Says the answer and returns the exit status: silent where foremerge has no ledger, and a deadline that passed follows
 * `hooks.on_timeout`. Everything else that goes wrong is thrown: main says `not assessed`.
 */
export async function answerHook(
  ctx: CommandContext,
  form: HookForm,
  decide: (on: HookCase) => Promise<HookAnswer>,
): Promise<number> {
  const managed = ctx.session.place.exists;
  // The settings of where the hook was started count until it is known where the agent stands.
  const settings = managed ? ctx.session.settings.hooks : DEFAULT_SETTINGS.hooks;
  const deadline = deadlineIn(settings.deadline_ms);
  let on = settings;
  let here = managed;
  let standing = ctx.session;
  let answer: HookAnswer;
  try {
    const call = await callOf(ctx, form, deadline);
    const session = call === undefined ? ctx.session : await sessionOf(ctx, call);
    here = session.place.exists;
    if (!here) return 0;
    standing = session;
    on = session.settings.hooks;
    answer = await decide({ session, call, deadline });
  } catch (error) {
    // Where nobody uses foremerge, nobody wants to hear that its input was odd.
    if (!here) return 0;
    if (!(error instanceof DeadlineSignal)) throw error;
    const text = `foremerge: not assessed: ${error.message}`;
    if (on.on_timeout === "advise") {
      ctx.io.err(`${text}\n`);
      return 0;
    }
    answer = { verdict: "block", text: `${text}; hooks.on_timeout is block` };
  }
  const { out, err, exit } = hookOutput(answer, form.event);
  ctx.io.out(out);
  ctx.io.err(err);
  if (standing !== ctx.session) {
    // The agent called from another worktree than the one the hook was started in: its leases run on there.
    const { afterAnswer } = await import("../core/after-answer.ts");
    await afterAnswer(standing);
  }
  return exit;
}

async function callOf(ctx: CommandContext, { input }: HookForm, deadline: Deadline): Promise<ToolCall | undefined> {
  if (input === "none" || (input === "welcome" && ctx.io.stdinIsTerminal)) return undefined;
  const ms = input === "welcome" ? Math.min(WELCOME_MS, deadline.left()) : deadline.left();
  const bytes = await ctx.io.stdinWithin(ms);
  if (input === "needed") {
    if (bytes === undefined) throw new DeadlineSignal("the tool call did not come on standard input in time");
    return readToolCall(bytes);
  }
  try {
    return bytes === undefined ? undefined : readToolCall(bytes);
  } catch {
    return undefined;
  }
}

/** The session of where the agent stands (its `cwd` follows worktrees, the hook's own may not), else of the file. */
async function sessionOf(ctx: CommandContext, { cwd, path }: ToolCall): Promise<Session> {
  const places = [cwd, path !== undefined && isAbsolute(path) ? dirname(path) : undefined];
  let session = ctx.session;
  for (const place of places) {
    if (place === undefined || !existsSync(place)) continue;
    if (place === ctx.session.cwd) {
      session = ctx.session;
    } else {
      const { openSession } = await import("../core/open-session.ts");
      session = await openSession({ ...ctx.globals, cwd: place }, ctx.io, true);
    }
    if (session.place.exists) break;
  }
  return session.place.exists ? session : ctx.session;
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
