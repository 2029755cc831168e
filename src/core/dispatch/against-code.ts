// A task against the code as it is (spec 3.3): what is there already, what is nowhere, who calls what goes away.
import { normalise } from "../../detect/normal-form.ts";
import type { DispatchCheck } from "./check.ts";
import type { PlanCheckDocument } from "./document.ts";
import type { Side } from "./side.ts";

/** The task against the tree as it is (spec 3.3): listed, and no verdict. */
export async function againstCode(check: DispatchCheck): Promise<Partial<PlanCheckDocument>> {
  const { session, subject, pairs, notes } = check;
  const { aboutTask } = await import("../about-code.ts");
  const uses = subject.candidate.uses.map((use) => ({ ...use, operation: "use" as const }));
  const added = new Set(pairs.flatMap(({ other }) => addedBy(other)));
  const { about_code = [], callers } = await aboutTask(
    session,
    subject.id,
    subject.touches,
    [...subject.candidate.scopes, ...uses],
    (scope) => added.has(normalise(scope).alias),
  );
  return {
    findings: [...notes, ...about_code],
    ...(callers === undefined ? {} : { callers }),
  };
}

/** Aliases of what a side adds, by scope or by name in a file. */
function addedBy({ candidate, touches }: Side): string[] {
  return [
    ...candidate.scopes.filter(({ operation }) => operation === "add").map((scope) => normalise(scope).alias),
    ...touches
      .filter(({ operation }) => operation === "add")
      .flatMap(({ path, symbols }) => [
        normalise({ kind: "file", key: path }).alias,
        ...(symbols ?? []).flatMap((key) =>
          (["symbol", "schema", "api"] as const).map((kind) => normalise({ kind, key }).alias),
        ),
      ]),
  ];
}
