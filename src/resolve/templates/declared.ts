// Strategies for findings between two declarations: FM-C001 to FM-C007 and FM-C009. Pure.
import {
  command,
  deed,
  destroys,
  does,
  fewOf,
  matterOf,
  nameOf,
  rescopeCommand,
  type Side,
  type Story,
  thingOf,
} from "../story.ts";
import type { Strategy } from "../strategy.ts";
import {
  agreeFirst,
  agreement,
  breaker,
  inOrder,
  oneOwner,
  seam,
  sideBySide,
  split,
  strategy,
  types,
} from "./moves.ts";

type Pair = readonly [Side, Side];
const present = (list: readonly (Strategy | undefined)[]): Strategy[] =>
  list.flatMap((one) => (one ? [one] : [])).slice(0, 4);

/** FM-C001: one side turns over what the other builds on. */
export function destructiveVsAdditive(story: Story, pair: Pair): Strategy[] {
  const [first, second] = breaker(story) ?? pair;
  const thing = first.scope ? nameOf(first.scope) : thingOf(story);
  if (first.operation === "remove") return removalVsAdditive(story, first, second, thing);
  return present([
    inOrder(story, first, second),
    seam(story, first, second) ?? oneOwner(story, first, second),
    sideBySide(story, first, second),
    inOrder(story, second, first, {
      risk: "Medium",
      because: `The ${deed(first)} by ${first.name} then has to carry over what ${second.name} has put in.`,
      ask: [`What of the ${deed(second)} by ${second.name} must the ${deed(first)} of ${thing} keep?`],
    }),
  ]);
}

/** A removal beside new work on the same thing: the way that breaks nothing stands first. */
function removalVsAdditive(story: Story, first: Side, second: Side, thing: string): Strategy[] {
  return present([
    sideBySide(story, first, second),
    inOrder(story, first, second, {
      risk: "Medium",
      because: `After the removal ${second.name} needs another place for this work, and finds that out before writing it.`,
      ask: [`Where does the ${deed(second)} by ${second.name} go when ${thing} is gone?`],
    }),
    inOrder(story, second, first, {
      risk: "Medium",
      because: `${first.name} then looks whether ${thing} may still go.`,
      ask: [`May ${thing} still go once ${second.name} has put work into it?`],
    }),
    oneOwner(story, first, second),
  ]);
}

/** FM-C006, FM-C009: one side takes away what the other calls. */
export function destructiveVsUse(story: Story, pair: Pair): Strategy[] {
  const [first, second] = breaker(story) ?? pair;
  const thing = first.scope ? nameOf(first.scope) : thingOf(story);
  return present([
    inOrder(story, first, second, {
      because:
        first.operation === "remove"
          ? `${second.name} finds another way before writing the call.`
          : `${second.name} writes the call against the new form, and never against the one that goes.`,
      ...(first.operation === "remove" ? { risk: "Medium" as const } : {}),
    }),
    sideBySide(story, first, second),
    seam(story, first, second),
    strategy({
      id: "carry-callers",
      name: `${first.name} moves the callers too`,
      approach: `The ${deed(first)} of ${thing} includes its callers: ${first.name} adds what ${second.name} is about to write to the list and changes it in the same commit. ${agreement(second, first, `${first.name} also moves the call that ${second.name} adds`)}`,
      complexity: "Low",
      risk: "Medium",
      effort: `an hour for ${first.name}`,
      pros: ["the tree is never red", `${second.name} does not wait`],
      cons: [`${first.name} has to know the call before it is merged`],
      ask: [`Where does ${second.name} call ${thing}?`],
    }),
  ]);
}

const DONE: Readonly<Record<string, string>> = { replace: "replaced", rename: "renamed", migrate: "migrated" };

/** FM-C002: both sides turn the same thing over, each in its own way. */
export function divergentRewrite(story: Story, [a, b]: Pair): Strategy[] {
  const thing = thingOf(story);
  const same = a.operation === b.operation;
  const target = `one target design of ${thing}`;
  return present([
    oneOwner(story, a, b),
    agreeFirst(a, b, {
      id: "one-design",
      name: "One design first",
      what: target,
      ask: `Which design of ${thing} holds: ${a.name}'s ("${a.summary}") or ${b.name}'s ("${b.summary}")?`,
    }),
    inOrder(story, a, b, {
      risk: "Medium",
      because: same
        ? `${b.name} then looks whether a second ${deed(b)} is still wanted.`
        : `${b.name} then says whether the new form ${b.operation === "remove" ? "may go" : `still has to be ${DONE[b.operation ?? "modify"] ?? "changed"}`}.`,
    }),
    sideBySide(story, a, b),
  ]);
}

/** FM-C003: both build on the same thing. */
export function sharedContract(story: Story, [a, b]: Pair): Strategy[] {
  const thing = thingOf(story);
  return present([
    inOrder(story, a, b, { because: `${b.name} sees what ${a.name} added to ${thing} before adding to it.` }),
    agreeFirst(a, b, {
      id: "agree-contract",
      name: "Agree on the contract",
      what: `the form of ${thing} after both`,
    }),
    split(story, a, b),
    oneOwner(story, a, b),
  ]);
}

/** FM-C004: two plans for one outcome. */
export function duplicateWork(story: Story, [a, b]: Pair): Strategy[] {
  return present([
    strategy({
      id: "compare",
      name: "Compare, then keep one",
      approach: `${a.name} plans "${a.summary}", ${b.name} plans "${b.summary}". If the outcomes are the same, the later plan ends, and what it knows goes to the earlier one. ${types(b)}: ${b.kind === "intent" ? command("intent", "discard", b.id, "--reason", `same outcome as ${a.id}`) : command("plan", "freeze", b.id, "--reason", `same outcome as ${a.id}`)}`,
      complexity: "Low",
      risk: "Low",
      effort: "ten minutes of reading",
      pros: ["the work is done once", `${b.name} is free for something else`],
      cons: ["wrong if the summaries only sound alike"],
    }),
    split(story, a, b),
    strategy({
      id: "shared-piece",
      name: "The common piece first",
      approach: `What both need becomes an intent of its own; both wait for it and then do only what is theirs. Either types: ${command("intent", "publish", `The common part of ${a.id} and ${b.id}`, "--scope", a.scope ? `${a.scope.kind}:${a.scope.key}=${a.operation ?? "modify"}` : "component:NAME=add")}`,
      complexity: "Medium",
      risk: "Low",
      effort: "half a day before either goes on",
      pros: ["no second copy of it is ever written"],
      cons: ["both wait for it, shortly"],
      ask: [`What do "${a.summary}" and "${b.summary}" have in common?`],
    }),
    strategy({
      id: "both-on-purpose",
      name: "Both, on purpose",
      approach: `The two outcomes differ although they sound alike; that is put on record, so that nobody asks again. ${types(b)}: ${command("assess", b.id, a.id, "--verdict", "compatible", "--action", "proceeding", "--reason", "the outcomes differ: …")}`,
      complexity: "Low",
      risk: "Medium",
      effort: "a minute",
      pros: ["both go on at once"],
      cons: ["if it is wrong, one of the two is thrown away later"],
      ask: [`In what do the outcomes of ${a.id} and ${b.id} differ?`],
    }),
  ]);
}

/** FM-C005: somebody holds a claim on it. */
export function overlappingClaim(story: Story, [a, b]: Pair): Strategy[] {
  const thing = thingOf(story);
  return present([
    strategy({
      id: "talk-and-go-on",
      name: "Tell each other, go on",
      approach: `The claim on ${thing} is advisory: both may work. ${a.name} and ${b.name} say who touches it first and keep the changes small. ${agreement(b, a, `${a.name} touches ${thing} first`)}`,
      complexity: "Low",
      risk: "Low",
      effort: "a message",
      pros: ["nobody waits"],
      cons: ["a merge by hand if both touch the same lines"],
    }),
    strategy({
      id: "wait-for-release",
      name: "Wait for the release",
      approach: `${b.name} begins with something else until ${a.name} lets ${thing} go or the lease ends. To see when that is: ${command("claim", "list")}`,
      complexity: "Low",
      risk: "Low",
      effort: `${b.name} waits, at most the lease`,
      pros: [`one author at a time for ${thing}`],
      cons: ["a lease can be renewed"],
    }),
    split(story, a, b),
  ]);
}

/** FM-C007: two definitions of one name. */
export function doubleDefinition(story: Story, [a, b]: Pair): Strategy[] {
  const thing = thingOf(story);
  const scope = b.scope ?? a.scope;
  if (scope?.kind === "migration") return migrationNumber(story, [a, b], scope.key);
  const text = scope ? `${scope.kind}:${scope.key}` : "symbol:NAME";
  // A rescope needs a scope to name: with nothing else declared, the later side extends what the earlier one defines.
  const rest =
    b.scopes.length > 1 ? { scopes: [], uses: text, after: a.id } : { scopes: [`${text}=extend`], after: a.id };
  return present([
    strategy({
      id: "one-defines",
      name: `${a.name} defines, ${b.name} uses`,
      approach: `${a.name} owns the definition of ${thing}; ${b.name} counts on it and waits for it. ${types(b)}: ${b.kind === "intent" ? rescopeCommand(b, rest) : command("plan", "check", b.id)}`,
      complexity: "Low",
      risk: "Low",
      effort: `less than planned for ${b.name}`,
      pros: [`there is one ${scope?.key ?? thing}`, "a merge tool cannot put two in without a word"],
      cons: [`${b.name} waits for ${a.name}`, "the definition has to serve both"],
    }),
    strategy({
      id: "two-names",
      name: "Two names",
      approach: `The two things are different and only share a name: ${b.name} takes another one. ${types(b)}: ${b.kind === "intent" ? rescopeCommand(b, { scopes: [`${scope?.kind ?? "symbol"}:NEW_NAME=add`] }) : command("plan", "check", b.id)}`,
      complexity: "Low",
      risk: "Medium",
      effort: "ten minutes",
      pros: ["both go on at once"],
      cons: ["if they are the same thing after all, there are two of it now"],
      ask: [`What is ${b.name}'s ${scope?.key ?? thing} called instead?`],
    }),
    agreeFirst(a, b, { id: "agree-form", name: "Agree on its form first", what: `what ${thing} is and offers` }),
    oneOwner(story, a, b),
  ]);
}

function migrationNumber(story: Story, [a, b]: Pair, key: string): Strategy[] {
  const next = nextNumber(key);
  return present([
    strategy({
      id: "next-number",
      name: `${b.name} takes ${next}`,
      approach: `${a.name} was first and keeps migration ${key}; ${b.name} takes the next free number and runs after it. ${types(b)}: ${b.kind === "intent" ? rescopeCommand(b, { scopes: [`migration:${next}=add`], after: a.id }) : command("plan", "check", b.id)}`,
      complexity: "Low",
      risk: "Low",
      effort: "a rename of one file",
      pros: ["the order of the two is fixed", "nothing else changes"],
      cons: [`${next} may be taken meanwhile; the next check says so`],
    }),
    oneOwner(story, a, b),
    agreeFirst(a, b, {
      id: "one-migration",
      name: "One migration for both",
      what: `one migration ${key} with both changes`,
    }),
  ]);
}

/** The number after the first run of digits at the front or the end, with its zeros kept; else the key with `_2`. */
export function nextNumber(key: string): string {
  const match = /^(\d+)|(\d+)$/.exec(key);
  if (!match) return `${key}_2`;
  const digits = match[0];
  const next = String(BigInt(digits) + 1n).padStart(digits.length, "0");
  return key.slice(0, match.index) + next + key.slice(match.index + digits.length);
}

/** FM-C008: intents that wait for each other. */
export function dependencyCycle(story: Story, sides: readonly [Side, ...Side[]]): Strategy[] {
  const named = Array.isArray(story.evidence.cycle) ? story.evidence.cycle.map(String) : sides.map(({ id }) => id);
  const cycle = [...new Set(named)];
  const [a] = sides;
  const b = sides[1] ?? a;
  const cut = (side: Side): Strategy => {
    const rest = side.dependsOn.filter((id) => !cycle.includes(id));
    const next =
      rest.length > 0
        ? command("intent", "rescope", side.id, ...rest.flatMap((id) => ["--depends-on", id]))
        : command("intent", "rescope", side.id, "--depends-on", "");
    return strategy({
      id: `cut-at-${side.name}`.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
      name: `${side.name} stops waiting`,
      approach: `${side.name} begins without what the cycle (${fewOf(cycle)}) would have brought first, and the others follow in order. ${types(side)}: ${next}`,
      complexity: "Low",
      risk: side === a ? "Low" : "Medium",
      effort: "none, if that part can begin alone",
      pros: ["the others can start in a known order"],
      cons: [`${side.name} works against something that is not there yet`],
    });
  };
  return present([
    cut(a),
    b === a ? undefined : cut(b),
    strategy({
      id: "piece-between",
      name: "Take out what both need",
      approach: `What ${a.name} and ${b.name} wait for in each other becomes an intent of its own that waits for nobody. Either types: ${command("intent", "publish", `What ${a.id} and ${b.id} both need`, "--scope", "component:NAME=add")}`,
      complexity: "Medium",
      risk: "Low",
      effort: "half a day",
      pros: ["the cycle cannot come back"],
      cons: ["a third piece to plan"],
    }),
    b === a ? undefined : oneOwner(story, a, b),
  ]);
}

/** Two changes that git cannot, or can, lay on top of each other; and whatever has no template of its own. */
export function plainOverlap(story: Story, [a, b]: Pair): Strategy[] {
  if (destroys(a) !== destroys(b)) return destructiveVsAdditive(story, [a, b]);
  const matter = matterOf(story);
  return present([
    inOrder(story, a, b, {
      because: `What ${b.name} ${does(b)} is then laid on top of it, and merged once.`,
    }),
    split(story, a, b),
    matter === "file" ? undefined : sideBySide(story, a, b),
    oneOwner(story, a, b),
  ]);
}
