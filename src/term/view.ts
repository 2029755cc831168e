// What a renderer may know of the place where its text will be shown: width, height, colour.
import type { View } from "../commands/command.ts";
import { colourLevel } from "./colour.ts";
import type { Io } from "./io.ts";
import { paintFor } from "./paint.ts";

/** The view of standard output. */
export async function viewFor(
  color: boolean,
  io: Pick<Io, "stdoutIsTerminal" | "columns" | "rows" | "env">,
  now: Date,
): Promise<View> {
  const colour = colourLevel(color, io.stdoutIsTerminal, io.env);
  return {
    width: io.stdoutIsTerminal ? io.columns : undefined,
    height: io.stdoutIsTerminal ? io.rows : undefined,
    colour,
    paint: await paintFor(colour),
    now,
  };
}
