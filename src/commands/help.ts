// Help pages: the command tree, a group, one command. Text only; topics live in src/commands/help-topics.ts.
import { COMMANDS, GROUPS } from "../cli.ts";
import { findCommand, GLOBAL_FLAGS } from "../command-line.ts";
import type { Io } from "../term/io.ts";
import type { CommandSpec } from "./command.ts";

const pad = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`.trimEnd()).join("\n");
};

const globalsPage = (): string => `Global flags:\n${pad(GLOBAL_FLAGS.map((f) => [f.flags, f.description]))}`;

function treePage(group: string): string {
  const rows: [string, string][] = [];
  for (const [name, entry] of Object.entries(COMMANDS)) {
    if (group === "" || name.startsWith(`${group} `)) rows.push([name, entry.summary]);
  }
  const head =
    group === ""
      ? "foremerge: find the plans that cannot both stand, before a file is touched"
      : `foremerge ${group}: ${GROUPS[group]}`;
  const tail = "foremerge COMMAND --help shows options and examples; foremerge help exit-codes the exit statuses.";
  return `${head}\n\nUsage: foremerge ${group === "" ? "COMMAND" : `${group} COMMAND`} [options]\n\nCommands:\n${pad(rows)}\n\n${group === "" ? `${globalsPage()}\n\n` : ""}${tail}\n`;
}

function commandPage(spec: CommandSpec): string {
  const usage = ["foremerge", spec.name, ...(spec.args ?? []), spec.options.length > 0 ? "[options]" : ""]
    .filter(Boolean)
    .join(" ");
  const options =
    spec.options.length > 0
      ? `\nOptions:\n${pad(spec.options.map((o) => [o.flags, o.description + (o.choices ? ` (${o.choices.join(", ")})` : "") + (o.repeatable ? " (repeatable)" : "")]))}\n`
      : "";
  const details = spec.details ? `\n${spec.details.trimEnd()}\n` : "";
  const formats = spec.formats?.length ? `\nFormats: table, json, ndjson, ${spec.formats.join(", ")}\n` : "";
  return `${spec.summary}\n\nUsage: ${usage}\n${options}${details}${formats}\nExamples:\n${spec.examples.map((e) => `  ${e}`).join("\n")}\n\nGlobal flags work everywhere: foremerge --help.\n`;
}

/** Prints the page for these words and returns the exit status. */
export async function showHelp(words: readonly string[], io: Io): Promise<number> {
  const topic = words[0] === "help" ? words.slice(1) : words;
  const plain = topic.filter((word) => !word.startsWith("-"));
  if (plain.length === 0) {
    io.out(treePage(""));
    return 0;
  }
  const { TOPICS } = await import("./help-topics.ts");
  const page = TOPICS[plain.join(" ")];
  if (page !== undefined) {
    io.out(page);
    return 0;
  }
  if (Object.hasOwn(GROUPS, plain[0] ?? "") && plain.length === 1) {
    io.out(treePage(plain[0] as string));
    return 0;
  }
  const found = findCommand(plain);
  if ("group" in found) {
    io.out(treePage(found.group));
    return 0;
  }
  const entry = COMMANDS[found.name];
  if (entry) io.out(commandPage((await entry.load()).command));
  return 0;
}
