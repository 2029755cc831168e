// Which import lines of two sides may be united without asking anybody.
import { describe, expect, test } from "vitest";
import { uniteImports } from "../../src/git/import-union.ts";
import type { Piece } from "../../src/git/marked-text.ts";

const place = (a: string, b: string, base = ""): Piece => ({ line: 2, a, base, b });
const unite = (path: string, before: string, a: string, b: string, after = "\nrun();\n") =>
  uniteImports(path, [{ same: before }, place(a, b), { same: after }]);
const refused = (because: string) => ({ refused: expect.stringContaining(because) });

describe("import lines are united", () => {
  test.each([
    ["pay.ts", "import { m } from './m';\n", 'import n, { type o as p } from "./n";\n'],
    ["pay.js", "const { m, k: l } = require('m');\n", "import * as n from './n'\n"],
    ["pay.mjs", "import './polyfill.js';\n", "import data from './d.json' with { type: 'json' };\n"],
    ["pay.tsx", "import type { M } from './m';\n", "import fs, * as all from 'node:fs';\n"],
    ["jobs.py", "import m.core as m\n", "from .n import (o, p as q)\n"],
    ["jobs.py", "import os.path\n", "import os.environ_tools\n"],
    ["Pay.java", "import java.util.List;\n", "import static java.lang.Math.max;\n"],
    ["Pay.kt", "import kotlin.math.max\n", "import a.b.C as D\n"],
    ["pay.rs", "use std::fmt;\n", "use crate::pay::{self, Total as Sum};\n"],
    ["Pay.php", "use App\\Billing\\Invoice;\n", "use function App\\sum as total;\n"],
    ["pay.c", "#include <m.h>\n", '#include "n.h"\n'],
    ["pay.rb", "require 'm'\n", "require_relative 'lib/n'\n"],
  ])("%s: A's first, then B's", (path, a, b) => {
    expect(unite(path, "", a, b)).toEqual({ text: `${a}${b}\nrun();\n` });
  });

  test("in a block of Go, and nowhere else in Go", () => {
    const block = 'package pay\n\nimport (\n\t"fmt"\n';
    expect(unite("pay.go", block, '\t"os"\n', '\tstr "strings"\n', ")\n")).toEqual({
      text: `${block}\t"os"\n\tstr "strings"\n)\n`,
    });
    expect(unite("pay.go", "package pay\n\nvar names = join(\n", '\t"os"\n', '\t"io"\n', ")\n")).toEqual(
      refused("outside an import block"),
    );
  });

  test("once when both sides added the same line, with the line ends of the file", () => {
    const m = "import { m } from './m';\r\n";
    const n = "import { n } from './n';\r\n";
    expect(unite("pay.ts", "import { a } from './a';\r\n", m, `${m}${n}`, "run();\r\n")).toEqual({
      text: `import { a } from './a';\r\n${m}${n}run();\r\n`,
    });
  });
});

describe("a union is refused", () => {
  test("where one name would come from two sources, here or elsewhere in the file", () => {
    const m = "import { m } from './m';\n";
    expect(unite("pay.ts", "", m, "import { m } from './other';\n")).toEqual(refused("m would be imported twice"));
    expect(unite("pay.ts", "", m, "import { x as m } from './m';\n")).toEqual(refused("m would be imported twice"));
    expect(unite("pay.ts", "import m from './old';\n", m, "import './n';\n")).toEqual(refused("m would be"));
    expect(unite("pay.py", "", "import m\n", "from other import m\n")).toEqual(refused("m would be"));
    expect(unite("pay.go", "import (\n", '"a/rand"\n', '"b/rand"\n', ")\n")).toEqual(refused("rand would be"));
    expect(unite("Pay.java", "", "import a.List;\n", "import b.List;\n")).toEqual(refused("List would be"));
    expect(unite("pay.rs", "", "use a::{Total, Sum};\n", "use b::Total;\n")).toEqual(refused("Total would be"));
  });

  test("where a line stands in the file already", () => {
    expect(unite("pay.ts", "", "import './m';\n", "import './n';\n", "import './n';\n")).toEqual(refused("twice"));
  });

  test.each([
    ["pay.ts", "export { m } from './m';\n"],
    ["pay.ts", "import { m } from './m'; run();\n"],
    ["pay.ts", "  import { m } from './m';\n"],
    ["pay.ts", "const m = load('./m');\n"],
    ["pay.ts", "\n"],
    ["pay.ts", "import {\n  m,\n} from './m';\n"],
    ["pay.ts", "import { m } from `./m`;\n"],
    ["jobs.py", "from m import *\n"],
    ["jobs.py", "from __future__ import annotations\n"],
    ["jobs.py", "    import m\n"],
    ["jobs.py", "import m; run()\n"],
    ["Pay.java", "import java.util.*;\n"],
    ["pay.rs", "use std::io::*;\n"],
    ["pay.rs", "pub use m::Total;\n"],
    ["Pay.php", "use App\\{A, B};\n"],
    ["pay.c", "#define M 1\n"],
  ])("%s: %j is no import whose names are known", (path, line) => {
    expect(unite(path, "", line, "")).not.toHaveProperty("text");
    const other: Record<string, string> = { ts: "import './n';\n", py: "import n\n", java: "import b.N;\n" };
    const b =
      other[path.split(".")[1] as string] ??
      { rs: "use n;\n", php: "use N;\n", c: "#include <n.h>\n" }[path.split(".")[1] as string] ??
      "";
    expect(unite(path, "", line, b)).toEqual(refused("no import"));
  });

  test("where lines were changed, only one side added, or the language is not known", () => {
    const m = "import { m } from './m';\n";
    const changed: Piece[] = [place(m, "import { n } from './n';\n", "import { o } from './o';\n")];
    expect(uniteImports("pay.ts", changed)).toEqual(refused("changed"));
    expect(uniteImports("pay.ts", [place(m, "")])).toEqual(refused("only one side"));
    expect(unite("data.json", "", '"a": 1,\n', '"b": 2,\n')).toEqual(refused("no language"));
    expect(unite("Makefile", "", "include a\n", "include b\n")).toEqual(refused("no language"));
  });

  test("where any one of several places is no import", () => {
    const pieces = [place("import './m';\n", "import './n';\n"), { same: "x\n" }, place("run(1);\n", "run(2);\n")];
    expect(uniteImports("pay.ts", pieces)).toEqual(refused("no import: run(1);"));
  });
});
