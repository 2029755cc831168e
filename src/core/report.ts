// report (spec 4.6): the numbers of the ledger as a document. What is counted how is src/core/report-numbers.ts.
import { parseDuration } from "../config/duration.ts";
import { invalidInput } from "../errors.ts";
import { type ReportNumbers, reportNumbers } from "./report-numbers.ts";
import type { Session } from "./session.ts";

export interface ReportRequest {
  readonly since: string | undefined;
  readonly group: string | undefined;
  readonly by: string | undefined;
  readonly minRate: string | undefined;
}

/** `foremerge.report/1`. */
export interface ReportDocument extends ReportNumbers {
  readonly schema: "foremerge.report/1";
  readonly as_of_event: number;
  readonly since: string | null;
  readonly group: string | null;
  readonly by: string | null;
  /** The rate asked for, and whether it was missed. A rate of null misses nothing: there is nothing to divide by. */
  readonly min_rate: number | null;
  readonly missed: boolean;
  readonly reads_tracked: boolean;
  readonly [extra: string]: unknown;
}

/** The report. @throws INVALID_INPUT for a time that is none and a rate outside 0 to 1 */
export function report(session: Session, request: ReportRequest): ReportDocument {
  const minRate = request.minRate === undefined ? null : parseRate(request.minRate);
  const since = request.since === undefined ? undefined : parseSince(request.since, session.now);
  const state = session.state();
  const numbers = reportNumbers(state, session.now, {
    ...(since === undefined ? {} : { since }),
    ...(request.group === undefined ? {} : { group: request.group }),
    ...(request.by === undefined ? {} : { by: request.by }),
  });
  return {
    schema: "foremerge.report/1",
    as_of_event: state.asOf,
    since: since === undefined ? null : new Date(since).toISOString(),
    group: request.group ?? null,
    by: request.by ?? null,
    ...numbers,
    min_rate: minRate,
    missed: minRate !== null && numbers.rate !== null && numbers.rate < minRate,
    reads_tracked: session.settings.locks.track_reads,
  };
}

function parseRate(text: string): number {
  const rate = /^(\d+(\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (rate >= 0 && rate <= 1) return rate;
  throw invalidInput(`--min-rate ${JSON.stringify(text)} is no rate`, "write a number from 0 to 1, such as 0.9");
}

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/** Milliseconds of a date, a time, or so long ago (`7d`). */
function parseSince(text: string, now: Date): number {
  const written = text.trim();
  const at = DATE.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isFinite(at)) return at;
  const ago = parseDuration(written);
  if (ago !== undefined && /[a-z]$/i.test(written)) return now.getTime() - ago * 1000;
  throw invalidInput(
    `--since ${JSON.stringify(text)} is no time`,
    "write a date such as 2026-11-30, a time such as 2026-11-30T09:00:00Z, or a duration such as 7d",
  );
}
