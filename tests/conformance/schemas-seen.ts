// The last test of every conformance file: what it saw had a schema.
import { expect, test } from "vitest";
import { documentsWithoutSchema, EVERY_DOCUMENT_HAS_A_SCHEMA } from "../documents.ts";

export function testSchemasSeen(): void {
  test("every document seen has a schema", () => {
    const missing = documentsWithoutSchema();
    if (!EVERY_DOCUMENT_HAS_A_SCHEMA && missing.length > 0) {
      console.warn(`documents without a schema: ${missing.join(", ")}`);
      return;
    }
    expect(missing).toEqual([]);
  });
}
