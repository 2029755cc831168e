// The last line of a table on a terminal: how old the news from other machines is. Pure.
import type { View } from "../commands/command.ts";
import { age } from "./age.ts";
import { paragraph } from "./table.ts";

/** Nothing for a ledger that never met a remote. */
export function syncedText(view: View, last: { readonly remote: string; readonly synced_at: string } | null): string {
  if (last === null) return "";
  return paragraph(view, `synced with ${last.remote} ${age(last.synced_at, view.now)}`, { role: "dim" });
}
