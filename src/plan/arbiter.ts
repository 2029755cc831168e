// What happens next to a conflict between a proposed task and a blocker (spec 4.4): a pure table over facts. Collecting
// the facts and acting on the outcome is src/core/arbitrate.ts.
import type { OrderKey } from "../store/model.ts";

export type ArbiterOutcome = "freeze" | "auto_thaw" | "auto_discard" | "sequential_reorder" | "replan" | "escalate";
/** What an outcome does to nodes. */
export type ArbiterAction = "freeze" | "thaw" | "mark_replan" | "reorder" | "replan";

/** A task or an intent that takes part, as it holds now. */
export interface Participant {
  readonly id: string;
  /** Plan status, or the intent's. */
  readonly status: string;
  /** At work now, or at work when it was frozen. */
  readonly running: boolean;
  readonly done: boolean;
  readonly discarded: boolean;
  /** Its place in the order is fixed by a person. */
  readonly pinned: boolean;
  /** A plan node: an order can be written down for it. An intent's order is its owner's to agree. */
  readonly orderable: boolean;
  /** Event order of its earliest claim; undefined when nobody claimed anything for it. */
  readonly claimed: OrderKey | undefined;
}

export interface ProposedTask extends Participant {
  readonly frozen: boolean;
  readonly replanRequired: boolean;
  readonly replanCount: number;
  readonly replanBudget: number;
}

/** One entry of a history: decisions of the arbiter and of persons, replans, settlements; oldest first. */
export type HistoryEntry = "arbitration" | "person" | "replan" | "settlement";

/** Did the blocker's work touch what the frozen task plans to touch (rule 5)? */
export type Compatibility =
  | { readonly state: "hit"; readonly files: readonly string[] }
  | { readonly state: "missed" }
  | { readonly state: "inconclusive"; readonly why: string };

export interface ArbiterFacts {
  readonly layer: "L1" | "L2" | "L3" | "L4";
  readonly confidence: number;
  readonly escalationThreshold: number;
  readonly proposed: ProposedTask;
  /** Undefined when it is no task and no intent that can be read, or a decision on record (L4). */
  readonly blocker: Participant | undefined;
  readonly blockerId: string;
  readonly taskHistory: readonly HistoryEntry[];
  readonly conflictHistory: readonly HistoryEntry[];
  /** An order between the two that `depends_on` agrees already, directly or not. */
  readonly order: "blocker first" | "proposed first" | undefined;
  /** Asked only by rule 5: it costs git calls. */
  readonly compatibility: () => Compatibility;
}

export interface Arbitrated {
  readonly outcome: ArbiterOutcome;
  /** The number of the rule of spec 4.4 that decided. */
  readonly rule: number;
  readonly reason: string;
  readonly actions: readonly ArbiterAction[];
  /** For `sequential_reorder`: who goes first, and whether the order has to be written down. */
  readonly order?: { readonly first: string; readonly second: string; readonly impose: boolean };
}

/** The first rule that holds. A settled conflict (rule 1) is refused before facts are collected. */
export function arbitrate(facts: ArbiterFacts): Arbitrated {
  const { proposed, blocker, blockerId, layer } = facts;
  const guard = cycleGuard(facts);
  if (guard !== undefined) return escalated(2, guard);
  if (facts.confidence < facts.escalationThreshold) {
    return escalated(
      3,
      `the conflict is sure to ${facts.confidence} only, below the threshold of ${facts.escalationThreshold}: a person has to look`,
    );
  }
  if (layer === "L4") {
    return escalated(7, `${proposed.id} goes against ${blockerId}; only a person can allow that`, ["freeze"]);
  }
  if (!blocker) {
    return escalated(layer === "L1" ? 5 : 6, `${blockerId} cannot be found or read, so nobody knows how far it is`);
  }
  if (blocker.discarded) {
    return thawed(`${blocker.id} was dropped and blocks nobody`);
  }
  if (layer === "L1") return blocker.done ? afterBlocker(facts) : frozen(proposed, blocker);
  if (layer === "L2") return ordered(facts, blocker);
  return escalated(
    7,
    `${proposed.id} and ${blocker.id} do not touch the same lines; whether both can stand is a matter of meaning, and a person decides`,
    ["freeze"],
  );
}

/** Rule 2: three arbitrations in a row, of this task or of this conflict, did not end it. */
function cycleGuard({ taskHistory, conflictHistory, proposed }: ArbiterFacts): string | undefined {
  const stuck = (history: readonly HistoryEntry[]): boolean =>
    history.length >= 3 && history.slice(-3).every((entry) => entry === "arbitration");
  if (stuck(conflictHistory)) return "the last three decisions about this conflict were all arbitration";
  if (stuck(taskHistory)) return `the last three decisions about ${proposed.id} were all arbitration`;
  return undefined;
}

const escalated = (rule: number, reason: string, actions: readonly ArbiterAction[] = []): Arbitrated => ({
  outcome: "escalate",
  rule,
  reason,
  actions,
});

const thawed = (reason: string): Arbitrated => ({ outcome: "auto_thaw", rule: 5, reason, actions: ["thaw"] });

/** Rule 4. */
function frozen(proposed: ProposedTask, blocker: Participant): Arbitrated {
  const reason = `${blocker.id} is ${blocker.status} and touches the same files; ${proposed.id} waits for it`;
  return { outcome: "freeze", rule: 4, reason, actions: ["freeze"] };
}

/** Rule 5: the blocker is done. Did it change what the proposed task plans to touch? */
function afterBlocker({ proposed, blockerId, compatibility }: ArbiterFacts): Arbitrated {
  const found = compatibility();
  if (found.state === "inconclusive") {
    return escalated(5, `what ${blockerId} changed cannot be known (${found.why}), so nothing is thawed unseen`);
  }
  if (found.state === "missed") {
    return thawed(`${blockerId} is done and changed nothing that ${proposed.id} plans to touch`);
  }
  const files =
    found.files.slice(0, 3).join(", ") + (found.files.length > 3 ? ` and ${found.files.length - 3} more` : "");
  if (proposed.replanRequired)
    return replanOutcome(proposed, `${files} changed under a plan that is out of date already`);
  return {
    outcome: "auto_discard",
    rule: 5,
    reason: `${blockerId} changed ${files}. ${proposed.id} is not thrown away: it goes back to planned and needs a new plan`,
    actions: ["thaw", "mark_replan"],
  };
}

/** Rule 6: two tasks in one function or schema element need an order, and an order is better than a new plan. */
function ordered({ proposed, order }: ArbiterFacts, blocker: Participant): Arbitrated {
  const release: readonly ArbiterAction[] = proposed.frozen && blocker.done ? ["thaw"] : [];
  if (order !== undefined) {
    const [first, second] = order === "blocker first" ? [blocker, proposed] : [proposed, blocker];
    return {
      outcome: "sequential_reorder",
      rule: 6,
      reason: `${second.id} waits for ${first.id} already`,
      actions: release,
      order: { first: first.id, second: second.id, impose: false },
    };
  }
  if (proposed.running && blocker.running) {
    return escalated(6, `${proposed.id} and ${blocker.id} are both running; no order can be put on them any more`, [
      "freeze",
    ]);
  }
  if (proposed.pinned || blocker.pinned) {
    return escalated(6, `the place of ${proposed.pinned ? proposed.id : blocker.id} in the order is pinned`, [
      "freeze",
    ]);
  }
  const owned = [proposed, blocker].find(({ orderable }) => !orderable);
  if (owned) return escalated(6, `the order of ${owned.id} is its owner's to agree`, ["freeze"]);
  const [first, second] = inOrder(proposed, blocker);
  return {
    outcome: "sequential_reorder",
    rule: 6,
    reason: `${first.id} goes first (${whyFirst(first, second)}); ${second.id} depends on it from now on`,
    actions: ["reorder", ...release],
    order: { first: first.id, second: second.id, impose: true },
  };
}

const begun = (one: Participant): number => (one.done ? 2 : one.running ? 1 : 0);

/** Work that has begun goes first, then the earlier claim, then the smaller id. */
function inOrder(a: Participant, b: Participant): readonly [Participant, Participant] {
  const by = begun(b) - begun(a) || byClaim(a.claimed, b.claimed) || (a.id < b.id ? -1 : 1);
  return by < 0 ? [a, b] : [b, a];
}

function whyFirst(first: Participant, second: Participant): string {
  if (begun(first) !== begun(second)) return first.done ? "it is done" : "it is running";
  return byClaim(first.claimed, second.claimed) !== 0 ? "its claim is earlier" : "its id is smaller";
}

function byClaim(a: OrderKey | undefined, b: OrderKey | undefined): number {
  if (!a || !b) return a ? -1 : b ? 1 : 0;
  return a.lc - b.lc || (a.replica < b.replica ? -1 : a.replica > b.replica ? 1 : 0) || a.n - b.n;
}

/** Rule 8: a new plan costs budget, and only a new plan does. */
export function replanOutcome(
  task: Pick<ProposedTask, "id" | "replanCount" | "replanBudget">,
  why: string,
): Arbitrated {
  if (task.replanCount >= task.replanBudget) {
    return escalated(
      8,
      `${task.id} needs a new plan (${why}), and its budget is used up: ${task.replanCount} of ${task.replanBudget}`,
    );
  }
  const left = task.replanBudget - task.replanCount;
  return {
    outcome: "replan",
    rule: 8,
    reason: `${task.id} gets a new plan: ${why}; ${left === 1 ? "one replan is" : `${left} replans are`} left, this one included`,
    actions: ["replan"],
  };
}

/** How often a node of this tier may be planned anew: its own budget, else the settings', else 3. */
export function replanBudget(
  own: number | undefined,
  tier: number | undefined,
  byTier: Readonly<Record<string, number>>,
): number {
  if (own !== undefined) return own;
  const key = String(tier ?? "");
  return Object.hasOwn(byTier, key) ? (byTier[key] as number) : 3;
}
