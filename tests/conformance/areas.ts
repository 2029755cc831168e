// Which conformance areas are switched on. An area is FILE:AREA; cases of detector.json that have a context are an
// area of their own (FILE:AREA/CONTEXT). FOREMERGE_CASES=REGEX runs matching cases whether they are on or not.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ON: ReadonlySet<string> = new Set<string>([
  // detector.json
  "detector:scope-normalise",
  "detector:scope-normalise/publish",
  "detector:scope-normalise/claim",
  "detector:tokenize",
  "detector:overlap",
  "detector:inference",
  "detector:rule",
  "detector:suggestion",
  "detector:lifecycle",
  // plans.json
  "plans:paths",
  "plans:l1",
  "plans:l2",
  "plans:dispatch",
  "plans:waves",
  "plans:validate",
  "plans:arbitration",
  "plans:hook",
  "plans:drift",
  "plans:suggest",
  // symbols.json
  "symbols:symbols",
  // resolution.json
  "resolution:claims",
  "resolution:locks",
  "resolution:lifecycle",
  "resolution:strategies",
  "resolution:questions",
  "resolution:modifications",
  "resolution:module-overlap",
  "resolution:auto",
  "resolution:merge",
  "resolution:metrics",
]);

export interface Case<I, E> {
  readonly id: string;
  readonly area: string;
  readonly input: I;
  readonly expect: E;
  readonly why: string;
  readonly symmetric?: boolean;
}

/** The cases of fixtures/conformance/NAME.json that are to run. */
export function casesOf<I, E>(name: string): Case<I, E>[] {
  const file = fileURLToPath(new URL(`../../fixtures/conformance/${name}.json`, import.meta.url));
  const all = JSON.parse(readFileSync(file, "utf8")) as Case<I, E>[];
  const wanted = process.env.FOREMERGE_CASES;
  if (wanted) {
    const pattern = new RegExp(wanted);
    return all.filter((one) => pattern.test(one.id) || pattern.test(areaOf(name, one)));
  }
  return all.filter((one) => ON.has(areaOf(name, one)));
}

function areaOf(name: string, one: Case<unknown, unknown>): string {
  const context = (one.input as { context?: unknown }).context;
  return `${name}:${one.area}${typeof context === "string" ? `/${context}` : ""}`;
}
