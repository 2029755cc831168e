// A hook's answer in both forms that coding agents read: JSON on standard output, and an exit status with the reason on
// standard error (spec 3.6). Advice carries context and no permission: the word that would skip the user's own prompt
// is never said. Pure.
import type { HookAnswer } from "../core/hooks/answer.ts";
import { jsonText, visibleLines } from "./escape.ts";

export interface HookOutput {
  readonly out: string;
  readonly err: string;
  readonly exit: 0 | 2;
}

/** How much an agent is told at most: hooks speak into its context. */
const MOST = 4000;

/** The streams and the exit status of an answer. */
export function hookOutput(answer: HookAnswer, event: "PreToolUse" | "PostToolUse" = "PreToolUse"): HookOutput {
  if (answer.verdict === "silent") return { out: "", err: "", exit: 0 };
  const shown = visibleLines(answer.text);
  const text = shown.length > MOST ? `${shown.slice(0, MOST)}…` : shown;
  const said =
    answer.verdict === "block"
      ? { permissionDecision: "deny", permissionDecisionReason: text }
      : { additionalContext: text };
  const out = `${jsonText({ hookSpecificOutput: { hookEventName: event, ...said } })}\n`;
  return answer.verdict === "block" ? { out, err: `${text}\n`, exit: 2 } : { out, err: "", exit: 0 };
}
