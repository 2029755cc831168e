import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { definitionOf, EVENT_TYPES } from "../../src/store/events/registry.ts";
import { SAMPLES } from "./samples.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "schemas", "events");
const ajv = new Ajv2020({ strict: false });

/** Every way to take one field out of a value, or to put null in its place, with the path of that field. */
function* spoiled(value: unknown, path = ""): Iterable<{ path: string; value: unknown }> {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      for (const worse of spoiled(item, `${path}/${i}`)) yield { path: worse.path, value: value.with(i, worse.value) };
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      yield { path: `${path}/${key} gone`, value: rest };
      yield { path: `${path}/${key} null`, value: { ...value, [key]: null } };
      yield { path: `${path}/${key} a number`, value: { ...value, [key]: -1.5 } };
      for (const worse of spoiled(item, `${path}/${key}`)) {
        yield { path: worse.path, value: { ...value, [key]: worse.value } };
      }
    }
  }
}

test("every event type has a schema and a line in the documentation of the format, and no other has", () => {
  const schemas = readdirSync(folder).map((file) => file.replace(".schema.json", ""));
  expect(schemas.sort()).toEqual([...EVENT_TYPES].sort());
  const docs = readFileSync(join(root, "docs", "ledger-format.md"), "utf8").split("## Event types")[1];
  const documented = [...(docs ?? "").matchAll(/^\| `([a-z]+\.[a-z_]+)` *\|/gm)].map((match) => match[1] as string);
  expect(documented).toEqual(EVENT_TYPES);
});

describe.each(EVENT_TYPES)("%s", (type) => {
  const schema = JSON.parse(readFileSync(join(folder, `${type}.schema.json`), "utf8"));
  delete schema.$schema;
  const validate = ajv.compile(schema);
  const check = definitionOf(type)?.check as (value: unknown) => string | undefined;

  test("its sample is right by the program and by the schema", () => {
    expect(check(SAMPLES[type])).toBeUndefined();
    expect(validate(SAMPLES[type])).toBe(true);
  });

  test("program and schema agree about every field that is missing or wrong", () => {
    for (const { path, value } of spoiled(SAMPLES[type])) {
      expect([path, check(value) === undefined]).toEqual([path, validate(value)]);
    }
  });
});
