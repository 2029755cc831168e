// The words of prose inference (spec 1.7): verbs by bucket with their inflections, boundaries, peripheral artefacts,
// transparent heads and filler. Data and its lookup tables, made on first use.
import type { Operation } from "./model.ts";

/** Buckets in the order in which they are preferred. */
export const BUCKETS: readonly Operation[] = [
  "replace",
  "remove",
  "rename",
  "migrate",
  "extend",
  "add",
  "modify",
  "use",
];

export interface Verb {
  readonly operation: Operation;
  /** Base form, for showing. */
  readonly base: string;
  /** Words that must follow, one of them, perhaps after the object: `over` of "cut over". */
  readonly particles?: readonly string[];
  /** Words that must follow at once: "rid of" of "get rid of". */
  readonly adjacent?: readonly string[];
  /** The particle may be missing: "swap" and "swap out". */
  readonly optional?: true;
  /** The particle ends the phrase: the `to` of "port X to Y". */
  readonly ending?: readonly string[];
}

const PLAIN_VERBS: readonly (readonly [Operation, string])[] = [
  ["replace", "replace rewrite supersede consolidate unify standardize collapse reimplement overhaul"],
  ["remove", "remove delete drop retire deprecate sunset decommission eliminate"],
  ["rename", "rename move relocate"],
  ["migrate", "migrate convert"],
  ["extend", "extend augment wire plug teach expose enable offer accept allow integrate hook support"],
  ["add", "add introduce implement create"],
  ["modify", "modify change update refactor fix"],
  ["use", "use reuse call consume read"],
];

const COMPOUND_VERBS: readonly Verb[] = [
  { operation: "replace", base: "port", particles: ["to", "over", "across"], ending: ["to"] },
  { operation: "replace", base: "cut", particles: ["over"] },
  { operation: "replace", base: "swap", particles: ["out"], optional: true },
  { operation: "remove", base: "tear", particles: ["out"] },
  { operation: "remove", base: "phase", particles: ["out"] },
  { operation: "remove", base: "get", adjacent: ["rid", "of"] },
  { operation: "use", base: "depend", particles: ["on"] },
];

/** Inflections that no rule makes, in place of the ones that the rules would make. */
const IRREGULAR: Readonly<Record<string, string>> = {
  rewrite: "rewrites rewriting rewrote rewritten",
  sunset: "sunsets sunsetting sunsetted",
  teach: "teaches teaching taught",
  read: "reads reading",
  cut: "cuts cutting",
  tear: "tears tearing tore torn",
  get: "gets getting got gotten",
};

const DOUBLED = new Set(["drop", "swap", "plug"]);

function inflections(base: string): string[] {
  const irregular = IRREGULAR[base];
  if (irregular !== undefined) return [base, ...irregular.split(" ")];
  if (base.endsWith("e")) return [base, `${base}s`, `${base}d`, `${base.slice(0, -1)}ing`];
  if (/[^aeiou]y$/.test(base)) {
    const stem = base.slice(0, -1);
    return [base, `${stem}ies`, `${stem}ied`, `${base}ing`];
  }
  const third = /(?:s|x|z|ch|sh)$/.test(base) ? `${base}es` : `${base}s`;
  const stem = DOUBLED.has(base) ? base + base.slice(-1) : base;
  return [base, third, `${stem}ed`, `${stem}ing`];
}

let verbs: Map<string, Verb> | undefined;

/** The verb that a lower-case word is a form of. Its particles, if it has any, are the caller's to look for. */
export function verbOf(word: string): Verb | undefined {
  if (verbs === undefined) {
    verbs = new Map();
    for (const [operation, list] of PLAIN_VERBS) {
      for (const base of list.split(" ")) for (const form of inflections(base)) verbs.set(form, { operation, base });
    }
    for (const verb of COMPOUND_VERBS) for (const form of inflections(verb.base)) verbs.set(form, verb);
  }
  return verbs.get(word);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** Words that end a phrase. */
export const BOUNDARIES = words(
  "in into inside within from to onto on at for with by under behind across over around guarding protecting covering " +
    "so then and of as after before once when while until because that which now",
);

/** A scope named after one of these is where the work happens, not what is worked on. */
export const PLACES = words("in inside within from of");

const PERIPHERAL = words(
  "test spec benchmark fixture mock stub flag counter metric log logging comment docstring todo variable import dead " +
    "unused lint typo whitespace",
);

/** `test`, `tests`: an artefact beside the thing itself. */
export function isPeripheral(word: string): boolean {
  return PERIPHERAL.has(word) || (word.endsWith("s") && PERIPHERAL.has(word.slice(0, -1)));
}

const TRANSPARENT = words(
  "class function method block service module struct type interface component implementation object model entity " +
    "record table column field api endpoint layer",
);

const FILLER = words(
  "the a an my your our their its his her legacy old new existing current obsolete altogether now outright forever " +
    "soon today tomorrow already again too also anyway away instead still first later afterwards everywhere anywhere here " +
    "there elsewhere throughout wholesale together just only even right",
);

/** Nouns that only look like adverbs. */
const NO_ADVERBS = words("family assembly reply supply anomaly ally fly monopoly butterfly multiply apply poly");

/** Whether a word after the scope's name leaves the name standing for the thing itself. */
export function isTransparent(word: string): boolean {
  return TRANSPARENT.has(word) || FILLER.has(word) || (word.length > 4 && word.endsWith("ly") && !NO_ADVERBS.has(word));
}
