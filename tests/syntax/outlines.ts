// Short forms for tests over outlines.
import type { Outline } from "../../src/syntax/outline.ts";
import { outlineOf } from "../../src/syntax/outline-of.ts";

/** `name start-end` of every symbol, in order of appearance. */
export async function namesAndLines(path: string, text: string): Promise<string[]> {
  return linesOf(await outlineOf(path, text));
}

export function linesOf(outline: Outline): string[] {
  return outline.symbols.map(({ name, start_line, end_line }) => `${name} ${start_line}-${end_line}`);
}

/** One symbol of a text, without what places it. */
export async function symbolOf(path: string, text: string, name: string): Promise<Record<string, unknown>> {
  const found = (await outlineOf(path, text)).symbols.find((symbol) => symbol.name === name);
  if (!found) throw new Error(`${path} has no ${name}`);
  return { ...found };
}
