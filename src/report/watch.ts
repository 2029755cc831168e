// The live view of `watch`: the status screen with what happened last below it. Pure: a new picture for every change.
import type { View } from "../commands/command.ts";
import type { StatusDocument } from "../core/documents.ts";
import type { AnyEvent } from "../store/line.ts";
import { visible } from "./escape.ts";
import { eventWords } from "./event-line.ts";
import { clip } from "./screen.ts";
import { statusScreen } from "./status.ts";

/** Lines of one picture; `recent` are the newest events, newest last. At most `height` lines. */
export function watchScreen(
  view: View,
  doc: StatusDocument,
  recent: readonly AnyEvent[],
  size: { readonly width: number; readonly height: number },
): readonly string[] {
  const { width, height } = size;
  // A third of the screen is for what happened, unless less has.
  const most = Math.max(1, Math.floor((height - 3) / 3));
  const shown = recent.slice(-most);
  const below = shown.length === 0 ? ["  nothing yet"] : shown.map((event) => eventLine(view, event, width));
  const top = statusScreen(view, doc, width, Math.max(1, height - below.length - 2));
  const foot = view.paint(
    "dim",
    clip(`${clock(view.now.toISOString())} · event ${doc.as_of_event ?? 0} · q quits`, width),
  );
  return [...top, view.paint("strong", clip("Just now, newest last", width)), ...below, foot].slice(0, height);
}

/** Ids as short as the screen's other ids. */
const shortened = (text: string): string => text.replace(/\b([a-z]{3}_[0-9a-z]{12})[0-9a-z]{14}\b/g, "$1");

const clock = (at: string): string => at.slice(11, 19);

function eventLine(view: View, event: AnyEvent, width: number): string {
  const { at, actor } = event;
  const head = `  ${clock(typeof at === "string" ? at : "")} `;
  const words = clip(
    visible(`${typeof actor === "string" ? actor : "?"} ${shortened(eventWords(event))}`),
    width - head.length,
  );
  const role = /^conflict\.(detected|escalated)$/.test(event.type) ? "warn" : "plain";
  return view.paint("dim", head) + view.paint(role, words);
}
