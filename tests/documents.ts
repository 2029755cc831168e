// Checks every document that a test sees against schemas/, and remembers the documents that have no schema yet.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

/** With true, a document without a schema fails the test that ends every conformance file. */
export const EVERY_DOCUMENT_HAS_A_SCHEMA = true;

const folder = fileURLToPath(new URL("../schemas", import.meta.url));
const validators = new Map<string, ValidateFunction | undefined>();
const withoutSchema = new Set<string>();
let ajv: Ajv2020 | undefined;

/** One compiler with every schema of the folder, so that they may refer to one another by `$id`. */
function compiler(): Ajv2020 {
  if (ajv) return ajv;
  ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".schema.json")) continue;
    const schema = JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, unknown>;
    // Drafts differ only in keywords that these schemas do not use.
    delete schema.$schema;
    ajv.addSchema(schema, name);
  }
  return ajv;
}

function validatorOf(name: string): ValidateFunction | undefined {
  if (!validators.has(name)) {
    const file = `${name}.schema.json`;
    validators.set(name, existsSync(join(folder, file)) ? compiler().getSchema(file) : undefined);
  }
  return validators.get(name);
}

/** Throws when the document breaks its schema. */
export function checkDocument(value: object): void {
  const schema = (value as { schema: string }).schema;
  const name = /^foremerge\.([a-z-]+)\/\d+$/.exec(schema)?.[1];
  if (name === undefined) throw new Error(`a document calls itself ${JSON.stringify(schema)}`);
  // `--fields` leaves out what was not asked for, and says so.
  if ("fields" in value) return;
  const validate = validatorOf(name);
  if (!validate) {
    withoutSchema.add(name);
    return;
  }
  if (!validate(value)) {
    throw new Error(`${schema} breaks schemas/${name}.schema.json: ${compiler().errorsText(validate.errors)}`);
  }
}

/** Names of the documents seen so far that have no schema. */
export const documentsWithoutSchema = (): string[] => [...withoutSchema].sort();
