// What stands at the head of a line as this program writes it (spec 2.2), read without parsing the line. No proof that
// the line is an event: that is for whoever takes it in.
import type { AnyEvent } from "./line.ts";

export type LineHead = Pick<AnyEvent, "id" | "replica" | "n" | "lc" | "at" | "actor">;

/** A line with its head. */
export interface HeadedLine {
  readonly text: string;
  readonly event: LineHead;
}

const HEAD =
  /^\{"v":1,"id":"([^"\\]+)","replica":"([^"\\]+)","n":(\d{1,15}),"lc":(\d{1,15}),"at":"([^"\\]+)","actor":"([^"\\]+)",/;

/** The head of a line; undefined when the line is written in any other way. */
export function headOf(text: string): LineHead | undefined {
  const found = HEAD.exec(text);
  if (!found) return undefined;
  const [, id = "", replica = "", n, lc, at = "", actor = ""] = found;
  return { id, replica, n: Number(n), lc: Number(lc), at, actor };
}
