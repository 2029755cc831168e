// What git's hooks have to say (spec 3.6): before a commit, before a push, after a merge. Words for a person; none of it
// can fail what git is doing.

import type { OpenedLedger } from "../../store/open-ledger.ts";
import { checkStaged } from "../check-staged.ts";
import type { Session } from "../session.ts";
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

/** Carries the ledger along with a push. */
export async function beforePush(session: Session): Promise<readonly string[]> {
  const { chooseBranch } = await import("../choose-remote.ts");
  const { sync } = await import("../sync.ts");
  const { openLedger } = await import("../../store/open-ledger.ts");
  let opened: OpenedLedger | undefined;
  const { published, received, remote, warnings } = await sync(session, {
    remote: undefined,
    pull: false,
    branch: chooseBranch(session, undefined),
    dryRun: false,
    ledger: () => (opened ??= openLedger(session.place, { onWarning: session.warn })),
  });
  const moved = published + received === 0 ? [] : [`ledger: ${published} events to ${remote}, ${received} from it`];
  return [...warnings, ...moved];
}

/** Open intents whose work the base branch holds by now, and the command that closes each. */
export function afterMerge(session: Session): readonly string[] {
  return mergedIntents(session, session.state()).map(
    ({ intent, base }) => `${intent.id} (${intent.agent}) is in ${base}: foremerge intent accept ${intent.id} --merged`,
  );
}
