// What a sync says when events stay here (spec 2.6): how many, why, in whose words, and that nothing is lost.
import { counted } from "../counted.ts";
import { ForemergeError } from "../errors.ts";
import { MOST_BYTES } from "../git/object-reader.ts";
import type { Pushed } from "../git/push-ref.ts";
import type { RemoteUrls } from "../git/remote-ref.ts";

/** How to go by a branch, for hints. */
export const BRANCH_WAY =
  "foremerge ledger sync --branch foremerge-ledger; for hooks and CI too: foremerge config set sync.branch foremerge-ledger";

/** Where events were to go, and how many. */
export interface Unpublished {
  readonly remote: string;
  readonly ref: string;
  readonly branch: string | undefined;
  readonly count: number;
}

const failed = ({ remote, ref, count }: Unpublished, message: string, hint: string): ForemergeError =>
  new ForemergeError("GIT_FAILED", message, { hint, details: { remote, ref, not_published: count } });

const notPublished = (count: number): string => `${counted(count, "event")} not published`;

/** The remote will not take them, however often it is asked. */
export function refused(what: Unpublished, { words, why }: Extract<Pushed, { kind: "refused" }>): ForemergeError {
  const { remote, ref, branch, count } = what;
  const whereto = why === "entry" ? "to be written to" : ref;
  return failed(what, `${remote} refused ${whereto}: ${words}; ${notPublished(count)}`, hint());
  function hint(): string {
    if (why === "entry") return `look after the right to push to ${remote}; foremerge ledger sync --pull only takes in`;
    if (why === "name") return "nothing is lost; write the name of a branch that has no other branch above or below it";
    if (branch === undefined) return `a host that refuses other refs may take a branch: ${BRANCH_WAY}`;
    return "ask whoever runs the host whether this branch may be pushed";
  }
}

/** Every try met somebody who had been faster, or nearly every one. */
export function overtaken(what: Unpublished, tries: number, faster: number, words: string): ForemergeError {
  const message = `${notPublished(what.count)}: others were faster in ${faster} of ${tries} tries; ${what.remote} said at last: ${words}`;
  return failed(what, message, "nothing is lost; run foremerge ledger sync again");
}

/** The remote's ref stays what it is, and still it does not take what fits on top of it. */
export function notTaken(what: Unpublished, words: string, urls: RemoteUrls): ForemergeError {
  const { remote, ref, count } = what;
  const message = `${notPublished(count)}: ${remote} did not take them, though nobody else changed ${ref}: ${words}`;
  if (urls.fetch === urls.push) {
    return failed(what, message, "nothing is lost; run foremerge ledger sync again when that is mended");
  }
  return failed(
    what,
    `${message}; ${twoPlaces(remote, urls)}`,
    `nothing is lost; the ledger needs one place for both: git remote set-url --push ${remote} URL`,
  );
}

/** A remote that is read here and written there. */
export const twoPlaces = (remote: string, { fetch, push }: RemoteUrls): string =>
  `${remote} is fetched from ${fetch} and pushed to ${push}`;

/** A file that was left out. */
export const tooLarge = (path: string, where: string): string =>
  `${path} on ${where} has more than ${MOST_BYTES / 1024 / 1024} MiB and is left out: what it holds is not known here`;

/** The same failure with how many events are not published. `most`: it may be fewer. */
export function withCount(error: unknown, count: number, most = false): unknown {
  if (!(error instanceof ForemergeError) || error.code !== "GIT_FAILED" || count === 0) return error;
  if (error.details?.not_published !== undefined) return error;
  return new ForemergeError(error.code, `${error.message}; ${most ? "at most " : ""}${notPublished(count)}`, {
    hint: error.hint ?? "nothing is lost; run foremerge ledger sync again",
    details: { ...error.details, not_published: count },
    cause: error,
  });
}
