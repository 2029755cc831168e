// Nodes read out of the engine's memory are those that the package itself gives, in every grammar, errors included.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { Language, type Node, Parser } from "web-tree-sitter";
import files from "../../src/syntax/grammars.json" with { type: "json" };
import type { SyntaxNode } from "../../src/syntax/syntax-node.ts";
import { parse } from "../../src/syntax/tree-sitter.ts";

const TEXTS: Readonly<Record<string, string>> = {
  typescript: `@sealed export abstract class Shelf<T> extends Base {
  constructor(private readonly labels = new Map<string, number>(), public at?: number) { super() }
  static async *all({ text, copies: n = 1 }: Label, ...rest: string[]): AsyncGenerator<T> { yield \`\${text} × \${n}\` }
}
declare module "labels" { export enum Size { Small = "s", Large } }
export const { width, height: tall } = size, f = async x => x!; // 😀 wide units
type Keys = { [K in keyof Shelf<1>]?: Shelf<1>[K] };\n`,
  tsx: "export const Label = ({ text }: Props) => <b className='label' {...rest}>{text} &amp; more</b>;\n",
  javascript: "#!/usr/bin/env node\nexports.print = function (label) { return /[{]/.test(label) ? label?.text : 1 }\n",
  python: `@dataclass
class Repo(Base, metaclass=Meta):
    """Keeps labels."""
    def save(self, label: str, *, copies: int = 1, **rest) -> None:
        with open(f"{label!r:>{copies}}") as file, lock: pass
async def all(): return [x async for x in repo if (y := x)]
`,
  go: 'package labels\nimport f "fmt"\ntype Store[K comparable] struct { n, m int; *Base }\nfunc (s *Store[K]) Put(a, b string, c ...int) (n int, err error) { return }\nvar a, b = 1, `x`\n',
  rust: "pub mod inner { impl<'a, T: Clone> Show for Pool<'a, T> where T: Send { fn open(&self, n: u8) -> Self { todo!() } } }\n#[derive(Debug)] enum Shape { Dot, Line { to: i32 }, Arc(f32) }\n",
  java: "package labels; @Entity public class Job<T> extends Base implements Run { int a, b = 1; <R> Job(T... all) throws E {} enum Kind { A { void f() {} }, B } record P(int x) {} }\n",
  csharp:
    "namespace Labels; public partial class Invoice<T> : Base where T : new() { public int Total { get; init; } = 1; public this[int i] => i; event Action? Done; ~Invoice() {} }\n",
  php: "<p><?php namespace Labels; final class Report extends Base { use Prints; const LIMIT = 1; public function __construct(private ?int $n = 2, string ...$rest) {} } function f(): ?string { return <<<X\n{$a->b}\nX; }\n",
  ruby: "module Shop\n  class Cart < Base\n    attr_reader :items\n    def total(tax: 1, *rest, &block) = items.sum { |i| i.price }\n    class << self; def load(n) <<~T\n      #{n}\n    T\n    end; end\n  end\nend\n",
  c: "#define MAX 4\n#if MAX > 2\ntypedef struct ring { int (*push)(void *, int); char name[MAX]; } ring_t;\n#endif\nstatic int add(int a, ...) { return a; }\n",
  cpp: 'namespace a::b { template <class T, int N = 2> class Mesh : public Base<T> { public: Mesh() = default; operator bool() const; T operator[](int i) { return d[i]; } private: T d[N]{}; }; }\nauto x = R"(raw)";\n',
};

const require = createRequire(import.meta.url);

/** All that the readers of outlines ask of a node. */
function told(node: Node | SyntaxNode, fields: readonly string[]): unknown {
  const place = (one: Node | SyntaxNode | null) => one && [one.type, one.startIndex, one.endIndex];
  return {
    type: node.type,
    index: [node.startIndex, node.endIndex],
    from: { row: node.startPosition.row, column: node.startPosition.column },
    to: { row: node.endPosition.row, column: node.endPosition.column },
    text: node.text,
    error: [node.isError, node.isMissing, node.hasError],
    named: node.namedChildren.map(place),
    fields: fields.flatMap((field) => {
      const all = node.childrenForFieldName(field).map(place);
      const first = place(node.childForFieldName(field));
      return all.length === 0 && first === null ? [] : [[field, first, all]];
    }),
    children: node.children.map((child) => told(child, fields)),
  };
}

/** What the package's own nodes tell. */
async function expected(grammar: string, text: string): Promise<{ fields: string[]; tree: unknown }> {
  const language = await Language.load(require.resolve((files as Readonly<Record<string, string>>)[grammar] as string));
  const parser = new Parser();
  parser.setLanguage(language);
  const tree = parser.parse(text);
  if (!tree) throw new Error("not parsed");
  const fields = language.fields.filter((field): field is string => typeof field === "string");
  const all = told(tree.rootNode, fields);
  tree.delete();
  parser.delete();
  return { fields, tree: all };
}

// The engine is started once, by whoever comes first: it has to be the code that reads its memory.
beforeAll(() => parse("c", "", () => undefined));

test("every grammar has a text", () => {
  expect(Object.keys(TEXTS).sort()).toEqual(
    Object.keys(files)
      .filter((name) => name !== "engine")
      .sort(),
  );
});

const BROKEN = [1, 0.8, 0.45, 0.2];

for (const [grammar, text] of Object.entries(TEXTS)) {
  // Cut short and with a hole, so that the parser has to invent and to skip.
  const texts = [...BROKEN.map((share) => text.slice(0, text.length * share)), text.replace(/[)}]/, " ) } ( "), ""];
  test.each(texts.map((one, i) => [i, one] as const))(`${grammar}, text %i`, async (_, one) => {
    const { fields, tree } = await expected(grammar, one);
    expect(await parse(grammar, one, (root) => told(root, fields))).toEqual(tree);
  });
}

test("a long file of this project", async () => {
  const text = readFileSync(fileURLToPath(new URL("../../src/syntax/languages/cpp.ts", import.meta.url)), "utf8");
  const { fields, tree } = await expected("typescript", text);
  expect(await parse("typescript", text, (root) => told(root, fields))).toEqual(tree);
});
