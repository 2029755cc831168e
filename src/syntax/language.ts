// Which language a file is written in: by its path, and by its first lines where the path leaves it open. Pure.

export const LANGUAGES = [
  "typescript",
  "tsx",
  "javascript",
  "python",
  "go",
  "rust",
  "java",
  "csharp",
  "php",
  "ruby",
  "c",
  "cpp",
  "sql",
  "graphql",
  "openapi",
  "json-schema",
  "protobuf",
  "manifest",
] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages whose outlines hold schema elements rather than code. */
const FORMATS: ReadonlySet<string> = new Set(["sql", "graphql", "openapi", "json-schema", "protobuf", "manifest"]);

export function isFormat(language: string): boolean {
  return FORMATS.has(language);
}

const BY_EXTENSION: ReadonlyMap<string, Language> = new Map([
  ["ts", "typescript"],
  ["mts", "typescript"],
  ["cts", "typescript"],
  ["tsx", "tsx"],
  ["js", "javascript"],
  ["mjs", "javascript"],
  ["cjs", "javascript"],
  ["jsx", "javascript"],
  ["py", "python"],
  ["pyi", "python"],
  ["go", "go"],
  ["rs", "rust"],
  ["java", "java"],
  ["cs", "csharp"],
  ["php", "php"],
  ["phtml", "php"],
  ["rb", "ruby"],
  ["rake", "ruby"],
  ["c", "c"],
  ["cc", "cpp"],
  ["cpp", "cpp"],
  ["cxx", "cpp"],
  ["hh", "cpp"],
  ["hpp", "cpp"],
  ["hxx", "cpp"],
  ["sql", "sql"],
  ["ddl", "sql"],
  ["graphql", "graphql"],
  ["graphqls", "graphql"],
  ["gql", "graphql"],
  ["proto", "protobuf"],
]);

const MANIFESTS: ReadonlySet<string> = new Set([
  "package.json",
  "pyproject.toml",
  "go.mod",
  "Cargo.toml",
  "pom.xml",
  "composer.json",
]);

const BY_NAME: ReadonlyMap<string, Language> = new Map([
  ["Rakefile", "ruby"],
  ["Gemfile", "ruby"],
]);

/** How much of a text is looked at to tell one format from another. */
const SNIFF = 4096;

/** The language of a file, or undefined when nothing here reads it. */
export function languageOf(path: string, text: string): Language | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (MANIFESTS.has(name)) return "manifest";
  const known = BY_NAME.get(name);
  if (known) return known;
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
  if (extension === "h") return looksLikeCpp(text) ? "cpp" : "c";
  if (extension === "json" || extension === "yaml" || extension === "yml") return documentLanguage(name, text);
  if (extension === "") return byShebang(text);
  return BY_EXTENSION.get(extension);
}

/** What the path alone says: a language, `text` where the content decides, or undefined when no content could. */
export function languageByPath(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
  if (MANIFESTS.has(name)) return name.toLowerCase();
  // A schema may go by the name of its file.
  if (extension === "json" || extension === "yaml" || extension === "yml")
    return `text-${name.replace(/[^\w.-]/g, "_")}`;
  if (extension === "" || extension === "h") return BY_NAME.get(name) ?? `text-${extension}`;
  return BY_EXTENSION.get(extension);
}

function looksLikeCpp(text: string): boolean {
  return /^\s*(?:class\s+\w|namespace\s|template\s*<|using\s|public:|private:|protected:)|\bstd::/m.test(text);
}

/**
 * OpenAPI and JSON Schema documents say what they are: near their top, or by a key of their own further down (sorted
 * keys). Other YAML and JSON is not looked into.
 */
function documentLanguage(name: string, text: string): Language | undefined {
  const head = text.slice(0, SNIFF);
  if (
    /^\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m.test(head) ||
    /["'](?:openapi|swagger)["']\s*:\s*["']\d/.test(head)
  )
    return "openapi";
  if (/^\s*["']?\$schema["']?\s*:/m.test(head) || /\.schema\.(?:json|ya?ml)$/i.test(name)) {
    return /json-schema\.org/.test(head) || /\.schema\.(?:json|ya?ml)$/i.test(name) ? "json-schema" : undefined;
  }
  if (/["']\$schema["']\s*:\s*["'][^"']*json-schema\.org/.test(head)) return "json-schema";
  return text.length > SNIFF ? byTopKey(text) : undefined;
}

/** Keys behind the head: of a JSON document where no brace but the outermost is open, in YAML at the start of a line. */
const JSON_KEY = /"(?:(openapi|swagger)"\s*:\s*"\d|\$schema"\s*:\s*"[^"\n]*json-schema\.org)/g;
const YAML_KEY =
  /^(?:(["']?)(openapi|swagger)\1[ \t]*:[ \t]+["']?\d|(["']?)\$schema\3[ \t]*:[ \t]+["']?\S*json-schema\.org)/gm;

function byTopKey(text: string): Language | undefined {
  const isJson = /^\s*\{/.test(text);
  let at = 0;
  let depth = 0;
  for (const found of text.matchAll(isJson ? JSON_KEY : YAML_KEY)) {
    if (!isJson) return found[2] ? "openapi" : "json-schema";
    for (; at < found.index; at++) {
      if (text[at] === '"') at = endOfString(text, at);
      else if (text[at] === "{" || text[at] === "[") depth++;
      else if (text[at] === "}" || text[at] === "]") depth--;
    }
    // Where the place lies within a string, the reading stands behind it.
    if (at === found.index && depth === 1) return found[1] ? "openapi" : "json-schema";
  }
  return undefined;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function byShebang(text: string): Language | undefined {
  const line = /^#![^\n]*/.exec(text)?.[0] ?? "";
  if (/\bpython[\d.]*\b/.test(line)) return "python";
  if (/\bnode\b/.test(line)) return "javascript";
  if (/\bruby\b/.test(line)) return "ruby";
  if (/\bphp\b/.test(line)) return "php";
  return undefined;
}
