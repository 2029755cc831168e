// What a command works with: the repository, the settings, the ledger, who asks and what time it is. Everything is
// made on first use, so that a command pays only for what it asks for.
import type { LoadedSettings } from "../config/load.ts";
import type { Settings } from "../config/settings.ts";
import type { Repository } from "../git/repository.ts";
import type { Ledger, LedgerPlace } from "../store/ledger.ts";
import type { OpenedLedger } from "../store/open-ledger.ts";
import type { State } from "../store/state.ts";

/** Who is calling (spec 4.1): the owner of what is published, and the session within that name. */
export interface Identity {
  readonly agent: string;
  /** True when the name was given by --agent or FOREMERGE_AGENT rather than derived from git and the worktree. */
  readonly named: boolean;
  readonly session: string | undefined;
}

export interface Session {
  /** Where the call stands, real path. */
  readonly cwd: string;
  /** The fixed clock of --now, or the real time. One value per process. */
  readonly now: Date;
  /** True when --now fixed the clock. */
  readonly clockFixed: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly who: Identity;
  /** The repository around cwd; undefined outside git. Found without a child process in the ordinary cases. */
  readonly repository: Repository | undefined;
  /** Worktree root, or the folder that has `.foremerge/`, or cwd. */
  readonly root: string;
  /** Where the ledger is or would be. */
  readonly place: LedgerPlace;
  /** Throws CONFIG_INVALID when the file or the environment says something that cannot be read. */
  readonly settings: Settings;
  readonly loadedSettings: LoadedSettings;
  /** False for what-ifs, `ci` and read-only media: nothing is written after the answer (spec 2.3). */
  bookkeeping: boolean;
  /** Somebody sits at a terminal: standard input and output are one. */
  readonly interactive: boolean;
  /** Opens the ledger (`openLedger(place, {onWarning})` of src/store/open-ledger.ts); throws NO_LEDGER with the hint to run `foremerge init`, and CONFIG_INVALID as `settings` does. */
  ledger(): OpenedLedger;
  /** The state as read once for this process; `ledger().transact` reads again under the lock. */
  state(): State;
  /** The ledger and state that this call opened, for the bookkeeping after the answer; undefined when none was. */
  opened(): { readonly ledger: Ledger; readonly state: State | undefined } | undefined;
  /** Adds one warning line to stderr, at most once per text. */
  warn(text: string): void;
  /** Says how far a long run is, on a terminal only; `expected` when what comes now will surely last over a second. */
  progress(text: string, expected?: boolean): void;
  /** Adds one line to stderr that is no warning (footers). */
  note(text: string): void;
}
