// From words to a command: reads global flags wherever they stand and finds the command that is meant.
// Knows no command by name; the tree is src/cli.ts. Parsing its arguments is src/command-parse.ts.
import { ALIASES, COMMANDS, GROUPS } from "./cli.ts";
import { type CommandSpec, FORMATS, type Format, type Globals } from "./commands/command.ts";
import { givenTwice, invalidInput } from "./errors.ts";
import { nearest } from "./nearest.ts";

interface GlobalFlag {
  readonly flags: string;
  readonly name: string;
  readonly takesValue: boolean;
  readonly description: string;
}

/** Global flags (spec 5.1), before or after the sub-command. */
export const GLOBAL_FLAGS: readonly GlobalFlag[] = [
  { flags: "--json", name: "--json", takesValue: false, description: "same as --format json" },
  {
    flags: "--format <format>",
    name: "--format",
    takesValue: true,
    description: "table, json, ndjson, or what the command offers",
  },
  {
    flags: "--fields <names>",
    name: "--fields",
    takesValue: true,
    description: "only these fields, in json and table: id,severity",
  },
  { flags: "--ledger <file>", name: "--ledger", takesValue: true, description: "use this ledger file" },
  { flags: "--cwd <dir>", name: "--cwd", takesValue: true, description: "run as if started in this folder" },
  { flags: "--agent <name>", name: "--agent", takesValue: true, description: "who is asking (FOREMERGE_AGENT)" },
  {
    flags: "--session <id>",
    name: "--session",
    takesValue: true,
    description: "which session of that agent (FOREMERGE_SESSION)",
  },
  { flags: "--now <iso>", name: "--now", takesValue: true, description: "fixed clock, for tests and replay" },
  { flags: "--no-color", name: "--no-color", takesValue: false, description: "no colour" },
  { flags: "--quiet", name: "--quiet", takesValue: false, description: "no warnings on stderr" },
  { flags: "--verbose", name: "--verbose", takesValue: false, description: "more on stderr" },
  { flags: "--help", name: "--help", takesValue: false, description: "show help" },
  { flags: "--version", name: "--version", takesValue: false, description: "show the version" },
];
const GLOBAL_BY_NAME = new Map(GLOBAL_FLAGS.map((flag) => [flag.name, flag]));

/** Arguments after global flags were taken out. */
export interface SplitArguments {
  readonly words: readonly string[];
  readonly values: ReadonlyMap<string, string | true>;
}

/**
 * Takes the global flags out of argv, wherever they stand. Words behind a bare `--` are left alone, and so is the
 * word behind an option that the command itself declares with a value. As long as these are not known, a flag that seems
 * to be given twice may be such a word.
 */
export function splitGlobals(argv: readonly string[], valueFlags?: ReadonlySet<string>): SplitArguments {
  const words: string[] = [];
  const values = new Map<string, string | true>();
  const keep = (name: string, value: string): void => {
    const before = values.get(name);
    if (valueFlags && before !== undefined) throw givenTwice(name, before, value);
    values.set(name, value);
  };
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] as string;
    if (word === "--") {
      words.push(...argv.slice(i));
      break;
    }
    if (valueFlags?.has(word)) {
      const next = argv[i + 1];
      if (next !== undefined && (GLOBAL_BY_NAME.has(next) || valueFlags.has(next))) {
        throw invalidInput(
          `${word} needs a value, and ${next} is a flag`,
          `write ${word} VALUE, or ${word}=${next} if that is the value`,
        );
      }
      words.push(word);
      if (next !== undefined) words.push(argv[++i] as string);
      continue;
    }
    const equals = word.startsWith("--") ? word.indexOf("=") : -1;
    const name = equals > 0 ? word.slice(0, equals) : word === "-h" ? "--help" : word === "-V" ? "--version" : word;
    const flag = GLOBAL_BY_NAME.get(name);
    if (!flag) {
      words.push(word);
    } else if (!flag.takesValue) {
      if (equals > 0)
        throw invalidInput(`${name} takes no value, got ${JSON.stringify(word.slice(equals + 1))}`, `write ${name}`);
      values.set(name, true);
    } else if (equals > 0) {
      keep(name, word.slice(equals + 1));
    } else {
      const value = argv[++i];
      if (value === undefined) throw invalidInput(`${name} needs a value`, `write ${flag.flags}`);
      keep(name, value);
    }
  }
  return { words, values };
}

/** Global flags as a value; refuses what is no format and no time. */
export function readGlobals(values: ReadonlyMap<string, string | true>): Globals {
  const text = (name: string): string | undefined => {
    const value = values.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const asked = text("--format");
  const format = values.has("--json") && (asked === undefined || asked === "json") ? "json" : (asked ?? "table");
  if (!(FORMATS as readonly string[]).includes(format)) {
    throw invalidInput(
      `--format ${JSON.stringify(format)} is unknown`,
      `write one of ${FORMATS.join(", ")}${nearest(format, FORMATS)}`,
    );
  }
  if (values.has("--json") && format !== "json") {
    throw invalidInput(`--json and --format ${format} ask for different things`, "write one of them");
  }
  const agent = text("--agent");
  if (agent !== undefined && agent.trim() === "") throw invalidInput('--agent "" is blank', "write --agent NAME");
  return {
    format: format as Format,
    fields: text("--fields"),
    ledger: text("--ledger"),
    cwd: text("--cwd") ?? process.cwd(),
    agent,
    sessionId: text("--session"),
    now: text("--now"),
    color: !values.has("--no-color"),
    quiet: values.has("--quiet"),
    verbose: values.has("--verbose"),
  };
}

/** Hooks that an agent or git starts; `hook install` and `hook guide` are for people. */
const STARTED_BY_OTHERS = /^(pre|post)-[a-z]+$/;

/** True when the call is a hook, however broken the rest of it is: then nothing may fail (spec 3.6). */
export function isHookCall(argv: readonly string[]): boolean {
  const plain: string[] = [];
  for (let i = 0; i < argv.length && plain.length < 2; i++) {
    const word = argv[i] as string;
    if (!word.startsWith("-")) plain.push(word);
    else if (GLOBAL_BY_NAME.get(word)?.takesValue) i++;
  }
  return plain[0] === "hook" && STARTED_BY_OTHERS.test(plain[1] ?? "");
}

/** A command name found at the front of the words, or the group that was meant. */
export type Found = { readonly name: string; readonly rest: readonly string[] } | { readonly group: string };

/** Finds the longest command name that the words begin with; unknown words get the nearest names. */
export function findCommand(words: readonly string[]): Found {
  const plain = words.filter((word) => !word.startsWith("-"));
  const [first, second] = plain;
  if (first === undefined) return { group: "" };
  if (second !== undefined) {
    const two = `${first} ${second}`;
    const name = ALIASES[two] ?? two;
    if (Object.hasOwn(COMMANDS, name)) return { name, rest: without(words, [first, second]) };
  }
  const one = ALIASES[first] ?? first;
  if (Object.hasOwn(COMMANDS, one)) return { name: one, rest: without(words, [first]) };
  if (Object.hasOwn(GROUPS, first)) {
    if (second === undefined) return { group: first };
    const names = Object.keys(COMMANDS).filter((name) => name.startsWith(`${first} `));
    throw invalidInput(
      `unknown command ${JSON.stringify(`${first} ${second}`)}`,
      `foremerge ${first} has: ${names.map((name) => name.slice(first.length + 1)).join(", ")}${nearest(
        second,
        names.map((n) => n.slice(first.length + 1)),
      )}`,
    );
  }
  const tops = [
    ...new Set([...Object.keys(COMMANDS).map((name) => name.split(" ")[0] as string), ...Object.keys(GROUPS)]),
  ];
  throw invalidInput(
    `unknown command ${JSON.stringify(first)}`,
    `run foremerge --help for the list${nearest(first, tops)}`,
  );
}

/** The words without the first occurrence of each name word. */
function without(words: readonly string[], names: readonly string[]): string[] {
  const rest = [...words];
  for (const name of names) rest.splice(rest.indexOf(name), 1);
  return rest;
}

/** Flags of a command that take a value, so that the word behind them is never read as a global flag. */
export function valueFlagsOf(spec: CommandSpec): Set<string> {
  const names = new Set<string>();
  for (const { flags } of spec.options) {
    if (/[<[]/.test(flags)) for (const word of flags.match(/--?[\w-]+/g) ?? []) names.add(word);
  }
  return names;
}
