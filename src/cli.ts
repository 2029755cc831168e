// The command tree: names, one-line help and where each command lives. Every command is imported only when it runs.
import type { CommandSpec } from "./commands/command.ts";

export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<{ command: CommandSpec }>;
}

/** Words after `foremerge` → command. Order is the order of the help page. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  init: { summary: "Create the ledger of this repository", load: () => import("./commands/init.ts") },
  "events list": {
    summary: "List events in the order that all machines agree on",
    load: () => import("./commands/events-list.ts"),
  },
  "ledger verify": {
    summary: "Check the whole ledger: chain per replica, ids, references",
    load: () => import("./commands/ledger-verify.ts"),
  },
  "ledger repair": {
    summary: "Move damaged bytes to quarantine; says what it would do without --yes",
    load: () => import("./commands/ledger-repair.ts"),
  },
  "ledger export": {
    summary: "Write all events in canonical order to a file or standard output",
    load: () => import("./commands/ledger-export.ts"),
  },
  "ledger import": {
    summary: "Take in events that are not here yet",
    load: () => import("./commands/ledger-import.ts"),
  },
  "ledger stats": {
    summary: "Count events, intents, conflicts and bytes",
    load: () => import("./commands/ledger-stats.ts"),
  },
  symbols: {
    summary: "List the symbols and schema elements of files",
    load: () => import("./commands/symbols.ts"),
  },
  "scope suggest": {
    summary: "Derive scopes from a diff",
    load: () => import("./commands/scope-suggest.ts"),
  },
  doctor: {
    summary: "Check the set-up and say how to mend it; creates nothing",
    load: () => import("./commands/doctor.ts"),
  },
  completion: {
    summary: "Print the completion script of bash, zsh or fish",
    load: () => import("./commands/completion.ts"),
  },
  "merge preview": {
    summary: "Show which branches git could merge, and where not",
    load: () => import("./commands/merge-preview.ts"),
  },
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
