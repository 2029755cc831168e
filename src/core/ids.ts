// From what somebody typed to one full id: unique prefixes of at least four characters after the tag (spec 2.2).
import { ForemergeError, invalidInput } from "../errors.ts";
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";

export type IdTag = "int" | "cfl" | "clm" | "dec" | "asm" | "dtn" | "evt";

const NAMES: Readonly<Record<IdTag, { readonly noun: string; readonly list: string }>> = {
  int: { noun: "intent", list: "foremerge intent list" },
  cfl: { noun: "conflict", list: "foremerge conflicts list" },
  clm: { noun: "claim", list: "foremerge claim list" },
  dec: { noun: "decision", list: "foremerge events list --type decision.recorded" },
  asm: { noun: "assessment", list: "foremerge events list --type assessment.recorded" },
  dtn: { noun: "detection", list: "foremerge conflicts list" },
  evt: { noun: "event", list: "foremerge events list" },
};

/** True when a text has the form of an id of this tag, whole or a usable prefix. */
export function looksLikeId(text: string, tag: IdTag): boolean {
  return new RegExp(`^${tag}_[0-9a-hjkmnp-tv-z]{4,26}$`, "i").test(text.trim());
}

/**
 * The full id meant by `text`.
 * @throws INVALID_INPUT for another form, NOT_FOUND, AMBIGUOUS_ID with the candidates (all exit 2)
 */
export function resolveId(state: State, text: string, tag: IdTag): string {
  const id = text.trim().toLowerCase();
  const { noun, list } = NAMES[tag];
  if (id.startsWith("eph_") && tag === "cfl") {
    throw invalidInput(
      `${JSON.stringify(text)} belongs to a what-if, which is not recorded`,
      "publish the intent; its findings then have cfl_ ids",
    );
  }
  if (!looksLikeId(id, tag)) {
    throw invalidInput(
      `${JSON.stringify(text.slice(0, 80))} is no ${noun} id`,
      `write ${tag}_ and at least 4 characters; ${list} shows them`,
    );
  }
  const found = state.idsWithPrefix(id);
  if (found.length === 1) return found[0] as string;
  if (found.includes(id)) return id;
  if (found.length === 0) {
    throw new ForemergeError("NOT_FOUND", `no ${noun} ${id}`, { hint: `${list} shows those of this ledger` });
  }
  throw new ForemergeError("AMBIGUOUS_ID", `${id} could be ${found.length} ${noun}s: ${found.join(", ")}`, {
    hint: "write more characters",
    details: { candidates: found },
  });
}

/** The intent meant by `text`. @throws INVALID_INPUT, NOT_FOUND, AMBIGUOUS_ID */
export function requireIntent(state: State, text: string): Intent {
  const intent = state.intent(resolveId(state, text, "int"));
  if (intent) return intent;
  throw new ForemergeError("NOT_FOUND", `no intent ${text}`, { hint: `${NAMES.int.list} shows those of this ledger` });
}
