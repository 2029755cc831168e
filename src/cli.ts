// The command tree: names, one-line help and where each command lives. Every command is imported only when it runs.
import type { CommandSpec } from "./commands/command.ts";

export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<{ command: CommandSpec }>;
}

/** Words after `foremerge` → command. Order is the order of the help page. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  init: { summary: "Create the ledger of this repository", load: () => import("./commands/init.ts") },
};

/** Other names for a command. */
export const ALIASES: Readonly<Record<string, string>> = {
  "conflicts detections": "detections",
  "conflicts resolve": "resolve",
};

/** First words that only group commands, with their line of help. */
export const GROUPS: Readonly<Record<string, string>> = {
  intent: "Declare work, and follow it to its end",
  conflicts: "Find and look at findings",
  claim: "Say who is on it; lock files",
  plan: "Check plan tasks before they are dispatched",
  scope: "Why did this (not) match",
  rules: "The rules of the detector",
  config: "Settings and where they come from",
  events: "The raw record",
  ledger: "Verify, repair, carry the ledger",
  merge: "What git would say",
  hook: "For coding agents and git",
};
