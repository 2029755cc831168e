// What a sub-command is: options, flags, examples and run. No rule and no file format in here or in its siblings.
import type { Session } from "../core/session.ts";
import type { Io } from "../term/io.ts";
import type { Paint } from "../term/paint.ts";

export const FORMATS = ["table", "json", "ndjson", "sarif", "junit", "github", "markdown", "mermaid", "dot"] as const;
export type Format = (typeof FORMATS)[number];

/** `formats: FINDING_FORMATS` is all that a command with findings in its document does to offer these. */
export const FINDING_FORMATS = ["sarif", "junit", "github", "markdown"] as const satisfies readonly Format[];
export type FindingFormat = (typeof FINDING_FORMATS)[number];

/** A document of spec 5.3. `as_of_event` is null for commands that read no ledger. */
export interface Document {
  readonly schema: `foremerge.${string}/${number}`;
  readonly as_of_event: number | null;
  readonly [field: string]: unknown;
}

/** What a table renderer may know of where its text will be shown. */
export interface View {
  /** Terminal columns, or undefined when stdout is no terminal (then: plain tab-aligned text, no colour). */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** 0 none, 1 basic, 2 256, 3 true colour. */
  readonly colour: 0 | 1 | 2 | 3;
  /** Colour by role; gives text back unchanged when there is no colour. `plainPaint` in tests. */
  readonly paint: Paint;
  /** For ages ("3 min ago"). */
  readonly now: Date;
}

/** The result of a command: printed by main.ts, never by the command itself. */
export interface Outcome {
  readonly document: Document;
  readonly exit: number;
  /** Renders the document for people: pure. */
  readonly table: (view: View) => string | Promise<string>;
  /** Other formats that this command offers beside table, json and ndjson: pure renderers, loaded on demand. */
  readonly formats?: Partial<Record<Format, () => Promise<string> | string>>;
  /** For ndjson: the documents, one a line; absent = the one document. */
  readonly lines?: () => Iterable<unknown>;
}

export interface OptionSpec {
  /** commander's form: `--scope <scope>`, `-q, --quiet`, `--no-record`. */
  readonly flags: string;
  readonly description: string;
  /** May be given several times; the value is an array. */
  readonly repeatable?: true;
  readonly choices?: readonly string[];
}

export interface CommandContext {
  readonly io: Io;
  readonly globals: Globals;
  /** The arguments as typed, by name; variadic ones are arrays. */
  readonly args: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  /** Made on first use: repository, settings, ledger, who asks, the clock. */
  readonly session: Session;
}

export interface Globals {
  readonly format: Format;
  /** Names of `--fields a,b`, as typed. */
  readonly fields: string | undefined;
  readonly ledger: string | undefined;
  readonly cwd: string;
  readonly agent: string | undefined;
  readonly sessionId: string | undefined;
  readonly now: string | undefined;
  readonly color: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

export interface CommandSpec {
  /** Words after the binary: `intent publish`. */
  readonly name: string;
  /** One line of help, imperative. */
  readonly summary: string;
  /** commander's argument syntax: `<summary>`, `[id]`, `<scopes...>`. */
  readonly args?: readonly string[];
  readonly options: readonly OptionSpec[];
  /** Two or three real command lines. */
  readonly examples: readonly string[];
  /** Formats offered beside table, json and ndjson. */
  readonly formats?: readonly Format[];
  /** Longer help below the options. */
  readonly details?: string;
  readonly run: (ctx: CommandContext) => Promise<Outcome | number> | Outcome | number;
}
