// What git's hooks have to say (spec 3.6): before a commit, before a push, after a merge. Words for a person; none of it
// can fail what git is doing.

import { counted } from "../../counted.ts";
import { printScope } from "../../detect/scope.ts";
import type { OpenedLedger } from "../../store/open-ledger.ts";
import type { State } from "../../store/state.ts";
import { checkStaged } from "../check-staged.ts";
import { sidesOf } from "../finding-sides.ts";
import type { Session } from "../session.ts";
import { bySeverity } from "../severity-order.ts";
import { mergedIntents } from "../work-commits.ts";

/** Advice on what is staged; no line when there is nothing to say. */
export function beforeCommit(session: Session): readonly string[] {
  const { document, locked } = checkStaged(session, session.state(), {
    failOn: "never",
    allowUnknown: true,
    strict: false,
  });
  const told = document.findings.filter(({ severity }) => severity !== "LOW");
  if (told.length === 0) return [];
  return [
    locked.length > 0
      ? "others hold what you are about to commit:"
      : "others have declared work on what you are about to commit:",
    ...told.slice(0, 10).map(({ severity, evidence, explanation }) => `  ${severity} ${evidence.rule}: ${explanation}`),
    ...(told.length > 10 ? [`  and ${told.length - 10} more: foremerge conflicts check --staged`] : []),
  ];
}

/** Carries the ledger along with a push, and names the findings that were not here before. */
export async function beforePush(session: Session): Promise<readonly string[]> {
  const { chooseBranch } = await import("../choose-remote.ts");
  const { sync } = await import("../sync.ts");
  const { openLedger } = await import("../../store/open-ledger.ts");
  let opened: OpenedLedger | undefined;
  const ledger = (): OpenedLedger => (opened ??= openLedger(session.place, { onWarning: session.warn }));
  const openIds = (): readonly string[] =>
    ledger()
      .read()
      .openConflicts()
      .map(({ id }) => id);
  let known: ReadonlySet<string> | undefined;
  const { published, received, remote, warnings, detected } = await sync(session, {
    remote: undefined,
    pull: false,
    branch: chooseBranch(session, undefined),
    dryRun: false,
    ledger,
    meanwhile: () => {
      known ??= new Set(openIds());
    },
  });
  const moved =
    published + received === 0 ? [] : [`ledger: ${counted(published, "event")} to ${remote}, ${received} from it`];
  const fresh = received + detected.length === 0 ? [] : openIds().filter((id) => !known?.has(id));
  return [...warnings, ...moved, ...(fresh.length === 0 ? [] : newFindings(ledger().read(), fresh))];
}

const MOST_TOLD = 5;

/** New findings, worst first: how many, and the first few with their sides. */
function newFindings(state: State, ids: readonly string[]): readonly string[] {
  const found = ids.flatMap((id) => state.conflict(id) ?? []).sort(bySeverity);
  const counts = (["HIGH", "MEDIUM", "LOW"] as const).flatMap((level) => {
    const count = found.filter(({ severity }) => severity === level).length;
    return count === 0 ? [] : [`${count} ${level}`];
  });
  const lines = found.slice(0, MOST_TOLD).map((conflict) => {
    const { agents, tasks } = sidesOf(state, conflict);
    const who = [...agents, ...tasks.map((task) => `task ${task}`)].join(" and ");
    const { id, severity, kind, scope, evidence } = conflict;
    return `  ${severity} ${String(evidence.rule ?? kind)} ${id}: ${scope === null ? kind : printScope(scope)}, ${who}`;
  });
  const more = found.length > MOST_TOLD ? [`  and ${found.length - MOST_TOLD} more: foremerge conflicts list`] : [];
  return [`new findings: ${counts.join(", ")} (foremerge conflicts show ID says more)`, ...lines, ...more];
}

/** Open intents whose work the base branch holds by now, and the command that closes each. */
export function afterMerge(session: Session): readonly string[] {
  return mergedIntents(session, session.state()).map(
    ({ intent, base }) => `${intent.id} (${intent.agent}) is in ${base}: foremerge intent accept ${intent.id} --merged`,
  );
}
