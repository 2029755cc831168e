// Builds dist/: the split bundle, the typed library entry, the declaration files and the grammars.
// `--if-stale` skips the build when nothing under src/ (or this script) is newer than the last one.
import { execFileSync } from "node:child_process";
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

const inputs = ["src", "package.json", "tsconfig.json", "scripts/build.mjs"].map((p) => join(root, p));
if (process.argv.includes("--if-stale") && existsSync(stamp)) {
  if (Math.max(...inputs.map(newest)) <= statSync(stamp).mtimeMs) process.exit(0);
}

rmSync(join(root, "dist"), { recursive: true, force: true });
mkdirSync(join(root, "dist"), { recursive: true });
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const { metafile } = await build({
  metafile: true,
  absWorkingDir: root,
  entryPoints: { main: "src/main.ts", index: "src/index.ts" },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minify: true,
  keepNames: false,
  sourcemap: false,
  legalComments: "none",
  define: { FOREMERGE_VERSION: JSON.stringify(version) },
  // Bundled CommonJS packages still call require() for Node's own modules.
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
  chunkNames: "chunks/[name]-[hash]",
  logLevel: "warning",
});
// The parser engine and its grammars, as src/syntax/tree-sitter.ts looks for them.
mkdirSync(join(root, "dist", "grammars"), { recursive: true });
for (const file of Object.values(JSON.parse(readFileSync(join(root, "src", "syntax", "grammars.json"), "utf8")))) {
  copyFileSync(join(root, "node_modules", file), join(root, "dist", "grammars", basename(file)));
}
writeFileSync(join(root, "dist", "THIRD-PARTY-NOTICES.txt"), notices(Object.keys(metafile.inputs)));
if (!process.argv.includes("--no-types")) {
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit",
  });
}
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
