// From a path and a text to an outline: finds the language and loads only its reader (spec 3.3). Pure.
import type { CodeLanguage } from "./code-outline.ts";
import { type Language, languageOf } from "./language.ts";
import type { Detail, Outline } from "./outline.ts";

type FormatName = "sql" | "graphql" | "openapi" | "json-schema" | "protobuf" | "manifest";
type CodeName = Exclude<Language, FormatName>;

const CODE: Readonly<Record<CodeName, () => Promise<CodeLanguage>>> = {
  typescript: async () => (await import("./languages/typescript.ts")).typescript,
  tsx: async () => (await import("./languages/typescript.ts")).tsx,
  javascript: async () => (await import("./languages/typescript.ts")).javascript,
  python: async () => (await import("./languages/python.ts")).python,
  go: async () => (await import("./languages/go.ts")).go,
  rust: async () => (await import("./languages/rust.ts")).rust,
  java: async () => (await import("./languages/java.ts")).java,
  csharp: async () => (await import("./languages/csharp.ts")).csharp,
  php: async () => (await import("./languages/php.ts")).php,
  ruby: async () => (await import("./languages/ruby.ts")).ruby,
  c: async () => (await import("./languages/cpp.ts")).c,
  cpp: async () => (await import("./languages/cpp.ts")).cpp,
};

const FORMATS: Readonly<Record<FormatName, () => Promise<(path: string, text: string) => Outline>>> = {
  sql: async () => (await import("./languages/sql.ts")).sqlOutline,
  graphql: async () => (await import("./languages/graphql.ts")).graphqlOutline,
  openapi: async () => (await import("./languages/openapi.ts")).openapiOutline,
  "json-schema": async () => (await import("./languages/json-schema.ts")).jsonSchemaOutline,
  protobuf: async () => (await import("./languages/protobuf.ts")).protobufOutline,
  manifest: async () => (await import("./languages/manifest.ts")).manifestOutline,
};

/** Longer documents than this (UTF-16 units) are not read. */
const MAX_DOCUMENT = 4 * 1024 * 1024;

/** Changes when outlines of the same text may come out differently: kept outlines of another version are not used. */
export const OUTLINE_VERSION = 11;

/**
 * The outline of a source text. A byte order mark and CRLF do not move lines.
 * @param path repo-relative or any other; only its name and extension are looked at
 */
export async function outlineOf(path: string, text: string, detail: Detail = "full"): Promise<Outline> {
  const clean = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const language = languageOf(path, clean);
  if (language === undefined) return { path, language: undefined, symbols: [], problems: [] };
  if (Object.hasOwn(FORMATS, language)) {
    if (clean.length > MAX_DOCUMENT) {
      return {
        path,
        language,
        symbols: [],
        problems: [{ line: 1, message: `longer than ${MAX_DOCUMENT} characters: not read` }],
        unread: true,
      };
    }
    return (await FORMATS[language as FormatName]())(path, clean);
  }
  const { codeOutline } = await import("./code-outline.ts");
  return codeOutline(path, language, clean, await CODE[language as CodeName](), detail);
}
