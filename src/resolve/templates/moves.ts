// Ways out that several rules share: an order, one owner, two forms side by side, a narrower plan. Pure; each returns one
// strategy whose texts name the scopes and agents of the story and end in a command to type.
import {
  command,
  deed,
  destroys,
  does,
  follows,
  type Matter,
  matterOf,
  nameOf,
  onBranch,
  rescopeCommand,
  type Side,
  type Story,
  seamOf,
  thingOf,
  verb,
} from "../story.ts";
import type { Strategy, StrategyAction } from "../strategy.ts";

type Draft = Omit<Strategy, "clarification_needed" | "modifications"> & { readonly ask?: readonly string[] };

/** A generated strategy: no modifications. */
export function strategy({ ask, ...draft }: Draft): Strategy {
  return { ...draft, clarification_needed: ask ?? [], modifications: [] };
}

/** The side's own name for what it works on. */
const own = (side: Side, story: Story): string => (side.scope ? nameOf(side.scope) : thingOf(story));

/** How `second` is made to wait for `first`: who types what, and what choosing the strategy does by itself. */
function waiting(story: Story, first: Side, second: Side): { readonly next: string; readonly action?: StrategyAction } {
  const id = story.conflictId;
  if (first.kind === "task" && second.kind === "task") {
    const words = ["--choose", "sequential", "--first", first.id, "--reason", "agreed order"];
    const next = `Choosing this writes it into ${second.id}; so does: ${command("resolve", id, ...words)}`;
    return { next, action: { kind: "choose", choice: "sequential", first: first.id } };
  }
  // An intent is no plan node: a task that waits for one is held back until the intent is accepted or dropped.
  if (second.kind === "task") {
    const next = `Choosing this holds ${second.id} back; so does: ${command("arbitrate", id, "--apply")}`;
    return { next, action: { kind: "arbitrate" } };
  }
  if (first.kind === "task") return { next: `To see how far ${first.id} is: ${command("plan", "check", first.id)}` };
  return { next: `${second.name} types: ${rescopeCommand(second, { after: first.id })}` };
}

/** Who types: agents for intents, the planner for tasks. */
export const types = (side: Side): string => (side.kind === "task" ? "The planner types" : `${side.name} types`);

const done = (side: Side): boolean => ["PROVISIONAL", "ACCEPTED", "done"].includes(side.status);

/** One side lands, the other builds on what came out. */
export function inOrder(
  story: Story,
  first: Side,
  second: Side,
  extra: Partial<Pick<Draft, "risk" | "complexity" | "ask">> & { readonly because?: string } = {},
): Strategy {
  const thing = own(first, story);
  const landed = done(first)
    ? `${first.name} has finished${onBranch(first)}; ${second.name} starts from that result`
    : `${first.name} ${does(first)} ${thing} as planned; ${second.name} waits, then ${follows(second, first)}`;
  const agreed = story.sequenced ? " The order is on record already; this only confirms it." : "";
  const { because, ...given } = extra;
  const { next, action } = waiting(story, first, second);
  return strategy({
    id: `${first.name}-first`.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    name: `${first.name} first, then ${second.name}`,
    approach: `${landed}. ${because ?? `Nobody works on a state of ${thing} that is about to go.`}${agreed} ${next}`,
    complexity: "Low",
    risk: "Low",
    effort: done(first) ? "a rebase" : `none for ${first.name}; ${second.name} waits, then rebases`,
    pros: [
      `one author at a time for ${thing}`,
      second.operation === "remove"
        ? `${second.name} sees what would go before it goes`
        : `the ${deed(second)} by ${second.name} is written once, against the final form`,
    ],
    cons: done(first)
      ? [`${second.name} must rebase before going on`]
      : [`${second.name} cannot finish before ${first.name} has landed`],
    ...(action ? { action } : {}),
    ...given,
  });
}

const BEGUN: ReadonlySet<string> = new Set(["active", "IN_PROGRESS", "PROVISIONAL"]);

/** One plan takes the other's goal in; the other plan ends. */
export function oneOwner(story: Story, owner: Side, other: Side): Strategy {
  const thing = thingOf(story);
  const choice = owner.id === story.proposedId ? "accept-proposed" : "accept-blocker";
  const chosen = command("resolve", story.conflictId, "--choose", choice, "--reason", `covered by ${owner.id}`);
  const discarded = command("intent", "discard", other.id, "--reason", `covered by ${owner.id}`);
  const next =
    other.kind === "task"
      ? `Choosing this closes ${other.id}, or freezes it if it runs; so does: ${chosen}`
      : `${other.name} types: ${discarded}`;
  return strategy({
    id: `${owner.name}-owns`.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    name: `${owner.name} does both`,
    approach: `${owner.name} takes the goal of ${other.name} ("${other.summary}") into the plan for ${thing}, and ${other.name} lets go of it. ${next}`,
    complexity: "Medium",
    risk: "Low",
    effort: `what both plans cost, in one pair of hands; a hand-over of half an hour`,
    pros: [`one design of ${thing}, for both goals`, "nothing is left to merge"],
    cons: [`${owner.name} carries more`, `what ${other.name} has begun is handed over or lost`],
    ...(BEGUN.has(other.status)
      ? { ask: [`What has ${other.name} already done for "${other.summary}" that ${owner.name} must take over?`] }
      : {}),
    ...(other.kind === "task" ? { action: { kind: "choose", choice } as const } : {}),
  });
}

interface Beside {
  readonly id: string;
  readonly name: string;
  readonly how: (thing: string, first: Side, second: Side) => string;
  readonly pros: readonly string[];
  readonly cons: readonly string[];
  readonly effort: string;
}

const BESIDE: Readonly<Record<Matter, Beside>> = {
  code: {
    id: "both-forms",
    name: "Keep both forms for a while",
    how: (thing, a, b) =>
      `${a.name} builds the new form beside ${thing} and marks the old one as going; ${b.name} works on and moves over when the new form stands; then ${a.name} takes the old one away`,
    pros: ["neither side waits", "every step can be released"],
    cons: ["two forms to keep right for a while", "the clean-up must really be done"],
    effort: "half a day more, and a clean-up later",
  },
  api: {
    id: "new-version",
    name: "New version beside the old",
    how: (thing, a, b) =>
      `${a.name} leaves ${thing} as it answers today and puts the new behaviour under a new version or path; ${b.name} says which of the two the other plan means; the old one goes when no client calls it any more`,
    pros: ["no client breaks", "neither side waits"],
    cons: ["two versions to serve and test", "somebody must find out when the old one is unused"],
    effort: "a day, and a removal later",
  },
  data: {
    id: "expand-contract",
    name: "Expand, move over, contract",
    how: (thing, a, b) =>
      `${a.name} splits the change of ${thing} in three: add the new form, copy and write both, take the old one away last; ${b.name} goes between the first step and the last`,
    pros: ["every step can be rolled back", "old and new code run side by side during the release"],
    cons: ["three migrations instead of one", "data is written twice for a while"],
    effort: "one to two days over two releases",
  },
  setting: {
    id: "read-both",
    name: "Read both for one release",
    how: (thing, a, b) =>
      `${a.name} lets the code accept the old form of ${thing} and the new one for one release; ${b.name} writes the new form only; then the old one goes`,
    pros: ["a running deployment survives the change", "neither side waits"],
    cons: ["a fallback that must be removed again"],
    effort: "an hour, and a clean-up later",
  },
  package: {
    id: "step-by-step",
    name: "Pin now, move in steps",
    how: (thing, a, b) =>
      `both keep the version of ${thing} that is in the tree; ${a.name} brings the new one in a change of its own, and ${b.name} rebases on it`,
    pros: ["a failing upgrade stops nobody else"],
    cons: ["one more change to review"],
    effort: "half a day",
  },
  infra: {
    id: "side-by-side",
    name: "Stand it up beside",
    how: (thing, a, b) =>
      `${a.name} brings the new ${thing} up beside the running one; ${b.name} works against the running one until traffic has moved; then it is taken down`,
    pros: ["the switch can be taken back", "no window in which nothing runs"],
    cons: ["both cost money meanwhile", "state must be kept in step"],
    effort: "a day, and a switch-over",
  },
  test: {
    id: "two-tests",
    name: "A new test beside the old",
    how: (thing, a, b) =>
      `${a.name} writes the new test under a name of its own and leaves ${thing} running; ${b.name} goes on with ${thing}; the old one goes when both pass`,
    pros: ["no gap in which nothing is checked"],
    cons: ["the same ground is tested twice for a while"],
    effort: "an hour",
  },
  file: {
    id: "two-files",
    name: "A new file beside the old",
    how: (thing, a, b) =>
      `${a.name} writes the new content to a file of its own and leaves ${thing} in place; ${b.name} goes on with ${thing}; the switch is one small change afterwards`,
    pros: ["neither side waits"],
    cons: ["two files say the same for a while"],
    effort: "an hour, and a clean-up later",
  },
};

/** Instead of a removal at once. */
const GOING: Beside = {
  id: "mark-first",
  name: "Mark it as going, remove it later",
  how: (thing, a, b) =>
    `${a.name} does not remove ${thing} yet, but marks it as going and says until when; ${b.name} says when it is needed no longer, and then it goes`,
  pros: ["nothing that runs breaks", "whoever else counts on it is warned too"],
  cons: ["the old code lives a while longer", "the removal must really be done"],
  effort: "an hour, and the removal later",
};

/** Old and new stand side by side until the other side has moved. `first` changes, `second` depends on the old form. */
export function sideBySide(story: Story, first: Side, second: Side): Strategy {
  const thing = own(first, story);
  const beside = first.operation === "remove" ? GOING : BESIDE[matterOf(story)];
  const scope = first.scope ? `${first.scope.kind}:${first.scope.key}` : undefined;
  const next =
    first.kind === "intent" && scope !== undefined
      ? `${first.name} types: ${rescopeCommand(first, { scopes: [`${scope}=${first.operation === "remove" ? "modify" : "extend"}`] })}`
      : agreement(first, second, `${first.name} keeps the old form of ${thing} until ${second.name} has moved`);
  return strategy({
    id: beside.id,
    name: beside.name,
    approach: `${beside.how(thing, first, second)}. ${next}`,
    complexity: "Medium",
    risk: "Low",
    effort: beside.effort,
    pros: beside.pros,
    cons: beside.cons,
  });
}

/** Both work against an interface that is introduced first. Undefined where the finding proposes none. */
export function seam(story: Story, first: Side, second: Side): Strategy | undefined {
  const name = seamOf(story);
  const matter = matterOf(story);
  if (name === undefined || (matter !== "code" && matter !== "api")) return undefined;
  const thing = own(first, story);
  return strategy({
    id: "provider-between",
    name: `${name} in between`,
    approach: `A small intent comes first: it puts ${name} in front of ${thing} without changing what it does. Then ${first.name} ${does(first)} what stands behind ${name}, and ${second.name} ${does(second)} it through ${name}. Whoever is free types: ${command("intent", "publish", `Introduce ${name} in front of ${first.scope?.key ?? thing}`, "--scope", `symbol:${name}=add`)}`,
    complexity: "Medium",
    risk: "Low",
    effort: "half a day before either goes on",
    pros: ["after it, neither side needs to know the other", `${thing} can be changed again later without a meeting`],
    cons: ["an abstraction that must earn its keep", "both wait for it, shortly"],
  });
}

/** Each side names a smaller piece, so that the two no longer meet. */
export function split(story: Story, a: Side, b: Side): Strategy {
  const thing = thingOf(story);
  const matter = matterOf(story);
  const tasks = a.kind === "task" && b.kind === "task";
  const finer =
    matter === "file"
      ? `Both name the functions they touch in ${thing} instead of the whole file`
      : `Both say which part of ${thing} they mean, so that ${a.name} and ${b.name} no longer name the same one`;
  const next = tasks
    ? `The planner adds symbols to the artifacts of ${a.id} and ${b.id} and types: ${command("plan", "check", a.id)}`
    : `${types(b)}: ${b.kind === "task" ? command("plan", "check", b.id) : rescopeExample(story, b)}`;
  return strategy({
    id: "split",
    name: matter === "file" ? "Name functions, not the file" : "Cut it in two",
    approach: `${finer}. If the pieces are really apart, the finding goes with the next check; if they are not, it comes back with the exact place. ${next}`,
    complexity: "Low",
    risk: "Medium",
    effort: "ten minutes of looking at the code",
    pros: ["both go on at once", "the record says who touches what"],
    cons: ["helps only where the pieces are really independent"],
    ask: [`Which part of ${thing} does ${a.name} touch, and which ${b.name}?`],
  });
}

function rescopeExample(story: Story, side: Side): string {
  const operation = side.operation === null || side.operation === "use" ? "modify" : side.operation;
  const scope = side.scope ?? { kind: "file" as const, key: story.files[0] ?? "PATH" };
  const finer =
    scope.kind === "file" ? `symbol:${scope.key}#NAME=${operation}` : `${scope.kind}:${scope.key}.PART=${operation}`;
  return rescopeCommand(side, { scopes: [finer] });
}

/** The command that puts on record what `side` does about `other`, and that works before and after a settlement. */
export function agreement(
  side: Side,
  other: Side,
  reason: string,
  doing: "waiting" | "proceeding" = "proceeding",
): string {
  if (side.kind === "intent" && other.kind === "intent") {
    const verdict = doing === "waiting" ? "conflicts" : "compatible";
    return `${side.name} types: ${command("assess", side.id, other.id, "--verdict", verdict, "--action", doing, "--reason", reason)}`;
  }
  const task = side.kind === "task" ? side : other;
  return doing === "waiting"
    ? `The planner types: ${command("plan", "freeze", task.id, "--reason", reason)}`
    : `The planner writes it into ${task.id} and types: ${command("plan", "check", task.id)}`;
}

/** The two plans end in one design that is written down before either goes on. */
export function agreeFirst(
  a: Side,
  b: Side,
  words: { readonly id: string; readonly name: string; readonly what: string; readonly ask?: string },
): Strategy {
  return strategy({
    id: words.id,
    name: words.name,
    approach: `${a.name} and ${b.name} write down ${words.what} before either goes on: what ${a.name} needs in order to ${verb(a)} it, and what ${b.name} needs in order to ${verb(b)} it. Until that stands, both hold back on it. ${agreement(b, a, `until ${words.what} is written down`, "waiting")}`,
    complexity: "Medium",
    risk: "Low",
    effort: "half an hour together, a page of text",
    pros: ["the disagreement comes out before there is code", "the decision can be found again"],
    cons: ["both must answer", "nothing moves meanwhile"],
    ...(words.ask === undefined ? {} : { ask: [words.ask] }),
  });
}

/** The sides with the destructive one first; undefined when none, or both, are. */
export function breaker(story: Story): readonly [Side, Side] | undefined {
  const [a, b] = story.sides;
  if (!b || destroys(a) === destroys(b)) return undefined;
  return destroys(a) ? [a, b] : [b, a];
}
