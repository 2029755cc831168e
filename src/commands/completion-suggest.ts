// What could come next on a command line: commands, flags and the values of flags and arguments. Knows the command
// tree; values that stand in the ledger come from src/core/complete-values.ts.
import { ALIASES, COMMANDS, GROUPS } from "../cli.ts";
import { GLOBAL_FLAGS } from "../command-line.ts";
import { ledgerValues, type Suggestion, starting, type ValueKind } from "../core/complete-values.ts";
import type { Session } from "../core/session.ts";
import { type CommandSpec, FORMATS } from "./command.ts";

/** What the shell is told: suggestions, or to offer files or folders itself. */
export type Suggestions = readonly Suggestion[] | "files" | "dirs";

interface Flag {
  readonly names: readonly string[];
  readonly metavar: string | undefined;
  readonly about: string;
  readonly choices: readonly string[] | undefined;
  readonly repeatable: boolean;
}

const flagOf = (flags: string, about: string, choices?: readonly string[], repeatable = false): Flag => ({
  names: flags.match(/--?[\w-]+/g) ?? [],
  metavar: /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1],
  about,
  choices,
  repeatable,
});

/** Suggests for the last of the words; the first is the program. */
export async function suggest(session: Session, words: readonly string[]): Promise<Suggestions> {
  const typed = words.at(-1) ?? "";
  const before = words.slice(1, -1);
  const { name, rest, head } = commandOf(before);
  const spec = name === undefined ? undefined : (await COMMANDS[name]?.load())?.command;
  const flags = [
    ...(spec?.options ?? []).map((o) => flagOf(o.flags, o.description, o.choices, o.repeatable)),
    ...GLOBAL_FLAGS.map((g) => flagOf(g.flags, g.description)),
  ];
  const takes = (word: string | undefined): Flag | undefined =>
    word?.startsWith("-") ? flags.find((flag) => flag.metavar !== undefined && flag.names.includes(word)) : undefined;

  const waiting = takes(before.at(-1));
  if (waiting) return valuesOf(session, waiting, spec, typed);
  const equals = /^(--[\w-]+)=(.*)$/s.exec(typed);
  if (equals) {
    const flag = takes(equals[1]);
    if (!flag) return [];
    const values = await valuesOf(session, flag, spec, equals[2] ?? "");
    return typeof values === "string"
      ? values
      : values.map((each) => ({ ...each, value: `${equals[1]}=${each.value}` }));
  }
  if (typed.startsWith("-")) {
    const used = new Set(before);
    const open = flags.filter((flag) => flag.repeatable || !flag.names.some((each) => used.has(each)));
    return starting(
      typed,
      open.flatMap(({ names, about }) =>
        names.filter((each) => each.startsWith("--")).map((value) => ({ value, about })),
      ),
    );
  }
  if (spec === undefined) return commandNames(head, typed);
  const positionals = rest.filter((word, i) => !word.startsWith("-") && takes(rest[i - 1]) === undefined);
  // `conflicts` alone is a group, `status` alone a command: a second word may still be part of the name.
  const more = name !== undefined && !name.includes(" ") && positionals.length === 0 ? commandNames([name], typed) : [];
  const argument = spec.args?.[Math.min(positionals.length, spec.args.length - 1)];
  if (argument === undefined || (positionals.length >= (spec.args?.length ?? 0) && !argument.includes("...")))
    return more;
  const values = await argumentValues(session, spec, argument.replace(/[^\w-]/g, ""), typed);
  return typeof values === "string" ? values : [...more, ...values];
}

/** The command in the words, as far as it is written; `head` holds the plain words before one is complete. */
function commandOf(words: readonly string[]): {
  name: string | undefined;
  rest: readonly string[];
  head: readonly string[];
} {
  const globals = new Set(GLOBAL_FLAGS.filter((flag) => flag.takesValue).map((flag) => flag.name));
  const plain: number[] = [];
  words.forEach((word, i) => {
    if (!word.startsWith("-") && !globals.has(words[i - 1] ?? "")) plain.push(i);
  });
  const at = (k: number): string | undefined => (plain[k] === undefined ? undefined : words[plain[k] as number]);
  const [first, second] = [at(0), at(1)];
  const known = (text: string): string | undefined => {
    const real = Object.hasOwn(ALIASES, text) ? (ALIASES[text] as string) : text;
    return Object.hasOwn(COMMANDS, real) ? real : undefined;
  };
  const two = first !== undefined && second !== undefined ? known(`${first} ${second}`) : undefined;
  if (two !== undefined) return { name: two, rest: words.slice((plain[1] as number) + 1), head: [] };
  const one = first === undefined ? undefined : known(first);
  if (one !== undefined) return { name: one, rest: words.slice((plain[0] as number) + 1), head: [] };
  return {
    name: undefined,
    rest: [],
    head: first === undefined ? [] : [first, ...(second === undefined ? [] : [second])],
  };
}

/** Names of commands: top words, or the second words of a group. */
function commandNames(head: readonly string[], typed: string): readonly Suggestion[] {
  if (head.length > 1) return [];
  const [group] = head;
  const names = [
    ...Object.entries(COMMANDS).map(([name, { summary }]) => ({ name, summary })),
    ...Object.keys(ALIASES).map((name) => ({ name, summary: `the same as ${ALIASES[name]}` })),
  ];
  if (group !== undefined) {
    return starting(
      typed,
      names
        .filter(({ name }) => name.startsWith(`${group} `))
        .map(({ name, summary }) => ({ value: name.slice(group.length + 1), about: summary })),
    );
  }
  return starting(typed, [
    ...names.filter(({ name }) => !name.includes(" ")).map(({ name, summary }) => ({ value: name, about: summary })),
    ...Object.entries(GROUPS).map(([value, about]) => ({ value, about })),
    { value: "help", about: "Show help" },
  ]);
}

function valuesOf(
  session: Session,
  flag: Flag,
  spec: CommandSpec | undefined,
  typed: string,
): Promise<Suggestions> | Suggestions {
  const list = (values: readonly string[]): readonly Suggestion[] =>
    starting(
      typed,
      values.map((value) => ({ value })),
    );
  if (flag.choices) return list(flag.choices);
  if (flag.names.includes("--format")) {
    return list(spec ? ["table", "json", "ndjson", ...(spec.formats ?? [])] : FORMATS);
  }
  const [name = ""] = flag.names.filter((each) => each.startsWith("--"));
  return argumentValues(session, spec, flag.metavar ?? "", typed, name.slice(2));
}

/** Values by what an argument or a flag calls itself. */
async function argumentValues(
  session: Session,
  spec: CommandSpec | undefined,
  metavar: string,
  typed: string,
  flag = "",
): Promise<Suggestions> {
  const word = metavar.toLowerCase().replace(/\.+$/, "");
  if (/^(file|path|paths|files|out)$/.test(word) || /^(file|ledger|output|html|path)$/.test(flag)) return "files";
  if (/^(dir|folder)$/.test(word) || flag === "cwd") return "dirs";
  const choice = /^[\w-]+(\|[\w-]+)+$/.test(metavar) ? metavar.split("|") : undefined;
  if (choice)
    return starting(
      typed,
      choice.map((value) => ({ value })),
    );
  if (word === "shell")
    return starting(
      typed,
      ["bash", "zsh", "fish"].map((value) => ({ value })),
    );
  const kind = kindOf(spec?.name ?? "", word, flag);
  return kind === undefined ? [] : ledgerValues(session, kind, typed);
}

function kindOf(command: string, word: string, flag: string): ValueKind | undefined {
  if (/^(intent|depends-on|other|first)$/.test(flag) || /^(intent|other)$/.test(word)) return "intent";
  if (flag === "by" || flag === "agent" || word === "agent") return "agent";
  if (
    /^(scope|uses)$/.test(flag) ||
    /^scopes?$/.test(word) ||
    (command.startsWith("scope ") && /^(text|a|b)$/.test(word))
  ) {
    return "scope";
  }
  if (flag === "task" || word === "task" || word === "node" || flag === "node") return "task";
  if (word === "rule" || flag === "rule") return "rule";
  if (!/^ids?$/.test(word)) return undefined;
  if (command.startsWith("intent")) return "intent";
  return command.startsWith("claim") ? "claim" : "conflict";
}
