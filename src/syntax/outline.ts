// What an outline is: the named things of one source text with their lines (spec 3.3). Types only.

/** Kinds of code symbols; schema elements have their own (`ELEMENT_KINDS`). */
export const CODE_KINDS = [
  "class",
  "interface",
  "trait",
  "struct",
  "union",
  "enum",
  "enum_member",
  "type",
  "function",
  "method",
  "constructor",
  "property",
  "field",
  "constant",
  "variable",
  "namespace",
  "module",
  "macro",
] as const;

/** Kinds of schema elements: they describe a contract, so losing or narrowing one can break somebody (FM-F004). */
export const ELEMENT_KINDS = [
  "table",
  "column",
  "index",
  "view",
  "sql_type",
  "routine",
  "trigger",
  "graphql_type",
  "graphql_field",
  "graphql_directive",
  "operation",
  "schema",
  "schema_property",
  "message",
  "message_field",
  "proto_enum",
  "proto_value",
  "service",
  "rpc",
] as const;

export type CodeKind = (typeof CODE_KINDS)[number];
export type ElementKind = (typeof ELEMENT_KINDS)[number];
export type SymbolKind = CodeKind | ElementKind | "dependency";

const elementKinds: ReadonlySet<string> = new Set(ELEMENT_KINDS);

/** True for tables, columns, operations, messages and the like. */
export function isElementKind(kind: SymbolKind): kind is ElementKind {
  return elementKinds.has(kind);
}

export interface Parameter {
  readonly name: string;
  /** The declared type as written, spaces folded; absent when none is written. */
  readonly type?: string;
  /** May be left out by a caller: has a default or is marked so. */
  readonly optional?: true;
  /** Takes all that follow. */
  readonly rest?: true;
  /** Handed over by name, so its place does not matter. */
  readonly named?: true;
}

export interface OutlineSymbol {
  /** Qualified name as the language's people write it: `Class.method`, `Type::f`, `table.column`, `GET /path`. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** 1-based, inclusive. */
  readonly start_line: number;
  readonly end_line: number;
  /** First line of what belongs to it but stands before it: its comment. Absent when that is `start_line`. */
  readonly lead_line?: number;
  /** Namespace or package around it where that is no part of the name (Java, C#, PHP, C++, Ruby modules). */
  readonly namespace?: string;
  /** Other names it goes by: the `operationId` of an operation. */
  readonly also?: readonly string[];
  /** Seen from outside the file, as far as the language says. */
  readonly exported?: boolean;
  /** First line of its documentation comment. */
  readonly doc?: string;
  readonly parameters?: readonly Parameter[];
  /** Declared result type. */
  readonly returns?: string;
  /** Declared type of a field, column, property, constant. */
  readonly type?: string;
  /** Schema elements: a value must be given (not null, `!`, listed in `required`). */
  readonly required?: boolean;
  /** Schema elements that are sent rather than read (fields of a GraphQL input). */
  readonly input?: true;
  /** Schema elements: the values it may take. */
  readonly values?: readonly string[];
  /** Dependencies: the version as written. Protobuf: the field number. */
  readonly version?: string;
  /** The declaration before its body, without name, parameters and types: when it differs, the signature changed. */
  readonly header?: string;
  /** Digest of its own text without its members, its comments and its name; equal texts have equal digests. */
  readonly digest?: string;
  /** Identifiers and address-like texts that it uses, sorted; only in full outlines. */
  readonly references?: readonly string[];
}

/** Something that could not be read as it stands. */
export interface Problem {
  readonly line: number;
  readonly message: string;
}

/** What a statement does to an element that is declared elsewhere: `ALTER TABLE accounts DROP COLUMN email`. */
export interface Effect {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly operation: "remove" | "rename" | "replace" | "modify" | "extend";
  readonly start_line: number;
  readonly end_line: number;
  /** New name of what is renamed. */
  readonly new_name?: string;
  readonly type?: string;
  readonly namespace?: string;
  /** True when what it leaves is narrower than before (not null, removed values). */
  readonly narrows?: true;
}

export interface Outline {
  readonly path: string;
  /** Undefined when there is no parser for this file: then there are no symbols and nothing may be concluded. */
  readonly language: string | undefined;
  /** In order of appearance. */
  readonly symbols: readonly OutlineSymbol[];
  /** Syntax errors and limits hit; what stands in `symbols` is still right as far as it goes. */
  readonly problems: readonly Problem[];
  /** Nothing was read: the one problem says why. That there are no symbols then says nothing of the text. */
  readonly unread?: true;
  /** What the text does to elements that it does not declare itself (SQL migrations). */
  readonly effects?: readonly Effect[];
  /** Identifiers used outside of every symbol (imports, top-level statements); only in full outlines. */
  readonly references?: readonly string[];
}

/** `names`: names, kinds and lines. `full`: also signatures, digests and references. */
export type Detail = "names" | "full";
