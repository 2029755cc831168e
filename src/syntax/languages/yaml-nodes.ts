// YAML and JSON documents as nodes with offsets. Aliases and merge keys are followed and never expanded, and only so
// often: a document must not grow by itself.
import type { Node, Pair } from "yaml";
import { isAlias, isMap, isScalar, isSeq, tolerantYamlStream } from "../../config/yaml.ts";
import type { Problem } from "../outline.ts";
import { lineIndex } from "../text-outline.ts";
import { firstJsonError } from "./json-syntax.ts";

export interface Entry {
  readonly key: string;
  readonly value: Node | undefined;
  /** From the key to the end of the value. */
  readonly from: number;
  readonly to: number;
}

/** So many elements more than the text has entries may come out of its aliases. */
const MAX_BORROWED = 20_000;
/** So many entries and items are looked at, and so many more for each that the text has; then no alias is followed. */
const MAX_STEPS = 500_000;
const STEPS_EACH = 50;
/** Brackets in brackets; the parser takes long over more. */
const MAX_NESTING = 1000;
/** Merge keys within merge keys. */
const MAX_MERGES = 60;

interface Shape {
  readonly entries: readonly Entry[];
  readonly byKey: ReadonlyMap<string, Node | undefined>;
}

const EMPTY: Shape = { entries: [], byKey: new Map() };

export class YamlReader {
  /** The document of the text; the first one of a stream. */
  readonly root: Node | undefined;
  /** All documents of the stream that hold something. */
  readonly roots: readonly Node[];
  readonly #problems: Problem[];
  readonly #targets = new Map<Node, Node>();
  readonly #shapes = new Map<Node, Shape>();
  /** Mappings whose merge keys are being read: none of them is merged into itself. */
  readonly #merging = new Set<Node>();
  readonly #text: string;
  readonly #lineAt: (offset: number) => number;
  #written = 0;
  #steps = 0;
  #elements = 0;
  #follows = true;

  /** @param isJson the text is to be JSON: what YAML alone allows is a problem */
  constructor(text: string, isJson = false) {
    this.#text = text;
    this.#lineAt = lineIndex(text);
    const deep = tooDeep(text);
    const documents = tolerantYamlStream(deep === undefined ? text : "");
    const errors = documents.flatMap((document) => document.errors);
    this.#problems = errors.slice(0, 20).map((error) => ({
      line: this.lineAt(error.pos[0]),
      message: (error.message.split("\n")[0] ?? "syntax error").replace(/ at line \d+, column \d+:?$/, ""),
    }));
    if (deep !== undefined) this.problem(deep, "nested too deeply: not read");
    const stray = isJson && deep === undefined && errors.length === 0 ? firstJsonError(text) : undefined;
    if (stray !== undefined) this.problem(stray, "no JSON from here on");
    this.roots = documents.flatMap((document) => (document.contents as Node | null) ?? []);
    this.root = this.roots[0];
    for (const root of this.roots) this.#anchors(root);
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  problem(offset: number, message: string): void {
    this.#problems.push({ line: this.lineAt(offset), message });
  }

  lineAt(offset: number): number {
    return this.#lineAt(Math.min(offset, this.#text.length));
  }

  /** Counts an element of the outline; where they become too many, aliases are no longer followed. */
  element(): void {
    this.#elements++;
  }

  /** The node behind an alias. */
  resolve(node: Node | undefined): Node | undefined {
    if (!node || !isAlias(node)) return node;
    if (!this.#follows) return undefined;
    const isOver =
      this.#elements > this.#written + MAX_BORROWED || this.#steps > MAX_STEPS + this.#written * STEPS_EACH;
    if (!isOver) return this.#targets.get(node);
    this.#follows = false;
    this.problem(node.range?.[0] ?? 0, "the aliases stand for too much: not all of them are followed");
    return undefined;
  }

  /** The entries of a mapping; none for anything else. Keys that are no texts are left out, merged ones come last. */
  entries(node: Node | undefined): readonly Entry[] {
    const { entries } = this.#shape(node);
    this.#steps += entries.length;
    return entries;
  }

  get(node: Node | undefined, key: string): Node | undefined {
    return this.#shape(node).byKey.get(key);
  }

  items(node: Node | undefined): readonly Node[] {
    const list = this.resolve(node);
    this.#steps++;
    if (!list || !isSeq(list)) return [];
    this.#steps += list.items.length;
    return list.items as Node[];
  }

  text(node: Node | undefined): string | undefined {
    const scalar = this.resolve(node);
    return scalar && isScalar(scalar) && scalar.value !== null ? String(scalar.value) : undefined;
  }

  /** Scalars of a sequence as texts. */
  texts(node: Node | undefined): string[] {
    return this.items(node).flatMap((item) => this.text(item) ?? []);
  }

  /** What every alias stands for: the node with its anchor that comes last before it. */
  #anchors(root: Node): void {
    const anchors = new Map<string, Node>();
    const open: (Node | null | undefined)[] = [root];
    for (let node = open.pop(); node !== undefined || open.length > 0; node = open.pop()) {
      if (!node) continue;
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target) this.#targets.set(node, target);
        continue;
      }
      if ("anchor" in node && node.anchor) anchors.set(node.anchor, node);
      if (!isMap(node) && !isSeq(node)) continue;
      this.#written += node.items.length;
      for (const item of [...node.items].reverse()) {
        if (isMap(node)) open.push((item as Pair<Node, Node | null>).value, (item as Pair<Node, Node | null>).key);
        else open.push(item as Node);
      }
    }
  }

  #shape(node: Node | undefined): Shape {
    const map = this.resolve(node);
    this.#steps++;
    if (!map || !isMap(map) || this.#merging.has(map)) return EMPTY;
    const known = this.#shapes.get(map);
    if (known) return known;
    this.#merging.add(map);
    const entries: Entry[] = [];
    const byKey = new Map<string, Node | undefined>();
    const merged: Node[] = [];
    for (const pair of map.items as Pair<Node, Node | null>[]) {
      if (!isScalar(pair.key) || pair.key.value === null || !pair.key.range) continue;
      const value = pair.value ?? undefined;
      if (pair.key.value === "<<" && pair.key.type === "PLAIN") {
        merged.push(...(isSeq(this.resolve(value)) ? this.items(value) : value ? [value] : []));
        continue;
      }
      const key = String(pair.key.value);
      entries.push({ key, value, from: pair.key.range[0], to: Math.max(pair.key.range[1], this.#end(value, 0)) });
      if (!byKey.has(key)) byKey.set(key, value);
    }
    // Own keys hold against merged ones, and earlier sources against later ones.
    for (const source of this.#merging.size > MAX_MERGES ? [] : merged) {
      for (const entry of this.entries(source)) {
        if (byKey.has(entry.key)) continue;
        byKey.set(entry.key, entry.value);
        entries.push(entry);
      }
    }
    this.#merging.delete(map);
    const shape = { entries, byKey };
    this.#shapes.set(map, shape);
    return shape;
  }

  /** End of a node's own text: blank lines and comments behind it are not its. */
  #end(node: Node | undefined, depth: number): number {
    if (!node?.range) return 0;
    const isBlock = (isMap(node) || isSeq(node)) && !node.flow;
    const last = isBlock && depth < 200 ? node.items.at(-1) : undefined;
    if (last !== undefined) {
      if (isMap(node)) {
        const pair = last as Pair<Node, Node | null>;
        return Math.max(pair.key?.range?.[1] ?? 0, this.#end(pair.value ?? undefined, depth + 1));
      }
      return Math.max(node.range[0], this.#end(last as Node, depth + 1));
    }
    let end = node.range[1];
    while (end > node.range[0] && /\s/.test(this.#text[end - 1] as string)) end--;
    return end;
  }
}

/** Where brackets are open in brackets without end, or undefined. What stands in texts is counted too: it closes there. */
function tooDeep(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === "[" || letter === "{") {
      if (++depth > MAX_NESTING) return at;
    } else if ((letter === "]" || letter === "}") && depth > 0) depth--;
  }
  return undefined;
}
