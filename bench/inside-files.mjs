// L2 of the dispatch check: two tasks that name symbols in the same 20 files of 500 lines, with outlines to be made and
// with outlines kept. Work time as `plan check` reports it (timings_ms.L2), one process a run; the 95th percentile. Beside
// it the start of Node in the same minute, for a machine that is busy shows in both.
//
//   node bench/inside-files.mjs [--files 20] [--lines 500] [--runs 15] [--language ts|py|go (all three)]
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, report, row } from "./measure.mjs";

const flag = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const FILES = Number(flag("files", 20));
const LINES = Number(flag("lines", 500));
const RUNS = Number(flag("runs", 15));
const LANGUAGES = flag("language", "ts,py,go").split(",");

const binary = fileURLToPath(new URL("../bin/foremerge.js", import.meta.url));

/** Code of the given length: classes with methods that call each other, in blocks of some 25 lines. */
const MAKERS = {
  ts: (file) => {
    let text = `import { log } from "./log";\n\n`;
    for (let c = 0; text.split("\n").length < LINES - 24; c++) {
      text += `/** Keeps the labels of shelf ${c}. */\nexport class Shelf${file}x${c} {\n  private readonly labels = new Map<string, number>();\n\n`;
      for (let m = 0; m < 3; m++) {
        text += `  method${m}(text: string, copies = 1): number {\n    const known = this.labels.get(text) ?? 0;\n    // as many as asked for\n    for (let i = 0; i < copies; i++) log(\`\${text} \${known + i}\`);\n    return this.labels.set(text, known + copies).size;\n  }\n`;
      }
      text += `}\n\n`;
    }
    return text;
  },
  py: (file) => {
    let text = "import logging\n\n";
    for (let c = 0; text.split("\n").length < LINES - 20; c++) {
      text += `\nclass Shelf${file}x${c}:\n    """Keeps labels."""\n\n`;
      for (let m = 0; m < 3; m++) {
        text += `    def method${m}(self, text, copies=1):\n        known = self.labels.get(text, 0)\n        for i in range(copies):\n            logging.info("%s %d", text, known + i)\n        return known\n\n`;
      }
    }
    return text;
  },
  go: (file) => {
    let text = "package labels\n\n";
    for (let c = 0; text.split("\n").length < LINES - 24; c++) {
      text += `type Shelf${file}x${c} struct {\n\tlabels map[string]int\n}\n\n`;
      for (let m = 0; m < 3; m++) {
        text += `func (s *Shelf${file}x${c}) Method${m}(text string, copies int) int {\n\tknown := s.labels[text]\n\tfor i := 0; i < copies; i++ {\n\t\tknown += i\n\t}\n\treturn known\n}\n\n`;
      }
    }
    return text;
  },
};
/** Work times of L2 in one language, cold and with outlines kept, and of an empty program, in milliseconds. */
function measure(language) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-l2-")));
  const env = { PATH: process.env.PATH, HOME: folder, LC_ALL: "C", GIT_CONFIG_NOSYSTEM: "1", NO_COLOR: "1" };
  const run = (file, args) =>
    execFileSync(file, args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const git = (...args) => run("git", args);
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const method = language === "go" ? "Method" : "method";

  git("init", "-q", "-b", "main");
  git("config", "user.name", "Robin Vale");
  git("config", "user.email", "robin@example.org");
  const artifacts = { first: "", second: "" };
  for (let f = 0; f < FILES; f++) {
    const path = `src/shelf${f}.${language}`;
    write(path, MAKERS[language](f));
    artifacts.first += `  - {path: ${path}, symbols: [Shelf${f}x1.${method}0, Shelf${f}x2.${method}1]}\n`;
    artifacts.second += `  - {path: ${path}, symbols: [Shelf${f}x1.${method}2], operation: modify}\n`;
  }
  write("plans/STORY.md", "---\nid: STORY\ntier: 3\nstatus: active\nintent: Shelves\nchildren: [ONE, TWO]\n---\n");
  const task = (id, intent, parts) =>
    `---\nid: ${id}\ntier: 4\nparent: STORY\nstatus: planned\nintent: ${intent}\nartifacts:\n${parts}---\n`;
  write("plans/ONE.md", task("ONE", "Count copies", artifacts.first));
  write("plans/TWO.md", task("TWO", "Print faster", artifacts.second));
  git("add", "-A");
  git("commit", "-q", "-m", "Begin");
  run(process.execPath, [binary, "init"]);

  const check = () => {
    const { verdict, timings_ms: times } = JSON.parse(
      run(process.execPath, [binary, "plan", "check", "ONE", "--json", "--no-record"]),
    );
    if (verdict !== "clear") throw new Error(`two methods of one class should be clear, the verdict is ${verdict}`);
    return times.L2;
  };
  const kept = join(folder, ".git", "foremerge", "cache", "outlines");
  const times = { cold: [], warm: [], node: [] };
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    run(process.execPath, ["-e", "0"]);
    times.node.push(performance.now() - start);
    rmSync(kept, { recursive: true, force: true });
    times.cold.push(check());
    times.warm.push(check());
  }
  rmSync(folder, { recursive: true, force: true });
  return times;
}

const p95 = (list) => [...list].sort((a, b) => a - b)[Math.ceil(list.length * 0.95) - 1];
report(
  LANGUAGES.flatMap((language) => {
    const { cold, warm, node } = measure(language);
    const what = `L2, ${FILES} files of ${LINES} lines (${language})`;
    const note = (list) => `median ${Math.round(median(list))} ms; node -e 0: ${Math.round(median(node))} ms`;
    return [
      row(`${what}, cold, p95`, p95(cold), "ms", "≤ 300", note(cold)),
      row(`${what}, outlines kept, p95`, p95(warm), "ms", "≤ 50", note(warm)),
    ];
  }),
);
