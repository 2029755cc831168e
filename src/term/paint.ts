// Colour by role, so that no renderer names a colour. Severity is always a word as well (spec 5.1). The only door to
// chalk, which is loaded only when colour is wanted.
import type { ColourLevel } from "./colour.ts";

export type Role = "high" | "medium" | "low" | "good" | "warn" | "dim" | "strong" | "plain";

/** Wraps text in the colour of a role; text must be free of control characters. */
export type Paint = (role: Role, text: string) => string;

/** No colour at all. */
export const plainPaint: Paint = (_role, text) => text;

/** The paint for a colour level: built once per process. */
export async function paintFor(level: ColourLevel): Promise<Paint> {
  if (level === 0) return plainPaint;
  const { Chalk } = await import("chalk");
  const chalk = new Chalk({ level });
  const paints: Readonly<Record<Role, (text: string) => string>> = {
    high: chalk.bold.red,
    medium: chalk.yellow,
    low: chalk.cyan,
    good: chalk.green,
    warn: chalk.yellow,
    dim: chalk.dim,
    strong: chalk.bold,
    plain: (text) => text,
  };
  return (role, text) => (text === "" ? text : paints[role](text));
}
