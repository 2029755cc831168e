// NDJSON requests, one a line (spec 5.2): parsed and validated here, answered in order by publish or check.
import { ForemergeError, invalidInput } from "../errors.ts";
import type { Declaration } from "./request.ts";

const FIELDS = ["summary", "scopes", "uses", "depends_on", "agent", "task", "rationale", "group"] as const;

export interface BatchRequest extends Declaration {
  readonly rationale?: string;
  readonly group?: string;
}

/** One line of a batch: a request, or why it is none. */
export type BatchLine = { readonly request: BatchRequest } | { readonly error: ForemergeError };

/** Lines of standard input that are not blank, each parsed on its own. */
export function parseBatch(input: Buffer): readonly BatchLine[] {
  const lines: BatchLine[] = [];
  for (const text of input
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .split("\n")) {
    if (text.trim() === "") continue;
    try {
      lines.push({ request: parseRequest(text) });
    } catch (error) {
      if (!(error instanceof ForemergeError)) throw error;
      lines.push({ error });
    }
  }
  return lines;
}

function parseRequest(text: string): BatchRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidInput(
      `${JSON.stringify(text.slice(0, 60))} is no JSON`,
      'write one object a line: {"summary": "…", "scopes": ["KIND:KEY=OP"]}',
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidInput(
      `${JSON.stringify(text.slice(0, 60))} is no object`,
      'write {"summary": "…", "scopes": ["KIND:KEY=OP"]}',
    );
  }
  for (const name of Object.keys(value)) {
    if (!(FIELDS as readonly string[]).includes(name)) {
      throw invalidInput(`unknown field ${JSON.stringify(name)}`, `known fields: ${FIELDS.join(", ")}`);
    }
  }
  const get = (name: string): unknown =>
    Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  const word = (name: string): string | undefined => {
    const found = get(name);
    if (found === undefined || found === null) return undefined;
    if (typeof found !== "string")
      throw invalidInput(`${name}: ${JSON.stringify(found).slice(0, 60)} is no text`, `write "${name}": "…"`);
    return found;
  };
  const words = (name: string): readonly string[] => {
    const found = get(name) ?? [];
    if (!Array.isArray(found) || found.some((item) => typeof item !== "string")) {
      throw invalidInput(
        `${name}: ${JSON.stringify(found).slice(0, 60)} is no list of texts`,
        `write "${name}": ["…"]`,
      );
    }
    return found as string[];
  };
  const optional = (name: string): Record<string, string> => {
    const found = word(name);
    return found === undefined ? {} : { [name]: found };
  };
  return {
    summary: word("summary") ?? "",
    scopes: words("scopes"),
    uses: words("uses"),
    dependsOn: words("depends_on"),
    ...optional("agent"),
    ...optional("task"),
    ...optional("rationale"),
    ...optional("group"),
  };
}

/** The error document of one line (`foremerge.error/1`). */
export function errorLine(error: unknown): {
  readonly schema: "foremerge.error/1";
  readonly error: Record<string, unknown>;
} {
  if (!(error instanceof ForemergeError)) throw error;
  return {
    schema: "foremerge.error/1",
    error: {
      code: error.code,
      message: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      ...(error.details === undefined ? {} : { details: error.details }),
    },
  };
}
