// What git said when it did not get through to a remote, as a failure with a hint that fits.
import { ForemergeError } from "../errors.ts";

/** How long a remote is waited for. */
export const NETWORK_MS = 120_000;

const AGAIN = "run foremerge ledger sync again";
const NO_ROOM = /no space left|disk quota exceeded|file too large/i;
const NOT_WRITTEN =
  /insufficient permission for adding|read-only file system|(unable to|could ?n[o']t) (create|write)|cannot (lock|update) ref/i;

/** The failure of a fetch or a push: git's words, or the error of a git that did not end. */
export function failedAt(what: string, said: unknown): ForemergeError {
  const told = said instanceof Error ? said.message : words(String(said));
  return new ForemergeError("GIT_FAILED", `${what}: ${told}`, {
    hint: `nothing was lost; ${hintFor(said)}`,
    ...(said instanceof Error ? { cause: said } : {}),
    ...(said instanceof ForemergeError && said.details ? { details: said.details } : {}),
  });
}

function hintFor(said: unknown): string {
  if (said instanceof Error) return `${AGAIN} when the remote answers`;
  const lines = String(said).split("\n");
  const here = lines.filter((line) => !/^\s*remote:/.test(line)).join("\n");
  if (NO_ROOM.test(here)) return `make room on this disk, then ${AGAIN}`;
  if (NO_ROOM.test(String(said))) return `the remote's disk is full; ${AGAIN} when there is room`;
  if (NOT_WRITTEN.test(here)) return `mend what git says of this repository, then ${AGAIN}`;
  return `${AGAIN} when the remote can be reached`;
}

/** A program's words on one line, bounded. */
export function words(text: string): string {
  const line = text
    .split("\n")
    .map((each) => each.trim())
    .filter((each) => !["", "Done", "remote:"].includes(each) && !/^(error: failed to push some refs|hint:)/.test(each))
    .join(" / ");
  return line.length > 600 ? `${line.slice(0, 600)}…` : line;
}
