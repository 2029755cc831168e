// What each symbol says of its own, without the symbols inside of it: a digest, and what it refers to.
import type { CodeLanguage, Draft } from "./code-outline.ts";
import { digestOf } from "./digest.ts";
import { LocalNames } from "./local-names.ts";
import { addressesIn } from "./references.ts";
import type { SyntaxNode } from "./syntax-node.ts";

interface Own {
  digest: string;
  references?: readonly string[];
}

/** One walk over the leaves: every token goes to the innermost symbol that holds it. */
export function ownTokens(
  root: SyntaxNode,
  drafts: readonly Draft[],
  rules: CodeLanguage,
): { own: Own[]; outside: readonly string[] } {
  const spans = drafts
    .map((draft, index) => ({
      index,
      from: (draft.from ?? draft.node).startIndex,
      to: draft.node.endIndex,
      simple: draft.nameNode?.text ?? "",
      nameAt: draft.nameNode?.startIndex ?? -1,
      ...noTokens(),
    }))
    .sort((a, b) => a.from - b.from || b.to - a.to || a.index - b.index);
  const top = noTokens();
  const locals = new LocalNames(rules.grammar);
  const open: typeof spans = [];
  let next = 0;
  const ownerAt = (at: number) => {
    while (open.length > 0 && (open.at(-1)?.to ?? 0) <= at) open.pop();
    while (next < spans.length && (spans[next]?.from ?? 0) <= at) {
      const span = spans[next++] as (typeof spans)[number];
      if (span.to > at) {
        span.around = open.at(-1);
        open.push(span);
      }
    }
    while (open.length > 0 && (open.at(-1)?.to ?? 0) <= at) open.pop();
    return open.at(-1);
  };
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { type } = node;
    if (rules.comments.has(type)) continue;
    const at = node.startIndex;
    const owner = ownerAt(at);
    if (rules.strings.has(type)) {
      for (const address of addressesIn(node.text)) (owner ?? top).used.add(address);
    }
    const { children } = node;
    if (children.length > 0) {
      locals.enter(node, type, children);
      for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i] as SyntaxNode);
      continue;
    }
    const token = node.text;
    const named = rules.identifiers.has(type);
    if (owner) owner.tokens.push(named && (at === owner.nameAt || token === owner.simple) ? "\u0000" : token);
    if (!named || at === owner?.nameAt) continue;
    const role = locals.roleOf(type, at);
    const { used, variables, bound } = owner ?? top;
    (role === "bound" ? bound : role === "variable" ? variables : used).add(token);
  }
  const own: Own[] = [];
  for (const span of spans) {
    const references = referencesOf(span);
    own[span.index] = {
      digest: digestOf(span.tokens.join("\u0001")),
      ...(references.length > 0 ? { references } : {}),
    };
  }
  return { own, outside: referencesOf(top) };
}

/** What was seen in a symbol, without what lies in symbols inside of it. */
interface Tokens {
  readonly tokens: string[];
  /** Names that are no variables: types, members, addresses. */
  readonly used: Set<string>;
  readonly variables: Set<string>;
  /** Variables and parameters of its own. */
  readonly bound: Set<string>;
  /** The symbol around it. */
  around: Tokens | undefined;
}

const noTokens = (): Tokens => ({
  tokens: [],
  used: new Set(),
  variables: new Set(),
  bound: new Set(),
  around: undefined,
});

/** What refers to something outside: not what the symbol, or one around it, calls so itself. */
function referencesOf(seen: Tokens): string[] {
  const isLocal = (name: string): boolean => {
    for (let place: Tokens | undefined = seen; place; place = place.around) if (place.bound.has(name)) return true;
    return false;
  };
  return [...new Set([...seen.used, ...[...seen.variables].filter((name) => !isLocal(name))])].sort();
}
