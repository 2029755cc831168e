// Strategies that an agent brings for one conflict: checked, and put in the place of the generated ones (spec 4.5).
import { invalidInput } from "../errors.ts";
import type { Description } from "../resolve/describe.ts";
import { readStrategies } from "../resolve/validate-strategies.ts";
import type { NewEvent } from "../store/event.ts";
import { describeConflict } from "./describe-conflict.ts";
import type { Session } from "./session.ts";
import { openConflict } from "./settle.ts";

/**
 * Records strategies out of a text.
 * @throws INVALID_INPUT with the JSON pointer to the wrong field, NOT_FOUND, ALREADY_SETTLED; nothing is written then
 */
export async function addStrategies(
  session: Session,
  id: string,
  text: string,
  where: string,
): Promise<{ readonly description: Description; readonly asOf: number }> {
  const brought = await readStrategies(text, where);
  if (text.length > 200_000) throw invalidInput(`${where} is too long for one record`, "say it in fewer words");
  return session.ledger().transact({ actor: session.who.agent, at: session.now }, (state) => {
    const conflict = openConflict(state, id);
    const added = {
      strategies: brought.strategies,
      recommended: brought.recommended,
      ...(brought.suggestions === undefined ? {} : { suggestions: brought.suggestions }),
      agent: session.who.agent,
    };
    const event: NewEvent = { type: "strategy.chosen", data: { conflict_id: conflict.id, added } };
    const known = { ...conflict, strategies: { ...added, at: session.now.toISOString() } };
    const { description } = describeConflict(state, known);
    return { events: [event], result: { description, asOf: state.asOf + 1 } };
  }).result;
}
