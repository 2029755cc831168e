// What ALTER, DROP and RENAME do to elements that other statements declare.
import type { SymbolKind } from "../outline.ts";
import { sqlUses } from "../sql-uses.ts";
import { columnOf, stringsOf, TYPE_WORD, textOf, typeTokens } from "./sql-column.ts";
import { Cursor } from "./sql-cursor.ts";
import { type Found, SIMPLE_KINDS } from "./sql-found.ts";
import type { SqlToken } from "./sql-tokens.ts";

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
  let lead: readonly SqlToken[] = [];
  for (const action of cursor.actions()) {
    const saysWhat = lead[0]?.key === "DROP" && /^(?:COLUMN|CONSTRAINT)$/.test(action[0]?.key ?? "");
    const whole = goesOn(action, lead) ? [...lead.slice(0, saysWhat ? 1 : undefined), ...action] : action;
    lead = leadOf(whole);
    alterAction(new Cursor(whole), action, name, text, found);
  }
}

/** `ADD`, `DROP COLUMN`, `DROP CONSTRAINT`: what SQL Server writes once for all that follow. */
function leadOf(action: readonly SqlToken[]): readonly SqlToken[] {
  const cursor = new Cursor(action);
  if (!cursor.take("ADD", "DROP")) return [];
  const isDrop = action[0]?.key === "DROP";
  if (isDrop) cursor.take("COLUMN", "CONSTRAINT");
  return action.slice(0, action.length - cursor.rest().length);
}

/** First words of an action, where they are followed by no type. */
const VERBS =
  /^(?:SET|OWNER|ENABLE|DISABLE|ATTACH|DETACH|VALIDATE|CLUSTER|REPLICA|INHERIT|NO|OF|NOT|RESET|WITH|NOCHECK|SWITCH|REBUILD|ENGINE|AUTO_INCREMENT|COMMENT|CONVERT|ORDER|FORCE|ALGORITHM|LOCK|PARTITION|TABLESPACE|DEFAULT|CHARACTER|CHARSET|COLLATE|ROW_FORMAT|KEY_BLOCK_SIZE|STATS_PERSISTENT)$/;

/** An action without a verb goes on with that of the one before: `ADD x int, y text`, `DROP COLUMN a, b`. */
function goesOn(action: readonly SqlToken[], lead: readonly SqlToken[]): boolean {
  const [first, second] = action;
  if (lead.length === 0 || !first || !/^(?:word|name)$/.test(first.kind)) return false;
  if (/^(?:ADD|DROP|ALTER|MODIFY|CHANGE|RENAME)$/.test(first.key)) return false;
  if (lead[0]?.key === "ADD") return !VERBS.test(first.key) || TYPE_WORD.test(second?.key ?? "");
  if (/^(?:COLUMN|CONSTRAINT)$/.test(first.key)) return second !== undefined;
  return action.length === 1 && first.key !== "FORCE";
}

/** SQL Server's `EXEC sp_rename 'labels.size', 'height', 'COLUMN'`; false when the statement is another. */
export function renameByProcedure(tokens: readonly SqlToken[], text: string, found: Found): boolean {
  const cursor = new Cursor(tokens);
  cursor.take("EXEC", "EXECUTE");
  if (cursor.name()?.text.toLowerCase() !== "sp_rename") return false;
  // In order, or each behind its name (`@newname = N'height'`).
  const given = new Map<string, string>();
  let strings = 0;
  cursor.rest().forEach((token, i, rest) => {
    if (token.kind !== "string") return;
    const at = rest[i - 1]?.key === "N" ? i - 2 : i - 1;
    const called = rest[at]?.text === "=" ? rest[at - 1]?.text.toLowerCase() : undefined;
    given.set(called ?? (["@objname", "@newname", "@objtype"][strings] as string), stringsOf([token], text)[0] ?? "");
    strings++;
  });
  const parts = (given.get("@objname") ?? "")
    .match(/\[[^\]]*\]|"[^"]*"|[^.[\]"]+/g)
    ?.map((part) => part.replace(/^[["]|[\]"]$/g, ""));
  const to = given.get("@newname");
  const simple = parts?.pop();
  if (!parts || simple === undefined || to === undefined) return false;
  const type = given.get("@objtype")?.toUpperCase() ?? "OBJECT";
  const owner = type === "COLUMN" || type === "INDEX" ? parts.pop() : undefined;
  if (type === "COLUMN" && owner === undefined) return false;
  found.effects.push({
    name: type === "COLUMN" ? `${owner}.${simple}` : simple,
    kind: type === "COLUMN" ? "column" : type === "INDEX" ? "index" : type === "USERDATATYPE" ? "sql_type" : "table",
    ...(parts.length > 0 ? { namespace: parts.join(".") } : {}),
    operation: "rename",
    new_name: to,
    ...cursor.whole(),
  });
  return true;
}

/** @param written the action as it stands, without the verb that it shares */
function alterAction(
  cursor: Cursor,
  written: readonly SqlToken[],
  table: { text: string; namespace?: string },
  text: string,
  found: Found,
): void {
  const namespace = table.namespace ? { namespace: table.namespace } : {};
  const place = new Cursor(written).whole();
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
