// `ci` for people who read the log: what was judged by which rules, then the check. Pure.
import type { View } from "../commands/command.ts";
import type { CiDocument } from "../core/ci.ts";
import { age } from "./age.ts";
import { checkText, parts } from "./check.ts";
import { fields, heading, paragraph } from "./table.ts";

/** Table form of `foremerge.ci/1`. */
export function ciText(view: View, doc: CiDocument): string {
  const merged = doc.merged_work.map(({ agent, command }) => paragraph(view, `${command} (${agent})`, { indent: 2 }));
  return parts([
    fields(view, [
      ["Branch", doc.branch],
      ["Base", doc.base],
      ["Rules", doc.policy_from],
      ["Fails from", doc.policy],
      ["Ledger", doc.ledger.length === 0 ? "none" : doc.ledger],
      ["Synced", doc.synced_at === null ? undefined : `${age(doc.synced_at, view.now)} (${doc.synced_at})`],
      ["Intents", doc.intents.length === 0 ? "none" : doc.intents],
    ]),
    merged.length === 0 ? "" : heading(view, "Merged already, close with:") + merged.join(""),
    checkText(view, { ...doc, schema: "foremerge.check/1" }),
  ]);
}
