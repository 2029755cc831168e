// Builds dist/: the program (the hot part and the rest, lazily initialised, packages apart), its code cache, the typed library entry, the
// declaration files and the grammars.
// `--if-stale` skips the build when nothing under src/ (or this script) is newer than the last one.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "dist", ".built");

function newest(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const inputs = [
  "src",
  "package.json",
  "tsconfig.json",
  "scripts/build.mjs",
  "scripts/load.cjs",
  "scripts/second-reader.cjs",
  "scripts/warm-up.cjs",
  "bin/foremerge.js",
].map((p) => join(root, p));
if (process.argv.includes("--if-stale") && existsSync(stamp)) {
  if (Math.max(...inputs.map(newest)) <= statSync(stamp).mtimeMs) process.exit(0);
}

rmSync(join(root, "dist"), { recursive: true, force: true });
mkdirSync(join(root, "dist"), { recursive: true });
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** A name for the sources as they are: what one build has cached, a build of other sources does not trust. */
function sourcesId() {
  const hash = createHash("sha256");
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.\w+$/.test(name),
  );
  for (const name of files.sort())
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, "src", name)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

const common = {
  metafile: true,
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  define: { FOREMERGE_VERSION: JSON.stringify(version), FOREMERGE_BUILD: JSON.stringify(sourcesId()) },
};
/** For CommonJS output: modules initialise when they are first asked for, import() included. */
const commonjs = {
  ...common,
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  supported: { "dynamic-import": false },
  define: { ...common.define, "import.meta.url": "__file.url" },
  banner: { js: 'const __file={get url(){return require("node:url").pathToFileURL(__filename).href}};' },
};

/** Small packages of calls that must start fast; every other one lies in a file of its own and is read when it is needed. */
const INLINE = new Set(["commander", "get-east-asian-width", "@noble/hashes/sha2.js"]);
const apart = new Map();
const packagesApart = {
  name: "packages-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^[a-z@][^:]*$/ }, ({ path, kind, importer }) => {
      if (kind === "entry-point" || importer.includes("node_modules") || INLINE.has(path)) return undefined;
      const name = path.replace(/[^a-z0-9-]+/g, "_");
      apart.set(name, path);
      return { path: `./packages/${name}.cjs`, external: true };
    });
  },
};

/** Packages whose module form makes its own `require`, which CommonJS output would shadow: they bring another form. */
const COMMONJS_FORMS = { "web-tree-sitter": "./node_modules/web-tree-sitter/web-tree-sitter.cjs" };

/**
 * Modules of Node that pull in much and are seldom needed: each function asks for its module when it is called. A name
 * that is missing here fails the build.
 */
const LAZY = {
  child_process: ["spawn", "spawnSync"],
  crypto: ["createHash", "hash", "randomBytes"],
  os: ["tmpdir", "userInfo"],
  readline: ["createInterface"],
  tty: ["isatty"],
  zlib: ["crc32"],
};
const lazyBuiltins = {
  name: "lazy-builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^node:(${Object.keys(LAZY).join("|")})$`) }, ({ path, namespace }) =>
      namespace === "lazy" ? undefined : { path, namespace: "lazy" },
    );
    onLoad({ filter: /.*/, namespace: "lazy" }, ({ path }) => ({
      contents: LAZY[path.slice(5)]
        .map(
          (name) =>
            `let m_${name};export const ${name}=(...words)=>(m_${name}??=require(${JSON.stringify(path)}).${name})(...words);`,
        )
        .join("\n"),
    }));
  },
};

/** Where the calls begin that hooks, scripts and shells make on every edit or key. What they import statically is the hot part. */
const HOT_STARTS = [
  "src/main.ts",
  "src/command-parse.ts",
  "src/core/open-session.ts",
  "src/core/after-answer.ts",
  "src/commands/conflicts-check.ts",
  "src/commands/intent-publish.ts",
  "src/core/about-code.ts",
  "src/commands/hook-pre-tool.ts",
  "src/commands/completion.ts",
  "src/commands/completion-suggest.ts",
  "src/commands/intent-show.ts",
  "src/config/environment.ts",
];

/** Every source file with its imports, as the bundler sees them. */
const { inputs: graph } = (
  await build({ ...commonjs, entryPoints: ["src/main.ts"], write: false, outdir: "dist", plugins: [packagesApart] })
).metafile;
const hot = new Set();
for (const queue = [...HOT_STARTS]; queue.length > 0; ) {
  const file = queue.pop();
  if (hot.has(file)) continue;
  hot.add(file);
  for (const { path, kind, external } of graph[file]?.imports ?? []) {
    if (kind !== "dynamic-import" && !external) queue.push(path);
  }
}
/** Whatever is loaded by import() and is not hot, from either part. */
const loadedLater = new Set(
  Object.values(graph).flatMap(({ imports }) =>
    imports
      .filter(({ path, kind, external }) => kind === "dynamic-import" && !external && !hot.has(path))
      .map(({ path }) => path),
  ),
);

/** Hot modules that the rest imports: each costs the start of every call an object with its exports. */
const hotForOthers = new Set(
  Object.entries(graph)
    .filter(([file]) => !hot.has(file))
    .flatMap(([, { imports }]) => imports.filter(({ path }) => hot.has(path)).map(({ path }) => path)),
);

const HOT_TABLE = 'globalThis[Symbol.for("foremerge.hot")]';
const REST_TABLE = 'globalThis[Symbol.for("foremerge.rest")]()';
/** The entry of a part: its modules by name, each initialised when it is asked for. */
const entryOf = (names, more) => ({
  contents: `${more}const table = {\n${names.map((name) => `${JSON.stringify(name)}: () => require("./${name}"),`).join("\n")}\n};\n`,
  resolveDir: root,
  loader: "js",
});
/** In one part, a module of the other one is a look-up in its table: there is one instance of everything. */
const otherPart = (belongs, table) => ({
  name: "other-part",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const file = relative(root, join(resolveDir, path));
      return belongs(file) ? { path: file, namespace: "other-part" } : undefined;
    });
    onLoad({ filter: /.*/, namespace: "other-part" }, ({ path }) => ({
      contents: `module.exports = ${table}(${JSON.stringify(path)});`,
    }));
  },
});

/** A part is one function expression, as scripts/load.cjs runs it. */
const part = {
  ...commonjs,
  banner: { js: `(function(exports,require,module,__filename,__dirname){${commonjs.banner.js}` },
  footer: { js: "})" },
};

const bundles = [
  await build({
    ...part,
    stdin: entryOf(
      [...hotForOthers].filter((name) => name.startsWith("src/")),
      `export { main, start } from "./src/main.ts";
export const readSecond = (task) => require("./src/store/read-second.ts").readSecond(task);
${HOT_TABLE} = (name) => table[name]();\n`,
    ),
    outfile: "dist/main.cjs",
    plugins: [otherPart((file) => loadedLater.has(file), REST_TABLE), packagesApart, lazyBuiltins],
  }),
  await build({
    ...part,
    stdin: entryOf([...loadedLater], "export const module = (name) => table[name]();\n"),
    outfile: "dist/rest.cjs",
    plugins: [otherPart((file) => hot.has(file), HOT_TABLE), packagesApart, lazyBuiltins],
  }),
  await build({ ...commonjs, entryPoints: Object.fromEntries(apart), outdir: "dist/packages", alias: COMMONJS_FORMS }),
  await build({ ...common, entryPoints: { index: "src/index.ts" }, outdir: "dist", format: "esm" }),
];
// ASCII alone is read fastest, and each character is one byte to the code cache.
for (const name of ["main.cjs", "rest.cjs"]) {
  const odd = /.{0,40}[^\x00-\x7f].{0,40}/u.exec(readFileSync(join(root, "dist", name), "utf8"));
  if (odd) throw new Error(`dist/${name} holds characters beyond ASCII; write them as escapes: ${odd[0]}`);
}
// The parser engine and its grammars, as src/syntax/tree-sitter.ts looks for them.
const grammars = Object.values(JSON.parse(readFileSync(join(root, "src", "syntax", "grammars.json"), "utf8")));
mkdirSync(join(root, "dist", "grammars"), { recursive: true });
for (const file of grammars) {
  copyFileSync(join(root, "node_modules", file), join(root, "dist", "grammars", basename(file)));
}
writeFileSync(
  join(root, "dist", "THIRD-PARTY-NOTICES.txt"),
  notices([
    ...bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
    ...grammars.map((file) => `node_modules/${file}`),
  ]),
);
if (!process.argv.includes("--no-types")) {
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit",
  });
}
for (const name of ["load.cjs", "second-reader.cjs"])
  copyFileSync(join(root, "scripts", name), join(root, "dist", name));
// The hot path, compiled ahead: bin/foremerge.js reads it when this very Node can use it.
for (const name of ["main.cjs", "rest.cjs"]) {
  execFileSync(process.execPath, [join(root, "scripts", "warm-up.cjs"), name], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}
writeFileSync(stamp, `${version}\n`);

/** Licence texts of every package that went into the bundle. */
function notices(files) {
  const folders = new Set();
  for (const file of files) {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
    if (found) folders.add(realpathSync(join(root, found[1])));
  }
  let text = "foremerge contains parts of these packages.\n";
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    text += `\n${"-".repeat(72)}\n${name} ${version} (${license})\n`;
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    if (file) text += `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  }
  return text;
}
