// Makes the Session of one call from its global flags. Lazy: nothing is read before it is asked for.
import type { Globals } from "../commands/command.ts";
import { ForemergeError } from "../errors.ts";
import type { Io } from "../term/io.ts";
import type { Session } from "./session.ts";

export async function openSession(globals: Globals, _io: Io): Promise<Session> {
  throw new ForemergeError("NO_LEDGER", `no session for ${globals.cwd} yet`);
}
