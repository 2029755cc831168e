// Stories for the tests of strategies: mara and ivo, one conflict per rule and kind of scope.
import type { Operation, Scope, ScopeKind } from "../../src/detect/model.ts";
import type { Side, Story } from "../../src/resolve/story.ts";

export const scope = (text: string): Scope => {
  const at = text.indexOf(":");
  return { kind: text.slice(0, at) as ScopeKind, key: text.slice(at + 1) };
};

export function side(name: string, summary: string, declared: string | null, given: Partial<Side> = {}): Side {
  const equals = declared?.lastIndexOf("=") ?? -1;
  const own = declared === null ? null : scope(declared.slice(0, equals));
  const operation = declared === null ? null : (declared.slice(equals + 1) as Operation);
  const uses = operation === "use";
  return {
    id: `int_01${name}`,
    kind: "intent",
    name,
    summary,
    status: "INTENT",
    scope: own,
    operation,
    scopes: own && operation && !uses ? [{ ...own, operation, inferred: false }] : [],
    uses: own && uses ? [own] : [],
    dependsOn: [],
    branch: name,
    files: [],
    ...given,
  };
}

export function story(rule: string, sides: Story["sides"], given: Partial<Story> = {}): Story {
  return {
    conflictId: "cfl_0123456789abcdefghjkmnpqrs",
    rule,
    kind: "destructive_vs_additive",
    severity: "HIGH",
    asserted: true,
    sequenced: false,
    explanation: "mara and ivo meet.",
    suggestion: "Heuristic: agree who goes first.",
    sides,
    files: [],
    elements: [],
    evidence: {},
    ...given,
  };
}

const two = (rule: string, a: string, b: string, given: Partial<Story> = {}): Story =>
  story(rule, [side("mara", "Split pay totals by currency", a), side("ivo", "Round label weights", b)], given);

const task = (id: string, summary: string, status: string): Side =>
  side(id, summary, null, { id, kind: "task", status, branch: null });
const tasks: Story["sides"] = [
  task("TASK-120", "Print invoices in colour", "active"),
  task("TASK-125", "Throttle repeated sign-ins", "planned"),
];
const medium = { severity: "MEDIUM", asserted: false } as const;

/** One story per template, by a name for messages. */
export const STORIES: Readonly<Record<string, Story>> = {
  "replace beside extend, symbol": two("FM-C001", "symbol:PaymentService=replace", "symbol:PaymentService=extend", {
    suggestion: "Heuristic: put a PaymentProvider between the two.",
  }),
  "remove beside modify, api": two("FM-C001", "api:POST /refunds=remove", "api:POST /refunds=modify"),
  "migrate beside add, schema": two("FM-C001", "schema:orders.total=migrate", "schema:orders.total=add"),
  "rename beside modify, config": two("FM-C001", "config:LABEL_DPI=rename", "config:LABEL_DPI=modify"),
  "replace beside modify, infra": two("FM-C001", "infra:queue=replace", "infra:queue=modify"),
  "replace beside extend, test": two("FM-C001", "test:checkout-smoke=replace", "test:checkout-smoke=extend"),
  "two rewrites, component": two("FM-C002", "component:CartPanel=replace", "component:CartPanel=remove"),
  "two additions, contract": two("FM-C003", "contract:LabelPrinted=extend", "contract:LabelPrinted=modify", medium),
  "two plans for one outcome": two("FM-C004", "symbol:LabelCache=add", "symbol:ThumbnailCache=add", medium),
  "a claim": two("FM-C005", "file:src/label.ts=modify", "file:src/label.ts=modify", medium),
  "remove beside use, symbol": two(
    "FM-C006",
    "symbol:AutoHealConfig.DEFAULT_TTL=remove",
    "symbol:AutoHealConfig.DEFAULT_TTL=use",
  ),
  "two definitions, symbol": two("FM-C007", "symbol:computeKey=add", "symbol:computeKey=add"),
  "two definitions, migration": two("FM-C007", "migration:0436=add", "migration:0436=add"),
  "a cycle": two("FM-C008", "symbol:A=modify", "symbol:B=modify", {
    ...medium,
    evidence: { cycle: ["int_01mara", "int_01ivo"] },
  }),
  "files of two tasks": story("FM-F001", tasks, { ...medium, files: ["src/auth.py", "src/login.py"] }),
  "functions of two tasks": story("FM-F002", tasks, { ...medium, files: ["src/auth.py"], elements: ["login"] }),
  "a narrowed contract": two("FM-F004", "api:GET /labels=remove", "api:GET /labels=use", medium),
  "two versions": two("FM-F005", "package:zod@4=modify", "package:zod@3=modify", medium),
  "a decision on record": story("FM-A001", [side("mara", "Extend the legacy API", "symbol:LegacyApi=extend")], {
    evidence: { decision: "ADR-7", why: "it goes away in May" },
  }),
  "exists already": story("FM-X001", [side("mara", "Add a label cache", "symbol:LabelCache=add")], {
    ...medium,
    files: ["src/label.ts"],
  }),
  "is nowhere": story("FM-X002", [side("mara", "Extend the label cache", "symbol:LabelCash=extend")], medium),
  drift: story("FM-D001", [side("mara", "Round label weights", "file:src/label.ts=modify")], {
    ...medium,
    files: ["src/price.ts"],
  }),
  "modules that overlap": story("FM-M001", [side("mara", "Build a user service", "module:UserAuthService=add")], {
    ...medium,
    evidence: {
      new_module: { name: "UserAuthService", file: "src/auth/UserAuthService.ts" },
      existing_module: { name: "AuthManager", file: "src/auth/AuthManager.ts" },
      overlap_scenarios: ["login", "token verify"],
      overlap_coefficient: 1,
      overlap_word: "High",
    },
  }),
  "one agent, two plans": story("FM-C001", [
    side("mara (int_01a)", "Replace the label cache", "symbol:LabelCache=replace", { id: "int_01a" }),
    side("mara (int_01b)", "Extend the label cache", "symbol:LabelCache=extend", { id: "int_01b" }),
  ]),
};
