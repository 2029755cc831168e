// agent.seen: tells other machines that an agent still works here (spec 4.1).
import { absentOr, isName, isRecord } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

export const agentSeen: PlainEvent<"agent.seen"> = {
  type: "agent.seen",
  of: "nothing",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.agent)) return "/agent";
    if (!absentOr(data.session, isName)) return "/session";
    return undefined;
  },
  session: (data) => data.session,
};
