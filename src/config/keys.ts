// Every key of .foremerge.yaml with its reader and its words for people: one row a leaf (spec 5.5). Pure.
import { SCOPE_KINDS } from "../detect/model.ts";
import { RULES } from "../detect/registry.ts";
import { ForemergeError } from "../errors.ts";
import { isBranchName } from "../git/branch-name.ts";
import { nearest } from "../nearest.ts";
import {
  badSetting,
  duration,
  listOf,
  mapOf,
  numberBetween,
  oneOf,
  type Reader,
  record,
  text,
  truth,
} from "./readers.ts";

const STRATEGY = oneOf(["SERIALIZE", "MERGE", "ESCALATE"]);
const INFINITE = Number.POSITIVE_INFINITY;

const ruleId: Reader<string> = (value, key) => {
  const ids = RULES.map(({ id }) => id);
  if (typeof value === "string" && ids.includes(value)) return value;
  throw new ForemergeError("CONFIG_INVALID", `${key}: ${JSON.stringify(value)} is no rule`, {
    hint: `write an id from \`foremerge rules list\`${nearest(String(value), ids) || ", such as FM-C003"}`,
    details: { key: `${key}.${String(value)}` },
  });
};

const findingKind: Reader<string> = (value, key) => {
  const kinds = RULES.map(({ kind }) => kind);
  if (typeof value === "string" && kinds.includes(value)) return value;
  throw new ForemergeError("CONFIG_INVALID", `${key}: ${JSON.stringify(value)} is no kind of finding`, {
    hint: `write one of ${kinds.join(", ")}${nearest(String(value), kinds)}`,
    details: { key: `${key}.${String(value)}` },
  });
};

const scopeKind: Reader<string> = (value, key) => {
  if (typeof value === "string" && (SCOPE_KINDS as readonly string[]).includes(value)) return value;
  throw badSetting(key, value, `a scope kind: ${SCOPE_KINDS.join(", ")}${nearest(String(value), SCOPE_KINDS)}`);
};

const scopePattern: Reader<string> = (value, key) => {
  const word = text(value, key);
  if (
    !(SCOPE_KINDS as readonly string[]).includes(
      word
        .slice(0, Math.max(0, word.indexOf(":")))
        .trim()
        .toLowerCase(),
    )
  ) {
    throw badSetting(key, value, 'KIND:KEY, such as "symbol:LegacyApi*"');
  }
  return word;
};

const operation = oneOf(["add", "extend", "modify", "replace", "remove", "rename", "migrate", "use"]);

const tierNumber: Reader<string> = (value, key) => {
  if (/^[0-4]$/.test(String(value))) return String(value);
  throw badSetting(key, value, "a tier from 0 to 4 as the key");
};

const moduleEntry = record<{ name: string; file: string; scenarios: readonly string[]; responsibilities: string }>({
  name: { read: text },
  file: { read: text },
  scenarios: { read: listOf(text), default: [] },
  responsibilities: {
    read: (value, key) => (typeof value === "string" ? value : listOf(text)(value, key).join("; ")),
    default: "",
  },
});

export interface SettingKey {
  /** Dotted path in the file and in Settings. */
  readonly path: string;
  readonly type: string;
  readonly read: Reader<unknown>;
  /** May be given by FOREMERGE_<PATH>; the text is read as YAML would read a plain scalar. */
  readonly env?: true;
}

export const SETTING_KEYS: readonly SettingKey[] = [
  { path: "rules", type: "{rule id: off, low or medium}", read: mapOf(ruleId, levelOf()) },
  { path: "contains", type: "{scope: [pattern]}", read: mapOf(scopePattern, listOf(scopePattern)) },
  { path: "fail_on", type: "high, medium, low or never", read: oneOf(["high", "medium", "low", "never"]), env: true },
  { path: "base", type: "branch", read: text, env: true },
  { path: "plans", type: "[glob]", read: listOf(text) },
  { path: "serial_kinds", type: "[scope kind]", read: listOf(scopeKind) },
  {
    path: "decisions",
    type: "[{id, scope, forbid[], why}]",
    read: listOf(
      record<{ id: string; scope: string; forbid: readonly string[]; why: string }>({
        id: { read: text },
        scope: { read: scopePattern },
        forbid: { read: listOf(operation) },
        why: { read: text, default: "" },
      }),
    ),
  },
  { path: "replan_budget", type: "{tier: number}", read: mapOf(tierNumber, numberBetween(0, 1000)) },
  {
    path: "judge",
    type: "{commands: [[word]], cold_ms: {L3, L4}}",
    read: record({
      commands: { read: listOf(listOf(text)), default: [] as readonly (readonly string[])[] },
      cold_ms: {
        read: record({
          L3: { read: numberBetween(1, 600_000), default: 10_000 },
          L4: { read: numberBetween(1, 600_000), default: 20_000 },
        }),
        default: { L3: 10_000, L4: 20_000 },
      },
    }),
  },
  { path: "hooks.block_on", type: "none or high", read: oneOf(["none", "high"]), env: true },
  { path: "hooks.block_on_dispatch", type: "none or conflict", read: oneOf(["none", "conflict"]), env: true },
  { path: "hooks.on_timeout", type: "advise or block", read: oneOf(["advise", "block"]), env: true },
  { path: "hooks.deadline_ms", type: "milliseconds", read: numberBetween(1, 60_000), env: true },
  { path: "claims.lease", type: "duration, 60s to 24h", read: duration(60, 86_400), env: true },
  { path: "stopped_after", type: "duration", read: duration(1, 365 * 86_400), env: true },
  { path: "locks.timeout_seconds", type: "seconds, 0 or more", read: numberBetween(0, INFINITE, true), env: true },
  { path: "locks.track_reads", type: "true or false", read: truth, env: true },
  {
    path: "gate.settle_high",
    type: "anyone, counterpart or human",
    read: oneOf(["anyone", "counterpart", "human"]),
    env: true,
  },
  { path: "people", type: "[name]", read: listOf(text) },
  { path: "resolution.default_strategy", type: "SERIALIZE, MERGE or ESCALATE", read: STRATEGY, env: true },
  { path: "resolution.per_type", type: "{finding kind: strategy}", read: mapOf(findingKind, STRATEGY) },
  { path: "resolution.enable_auto_merge", type: "true or false", read: truth, env: true },
  { path: "resolution.max_merge_attempts", type: "1 or more", read: numberBetween(1, INFINITE), env: true },
  { path: "resolution.escalation_threshold", type: "0 to 1", read: numberBetween(0, 1, true), env: true },
  { path: "resolution.disabled", type: "[strategy], not all three", read: disabledStrategies },
  { path: "modules", type: "[{name, file, scenarios[], responsibilities}] or a file path", read: modulesOf },
  { path: "sync.remote", type: "name of a configured remote", read: remoteName, env: true },
  { path: "sync.branch", type: "branch that carries the ledger", read: ledgerBranch, env: true },
];

function levelOf(): Reader<"off" | "low" | "medium"> {
  const read = oneOf(["off", "low", "medium"]);
  // YAML 1.1 habits: a bare `off` may arrive as false.
  return (value, key) => read(value === false ? "off" : value, key);
}

function disabledStrategies(value: unknown, key: string): readonly string[] {
  const names = listOf(STRATEGY)(value, key);
  if (new Set(names).size === 3)
    throw badSetting(key, value, "at most two of SERIALIZE, MERGE, ESCALATE: one must be left");
  return names;
}

function modulesOf(value: unknown, key: string): unknown {
  return typeof value === "string" ? text(value, key) : listOf(moduleEntry)(value, key);
}

function remoteName(value: unknown, key: string): string {
  const name = text(value, key);
  if (/^[A-Za-z0-9][\w.-]*(\/[\w.-]+)*$/.test(name) && !name.includes("..")) return name;
  throw badSetting(key, value, "the name of a configured remote (never a URL), such as origin");
}

function ledgerBranch(value: unknown, key: string): string {
  const name = text(value, key);
  if (isBranchName(name)) return name;
  throw badSetting(key, value, "a plain branch name, such as foremerge-ledger");
}

/** A module as `.foremerge.yaml` and --module write it (spec 4.5). */
export const readModules: Reader<readonly unknown[]> = listOf(moduleEntry);
