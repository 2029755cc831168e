// What ALTER, DROP and RENAME do to elements that other statements declare.
import type { SymbolKind } from "../outline.ts";
import { sqlUses } from "../sql-uses.ts";
import { columnOf, TYPE_WORD, textOf, typeTokens } from "./sql-column.ts";
import { Cursor } from "./sql-cursor.ts";
import { type Found, SIMPLE_KINDS } from "./sql-found.ts";

export function drop(cursor: Cursor, found: Found): void {
  cursor.take("MATERIALIZED", "FOREIGN", "TEMPORARY");
  const word = cursor.next()?.key ?? "";
  const kind = word === "TABLE" ? "table" : word === "INDEX" ? "index" : SIMPLE_KINDS[word];
  if (!kind) return;
  cursor.take("CONCURRENTLY");
  cursor.ifExists();
  for (let name = cursor.name(); name; name = cursor.takeMark(",") ? cursor.name() : undefined) {
    found.effects.push({ ...named(name), kind, operation: "remove", ...cursor.whole() });
  }
}

function named(name: { text: string; namespace?: string }): { name: string; namespace?: string } {
  return { name: name.text, ...(name.namespace ? { namespace: name.namespace } : {}) };
}

export function renameTables(cursor: Cursor, found: Found): void {
  for (let name = cursor.name(); name; name = cursor.takeMark(",") ? cursor.name() : undefined) {
    cursor.take("TO");
    const to = cursor.name();
    if (!to) return;
    found.effects.push({ ...named(name), kind: "table", operation: "rename", new_name: to.text, ...cursor.whole() });
  }
}

export function alter(cursor: Cursor, text: string, found: Found): void {
  cursor.take("MATERIALIZED", "FOREIGN");
  const word = cursor.next()?.key ?? "";
  cursor.ifExists();
  cursor.take("ONLY");
  const name = cursor.name();
  if (!name) return;
  if (word !== "TABLE") {
    const kind = word === "INDEX" ? "index" : SIMPLE_KINDS[word];
    if (!kind) return;
    const rest = cursor.rest();
    const renames = rest[0]?.key === "RENAME" && rest[1]?.key === "TO";
    found.effects.push({
      ...named(name),
      kind,
      operation: renames ? "rename" : rest[0]?.key === "ADD" ? "extend" : "modify",
      ...(renames && rest[2] ? { new_name: rest[2].text } : {}),
      ...cursor.whole(),
    });
    return;
  }
  for (const action of cursor.actions()) alterAction(new Cursor(action), name, text, found);
}

function alterAction(cursor: Cursor, table: { text: string; namespace?: string }, text: string, found: Found): void {
  const namespace = table.namespace ? { namespace: table.namespace } : {};
  const place = cursor.whole();
  const column = (simple: string): { name: string; kind: SymbolKind; namespace?: string } => ({
    name: `${table.text}.${simple}`,
    kind: "column",
    ...namespace,
  });
  const verb = cursor.next()?.key;
  if (verb === "ADD") {
    cursor.take("COLUMN");
    cursor.ifExists();
    const elements = cursor.peek()?.text === "(" ? cursor.list() : [cursor.rest()];
    for (const element of elements) {
      const made = columnOf(element, table.text, text, namespace);
      if (made) found.spans.push(elements.length === 1 ? { ...made, from: place.from, to: made.to } : made);
      else for (const reference of sqlUses(element, table.text)) found.references.add(reference);
    }
  } else if (verb === "DROP") {
    const isColumn = cursor.take("COLUMN") !== undefined;
    if (!isColumn && cursor.take("CONSTRAINT", "PRIMARY", "FOREIGN", "CHECK", "INDEX", "KEY", "PARTITION")) return;
    cursor.ifExists();
    for (let name = firstListed(cursor); name; name = cursor.takeMark(",") ? cursor.name() : undefined)
      found.effects.push({ ...column(name.text), operation: "remove", ...place });
  } else if (verb === "ALTER" || verb === "MODIFY" || verb === "CHANGE") {
    cursor.take("COLUMN");
    cursor.ifExists();
    const name = cursor.name();
    if (!name) return;
    const to = verb === "CHANGE" ? cursor.name() : undefined;
    const rest = cursor.rest();
    const keys = rest.map((token) => token.key).join(" ");
    const typed = verb !== "ALTER" || /^(?:SET DATA )?TYPE\b/.test(keys) || TYPE_WORD.test(rest[0]?.key ?? "");
    const type = typed ? textOf(typeTokens(rest), text).toLowerCase() : "";
    const narrows = /(?:^|\b)(?:SET )?NOT NULL\b/.test(keys);
    const renames = to !== undefined && to.text.toLowerCase() !== name.text.toLowerCase();
    found.effects.push({
      ...column(name.text),
      operation: renames ? "rename" : narrows || typed ? "replace" : "modify",
      ...(renames ? { new_name: to.text } : {}),
      ...(type === "" ? {} : { type }),
      ...(narrows ? { narrows: true as const } : {}),
      ...place,
    });
  } else if (verb === "RENAME") {
    const isColumn = cursor.take("COLUMN") !== undefined;
    if (!isColumn && cursor.take("TO", "AS")) {
      const to = cursor.name();
      if (to) found.effects.push({ ...named(table), kind: "table", operation: "rename", new_name: to.text, ...place });
      return;
    }
    if (!isColumn && cursor.take("CONSTRAINT", "INDEX", "KEY")) return;
    const from = cursor.name();
    cursor.take("TO", "AS");
    const to = cursor.name();
    if (from && to) found.effects.push({ ...column(from.text), operation: "rename", new_name: to.text, ...place });
  }
}

/** The first name of `a` or `(a, b)`. */
function firstListed(cursor: Cursor): { text: string } | undefined {
  cursor.takeMark("(");
  return cursor.name();
}
