// Options that say what will be changed, shared by publish, rescope and check, and how they are read.
import type { Declaration } from "../core/request.ts";
import type { CommandContext, OptionSpec } from "./command.ts";

export const DECLARATION_OPTIONS: readonly OptionSpec[] = [
  { flags: "--scope <scope>", description: "what is changed: KIND:KEY=OPERATION", repeatable: true },
  { flags: "--uses <scope>", description: "what is depended on and left as it is: KIND:KEY", repeatable: true },
  { flags: "--depends-on <id>", description: "intent that must be done first", repeatable: true },
];

/** The values of a repeatable option; undefined when it was not given. */
export function many(ctx: CommandContext, name: string): readonly string[] | undefined {
  const value = ctx.options[name];
  return Array.isArray(value) ? (value as readonly string[]) : undefined;
}

/** The value of an option that takes one. */
export function one(ctx: CommandContext, name: string): string | undefined {
  const value = ctx.options[name];
  return typeof value === "string" ? value : undefined;
}

/** The argument of this name, when it is one word. */
export function argument(ctx: CommandContext, name: string): string | undefined {
  const value = ctx.args[name];
  return typeof value === "string" ? value : undefined;
}

/** The words of a variadic argument. */
export function words(ctx: CommandContext, name: string): readonly string[] {
  const value = ctx.args[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

export function declarationFrom(ctx: CommandContext, summary: string): Declaration {
  return {
    summary,
    scopes: many(ctx, "scope") ?? [],
    uses: many(ctx, "uses") ?? [],
    dependsOn: many(ctx, "dependsOn") ?? [],
  };
}
