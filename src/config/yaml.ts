// The only door to the YAML parser, for settings, module files, plan nodes, strategies and outlines. Loaded only when something
// has to be parsed: importing it costs about as much as a whole check.
import { type Document, parseAllDocuments, parseDocument } from "yaml";
import { ForemergeError } from "../errors.ts";

export { isAlias, isMap, isScalar, isSeq } from "yaml";

/** Options for text of unknown origin: no custom tags, bounded aliases, duplicate keys refused. */
const SAFE = { uniqueKeys: true, prettyErrors: true, schema: "core", merge: false } as const;

/** Parses with positions and comments kept, for edits that leave the rest as it was. */
export function yamlDocument(text: string): Document.Parsed {
  return parseDocument(text, SAFE) as Document.Parsed;
}

/** All documents of what may be unfinished: errors are in them, and what could be read is there too. */
export function tolerantYamlStream(text: string): readonly Document.Parsed[] {
  return parseAllDocuments(text, { uniqueKeys: false, strict: false, logLevel: "silent" }) as Document.Parsed[];
}

/**
 * The plain value of a YAML (or JSON) text.
 * @throws ForemergeError CONFIG_INVALID with the line, for what does not parse and for alias bombs
 */
export function parseYaml(text: string, where: string): unknown {
  const document = yamlDocument(text);
  const problem = document.errors[0];
  if (problem) {
    throw new ForemergeError("CONFIG_INVALID", `${where} is no valid YAML: ${problem.message.split("\n")[0]}`, {
      hint: "mend the line named; `foremerge config explain` shows what is read",
    });
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new ForemergeError("CONFIG_INVALID", `${where} uses aliases that expand too far`, {
      hint: "write the values out",
      cause: error,
    });
  }
}
