// Names and lines of code, language by language, against expectations written by hand.
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/syntax/outline-of.ts";
import { linesOf, namesAndLines, symbolOf } from "./outlines.ts";

describe("TypeScript and JavaScript", () => {
  test("functions of an object, old exports and prototypes are addressable", async () => {
    const text = [
      "const printers = {",
      "  thermal(label) { return label },",
      "  laser: (label) => label,",
      "  dpi: 300,",
      "}",
      "exports.print = function (label) {}",
      "exports.size = 4",
      "module.exports.queue = printers",
      "Printer.prototype.feed = function () {}",
      "Printer.open = () => new Printer()",
    ].join("\n");
    expect(await namesAndLines("lib/printers.js", text)).toEqual([
      "printers 1-5",
      "printers.thermal 2-2",
      "printers.laser 3-3",
      "print 6-6",
      "size 7-7",
      "Printer.feed 9-9",
      "Printer.open 10-10",
    ]);
  });

  test("one statement may declare several names, and a pattern binds them", async () => {
    const text =
      "export const a = 1, b = () => 2\nexport const { width, height: tall = 3, ...rest } = size()\nlet [x, , y] = z\n";
    expect(await namesAndLines("src/size.ts", text)).toEqual([
      "a 1-1",
      "b 1-1",
      "width 2-2",
      "tall 2-2",
      "rest 2-2",
      "x 3-3",
      "y 3-3",
    ]);
  });

  test("declarations behind `declare` and in a module block are found", async () => {
    const text = [
      "declare module 'labels' {",
      "  export interface Label {",
      "    text?: string",
      "    print(copies: number): void",
      "  }",
      "}",
      "declare function cut(text: string): string",
    ].join("\n");
    expect(await namesAndLines("types/labels.d.ts", text)).toEqual([
      "labels 1-6",
      "labels.Label 2-5",
      "labels.Label.text 3-3",
      "labels.Label.print 4-4",
      "cut 7-7",
    ]);
  });

  test("what `declare global` adds has no prefix, and a constructor's parameter may declare a property", async () => {
    const text = [
      "declare global {",
      "  interface Window { labels: string[] }",
      "}",
      "export class Printer {",
      "  constructor(private readonly store: Store, readonly size = 2, plain: string) {}",
      "}",
    ].join("\n");
    expect(await namesAndLines("src/printer.ts", text)).toEqual([
      "Window 2-2",
      "Window.labels 2-2",
      "Printer 4-6",
      "Printer.constructor 5-5",
      "Printer.store 5-5",
      "Printer.size 5-5",
    ]);
  });

  test("a signature says what a caller must hand over", async () => {
    const text =
      "/** Prints a label.\n * Slowly. */\nexport async function print(text: string, copies = 1, ...tags: Tag[]): Promise<void> {}\n";
    expect(await symbolOf("src/print.ts", text, "print")).toMatchObject({
      kind: "function",
      exported: true,
      lead_line: 1,
      doc: "Prints a label.",
      parameters: [
        { name: "text", type: "string" },
        { name: "copies", optional: true },
        { name: "tags", type: "Tag[]", rest: true },
      ],
      returns: "Promise<void>",
    });
  });

  test("references are what the parser saw, not what comments and texts say", async () => {
    const text =
      "export function send(label: Label) {\n  // never calls Ghost\n  return post('/labels/' + 'Ghost', label.size)\n}\n";
    expect((await symbolOf("src/send.ts", text, "send")).references).toEqual(["/labels", "Label", "post", "size"]);
  });

  test("what stands behind a syntax error is read as far as it can be", async () => {
    const outline = await outlineOf(
      "src/broken.ts",
      "export function good() {}\n\nfunction bad( {\n\nexport class Later {\n  run() {}\n}\n",
    );
    expect(outline.symbols.map(({ name }) => name)).toContain("good");
    expect(outline.problems).toEqual([{ line: 3, message: "syntax error" }]);
  });
});

test("Python: guarded definitions, decorators, typed and several targets", async () => {
  const text = [
    "try:",
    "    import json",
    "except ImportError:",
    "    def loads(text):",
    "        return text",
    "",
    "WIDTH, HEIGHT = 10, 20",
    "limit: int = 3",
    "",
    "class Label:",
    "    size: int",
    "",
    "    @cached",
    "    @property",
    "    def text(self):",
    "        return ''",
    "",
    "    if True:",
    "        def feed(self, *, copies=1):",
    "            pass",
  ].join("\n");
  expect(await namesAndLines("labels.py", text)).toEqual([
    "loads 4-5",
    "WIDTH 7-7",
    "HEIGHT 7-7",
    "limit 8-8",
    "Label 10-20",
    "Label.size 11-11",
    "Label.text 13-16",
    "Label.feed 19-20",
  ]);
  expect((await symbolOf("labels.py", text, "Label.feed")).parameters).toEqual([
    { name: "copies", optional: true, named: true },
  ]);
});

test("Go: fields, embedded types, interface methods, grouped constants", async () => {
  const text = [
    "package labels",
    "",
    "const (",
    "\tSmall = iota",
    "\tLarge",
    ")",
    "",
    "type Label struct {",
    "\tSize",
    "\tText, Note string",
    "\tsync.Mutex",
    "}",
    "",
    "type Printer interface {",
    "\tPrint(l *Label, copies ...int) error",
    "}",
    "",
    "func (p *thermal[T]) Print(l *Label, copies ...int) error { return nil }",
  ].join("\n");
  expect(await namesAndLines("labels.go", text)).toEqual([
    "Small 4-4",
    "Large 5-5",
    "Label 8-12",
    "Label.Size 9-9",
    "Label.Text 10-10",
    "Label.Note 10-10",
    "Label.Mutex 11-11",
    "Printer 14-16",
    "Printer.Print 15-15",
    "thermal.Print 18-18",
  ]);
});

test("Rust: fields, variants, attributes, associated constants, foreign functions", async () => {
  const text = [
    "#[derive(Debug)]",
    "pub struct Label<'a> {",
    "    pub text: &'a str,",
    "}",
    "",
    "pub enum Size { Small, Large(u32) }",
    "",
    "impl<'a> Printer for Label<'a> {",
    "    const DPI: u32 = 300;",
    "    type Out = String;",
    "    fn print(&self, copies: u32) -> String { String::new() }",
    "}",
    "",
    'extern "C" { fn cut(n: i32); }',
  ].join("\n");
  expect(await namesAndLines("src/label.rs", text)).toEqual([
    "Label 1-4",
    "Label::text 3-3",
    "Size 6-6",
    "Size::Small 6-6",
    "Size::Large 6-6",
    "Label::DPI 9-9",
    "Label::Out 10-10",
    "Label::print 11-11",
    "cut 14-14",
  ]);
});

test("Java: enum bodies, several fields, record components, annotations", async () => {
  const text = [
    "package shop.labels;",
    "public enum Size {",
    "  SMALL { int width() { return 10; } },",
    "  LARGE;",
    "  private static final int MAX = 3, MIN = 1;",
    "  Size() {}",
    "}",
    "record Label(String text, int copies) {",
    "  @Override",
    "  public String toString() { return text; }",
    "}",
    '@interface Printed { String by() default ""; }',
  ].join("\n");
  expect(await namesAndLines("src/Size.java", text)).toEqual([
    "Size 2-7",
    "Size.SMALL 3-3",
    "Size.SMALL.width 3-3",
    "Size.LARGE 4-4",
    "Size.MAX 5-5",
    "Size.MIN 5-5",
    "Size.Size 6-6",
    "Label 8-11",
    "Label.text 8-8",
    "Label.copies 8-8",
    "Label.toString 9-10",
    "Printed 12-12",
    "Printed.by 12-12",
  ]);
  expect((await symbolOf("src/Size.java", text, "Label")).namespace).toBe("shop.labels");
});

test("C#: constructors, indexers, operators, events, records, functions of a program", async () => {
  const text = [
    "namespace Shop.Labels;",
    "public class Label : IPrint {",
    "  public event EventHandler Printed;",
    "  public Label(string text, int copies = 1, params string[] tags) {}",
    "  public char this[int i] => 'x';",
    "  public static Label operator +(Label a, Label b) => a;",
    "  private const int Max = 1, Min = 2;",
    "  enum Size { Small, Large }",
    "}",
    "public record Sheet(int Rows);",
    "void Run() {}",
  ].join("\n");
  expect(await namesAndLines("Label.cs", text)).toEqual([
    "Label 2-9",
    "Label.Printed 3-3",
    "Label.Label 4-4",
    "Label.this[] 5-5",
    "Label.operator + 6-6",
    "Label.Max 7-7",
    "Label.Min 7-7",
    "Label.Size 8-8",
    "Label.Size.Small 8-8",
    "Label.Size.Large 8-8",
    "Sheet 10-10",
    "Sheet.Rows 10-10",
    "Run 11-11",
  ]);
  expect((await symbolOf("Label.cs", text, "Label.Label")).parameters).toEqual([
    { name: "text", type: "string" },
    { name: "copies", type: "int", optional: true },
    { name: "tags", type: "string[]", rest: true },
  ]);
});

test("PHP: namespace blocks, constants, properties, promotion, enum cases, guarded functions", async () => {
  const text = [
    "<?php",
    "namespace Shop {",
    "  final class Label {",
    "    const MAX = 1, MIN = 2;",
    "    private ?string $text = null;",
    "    public function __construct(private readonly int $copies = 1) {}",
    "  }",
    "  enum Size: string { case Small = 's'; public function label(): string { return ''; } }",
    "  if (!function_exists('cut')) {",
    "    function cut(string $text) {}",
    "  }",
    "}",
  ].join("\n");
  expect(await namesAndLines("src/Label.php", text)).toEqual([
    "Label 3-7",
    "Label::MAX 4-4",
    "Label::MIN 4-4",
    "Label::$text 5-5",
    "Label::__construct 6-6",
    "Label::$copies 6-6",
    "Size 8-8",
    "Size::Small 8-8",
    "Size::label 8-8",
    "cut 10-10",
  ]);
});

test("Ruby: attributes, setters, visibility before a definition, singleton blocks, compact names", async () => {
  const text = [
    "module Shop",
    "  class Label::Sheet < Base",
    "    attr_accessor :rows, :columns",
    "    MAX = 3",
    "    private def cut(at, by: 1) = at",
    "    def rows=(n)",
    "      @rows = n",
    "    end",
    "    class << self",
    "      def open; end",
    "    end",
    "  end",
    "end",
    "def top; end",
  ].join("\n");
  expect(await namesAndLines("lib/sheet.rb", text)).toEqual([
    "Shop 1-13",
    "Shop::Label::Sheet 2-12",
    "Shop::Label::Sheet#rows 3-3",
    "Shop::Label::Sheet#columns 3-3",
    "Shop::Label::Sheet::MAX 4-4",
    "Shop::Label::Sheet#cut 5-5",
    "Shop::Label::Sheet#rows= 6-8",
    "Shop::Label::Sheet.open 10-10",
    "top 14-14",
  ]);
});

test("macros of C and C++ that only a preprocessor understands hide nothing", async () => {
  const c = [
    '#include "label.h"',
    "LABEL_API label_size label_width (label *self, int dpi) {",
    "  return self->width * dpi;",
    "}",
    "static LABEL_INLINE void feed (printer *p);",
    "enum size { SIZE_SMALL, SIZE_LARGE",
    "};",
  ].join("\n");
  expect(await outlineOf("label.c", c)).toMatchObject({
    problems: [],
    symbols: [
      { name: "label_width", start_line: 2, end_line: 4, returns: "label_size" },
      { name: "feed", start_line: 5, end_line: 5, returns: "void" },
      { name: "size" },
      { name: "size::SIZE_SMALL" },
      { name: "size::SIZE_LARGE" },
    ],
  });
  const cpp = [
    "LABEL_BEGIN_NAMESPACE",
    "namespace labels {",
    "class Printer {",
    "  LABEL_OBJECT",
    " public:",
    "  LABEL_CONSTEXPR Printer(int dpi) : dpi_(dpi) {}",
    "  void feed() const LABEL_REQUIRES(lock_) { ++fed_; }",
    "};",
    "DEFINE_LABEL_HOOK(feed, printed)",
    "int last() { return 1; }",
    "}  // namespace labels",
  ].join("\n");
  const outline = await outlineOf("printer.cc", cpp);
  expect(outline.problems).toEqual([]);
  expect(linesOf(outline)).toEqual(["Printer 3-8", "Printer::Printer 6-6", "Printer::feed 7-7", "last 10-10"]);
});

test("names of C in capitals stay what they are, in a file that does not parse too", async () => {
  const text =
    "UINT_PTR MAX_SIZE = 4;\nenum size {\n  SIZE_SMALL,\n  SIZE_LARGE\n};\nBOOL_T is_open(void) { return 1 }\n";
  expect((await outlineOf("size.c", text)).symbols.map(({ name }) => name)).toEqual([
    "MAX_SIZE",
    "size",
    "size::SIZE_SMALL",
    "size::SIZE_LARGE",
    "is_open",
  ]);
});

test("C: guards, typedefs, pointers to functions, and C++ words as names", async () => {
  const text = [
    "#ifndef LABEL_H",
    "#define LABEL_H",
    "typedef struct { int width; } size_t2;",
    "typedef int (*printer)(const char *class);",
    "extern int copies, *queue;",
    "char *cut(const char *text, int new);",
    "#endif",
  ].join("\n");
  expect(await namesAndLines("src/label.h", text)).toEqual([
    "LABEL_H 2-2",
    "size_t2 3-3",
    "size_t2::width 3-3",
    "printer 4-4",
    "copies 5-5",
    "queue 5-5",
    "cut 6-6",
  ]);
});

test("C++: constructors, destructors, operators, templates, nested types, definitions outside of the class", async () => {
  const text = [
    "namespace shop::labels {",
    "class Label {",
    " public:",
    "  explicit Label(int copies = 1);",
    "  ~Label();",
    "  Label& operator=(const Label& other);",
    "  struct Size { int width; };",
    "  template <class T> T as(T t) { return t; }",
    "};",
    "template <typename T>",
    "void Sheet<T>::add(Label label) {}",
    "Label::Label(int copies) {}",
    "bool operator<(const Label& a, const Label& b) { return true; }",
    "}",
  ].join("\n");
  expect(await namesAndLines("src/label.cpp", text)).toEqual([
    "Label 2-9",
    "Label::Label 4-4",
    "Label::~Label 5-5",
    "Label::operator= 6-6",
    "Label::Size 7-7",
    "Label::Size::width 7-7",
    "Label::as 8-8",
    "Sheet::add 10-11",
    "Label::Label 12-12",
    "operator< 13-13",
  ]);
  expect((await symbolOf("src/label.cpp", text, "Label")).namespace).toBe("shop::labels");
});

test("JavaScript before modules: chains, prototypes, objects of functions, functions under a condition", async () => {
  const text = [
    "exports.x = exports.y = 3;",
    "function Foo() {}",
    "Foo.prototype = { bar() {}, baz: function () {} };",
    "module.exports = { m() {}, Foo, n: helper };",
    "function helper() {}",
    "if (process.env.X) { function one() {} exports.two = function () {}; } else { function three() {} }",
    "function hidden() { function local() {} }",
  ].join("\n");
  const { symbols } = await outlineOf("old.js", text);
  expect(symbols.map(({ name, start_line, exported }) => [start_line, name, exported])).toEqual([
    [1, "x", true],
    [1, "y", true],
    [2, "Foo", true],
    [3, "Foo.bar", true],
    [3, "Foo.baz", true],
    [4, "m", true],
    [5, "helper", true],
    [6, "one", false],
    [6, "two", true],
    [6, "three", false],
    [7, "hidden", false],
  ]);
});

test("TypeScript: what a statement of its own exports is exported, members too", async () => {
  const text =
    "function f() {}\nclass C { m() {} }\nfunction g() {}\nfunction h() {}\nexport { f, C as D };\nexport default g;\n";
  const exported = async (code: string) =>
    (await outlineOf("a.ts", code)).symbols.filter((symbol) => symbol.exported).map(({ name }) => name);
  expect(await exported(text)).toEqual(["f", "C", "C.m", "g"]);
  expect(await exported(text.replace("f, C", "C"))).toEqual(["C", "C.m", "g"]);
  expect(await exported(`${text}export { h } from "./h";\n`)).toEqual(["f", "C", "C.m", "g"]);
});

test("TypeScript: `global` inside of a module's declaration adds names without a prefix", async () => {
  const text = [
    'declare module "buffer" {',
    "    export function isUtf8(input: Buffer): boolean;",
    "    global {",
    "        interface Buffer { size: number }",
    "    }",
    "    interface Inner { global: number }",
    "}",
  ].join("\n");
  const { problems } = await outlineOf("buffer.d.ts", text);
  expect(problems).toEqual([]);
  expect(await namesAndLines("buffer.d.ts", text)).toEqual([
    "buffer 1-7",
    "buffer.isUtf8 2-2",
    "Buffer 4-4",
    "Buffer.size 4-4",
    "buffer.Inner 6-6",
    "buffer.Inner.global 6-6",
  ]);
});

test("Ruby: classes that are made by a call, and what a class is told to evaluate", async () => {
  const text = [
    "Label = Struct.new(:width) do",
    "  def area; end",
    "end",
    "module Shop",
    "  Point = Data.define(:x) { def far?; end }",
    "  Plain = OpenStruct.new(a: 1)",
    "end",
    "Shop::Cart.class_eval do",
    "  def total; end",
    '  attr_accessor :a, "b"',
    "end",
  ].join("\n");
  expect(await namesAndLines("a.rb", text)).toEqual([
    "Label 1-3",
    "Label#area 2-2",
    "Shop 4-7",
    "Shop::Point 5-5",
    "Shop::Point#far? 5-5",
    "Shop::Plain 6-6",
    "Shop::Cart#total 9-9",
    "Shop::Cart#a 10-10",
    "Shop::Cart#b 10-10",
  ]);
});

test("C++: namespaces that are written in front of a name are no part of it", async () => {
  const text = [
    "namespace n { class K { void mm(); operator int(); }; int free(); namespace deep { struct D { int d(); }; } }",
    "void n::K::mm() {}",
    "n::K::operator int() { return 1; }",
    "int n::free() { return 2; }",
    "namespace n { int deep::D::d() { return 1; } }",
    "void other::K::mm() {}",
    "int n::K::*field;",
  ].join("\n");
  const { symbols } = await outlineOf("k.cpp", text);
  expect(symbols.map(({ name, kind, start_line, namespace }) => [start_line, kind, name, namespace]).slice(6)).toEqual([
    [2, "method", "K::mm", "n"],
    [3, "method", "K::operator int", "n"],
    [4, "function", "free", "n"],
    [5, "method", "D::d", "n::deep"],
    [6, "method", "other::K::mm", undefined],
    [7, "variable", "field", undefined],
  ]);
});

test("C: types without a name lend their members to what they stand in", async () => {
  const text = [
    "struct S { struct { int a; }; union { int c; } u; };",
    "enum { RED, GREEN };",
    "struct { int depth; } config;",
    "enum { BLUE } color;",
  ].join("\n");
  expect(await namesAndLines("s.c", text)).toEqual([
    "S 1-1",
    "S::a 1-1",
    "S::u::c 1-1",
    "S::u 1-1",
    "RED 2-2",
    "GREEN 2-2",
    "config::depth 3-3",
    "config 3-3",
    "BLUE 4-4",
    "color 4-4",
  ]);
});

test("a file without a parser has no language and no symbols", async () => {
  expect(await outlineOf("deploy/label.xyz", "class Label {}")).toEqual({
    path: "deploy/label.xyz",
    language: undefined,
    symbols: [],
    problems: [],
  });
});

test("nesting without end ends", async () => {
  const deep = `${"class A { static b = ".repeat(3000)}1${" }".repeat(3000)}`;
  const outline = await outlineOf("deep.js", deep);
  expect(outline.symbols[0]?.name).toBe("A");
});
