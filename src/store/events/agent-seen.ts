// agent.seen: tells other machines that an agent still works here (spec 4.1).
import { fields, name } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

export const agentSeen: PlainEvent<"agent.seen"> = {
  type: "agent.seen",
  of: "nothing",
  check: fields({ agent: name }, { session: name }),
  session: (data) => data.session,
};
