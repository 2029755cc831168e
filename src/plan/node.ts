// A plan node (spec 3.4): what the fields of its frontmatter mean. Reading the fields is src/plan/frontmatter.ts; how
// nodes hang together is src/plan/tree.ts.
import { OPERATIONS, type Operation } from "../detect/model.ts";
import { type Fields, type FieldValue, findFrontmatter, readFields } from "./frontmatter.ts";

export const PLAN_STATUSES = [
  "planned",
  "active",
  "done",
  "blocked",
  "blocked-on-confirm",
  "frozen",
  "discarded",
  "archived",
] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const isPlanStatus = (text: string): text is PlanStatus => (PLAN_STATUSES as readonly string[]).includes(text);

/** What a node says that it will touch: a file, a directory or a glob, as written. */
export interface PlanArtifact {
  readonly path: string;
  /** Names inside the file, `symbols` or `functions`; undefined when none were declared. */
  readonly symbols?: readonly string[];
  /** First and last line, from 1, both included. */
  readonly lines?: readonly [number, number];
  /** Only when declared. */
  readonly operation?: Operation;
  /** Looked at, not changed: `read: true`, or the operation `read` or `use`. */
  readonly read: boolean;
  /** The new name of a rename. */
  readonly to?: string;
}

/** Something about one field that does not fit spec 3.4. */
export interface FieldProblem {
  readonly field: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

export interface PlanNode {
  readonly id: string;
  /** Repo-relative path of its file. */
  readonly path: string;
  readonly tier: number | undefined;
  readonly parent: string | undefined;
  readonly children: readonly string[];
  /** As the file says; a node that says nothing is planned. What holds beside the ledger is src/plan/status.ts. */
  readonly status: PlanStatus;
  readonly intent: string;
  readonly artifacts: readonly PlanArtifact[];
  /** `KIND:KEY=OP` and `KIND:KEY`, as written. */
  readonly scopes: readonly string[];
  readonly uses: readonly string[];
  readonly dependsOn: readonly string[];
  readonly createsNewPattern: boolean;
  readonly replanRequired: boolean;
  readonly replanCount: number;
  /** Undefined: the budget of its tier. */
  readonly replanBudget: number | undefined;
  /** The status that a frozen node had before. */
  readonly frozenFrom: string | undefined;
  /** Every top-level field of the frontmatter, unknown ones too. */
  readonly fields: Fields;
  /** Line of the file by field. */
  readonly lines: ReadonlyMap<string, number>;
  readonly problems: readonly FieldProblem[];
}

/** A file that is meant as a node and cannot be read as one: never skipped, its verdicts are unknown. */
export interface BrokenNode {
  readonly path: string;
  /** Its id, when the text still shows one. */
  readonly id: string | undefined;
  readonly line: number;
  readonly reason: string;
  /** It has frontmatter that parses, and none of the fields of a plan node: a document of another kind. */
  readonly foreign: boolean;
}

export type ReadNode = { readonly node: PlanNode } | { readonly broken: BrokenNode };

/** Fields that say: this is meant to be a node. */
const MARKS = ["tier", "parent", "children", "status", "artifacts", "intent", "scopes", "depends_on"];

/** Reads one file; undefined when it has no frontmatter and so is no node. */
export async function readNode(path: string, bytes: Buffer): Promise<ReadNode | undefined> {
  const found = findFrontmatter(bytes);
  if (!found) return undefined;
  const read = "problem" in found ? found : await readFields(found);
  if ("problem" in read) {
    const id = /^["']?id["']?[ \t]*:[ \t]*["']?([^\s"'#]+)/m.exec(bytes.toString("utf8", 0, 65_536))?.[1];
    return { broken: { path, id, line: read.line, reason: read.problem, foreign: false } };
  }
  const id = textOf(read.fields.get("id"));
  if (id === undefined) {
    const foreign = !MARKS.some((field) => read.fields.has(field));
    const line = read.lines.get("id") ?? 1;
    return { broken: { path, id: undefined, line, reason: "it has no id", foreign } };
  }
  return { node: nodeOf(path, id, read.fields, read.lines) };
}

/** The node that these fields describe. Used again when the ledger knows fields better than the file. */
export function nodeOf(path: string, id: string, fields: Fields, lines: ReadonlyMap<string, number>): PlanNode {
  const problems: FieldProblem[] = [];
  const report = (field: string, rule: string, message: string): void => {
    problems.push({ field, line: lines.get(field) ?? 1, rule, message });
  };
  const get = (name: string): FieldValue => fields.get(name) ?? null;
  const status = textOf(get("status"))?.trim() ?? "planned";
  if (!isPlanStatus(status)) {
    report(
      "status",
      "status_illegal",
      `${id}: status ${JSON.stringify(status)} is none of ${PLAN_STATUSES.join(", ")}`,
    );
  }
  const names = (field: string): readonly string[] => {
    const list = listOf(get(field)).map((item) => textOf(item)?.trim());
    if (list.some((item) => item === undefined || item === "")) {
      report(field, "field_illegal", `${id}: ${field} is a list of texts`);
    }
    return list.filter((item): item is string => item !== undefined && item !== "");
  };
  const count = (field: string): number | undefined => {
    const value = get(field);
    if (value === null) return undefined;
    const number = Number(textOf(value));
    if (Number.isInteger(number) && number >= 0) return number;
    report(field, "field_illegal", `${id}: ${field} is a whole number, 0 or more`);
    return undefined;
  };
  const truth = (field: string): boolean => {
    const value = textOf(get(field))?.trim().toLowerCase();
    if (value === "true" || value === "yes") return true;
    if (value !== undefined && value !== "false" && value !== "no") {
      report(field, "field_illegal", `${id}: ${field} is true or false`);
    }
    return false;
  };
  const tier = count("tier");
  if (tier !== undefined && tier > 4) report("tier", "tier_illegal", `${id}: tier ${tier} is none of 0 to 4`);
  return {
    id,
    path,
    tier,
    parent: textOf(get("parent"))?.trim() || undefined,
    children: names("children"),
    // An illegal status could stand for anything; what is running must not be overlooked.
    status: isPlanStatus(status) ? status : "active",
    intent: textOf(get("intent"))?.trim() ?? "",
    artifacts: artifactsOf(id, get("artifacts"), (rule, message) => report("artifacts", rule, message)),
    scopes: names("scopes"),
    uses: names("uses"),
    dependsOn: names("depends_on"),
    createsNewPattern: truth("creates_new_pattern"),
    replanRequired: truth("replan_required"),
    replanCount: count("replan_count") ?? 0,
    replanBudget: count("replan_budget"),
    frozenFrom: textOf(get("frozen_from"))?.trim() || undefined,
    fields,
    lines,
    problems,
  };
}

/** Text of a scalar, or undefined for nothing, lists and mappings. */
export function textOf(value: FieldValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A list; a single value stands for a list of one. */
function listOf(value: FieldValue): readonly FieldValue[] {
  if (value === null) return [];
  return Array.isArray(value) ? (value as readonly FieldValue[]) : [value];
}

const OF_THE_NODE = ["scopes", "uses", "depends_on", "artifacts", "status", "intent"] as const;

function artifactsOf(
  id: string,
  value: FieldValue,
  report: (rule: string, message: string) => void,
): readonly PlanArtifact[] {
  const artifacts: PlanArtifact[] = [];
  for (const item of listOf(value)) {
    const entry: ReadonlyMap<string, FieldValue> =
      item instanceof Map ? item : new Map<string, FieldValue>([["path", item as FieldValue]]);
    const path = textOf(entry.get("path"));
    if (path === undefined) {
      report("artifact_illegal", `${id}: an artifact has no path`);
      continue;
    }
    const where = `${id}: artifact ${JSON.stringify(path)}`;
    for (const key of OF_THE_NODE) {
      // Indented too far, and then nobody would compare it.
      if (entry.has(key)) report("field_misplaced", `${where} holds \`${key}\`, which belongs to the node itself`);
    }
    const word = textOf(entry.get("operation"))?.trim().toLowerCase();
    const operation = OPERATIONS.find((known) => known === word);
    const read = /^(true|yes)$/i.test(textOf(entry.get("read"))?.trim() ?? "") || word === "read" || word === "use";
    if (word !== undefined && operation === undefined && word !== "read") {
      report(
        "operation_unknown",
        `${where}: operation ${JSON.stringify(word)} is none of ${OPERATIONS.join(", ")}, read`,
      );
    }
    const to = textOf(entry.get("to"))?.trim();
    if (operation === "rename" && !to) report("rename_target", `${where} is renamed and has no \`to\``);
    const symbols = [...listOf(entry.get("symbols") ?? null), ...listOf(entry.get("functions") ?? null)]
      .map((name) => textOf(name)?.trim())
      .filter((name): name is string => name !== undefined && name !== "");
    const lines = linesOf(entry.get("lines") ?? null);
    if (lines === "illegal") report("lines_illegal", `${where}: lines are [first, last], from 1`);
    artifacts.push({
      path,
      ...(symbols.length > 0 ? { symbols } : {}),
      ...(lines !== undefined && lines !== "illegal" ? { lines } : {}),
      ...(operation !== undefined && operation !== "use" ? { operation } : {}),
      read,
      ...(to ? { to } : {}),
    });
  }
  return artifacts;
}

/** `[6, 7]`, `6-7` or `6`. */
function linesOf(value: FieldValue): readonly [number, number] | "illegal" | undefined {
  if (value === null) return undefined;
  const parts = typeof value === "string" ? value.split("-") : listOf(value).map((item) => textOf(item) ?? "");
  const [first, last = first] = parts.map((part) => (/^\s*\d{1,9}\s*$/.test(part) ? Number(part) : Number.NaN));
  if (parts.length > 2 || first === undefined || last === undefined || !(first >= 1) || !(last >= first)) {
    return "illegal";
  }
  return [first, last];
}
