// Views for tests: a terminal of a width, and no terminal.
import type { View } from "../../src/commands/command.ts";
import { plainPaint } from "../../src/term/paint.ts";

export const NOW = new Date("2026-11-30T12:00:00.000Z");

export function terminalView(width: number, height = 24): View {
  return { width, height, colour: 0, paint: plainPaint, now: NOW };
}

export const PIPE: View = { width: undefined, height: undefined, colour: 0, paint: plainPaint, now: NOW };
