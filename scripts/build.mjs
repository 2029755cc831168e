// Builds dist/: the program (one lazily initialised file, packages apart), its code cache, the typed library entry, the
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
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
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
  define: { ...common.define, "import.meta.url": "__url" },
  banner: { js: 'const __url=require("node:url").pathToFileURL(__filename).href;' },
};

/** Small packages of the hot path; every other one lies in a file of its own and is read when it is needed. */
const INLINE = new Set(["commander", "picomatch"]);
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
};
const lazyBuiltins = {
  name: "lazy-builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^node:(${Object.keys(LAZY).join("|")})$`) }, ({ path, namespace }) =>
      namespace === "lazy" ? undefined : { path, namespace: "lazy" },
    );
    onLoad({ filter: /.*/, namespace: "lazy" }, ({ path }) => ({
      contents: LAZY[path.slice(5)]
        .map((name) => `export const ${name} = (...words) => require(${JSON.stringify(path)}).${name}(...words);`)
        .join("\n"),
    }));
  },
};

const bundles = [
  await build({
    ...commonjs,
    entryPoints: { main: "src/main.ts" },
    outdir: "dist",
    plugins: [packagesApart, lazyBuiltins],
  }),
  await build({ ...commonjs, entryPoints: Object.fromEntries(apart), outdir: "dist/packages", alias: COMMONJS_FORMS }),
  await build({ ...common, entryPoints: { index: "src/index.ts" }, outdir: "dist", format: "esm" }),
];
// The parser engine and its grammars, as src/syntax/tree-sitter.ts looks for them.
mkdirSync(join(root, "dist", "grammars"), { recursive: true });
for (const file of Object.values(JSON.parse(readFileSync(join(root, "src", "syntax", "grammars.json"), "utf8")))) {
  copyFileSync(join(root, "node_modules", file), join(root, "dist", "grammars", basename(file)));
}
writeFileSync(
  join(root, "dist", "THIRD-PARTY-NOTICES.txt"),
  notices(bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs))),
);
if (!process.argv.includes("--no-types")) {
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit",
  });
}
copyFileSync(join(root, "scripts", "load.cjs"), join(root, "dist", "load.cjs"));
// The hot path, compiled ahead: bin/foremerge.js reads it when this very Node can use it.
execFileSync(process.execPath, [join(root, "scripts", "warm-up.cjs")], { stdio: "inherit" });
writeFileSync(stamp, `${version}\n`);

/** Licence texts of every package that went into the bundle. */
function notices(files) {
  const folders = new Set();
  for (const file of files) {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
    if (found) folders.add(found[1]);
  }
  let text = "foremerge contains parts of these packages.\n";
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    text += `\n${"-".repeat(72)}\n${name} ${version} (${license})\n`;
    const file = readdirSync(join(root, folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    if (file) text += `\n${readFileSync(join(root, folder, file), "utf8").trim()}\n`;
  }
  return text;
}
