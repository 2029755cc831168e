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
  "ledger sync": {
    summary: "Carry the ledger to and from other machines through git",
    load: () => import("./commands/ledger-sync.ts"),
  },
  "ledger stats": {
    summary: "Count events, intents, conflicts and bytes",
    load: () => import("./commands/ledger-stats.ts"),
  },
  symbols: {
    summary: "List the symbols and schema elements of files",
    load: () => import("./commands/symbols.ts"),
  },
  drift: {
    summary: "Compare what an intent declared with what was really changed",
    load: () => import("./commands/drift.ts"),
  },
  "scope suggest": {
    summary: "Derive scopes from a diff",
    load: () => import("./commands/scope-suggest.ts"),
  },
  doctor: {
    summary: "Check the set-up and say how to mend it; creates nothing",
    load: () => import("./commands/doctor.ts"),
  },
  "hook pre-tool": {
    summary: "Advise before an edit; for a coding agent's PreToolUse hook",
    load: () => import("./commands/hook-pre-tool.ts"),
  },
  "hook pre-dispatch": {
    summary: "Check the plan task that a sub-agent is about to be started on",
    load: () => import("./commands/hook-pre-dispatch.ts"),
  },
  "hook post-task": {
    summary: "Look again at frozen tasks whose blocker is over",
    load: () => import("./commands/hook-post-task.ts"),
  },
  "hook pre-commit": {
    summary: "Advise on what is staged; for git's pre-commit hook",
    load: () => import("./commands/hook-pre-commit.ts"),
  },
  "hook pre-push": {
    summary: "Carry the ledger along with a push; for git's pre-push hook",
    load: () => import("./commands/hook-pre-push.ts"),
  },
  "hook post-merge": {
    summary: "Name work that is merged by now; for git's post-merge hook",
    load: () => import("./commands/hook-post-merge.ts"),
  },
  "hook install": {
    summary: "Install the hooks of a coding agent or of git; idempotent",
    load: () => import("./commands/hook-install.ts"),
  },
  "hook guide": {
    summary: "Print the block that teaches an agent to declare, check and close",
    load: () => import("./commands/hook-guide.ts"),
  },
  "plan check": {
    summary: "Check a task against pending and running work before it is dispatched",
    load: () => import("./commands/plan-check.ts"),
  },
  "plan waves": {
    summary: "Split planned tasks into rounds without conflict",
    load: () => import("./commands/plan-waves.ts"),
  },
  "plan validate": {
    summary: "List every violation of the plan files, with file and line",
    load: () => import("./commands/plan-validate.ts"),
  },
  ci: {
    summary: "Check this branch's intents by the rules of the base branch; writes nothing",
    load: () => import("./commands/ci.ts"),
  },
  graph: {
    summary: "Draw intents, scopes and findings: --format mermaid or dot",
    load: () => import("./commands/graph.ts"),
  },
  watch: {
    summary: "Follow the ledger: a live screen in a terminal, else one JSON line an event",
    load: () => import("./commands/watch.ts"),
  },
  completion: {
    summary: "Print the completion script of bash, zsh or fish",
    load: () => import("./commands/completion.ts"),
  },
  "merge preview": {
    summary: "Show which branches git could merge, and where not",
    load: () => import("./commands/merge-preview.ts"),
  },
  status: {
    summary: "One screen: who works on what, open findings, leases, stopped work",
    load: () => import("./commands/status.ts"),
  },
  demo: { summary: "Play the headline example in a throw-away repository", load: () => import("./commands/demo.ts") },
  "intent publish": {
    summary: "Declare what you will change and what you will do to it",
    load: () => import("./commands/intent-publish.ts"),
  },
  "intent list": { summary: "List open intents", load: () => import("./commands/intent-list.ts") },
  "intent show": {
    summary: "Show an intent with its claims and open findings",
    load: () => import("./commands/intent-show.ts"),
  },
  "intent rescope": {
    summary: "Replace what an intent changes, uses or depends on, and compare again",
    load: () => import("./commands/intent-rescope.ts"),
  },
  "intent start": {
    summary: "Begin work on an intent; prints the findings that are open",
    load: () => import("./commands/intent-start.ts"),
  },
  "intent finish": {
    summary: "Mark work as done; records its head commit and lets go of its locks",
    load: () => import("./commands/intent-finish.ts"),
  },
  "intent accept": {
    summary: "Accept finished work; open HIGH findings refuse it",
    load: () => import("./commands/intent-accept.ts"),
  },
  "intent adopt": {
    summary: "Take over stopped work; live work is never adopted",
    load: () => import("./commands/intent-adopt.ts"),
  },
  "intent discard": {
    summary: "Give an intent up; its claims and findings end with it",
    load: () => import("./commands/intent-discard.ts"),
  },
  "conflicts check": {
    summary: "Ask whether work would collide; nothing is written",
    load: () => import("./commands/conflicts-check.ts"),
  },
  "conflicts list": { summary: "List open findings, worst first", load: () => import("./commands/conflicts-list.ts") },
  "conflicts show": {
    summary: "Show a conflict with everything recorded about it",
    load: () => import("./commands/conflicts-show.ts"),
  },
  "conflicts export": {
    summary: "Print every conflict with its history, one JSON document a line",
    load: () => import("./commands/conflicts-export.ts"),
  },
  detections: {
    summary: "List every time a conflict was detected, oldest first",
    load: () => import("./commands/detections.ts"),
  },
  resolve: {
    summary: "Settle a conflict: with a reason, by a strategy, or one by one in a terminal",
    load: () => import("./commands/resolve.ts"),
  },
  arbitrate: {
    summary: "Say what happens next to a conflict between plan tasks",
    load: () => import("./commands/arbitrate.ts"),
  },
  "plan freeze": {
    summary: "Put a plan node and everything below it on hold",
    load: () => import("./commands/plan-freeze.ts"),
  },
  "plan thaw": {
    summary: "Give a frozen plan node its earlier status back",
    load: () => import("./commands/plan-thaw.ts"),
  },
  "plan replan": {
    summary: "Count a new plan for a node; its unfinished children need one too",
    load: () => import("./commands/plan-replan.ts"),
  },
  "plan undo": {
    summary: "Take the newest freeze, thaw, replan or order of a node back",
    load: () => import("./commands/plan-undo.ts"),
  },
  report: { summary: "Say how much was settled without a person", load: () => import("./commands/report.ts") },
  assess: {
    summary: "Record what you think of another intent and what you do about it",
    load: () => import("./commands/assess.ts"),
  },
  "claim take": {
    summary: "Say that you are on something; --exclusive locks files",
    load: () => import("./commands/claim-take.ts"),
  },
  "claim renew": { summary: "Let a lease run on, or all of yours", load: () => import("./commands/claim-renew.ts") },
  "claim release": {
    summary: "Let go of a claim or lock, or of all of yours",
    load: () => import("./commands/claim-release.ts"),
  },
  "claim list": {
    summary: "List claims and locks that were not released, with the end of every lease",
    load: () => import("./commands/claim-list.ts"),
  },
  "scope parse": {
    summary: "Show how a scope is read: normal forms, tokens, warnings",
    load: () => import("./commands/scope-parse.ts"),
  },
  "scope compare": {
    summary: "Show whether two scopes meet, on which tier, with what score",
    load: () => import("./commands/scope-compare.ts"),
  },
  "scope infer": {
    summary: "Show which operation a summary implies, and which words decided",
    load: () => import("./commands/scope-infer.ts"),
  },
  "rules list": {
    summary: "List the rules and the level each has here",
    load: () => import("./commands/rules-list.ts"),
  },
  "rules explain": {
    summary: "Explain a rule: what it says, why, and an example",
    load: () => import("./commands/rules-explain.ts"),
  },
  "config explain": {
    summary: "Show every setting, its value and where it comes from",
    load: () => import("./commands/config-explain.ts"),
  },
  "config get": { summary: "Print one setting as it holds here", load: () => import("./commands/config-get.ts") },
  "config set": { summary: "Write one setting to .foremerge.yaml", load: () => import("./commands/config-set.ts") },
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
