// Strategies for pairs of plan tasks and for plans held against the tree: FM-F001 to FM-F005, FM-A001, FM-X001, FM-X002,
// FM-D001. Pure.
import { command, fewOf, rescopeCommand, type Side, type Story, thingOf } from "../story.ts";
import type { Strategy } from "../strategy.ts";
import { agreeFirst, agreement, inOrder, oneOwner, sideBySide, split, strategy, types } from "./moves.ts";

type Pair = readonly [Side, Side];

const check = (side: Side): string =>
  side.kind === "task" ? command("plan", "check", side.id) : command("conflicts", "check", "--intent", side.id);

/** FM-F001: both touch the same files. */
export function fileOverlap(story: Story, [a, b]: Pair): Strategy[] {
  const files = fewOf(story.files) || thingOf(story);
  const [held, other] = story.proposedId === a.id ? [a, b] : [b, a];
  return [
    inOrder(story, a, b, { because: `${b.name} then starts from the ${files} that ${a.name} leaves behind.` }),
    split(story, a, b),
    strategy({
      id: "freeze",
      name: `Hold ${held.name} back`,
      approach: `${held.name} stays frozen until ${other.name} is done; then foremerge looks whether ${files} really changed, and thaws it or asks for a new plan. Choosing this does it; so does: ${command("arbitrate", story.conflictId, "--apply")}`,
      complexity: "Low",
      risk: "Medium",
      effort: "none now; perhaps a new plan later",
      pros: ["nothing is overwritten", "the thaw is decided by what git shows"],
      cons: [`${held.name} stands still for as long as ${other.name} takes`],
      action: { kind: "arbitrate" },
    }),
    oneOwner(story, a, b),
  ];
}

/** FM-F002, FM-F003: both touch the same function or the same part of a schema. */
export function elementOverlap(story: Story, [a, b]: Pair): Strategy[] {
  const what = fewOf(story.elements) || thingOf(story);
  return [
    inOrder(story, a, b, { because: `Both change ${what}, and only one of them can be first.` }),
    agreeFirst(a, b, {
      id: "agree-element",
      name: "Agree on the outcome first",
      what: `what ${what} does after both`,
    }),
    split(story, a, b),
    oneOwner(story, a, b),
  ];
}

/** FM-F004: one side takes away or narrows what the other uses. */
export function contractBreak(story: Story, [a, b]: Pair): Strategy[] {
  return [
    inOrder(story, a, b, {
      because:
        a.operation === "remove"
          ? `${b.name} finds another way before counting on it.`
          : `${b.name} is written against the narrower contract, and never against the old one.`,
    }),
    sideBySide(story, a, b),
    inOrder(story, b, a, {
      risk: "Medium",
      because: `${a.name} then knows every use of it before it is taken away.`,
      ask: [`Which uses of ${thingOf(story)} must be gone before ${a.name} takes it away?`],
    }),
    oneOwner(story, a, b),
  ];
}

/** `zod` and the versions that the two sides name, from `package:zod@4` and `package:zod@3`. */
function packageOf(a: Side, b: Side): readonly [string, ...string[]] {
  const keys = [a, b].flatMap(({ scope }) => (scope?.kind === "package" ? [scope.key] : []));
  const parts = keys.map((key) => /^(.+)@([^@/]*)$/.exec(key));
  const versions = parts.flatMap((part) => (part?.[2] ? [part[2]] : []));
  return [parts[0]?.[1] ?? keys[0] ?? "the package", ...versions];
}

/** FM-F005: two versions of one package. */
export function dependencyVersion(story: Story, [a, b]: Pair): Strategy[] {
  const [what, ...versions] = packageOf(a, b);
  const pair = versions.length === 2 ? `: ${versions.join(" or ")}` : "";
  return [
    inOrder(story, a, b, { because: `${b.name} then sees which version is in the tree before touching it.` }),
    strategy({
      id: "one-version",
      name: "One version for both",
      approach: `${a.name} and ${b.name} take the same version of ${what}, the higher one unless something forbids it, and both run their tests against it. ${agreement(b, a, `both take one version of ${what}`)}`,
      complexity: "Low",
      risk: "Medium",
      effort: "an hour of tests",
      pros: ["one entry in the lock file", "no merge that silently picks one"],
      cons: ["one side must accept a version that it did not choose"],
      ask: [`Which version of ${what} do both take${pair}?`],
    }),
    sideBySide(story, a, b),
  ];
}

/** FM-A001: a task does what a decision on record forbids. One side; the decision speaks through the evidence. */
export function architectureContradiction(story: Story, a: Side): Strategy[] {
  const decision = String(story.evidence.decision ?? story.sides[1]?.id ?? "the decision on record");
  const why = typeof story.evidence.why === "string" ? ` ("${story.evidence.why}")` : "";
  const thing = thingOf(story);
  return [
    strategy({
      id: "follow-decision",
      name: `Follow ${decision}`,
      approach: `The plan of ${a.name} is made anew so that ${thing} is left alone, as ${decision} says${why}. ${types(a)}: ${a.kind === "task" ? command("plan", "replan", a.id, "--reason", `${decision} forbids it`) : rescopeCommand(a, { scopes: [`${a.scope?.kind ?? "symbol"}:OTHER=add`] })}`,
      complexity: "Low",
      risk: "Low",
      effort: "an hour of planning",
      pros: ["the decision stays worth writing down"],
      cons: ["the goal must be reached another way"],
    }),
    strategy({
      id: "exception",
      name: "An exception, with a reason",
      approach: `This once ${a.name} may touch ${thing}; who allows it and until when goes on record. Then: ${check(a)}`,
      complexity: "Low",
      risk: "High",
      effort: "a conversation",
      pros: ["the task goes on as planned"],
      cons: ["the next exception is easier", "what the decision was to prevent can happen"],
      ask: [`Who allows the exception to ${decision}, and until when?`],
    }),
    strategy({
      id: "change-decision",
      name: `Change ${decision}`,
      approach: `The decision no longer fits: it is changed in .foremerge.yaml, in a change of its own that the team reviews, and ${a.name} waits for it. Then: ${check(a)}`,
      complexity: "Medium",
      risk: "Medium",
      effort: "a day, mostly waiting for others",
      pros: ["the rule and the work agree again"],
      cons: ["everybody who relied on it must learn of it"],
    }),
  ];
}

/** FM-X001: what is to be added is there already. */
export function alreadyExists(story: Story, a: Side): Strategy[] {
  const thing = thingOf(story);
  const file = fewOf(story.files);
  const where = file ? ` in ${file}` : "";
  const scope = a.scope ? `${a.scope.kind}:${a.scope.key}` : undefined;
  const rescope = (text: string): string =>
    a.kind === "intent" ? `${a.name} types: ${rescopeCommand(a, { scopes: [text] })}` : `Then: ${check(a)}`;
  return [
    strategy({
      id: "extend-it",
      name: "Extend what is there",
      approach: `${thing} exists${where}: ${a.name} builds on it instead of adding a second one. ${rescope(`${scope ?? "symbol:NAME"}=extend`)}`,
      complexity: "Low",
      risk: "Low",
      effort: "less than planned",
      pros: ["one definition", "its tests are there already"],
      cons: ["its present callers must still be served"],
    }),
    strategy({
      id: "other-name",
      name: "Another name",
      approach: `What ${a.name} means is something else and gets a name of its own. ${rescope(`${a.scope?.kind ?? "symbol"}:NEW_NAME=add`)}`,
      complexity: "Low",
      risk: "Medium",
      effort: "ten minutes",
      pros: ["nothing that runs is touched"],
      cons: ["two things of one purpose, if it is not really different"],
      ask: [`How is the new one called, and in what does it differ from ${thing}?`],
    }),
    strategy({
      id: "replace-it",
      name: "Replace what is there",
      approach: `The ${thing} that exists${where} does not fit and is replaced, declared as such, so that everybody who uses it hears of it. ${rescope(`${scope ?? "symbol:NAME"}=replace`)}`,
      complexity: "Medium",
      risk: "High",
      effort: "a day and its callers",
      pros: ["no second copy"],
      cons: ["every caller is concerned"],
    }),
  ];
}

/** FM-X002: what is to be changed is nowhere. */
export function missingTarget(story: Story, a: Side): Strategy[] {
  const thing = thingOf(story);
  const kind = a.scope?.kind ?? "symbol";
  return [
    strategy({
      id: "right-name",
      name: "Use the right name",
      approach: `Nobody has or adds ${thing}; most often it was renamed or is spelt otherwise. To see what is near: ${command("scope", "compare", `${kind}:${a.scope?.key ?? "NAME"}`, `${kind}:OTHER`)}. ${a.kind === "intent" ? `Then ${a.name} types: ${rescopeCommand(a, { scopes: [`${kind}:RIGHT_NAME=${a.operation ?? "modify"}`] })}` : `Then: ${check(a)}`}`,
      complexity: "Low",
      risk: "Low",
      effort: "ten minutes of searching",
      pros: ["the plan meets the code again", "collisions with others are seen"],
      cons: ["none, if the name is found"],
    }),
    strategy({
      id: "add-first",
      name: "Plan its addition first",
      approach: `${thing} is meant to come: somebody declares it, and ${a.name} waits for that. Type: ${command("intent", "publish", `Add ${a.scope?.key ?? thing}`, "--scope", `${kind}:${a.scope?.key ?? "NAME"}=add`)}`,
      complexity: "Medium",
      risk: "Low",
      effort: "what it costs to build it",
      pros: ["the order is on record"],
      cons: [`${a.name} cannot finish before it is there`],
      ask: [`Who builds ${thing}?`],
    }),
    strategy({
      id: "drop-it",
      name: "Take it out of the plan",
      approach: `The plan names ${thing} by mistake, or its time has passed: it goes from the plan of ${a.name}. ${a.kind === "intent" ? `${a.name} types: ${command("intent", "discard", a.id, "--reason", `${thing} no longer exists`)}` : `Then: ${check(a)}`}`,
      complexity: "Low",
      risk: "Medium",
      effort: "a minute",
      pros: ["nobody waits for something that will not come"],
      cons: ["if it only has another name, work is lost"],
    }),
  ];
}

/** FM-D001: the work touched more, or other things, than was declared. */
export function scopeDrift(story: Story, a: Side): Strategy[] {
  const what = fewOf(story.files.length > 0 ? story.files : story.elements) || thingOf(story);
  return [
    strategy({
      id: "declare-it",
      name: "Declare what was touched",
      approach: `${a.name} changed ${what} without having said so: the intent says it now, and whoever is concerned hears of it. To see the scopes: ${command("scope", "suggest", "--worktree")}; then ${a.name} types: ${command("intent", "rescope", a.id, "--scope", "…")}`,
      complexity: "Low",
      risk: "Low",
      effort: "five minutes",
      pros: ["others are warned before they merge", "the record is true again"],
      cons: ["may bring findings that were not seen so far"],
    }),
    strategy({
      id: "own-intent",
      name: "An intent of its own",
      approach: `The extra changes in ${what} are a piece of work of their own and move to a branch and an intent of their own. ${a.name} types: ${command("intent", "publish", `Changes in ${what} that came up in ${a.id}`, "--from-diff", "--worktree")}`,
      complexity: "Medium",
      risk: "Low",
      effort: "an hour",
      pros: ["each change can be reviewed and taken back alone"],
      cons: ["the two must be pulled apart"],
    }),
    strategy({
      id: "take-back",
      name: "Take it back",
      approach: `The changes in ${what} were not meant and are reverted. Then: ${command("drift", a.id)}`,
      complexity: "Low",
      risk: "Medium",
      effort: "ten minutes",
      pros: ["the plan holds as it was"],
      cons: ["wrong if the work needs them"],
      ask: [`Does the work of ${a.name} need the changes in ${what}?`],
    }),
  ];
}
