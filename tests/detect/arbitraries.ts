// Random ledgers for property tests: a small town of names in which scopes meet on every tier.
import fc from "fast-check";
import {
  type Candidate,
  OPERATIONS,
  SCOPE_KINDS,
  type Scope,
  type ScopeClaim,
  type ScopeKind,
  type UseClaim,
} from "../../src/detect/model.ts";

const names = fc.constantFrom(
  "Label",
  "LabelPrinter",
  "LabelPrinterService",
  "labelprinter",
  "Payment",
  "PaymentService",
  "orders",
  "total",
  "mail",
  "smtp",
  "更换标签",
  "retry_policy",
);
const dirs = fc.constantFrom("src", "src/print", "src/print/zebra", "docs", "Src");
const files = fc.constantFrom("label.ts", "Label.ts", "mail.py", "README.md", "total.sql");

const symbolKey = fc.oneof(
  names,
  fc.tuple(names, names).map(([a, b]) => `${a}::${b}`),
  fc.tuple(names, names).map(([a, b]) => `Acme\\${a}::${b}`),
  fc.tuple(names, names, names).map(([a, b, c]) => `${a}.${b}.${c}`),
  fc.tuple(names, names).map(([a, b]) => `${a}<${b}>::save()`),
  fc.tuple(dirs, files, names).map(([d, f, n]) => `${d}/${f}#${n}`),
);
const fileKey = fc.oneof(
  dirs,
  dirs.map((d) => `${d}/`),
  fc.tuple(dirs, files).map(([d, f]) => `${d}/${f}`),
  fc.tuple(dirs, files).map(([d, f]) => `./${d}//x/../${f}`),
  dirs.map((d) => `${d}/**`),
  dirs.map((d) => `${d}/*.ts`),
  fc.constantFrom("**/*.ts", "*.md", "src/**/label.{ts,tsx}", "**"),
);
const apiKey = fc
  .tuple(
    fc.constantFrom("", "GET ", "post ", "GET  "),
    fc.constantFrom("/", "/labels", "/labels/{id}", "/labels/:key/pages", "/labels/?all=1", "/Orders/"),
  )
  .map(([method, path]) => method + path);
const packageKey = fc
  .tuple(fc.constantFrom("left-pad", "Left-Pad", "@acme/kit", "react"), fc.constantFrom("", "@1.3.0", "@2.0.0", "@^2"))
  .map(([name, version]) => name + version);
const dottedKey = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("."));

const KEYS: Partial<Record<ScopeKind, fc.Arbitrary<string>>> = {
  symbol: symbolKey,
  file: fileKey,
  api: apiKey,
  package: packageKey,
};
const anyKey = fc.oneof(dottedKey, names, symbolKey);

export const scope: fc.Arbitrary<Scope> = fc
  .constantFrom(...SCOPE_KINDS)
  .chain((kind) => (KEYS[kind] ?? anyKey).map((key) => ({ kind, key })));

const changes = OPERATIONS.filter((operation) => operation !== "use");

export const claim: fc.Arbitrary<ScopeClaim> = fc
  .tuple(scope, fc.constantFrom(...changes), fc.boolean())
  .map(([s, operation, inferred]) => ({ ...s, operation, inferred }));

const use: fc.Arbitrary<UseClaim> = fc
  .tuple(scope, fc.boolean())
  .map(([s, inferred]) => (inferred ? { ...s, inferred: true as const } : s));

const summary = fc
  .array(fc.constantFrom("give", "courier", "client", "retry", "budget", "label", "build", "tare", "weight"), {
    minLength: 1,
    maxLength: 7,
  })
  .map((words) => words.join(" "));

/** Candidates with distinct ids, some of which depend on others. */
export const ledger = (max: number): fc.Arbitrary<Candidate[]> =>
  fc
    .array(
      fc.record({
        summary,
        agent: fc.constantFrom("ada", "ben"),
        worktree: fc.constantFrom("main", "w1"),
        scopes: fc.array(claim, { maxLength: 3 }),
        uses: fc.array(use, { maxLength: 2 }),
        after: fc.array(fc.nat(max - 1), { maxLength: 1 }),
      }),
      { minLength: 2, maxLength: max },
    )
    .map((rows) =>
      rows.map(({ after, ...row }, i) => ({
        ...row,
        id: idOf(i),
        dependsOn: after.filter((j) => j < rows.length && j !== i).map(idOf),
      })),
    );

/** Ids whose order is not that of the list. */
function idOf(i: number): string {
  return `int_${(i * 7) % 31}_${i}`;
}

export const settings = fc.record(
  {
    ignoreCase: fc.boolean(),
    contains: fc.constantFrom(
      { "domain:mail": ["symbol:Payment*", "file:src/print/**"] },
      { "domain:orders": ["symbol:*Printer", "schema:orders"], "module:mail": ["api:/labels"] },
      { "component:Label": ["file:src", "config:re*"] },
    ),
    rules: fc.constantFrom({ "FM-C003": "low" as const }, { "FM-C007": "off" as const, "FM-C001": "medium" as const }),
  },
  { requiredKeys: [] },
);
