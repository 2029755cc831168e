// The only door to commander: one command spec in, arguments and options out.
import { Command, CommanderError, Option } from "commander";
import type { CommandSpec } from "./commands/command.ts";
import { ForemergeError, givenTwice } from "./errors.ts";

/** commander's command for one spec: only the command that runs is ever built. */
export function buildCommand(spec: CommandSpec): Command {
  const command = new Command(`foremerge ${spec.name}`)
    .description(spec.summary)
    .exitOverride()
    .helpOption(false)
    .allowExcessArguments(false)
    .configureOutput({ writeOut: () => {}, writeErr: () => {} });
  for (const argument of spec.args ?? []) command.argument(argument);
  for (const option of spec.options) {
    const built = new Option(option.flags, option.description);
    if (option.repeatable) built.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
    if (option.choices) built.choices([...option.choices]);
    if (!option.repeatable && (built.required || built.optional)) {
      const read = built.parseArg;
      built.argParser((value: string, before: unknown) => {
        if (before !== undefined) throw givenTwice(built.long ?? option.flags, before, value);
        return read ? read(value, undefined) : value;
      });
    }
    command.addOption(built);
  }
  return command;
}

export interface ParsedCall {
  readonly args: Record<string, string | readonly string[] | undefined>;
  readonly options: Record<string, string | boolean | readonly string[] | undefined>;
}

/** Parses the rest of the words by the spec; usage errors become INVALID_INPUT. */
export function parseCall(spec: CommandSpec, rest: readonly string[]): ParsedCall {
  const command = buildCommand(spec);
  let parsed: ParsedCall | undefined;
  command.action((...values: unknown[]) => {
    const args: ParsedCall["args"] = {};
    command.registeredArguments.forEach((argument, i) => {
      args[argument.name()] = values[i] as string | string[] | undefined;
    });
    parsed = { args, options: command.opts() };
  });
  try {
    command.parse([...rest], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      throw new ForemergeError("INVALID_INPUT", error.message.replace(/^error: /, "").replace(/\n/g, " "), {
        hint: `run foremerge ${spec.name} --help`,
      });
    }
    throw error;
  }
  return parsed as ParsedCall;
}
