// YAML and JSON documents as nodes with offsets. Aliases are followed, but never
// expanded, so that a document cannot grow by itself.
import type { Alias, Document, Node, Pair } from "yaml";
import { isAlias, isMap, isScalar, isSeq, tolerantYaml } from "../../config/yaml.ts";
import type { Problem } from "../outline.ts";
import { lineIndex } from "../text-outline.ts";

export interface Entry {
  readonly key: string;
  readonly value: Node | undefined;
  /** From the key to the end of the value. */
  readonly from: number;
  readonly to: number;
}

export class YamlReader {
  readonly problems: readonly Problem[];
  readonly root: Node | undefined;
  readonly #document: Document.Parsed;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.#document = tolerantYaml(text);
    const lineAt = lineIndex(text);
    this.problems = this.#document.errors.slice(0, 20).map((error) => ({
      line: lineAt(Math.min(error.pos[0], text.length)),
      message: (error.message.split("\n")[0] ?? "syntax error").replace(/ at line \d+, column \d+:?$/, ""),
    }));
    this.root = (this.#document.contents as Node | null) ?? undefined;
  }

  /** The node behind an alias, at most eight steps away. */
  resolve(node: Node | undefined): Node | undefined {
    let inner = node;
    for (let i = 0; inner && isAlias(inner) && i < 8; i++)
      inner = (inner as Alias).resolve(this.#document) as Node | undefined;
    return inner;
  }

  /** The entries of a mapping; none for anything else. Keys that are no texts are left out. */
  entries(node: Node | undefined): Entry[] {
    const map = this.resolve(node);
    if (!map || !isMap(map)) return [];
    const entries: Entry[] = [];
    for (const pair of map.items as Pair<Node, Node | null>[]) {
      if (!isScalar(pair.key) || pair.key.value === null || !pair.key.range) continue;
      const value = pair.value ?? undefined;
      entries.push({
        key: String(pair.key.value),
        value,
        from: pair.key.range[0],
        to: Math.max(pair.key.range[1], this.#end(value, 0)),
      });
    }
    return entries;
  }

  get(node: Node | undefined, key: string): Node | undefined {
    return this.entries(node).find((entry) => entry.key === key)?.value;
  }

  items(node: Node | undefined): Node[] {
    const list = this.resolve(node);
    return list && isSeq(list) ? (list.items as Node[]) : [];
  }

  text(node: Node | undefined): string | undefined {
    const scalar = this.resolve(node);
    return scalar && isScalar(scalar) && scalar.value !== null ? String(scalar.value) : undefined;
  }

  /** Scalars of a sequence as texts. */
  texts(node: Node | undefined): string[] {
    return this.items(node).flatMap((item) => this.text(item) ?? []);
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
