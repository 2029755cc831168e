// What the sides of a conflict have changed so far, for people. Pure.
import type { View } from "../commands/command.ts";
import type { NotAssessed } from "../core/documents.ts";
import { visibleLines } from "./escape.ts";
import { heading, paragraph } from "./table.ts";

/** The part of a side's diff that is shown. */
export interface ShownSide {
  readonly intent_id: string;
  readonly agent: string;
  readonly branch: string | null;
  readonly uncommitted: boolean;
  readonly patch: string;
  readonly cut: boolean;
}

/** Table form of `conflicts show --diff`: each side's patch as git writes it, control characters escaped. */
export function sidesText(view: View, sides: readonly ShownSide[], missing: readonly NotAssessed[]): string {
  const texts = sides.map((side) => {
    const where = side.branch === null ? "" : ` on ${side.branch}`;
    const how = side.uncommitted ? ", uncommitted changes included" : "";
    const patch = side.patch.trim() === "" ? "nothing changed yet\n" : `${visibleLines(side.patch.trimEnd())}\n`;
    return `${heading(view, `${side.agent}${where} (${side.intent_id})${how}:`)}${patch}${side.cut ? "… cut here\n" : ""}`;
  });
  const unknown = missing.map(({ what, reason }) => paragraph(view, `${what}: not shown, ${reason}`));
  return [...texts, ...unknown].join("\n");
}
