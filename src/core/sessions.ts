// Several live sessions under one name (spec 4.1): warned about once, when the second one appears.
import type { Presence } from "../store/presence.ts";
import type { Session } from "./session.ts";

/** A session id tells sessions apart; without one the worktree does. The two are never compared with each other. */
export const sessionKey = (session: Session): string =>
  session.who.session === undefined
    ? `worktree ${session.repository?.worktreeName ?? "main"}`
    : `session ${session.who.session}`;

const kindOf = (key: string): string => key.slice(0, key.indexOf(" "));

function lively(session: Session, before: Presence | undefined): readonly (readonly [string, string])[] {
  const now = session.now.getTime();
  return Object.entries(before?.sessions ?? {}).filter(
    ([, at]) => Math.abs(now - Date.parse(at)) <= session.settings.stopped_after * 1000,
  );
}

/** The warning for a session that is new while another of the same name lives; undefined otherwise. */
export function otherSession(session: Session, before: Presence | undefined): string | undefined {
  const key = sessionKey(session);
  const live = lively(session, before);
  if (live.some(([known]) => known === key)) return undefined;
  const other = live.find(([known]) => kindOf(known) === kindOf(key));
  if (other === undefined) return undefined;
  const [where, at] = other;
  return `${session.who.agent} is live twice: this call comes from ${key}, the last one from ${where} at ${at}. They do not share locks; give each its own --agent name or --session id`;
}
