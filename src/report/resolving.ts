// Strategies, settlements by strategy, arbitrations and plan steps for people. Pure.
import type { View } from "../commands/command.ts";
import { counted } from "../counted.ts";
import { shellWord } from "../shell-word.ts";
import { fields, heading, paragraph, table } from "./table.ts";

interface StrategyView {
  readonly name: string;
  readonly approach: string;
  readonly complexity: string;
  readonly risk: string;
  readonly effort: string;
  readonly pros: readonly string[];
  readonly cons: readonly string[];
  readonly clarification_needed: readonly string[];
  readonly modifications: readonly { readonly file: string; readonly change_type: string }[];
}

export interface DescriptionView {
  readonly conflict_id: string;
  readonly brief: string;
  readonly description: string;
  readonly category: string;
  readonly severity: string;
  readonly affected_files: readonly string[];
  readonly impact: {
    readonly scope: string;
    readonly compatibility: string;
    readonly migration_required: boolean;
    readonly estimated_effort: string;
  };
  readonly strategies: readonly StrategyView[];
  readonly recommended: number;
  readonly suggestions: readonly string[];
}

/** Table form of `foremerge.strategies/1`; without `next`, for a walk that asks by itself. */
export function strategiesText(view: View, doc: DescriptionView, next = true): string {
  const ways = doc.strategies.map((strategy, i) => strategyText(view, strategy, i, i === doc.recommended));
  return [
    heading(view, `${doc.severity}: ${doc.brief}`),
    paragraph(view, doc.description),
    "\n",
    fields(view, [
      ["Conflict", doc.conflict_id],
      ["Category", doc.category],
      ["Can both stand", doc.impact.compatibility],
      ["Migration", doc.impact.migration_required ? "required" : "not required"],
      ["Files", doc.affected_files.length > 0 ? doc.affected_files : undefined],
    ]),
    "\n",
    ways.join("\n"),
    "\n",
    heading(view, "Or in your own way:"),
    ...doc.suggestions.map((text) => paragraph(view, `- ${text}`, { indent: 2 })),
    next ? `\n${choosing(view, doc.conflict_id)}` : "",
  ].join("");
}

const choosing = (view: View, id: string): string =>
  paragraph(view, `Choose: foremerge resolve ${id} --strategy NUMBER --reason "why"`, { role: "dim" });

/** One strategy with everything that speaks for and against it. Numbers count from 1. */
export function strategyText(view: View, strategy: StrategyView, index: number, recommended: boolean): string {
  const { name, approach, complexity, risk, effort } = strategy;
  const title = `${index + 1}  ${name}${recommended ? "  (recommended)" : ""}`;
  const lines = [
    paragraph(view, title, { role: recommended ? "strong" : "plain" }),
    paragraph(view, `complexity ${complexity}, risk ${risk}, effort: ${effort}`, { indent: 3, role: "dim" }),
    paragraph(view, approach, { indent: 3 }),
    ...strategy.pros.map((text) => paragraph(view, `+ ${text}`, { indent: 3 })),
    ...strategy.cons.map((text) => paragraph(view, `- ${text}`, { indent: 3 })),
    ...strategy.clarification_needed.map((text) => paragraph(view, `? ${text}`, { indent: 3 })),
    ...strategy.modifications.map((edit) => paragraph(view, `* ${edit.change_type} ${edit.file}`, { indent: 3 })),
  ];
  return lines.join("");
}

export interface SettledView {
  readonly conflict: { readonly id: string; readonly status: string };
  readonly strategy?: { readonly name: string };
  readonly decision: { readonly agent: string; readonly by: string; readonly reason: string } | null;
  readonly open_questions?: readonly string[];
  readonly edits?: readonly {
    readonly file: string;
    readonly change_type: string;
    readonly state: string;
    readonly reason?: string;
  }[];
  readonly constraints?: readonly { readonly target_file: string }[];
  readonly session_id?: string;
  readonly left?: readonly string[];
  readonly outcome?: string;
  readonly nodes?: readonly NodeView[];
}

/** What became of one conflict: settled or not, what is open, which files changed, what to type next. */
export function settledText(view: View, doc: SettledView): string {
  const { conflict, strategy, decision } = doc;
  const way = strategy ? ` by "${strategy.name}"` : "";
  const lines = [
    paragraph(
      view,
      decision
        ? `${conflict.id} is settled${way}: ${decision.reason} (${decision.agent}, ${decision.by})`
        : `${conflict.id} is ${conflict.status}${way === "" ? "" : `, ${strategy?.name} chosen`}: not settled.`,
      { role: "strong" },
    ),
  ];
  if (doc.open_questions?.length) {
    lines.push(heading(view, "Still to be answered:"));
    for (const question of doc.open_questions) lines.push(paragraph(view, `? ${question}`, { indent: 2 }));
    const answers = doc.open_questions.map((question) => `--answer ${shellWord(`${question}=…`)}`).join(" ");
    const typed = `foremerge resolve ${conflict.id} --strategy ${shellWord(strategy?.name ?? "")} ${answers}`;
    lines.push(paragraph(view, typed, { indent: 2, role: "dim" }));
  }
  for (const { file, change_type, state, reason } of doc.edits ?? []) {
    const word =
      { change: change_type, already: "already so", failed: "FAILED", missing: "no such file" }[state] ?? state;
    lines.push(paragraph(view, `${word}: ${file}${reason === undefined ? "" : ` (${reason})`}`, { indent: 2 }));
  }
  if (doc.edits?.some(({ state }) => state === "change") && decision && doc.session_id) {
    lines.push(paragraph(view, `Take it back: foremerge resolve --rollback ${doc.session_id}`, { role: "dim" }));
  }
  lines.push(nodesText(view, doc.nodes ?? []));
  for (const text of doc.left ?? []) lines.push(paragraph(view, text, { indent: 2 }));
  return lines.join("");
}

interface NodeView {
  readonly node: string;
  readonly from: string;
  readonly to: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

function nodesText(view: View, nodes: readonly NodeView[]): string {
  return table(
    view,
    [
      { title: "Node", rigid: true },
      { title: "From", rigid: true },
      { title: "To", rigid: true },
      { title: "Fields", min: 16 },
    ],
    nodes.map(({ node, from, to, fields: set }) => [
      node,
      from,
      to,
      Object.entries(set).map(([name, value]) => `${name}: ${value === null ? "(gone)" : String(value)}`),
    ]),
  );
}

export interface ArbitrationView {
  readonly conflict_id: string;
  readonly outcome: string;
  readonly rule: number;
  readonly reason: string;
  readonly applied: boolean;
  readonly task: string;
  readonly blocker: string;
  readonly nodes: readonly NodeView[];
}

/** Table form of `foremerge.arbitration/1`. */
export function arbitrationText(view: View, doc: ArbitrationView): string {
  const next =
    doc.outcome === "escalate"
      ? `A person decides: foremerge resolve ${doc.conflict_id} --choose accept-proposed|accept-blocker|sequential|freeze-both|replan --reason "why"`
      : `Nothing is changed yet; do it: foremerge arbitrate ${doc.conflict_id} --apply`;
  return [
    paragraph(view, `${doc.outcome}: ${doc.task} against ${doc.blocker} (rule ${doc.rule})`, { role: "strong" }),
    paragraph(view, doc.reason),
    nodesText(view, doc.nodes),
    doc.applied && doc.outcome !== "escalate" ? "" : paragraph(view, next, { role: "dim" }),
  ].join("");
}

/** Table form of `foremerge.arbitrations/1`. */
export function arbitrationsText(view: View, results: readonly ArbitrationView[]): string {
  if (results.length === 0) return view.width === undefined ? "" : paragraph(view, "No open conflict between tasks.");
  return table(
    view,
    [
      { title: "Outcome", rigid: true },
      { title: "Task", rigid: true },
      { title: "Blocker", rigid: true },
      { title: "Conflict", rigid: true },
      { title: "Why", min: 20 },
    ],
    results.map(({ outcome, task, blocker, conflict_id, reason }) => [outcome, task, blocker, conflict_id, reason]),
  );
}

export interface PlanStepView {
  readonly action: string;
  readonly node: string;
  readonly dry_run: boolean;
  readonly nodes: readonly NodeView[];
  readonly spared: readonly { readonly node: string; readonly status: string; readonly why: string }[];
}

/** Table form of `foremerge.plan-step/1`. */
export function planStepText(view: View, doc: PlanStepView): string {
  const head = doc.dry_run
    ? `Would ${doc.action} ${doc.node}; nothing is written.`
    : `${doc.action} ${doc.node}: ${counted(doc.nodes.length, "node")} changed.`;
  return [
    paragraph(view, head, { role: "strong" }),
    nodesText(view, doc.nodes),
    ...doc.spared.map(({ node, status, why }) => paragraph(view, `${node} stays ${status}: ${why}`, { indent: 2 })),
    doc.dry_run || doc.action === "undo" || doc.nodes.length === 0
      ? ""
      : paragraph(view, `Take it back: foremerge plan undo ${doc.node}`, { role: "dim" }),
  ].join("");
}

export interface RunView {
  readonly session_id: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly resolved_conflicts: readonly { readonly conflict_id: string; readonly strategy_name: string }[];
  readonly custom_conflicts: readonly {
    readonly id: string;
    readonly brief: string;
    readonly status: string;
    readonly open_questions?: readonly string[];
  }[];
  readonly failed_modifications: readonly { readonly file: string; readonly reason: string }[];
}

/** Table form of `foremerge.resolve-result/1`. */
export function runText(view: View, doc: RunView): string {
  const { total_conflicts = 0, resolved_with_strategy = 0 } = doc.summary;
  if (total_conflicts === 0) return paragraph(view, "No conflict was looked at.");
  return [
    paragraph(view, `${resolved_with_strategy} of ${counted(total_conflicts, "conflict")} settled.`, {
      role: "strong",
    }),
    ...doc.resolved_conflicts.map((item) =>
      paragraph(view, `settled  ${item.conflict_id}: ${item.strategy_name}`, { indent: 2 }),
    ),
    ...doc.custom_conflicts.map((item) => {
      const asks = item.open_questions?.length ? ` (asks: ${item.open_questions.join(" ")})` : "";
      return paragraph(view, `${item.status}  ${item.id}: ${item.brief}${asks}`, { indent: 2 });
    }),
    ...doc.failed_modifications.map(({ file, reason }) => paragraph(view, `FAILED  ${file}: ${reason}`, { indent: 2 })),
  ].join("");
}
