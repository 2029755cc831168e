// Publishing many intents in one process: groups under one lock with one fsync, each seeing the ones before it.
import type { Step } from "../store/ledger.ts";
import { type BatchLine, errorLine } from "./batch.ts";
import type { PublishDocument } from "./documents.ts";
import { decidePublish, type Prepared, prepare } from "./publish.ts";
import type { Session } from "./session.ts";

/** Most requests that share one lock, so that others are never kept waiting for long. */
const GROUP = 256;

export interface BatchAnswer {
  /** One document a request, in order; errors in their place. */
  readonly documents: readonly unknown[];
  readonly written: number;
  readonly failed: number;
}

/** Publishes every good line; bad lines answer with their error and stop nothing. */
export function publishBatch(session: Session, lines: readonly BatchLine[]): BatchAnswer {
  const documents: unknown[] = new Array(lines.length);
  const ready: { readonly at: number; readonly prepared: Prepared }[] = [];
  let failed = 0;
  const fail = (at: number, error: unknown): void => {
    documents[at] = errorLine(error);
    failed++;
  };
  for (const [at, line] of lines.entries()) {
    try {
      if ("error" in line) throw line.error;
      ready.push({ at, prepared: prepare(session, line.request) });
    } catch (error) {
      fail(at, error);
    }
  }
  for (let start = 0; start < ready.length; start += GROUP) {
    const group = ready.slice(start, start + GROUP);
    const steps = group.map(
      ({ prepared }): Step<PublishDocument> => ({
        by: { actor: prepared.agent, at: session.now },
        decide: (state) => {
          const { events, report } = decidePublish(session, state, prepared);
          return { events, result: { ...report, as_of_event: state.asOf + events.length } };
        },
      }),
    );
    session
      .ledger()
      .transactAll(steps)
      .forEach((answer, k) => {
        const at = (group[k] as { at: number }).at;
        if ("error" in answer) fail(at, answer.error);
        else documents[at] = answer.result;
      });
  }
  return { documents, written: lines.length - failed, failed };
}
