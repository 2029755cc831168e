// Whether a piece of code relies on a schema element: by the addresses, SQL and GraphQL words and identifiers that a
// parser saw in it (FM-F004). Pure.
import type { Outline, OutlineSymbol, SymbolKind } from "./outline.ts";
import { addressKey } from "./references.ts";

/** A changed piece of a file with what it refers to. */
export interface UsePlace {
  readonly file: string;
  /** Undefined for what stands outside of every symbol. */
  readonly symbol: string | undefined;
  readonly line: number;
  readonly references: ReadonlySet<string>;
  /** References that were not there before. */
  readonly fresh: ReadonlySet<string>;
  /** Everything the file refers to. */
  readonly around: ReadonlySet<string>;
}

/** The pieces of a file that are new or changed, of those that refer to anything. */
export function changedPlaces(file: string, before: Outline | undefined, after: Outline | undefined): UsePlace[] {
  if (!after) return [];
  const known = new Map((before?.symbols ?? []).map((symbol) => [symbol.name, symbol]));
  const around = new Set([...(after.references ?? []), ...after.symbols.flatMap(({ references }) => references ?? [])]);
  const places: UsePlace[] = [];
  for (const symbol of after.symbols) {
    const old = known.get(symbol.name);
    if (old?.digest === symbol.digest && old?.header === symbol.header) continue;
    const place = placeOf(file, symbol.name, symbol.start_line, symbol.references, old?.references, around);
    if (place) places.push(place);
  }
  const outside = placeOf(file, undefined, 1, after.references, before?.references, around);
  // Nobody can say whether statements outside of symbols changed but by what they refer to.
  if (outside && outside.fresh.size > 0) places.push(outside);
  return places;
}

function placeOf(
  file: string,
  symbol: string | undefined,
  line: number,
  now: readonly string[] | undefined,
  old: readonly string[] | undefined,
  around: ReadonlySet<string>,
): UsePlace | undefined {
  if (!now || now.length === 0) return undefined;
  const before = new Set(old ?? []);
  return {
    file,
    symbol,
    line,
    references: new Set(now),
    fresh: new Set(now.filter((word) => !before.has(word))),
    around,
  };
}

/** What is asked about: the element as it was. */
export interface UsedElement {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly also?: readonly string[] | undefined;
  /** A field that is sent, of a GraphQL input. */
  readonly input?: true | undefined;
  /** It must be sent from now on; else it is gone or other. */
  readonly demanded?: true | undefined;
  /** A value of an enum, where that is a symbol of its own. */
  readonly isValue?: true | undefined;
  /** Members that the type has no longer. */
  readonly gone?: readonly string[] | undefined;
}

/** How a place relies on an element. */
export interface Use {
  /** The reference that tells it. */
  readonly word: string;
  /**
   * `text`: an address, an SQL or GraphQL text or another schema says it. `name`: an identifier is called so, and may
   * mean another thing.
   */
  readonly match: "text" | "name";
}

/**
 * How a place relies on the element, or undefined.
 * @param holders for a GraphQL field: names of fields that give its type, by which a query reaches it
 */
export function useOf(element: UsedElement, place: UsePlace, holders: readonly string[] = []): Use | undefined {
  const { references: used, around } = place;
  const simple = element.name.slice(element.name.lastIndexOf(".") + 1);
  const owner = element.name.slice(0, -simple.length - 1);
  const ownerSimple = owner.slice(owner.lastIndexOf(".") + 1);
  const first = (match: Use["match"], words: readonly string[]): Use | undefined => {
    const word = words.find((one) => used.has(one));
    return word === undefined ? undefined : { word, match };
  };
  // No identifier of code has a point in it: one schema refers to another.
  const exact = element.name.includes(".") ? first("text", [element.name]) : undefined;
  switch (element.kind) {
    case "operation":
      return operationUse(element, used);
    case "table":
    case "view":
    case "sql_type":
    case "routine":
      return first("text", [`sql:${element.name.toLowerCase()}`]);
    case "column":
      return first("text", [`sql:${owner.toLowerCase()}.${simple.toLowerCase()}`]);
    case "graphql_type":
      return (
        memberUse(element, place, holders) ?? first("text", [`gql:${element.name}`]) ?? first("name", [element.name])
      );
    case "graphql_field": {
      if (element.input) return inputUse(element, place, holders);
      if (element.isValue) {
        const asked = isNear(place, owner, holders) ? first("name", [`gql:${simple}`]) : undefined;
        return asked ?? (around.has(owner) ? first("name", [...spellings(simple), `${owner}_${simple}`]) : undefined);
      }
      const root = /^(?:Query|Mutation|Subscription)$/.test(owner) ? [owner.toLowerCase()] : [];
      const reached = [...root, `on ${owner}`, ...holders].map((holder) => `gql:${holder}.${simple}`);
      return first("text", reached) ?? (used.has(owner) ? first("name", [`gql:${simple}`]) : undefined);
    }
    case "schema":
      return exact ?? first("name", element.name.startsWith("schemas.") ? [simple] : [element.name]);
    case "schema_property":
      return exact ?? (around.has(ownerSimple) ? first("name", spellings(simple)) : undefined);
    case "message":
    case "proto_enum":
    case "service":
      return exact ?? first("name", [simple, `${simple}Client`, `${simple}Stub`]);
    case "proto_value": {
      // Go puts what holds the enum before it, and so may the author.
      const outer = owner.split(".").at(-2) ?? "";
      const typed = first("name", [
        `${ownerSimple}_${simple}`,
        ...(/^[A-Z]/.test(outer) ? [`${outer}_${simple}`] : []),
      ]);
      const snake = ownerSimple.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toUpperCase();
      if (typed || simple.startsWith(`${snake}_`)) return typed ?? first("name", [simple]);
      return around.has(ownerSimple) || around.has(owner) ? first("name", spellings(simple)) : undefined;
    }
    case "message_field":
      return around.has(ownerSimple) || around.has(owner) ? first("name", spellings(simple)) : undefined;
    case "rpc": {
      const known = [owner, ownerSimple, `${ownerSimple}Client`, `${ownerSimple}Stub`].some((word) => around.has(word));
      return known ? first("name", spellings(simple)) : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether a file speaks of a GraphQL type: by its name, or by a field through which one comes to it. */
function isNear({ around }: UsePlace, type: string, holders: readonly string[]): boolean {
  return holders.length === 0 || [type, ...holders].some((name) => around.has(`gql:${name}`)) || around.has(type);
}

/** Who sends an input: its field in an object that is sent; or the type as that of a variable. */
function inputUse({ name, demanded }: UsedElement, place: UsePlace, holders: readonly string[]): Use | undefined {
  const [owner = "", simple = ""] = name.split(".");
  const sent = `gql:in ${simple}`;
  const typed = [`gql:${owner}`, owner].find((word) => place.references.has(word));
  if (demanded) {
    if (typed !== undefined) return { word: typed, match: "text" };
    const called = holders.map((holder) => `gql:${holder}`).find((word) => place.references.has(word));
    return called === undefined || place.references.has(sent) ? undefined : { word: called, match: "name" };
  }
  if (place.references.has(sent) && isNear(place, owner, holders)) return { word: sent, match: "name" };
  return typed !== undefined && place.around.has(simple) ? { word: typed, match: "name" } : undefined;
}

/** A fragment on a member that a union has no longer. */
function memberUse({ name, gone = [] }: UsedElement, place: UsePlace, holders: readonly string[]): Use | undefined {
  if (!isNear(place, name, holders)) return undefined;
  const word = [...place.references].find((used) =>
    gone.some((member) => used === `gql:${member}` || used.startsWith(`gql:on ${member}.`)),
  );
  return word === undefined ? undefined : { word, match: "text" };
}

const METHODS: readonly string[] = ["get", "post", "put", "patch", "delete", "head", "options"];

/** By its address (also below a prefix), unless only other methods are called in that place; or by its id. */
function operationUse(element: UsedElement, used: ReadonlySet<string>): Use | undefined {
  const byId = (element.also ?? []).find((id) => used.has(id));
  const [verb = "", path = ""] = element.name.split(" ");
  const key = addressKey(path);
  const address = [...used].find(
    (word) => word === key || (word.startsWith("/") && key.length > 1 && word.endsWith(key)),
  );
  const called = METHODS.filter((method) => used.has(method));
  const isCalled = address !== undefined && (called.length === 0 || called.includes(verb.toLowerCase()));
  if (isCalled) return { word: address, match: "text" };
  return byId === undefined ? undefined : { word: byId, match: "name" };
}

/** `unit_price` as `unitPrice`, `UnitPrice`, `GetUnitPrice`, `getUnitPrice`, `setUnitPrice`. */
function spellings(name: string): string[] {
  const pascal = name.replace(/(?:^|_)([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return [name, camel, pascal, `Get${pascal}`, `get${pascal}`, `set${pascal}`, `set_${name}`, `has_${name}`];
}

/** Names of the fields of a GraphQL schema whose type is `type`; with `taken` also of those that it is handed to. */
export function fieldsOfType(outline: Outline | undefined, type: string, taken = false): string[] {
  const is = (written: string | undefined): boolean => written?.replace(/[[\]!]/g, "") === type;
  return (outline?.symbols ?? [])
    .filter(({ kind }: OutlineSymbol) => kind === "graphql_field")
    .filter((symbol) => is(symbol.type) || (taken && symbol.parameters?.some((parameter) => is(parameter.type))))
    .map(({ name }) => name.slice(name.lastIndexOf(".") + 1));
}
