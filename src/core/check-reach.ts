// conflicts check --reach: adds to a check who refers to what an intent takes away (spec 3.7).
import type { State } from "../store/state.ts";
import { withFindings } from "./check-merge.ts";
import type { CheckDocument } from "./documents.ts";
import { reachOf } from "./reach.ts";
import { type Declaration, declare } from "./request.ts";
import type { Session } from "./session.ts";
import type { CheckPolicy } from "./verdict.ts";

/** @param asked a declaration that is only asked about, or the ids of intents; undefined: every open intent */
export async function withReach(
  session: Session,
  state: State,
  document: CheckDocument,
  policy: CheckPolicy,
  asked: Declaration | ReadonlySet<string> | undefined,
): Promise<CheckDocument> {
  if (asked === undefined || asked instanceof Set) {
    return withFindings(
      session,
      document,
      policy,
      await reachOf(session, state, asked as ReadonlySet<string> | undefined),
    );
  }
  const { scopes } = declare(session, asked as Declaration);
  const whatIf = { id: "int_what-if", scopes };
  return withFindings(session, document, policy, await reachOf(session, state, new Set([whatIf.id]), whatIf));
}
