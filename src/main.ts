// main(argv, io) → exit status: finds the command, runs it, prints the outcome. The only catch-all.
import { COMMANDS } from "./cli.ts";
import { findCommand, isHookCall, readGlobals, splitGlobals, valueFlagsOf } from "./command-line.ts";
import { type CommandContext, FINDING_FORMATS, type Globals, type Outcome } from "./commands/command.ts";
import type { Ending } from "./core/after-answer.ts";
import type { Session } from "./core/session.ts";
import { EXIT_OF_CODE, ForemergeError, invalidInput } from "./errors.ts";
import { jsonText, jsonTextPieces, visibleLines } from "./report/escape.ts";
import { EpipeSignal, InterruptSignal, type Io, processIo } from "./term/io.ts";

/** Runs one call and returns its exit status (spec 5.1). Never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let asJson = argv.includes("--json") || argv.includes("--format=json") || argv.includes("--format=ndjson");
  for (let i = 1; i < argv.length; i++) if (argv[i - 1] === "--format" && /json$/.test(argv[i] ?? "")) asJson = true;
  const opened: { session?: Session } = {};
  try {
    return await run(argv, io, opened, asJson);
  } catch (error) {
    if (error instanceof EpipeSignal) return 0;
    if (error instanceof InterruptSignal) return 130;
    if (isHookCall(argv)) return notAssessed(error, io);
    const exit = report(error, io, asJson);
    // A refused call is a call all the same: its agent lives, and its leases run on.
    if (exit <= 2 && opened.session) await bookkeep(opened.session, { refused: exit });
    return exit;
  }
}

/** Bookkeeping that comes after the answer and never changes it (spec 2.3): who was seen, footers, leases. */
async function bookkeep(session: Session, ending: Ending): Promise<void> {
  if (!session.opened() && !(session.place.exists && isNamed(session))) return;
  const { afterAnswer } = await import("./core/after-answer.ts");
  await afterAnswer(session, ending);
}

/** Somebody says who they are; a name that cannot be one was refused already, or nobody asked for it. */
function isNamed(session: Session): boolean {
  try {
    return session.who.named;
  } catch {
    return false;
  }
}

async function run(argv: readonly string[], io: Io, opened: { session?: Session }, asJson: boolean): Promise<number> {
  const first = splitGlobals(argv);
  if (asJson && first.words.length === 0 && !first.values.has("--version") && !first.values.has("--help")) {
    throw invalidInput("a command is missing", "run foremerge --help for the list");
  }
  if (first.values.has("--version") && first.words.length === 0) {
    const document = { schema: "foremerge.version/1", as_of_event: null, version: FOREMERGE_VERSION };
    io.out(asJson ? `${JSON.stringify(document)}\n` : `foremerge ${FOREMERGE_VERSION}\n`);
    return 0;
  }
  if (first.words[0] === "help" || first.words.length === 0 || first.values.has("--help")) {
    const { showHelp } = await import("./commands/help.ts");
    return showHelp(first.words, io);
  }
  const found = findCommand(first.words);
  if ("group" in found) {
    // A program gets one JSON line, a person the list of what there is.
    if (asJson)
      throw invalidInput(`foremerge ${found.group}: a sub-command is missing`, `run foremerge ${found.group} --help`);
    const { showHelp } = await import("./commands/help.ts");
    io.err(`foremerge ${found.group}: a sub-command is missing\n`);
    showHelp([found.group], { ...io, out: io.err });
    return 2;
  }
  const entry = COMMANDS[found.name];
  if (!entry) throw new Error(`no command ${found.name}`);
  const { command } = await entry.load();
  // A second pass, now knowing which of the command's own options swallow the next word.
  const { words, values } = splitGlobals(argv, valueFlagsOf(command));
  const again = findCommand(words);
  const { parseCall } = await import("./command-parse.ts");
  const call = parseCall(command, "rest" in again ? again.rest : []);
  const globals = readGlobals(values);
  const offered = new Set(["table", "json", "ndjson", ...(command.formats ?? [])]);
  if (!offered.has(globals.format)) {
    throw invalidInput(
      `--format ${globals.format} makes no sense for foremerge ${command.name}`,
      `write one of ${[...offered].join(", ")}`,
    );
  }
  const { openSession } = await import("./core/open-session.ts");
  // Warnings and footers may quote what is stored.
  const session = await openSession(
    globals,
    { ...io, err: (text) => io.err(visibleLines(text)) },
    found.name.startsWith("hook "),
  );
  opened.session = session;
  const context: CommandContext = { io, globals, args: call.args, options: call.options, session };
  const outcome = await command.run(context);
  const exit = typeof outcome === "number" ? outcome : await print(outcome, command.name, globals, io, session);
  await bookkeep(session, typeof outcome === "number" ? {} : { shown: outcome.document });
  return exit;
}

async function print(whole: Outcome, name: string, globals: Globals, io: Io, session: Session): Promise<number> {
  const outcome = globals.fields === undefined ? whole : await reduced(whole, globals.fields, globals.format);
  if (globals.format === "json") {
    let last = "";
    for (const piece of jsonTextPieces(outcome.document)) {
      if (last !== "") io.out(last);
      last = piece;
    }
    io.out(`${last}\n`);
  } else if (globals.format === "ndjson") {
    let text = "";
    for (const line of outcome.lines?.() ?? [outcome.document]) text += `${jsonText(line)}\n`;
    io.out(text);
  } else if (globals.format === "table") {
    const { viewFor } = await import("./term/view.ts");
    const view = await viewFor(globals.color, io, session.now);
    io.out(ended(await outcome.table(view)));
    if (io.stdoutIsTerminal && session.opened() && name !== "status" && name !== "ci") {
      // How old the news from other machines is (spec 2.6); status and ci say it themselves.
      const { syncedText } = await import("./report/synced.ts");
      const { lastSync } = await import("./core/sync-memory.ts");
      io.out(syncedText(view, lastSync(session)));
    }
  } else {
    const { format } = globals;
    const render = outcome.formats?.[format];
    const wire = FINDING_FORMATS.find((each) => each === format);
    if (render) {
      io.out(ended(await render()));
    } else if (wire) {
      const { wireText } = await import("./commands/wire-text.ts");
      io.out(ended(await wireText(wire, session, outcome.document, name)));
    } else {
      throw invalidInput(`--format ${format} is not offered here`, "write table, json or ndjson");
    }
  }
  return outcome.exit;
}

/** The outcome with only the fields that were asked for. */
async function reduced(outcome: Outcome, text: string, format: Globals["format"]): Promise<Outcome> {
  if (format !== "json" && format !== "ndjson" && format !== "table") {
    throw invalidInput(`--fields makes no sense with --format ${format}`, "write it with table, json or ndjson");
  }
  const { fieldNames, fieldsText, selectFields, selectLine } = await import("./report/fields.ts");
  const names = fieldNames(text);
  const { lines } = outcome;
  return {
    document: format === "table" ? outcome.document : selectFields(outcome.document, names),
    exit: outcome.exit,
    table: (view) => fieldsText(view, outcome.document, names),
    ...(lines ? { lines: () => Array.from(lines(), (line) => selectLine(line, names)) } : {}),
  };
}

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** A hook that fails stops nobody: one line, exit 0 (spec 3.6). */
function notAssessed(error: unknown, io: Io): number {
  const message = error instanceof Error ? error.message : String(error);
  io.err(`foremerge: not assessed: ${visibleLines(message).replaceAll("\n", " ")}\n`);
  if (io.env.FOREMERGE_DEBUG && error instanceof Error) io.err(`${visibleLines(error.stack ?? "")}\n`);
  return 0;
}

function report(error: unknown, io: Io, asJson: boolean): number {
  const known = error instanceof ForemergeError ? error : undefined;
  const code = known?.code ?? "INTERNAL";
  const message = known?.message ?? `internal error: ${error instanceof Error ? error.message : String(error)}`;
  const hint = known?.hint ?? (known ? undefined : "please report this; FOREMERGE_DEBUG=1 shows the stack");
  if (asJson) {
    const body = { code, message, ...(hint ? { hint } : {}), ...(known?.details ? { details: known.details } : {}) };
    io.err(`${jsonText({ schema: "foremerge.error/1", error: body })}\n`);
  } else {
    io.err(`foremerge: ${visibleLines(message)}\n${hint ? `  ${visibleLines(hint)}\n` : ""}`);
  }
  if (io.env.FOREMERGE_DEBUG && error instanceof Error) io.err(`${visibleLines(error.stack ?? "")}\n`);
  return known?.exit ?? EXIT_OF_CODE.INTERNAL;
}

/** Entry of bin/foremerge.js: the real process. */
export async function start(): Promise<void> {
  process.once("SIGINT", () => process.exit(130));
  // Everything is written by now: nothing that still runs may hold up the caller.
  process.exit(await main(process.argv.slice(2), processIo()));
}
