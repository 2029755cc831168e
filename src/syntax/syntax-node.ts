// Nodes of a syntax tree, read where the parser left them: in the memory of its WebAssembly engine. The package's own
// nodes call the engine for every type, child and position, which costs as much as a good part of the parsing; here
// nothing is called. The layouts are those of tree-sitter 0.25 to 0.27 on wasm32 (lib/src/subtree.h, node.c, language.h,
// and parser.h for TSLanguage). tests/syntax/syntax-node.test.ts holds them against the package's own nodes.
// Fields are plain: private ones (#) cost more than all the reading as long as code is not optimised.

/** Views of the engine's memory, which it replaces when it grows: no tree is read while another one is made. */
export interface Memory {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAPU32: Uint32Array;
}

/** What nodes need to know of their grammar: names, and the addresses of its tables. */
export interface Grammar {
  /** Names of nodes by symbol. */
  readonly types: readonly string[];
  /** Numbers of the roles that children have. */
  readonly fields: ReadonlyMap<string, number>;
  readonly fieldSlices: number;
  readonly fieldEntries: number;
  readonly symbolMetadata: number;
  readonly aliasSequences: number;
  /** Length of each of the sequences. */
  readonly longestAliases: number;
}

/** Row and column from 0; columns in UTF-16 units. */
export interface Point {
  readonly row: number;
  readonly column: number;
}

/** The symbol of text that does not parse; no grammar defines it. */
const ERROR = 0xffff;

// A node lies in a slot of 8 bytes. They begin with the address of its data, or are a small leaf themselves, which the
// first bit tells: flags, symbol, state (2 bytes), columns, rows and bytes before it, bytes of its own.
const IS_SMALL = 1;

/** Bits of the flags: in the first byte of a small leaf, and in the two bytes that a node's data have for them. */
const VISIBLE = { small: 2, own: 1 };
const NAMED = { small: 4, own: 2 };
const EXTRA = { small: 8, own: 4 };
const MISSING = { small: 32, own: 0x200 };

// Places in a node's data. Padding and size are three words: bytes, rows, columns.
const PADDING = 4;
const SIZE = 16;
const ERROR_COST = 32;
const CHILD_COUNT = 36;
const SYMBOL = 40;
const FLAGS = 44;
const PRODUCTION = 66;

type Measure = 0 | 4 | 8;
const BYTES = 0;
const ROWS = 4;
const COLUMNS = 8;

/** Reads a grammar where the engine keeps its TSLanguage. `names`: of types by public symbol, of fields by number. */
export function grammarAt(
  { HEAPU16, HEAPU32 }: Memory,
  address: number,
  names: { readonly types: readonly (string | undefined)[]; readonly fields: readonly (string | null)[] },
): Grammar {
  const word = (place: number): number => HEAPU32[(address + place) >> 2] as number;
  const publicSymbols = word(76) >> 1;
  return {
    types: Array.from(names.types, (_, symbol) => names.types[HEAPU16[publicSymbols + symbol] as number] || "ERROR"),
    fields: new Map(names.fields.flatMap((field, id) => (field === null ? [] : [[field, id] as const]))),
    fieldSlices: word(64),
    fieldEntries: word(68),
    symbolMetadata: word(72),
    aliasSequences: word(84),
    longestAliases: HEAPU16[(address + 36) >> 1] as number,
  };
}

/** The root of the tree that the engine keeps at an address: a TSTree begins with the slot of its root. */
export function rootOf({ HEAPU8, HEAPU16, HEAPU32 }: Memory, grammar: Grammar, tree: number, text: string): SyntaxNode {
  const source = new Source(HEAPU8, HEAPU16, HEAPU32, grammar, text);
  const head = source.word(tree);
  const padding = (measure: Measure): number => source.padding(tree, head, measure);
  return new SyntaxNode(source, tree, head, padding(BYTES), padding(ROWS), padding(COLUMNS), 0);
}

/** One parsed text, and how its memory is read. */
class Source {
  readonly u8: Uint8Array;
  readonly u16: Uint16Array;
  readonly u32: Uint32Array;
  readonly grammar: Grammar;
  readonly text: string;

  constructor(u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, grammar: Grammar, text: string) {
    this.u8 = u8;
    this.u16 = u16;
    this.u32 = u32;
    this.grammar = grammar;
    this.text = text;
  }

  byte(address: number): number {
    return this.u8[address] as number;
  }

  half(address: number): number {
    return this.u16[address >> 1] as number;
  }

  word(address: number): number {
    return this.u32[address >> 2] as number;
  }

  has(flag: { readonly small: number; readonly own: number }, head: number): boolean {
    return (head & IS_SMALL) === 0 ? (this.half(head + FLAGS) & flag.own) !== 0 : (head & flag.small) !== 0;
  }

  /** What stands between a node and the one before it. */
  padding(slot: number, head: number, measure: Measure): number {
    if ((head & IS_SMALL) === 0) return this.word(head + PADDING + measure);
    if (measure === BYTES) return this.byte(slot + 6);
    return measure === ROWS ? this.byte(slot + 5) & 15 : this.byte(slot + 4);
  }

  size(slot: number, head: number, measure: Measure): number {
    if ((head & IS_SMALL) === 0) return this.word(head + SIZE + measure);
    return measure === ROWS ? 0 : this.byte(slot + 7);
  }
}

/** A node that the grammar names, a token, or an error. */
export class SyntaxNode {
  /** @internal as all that the engine's layouts show */
  readonly source: Source;
  /** @internal */
  readonly slot: number;
  /** @internal The first word of its slot. */
  readonly head: number;
  /** @internal Bytes of UTF-16 before it. */
  readonly start: number;
  /** @internal */
  readonly row: number;
  /** @internal In bytes. */
  readonly column: number;
  /** @internal The symbol that its parent's rule calls it by; 0 for its own. */
  readonly alias: number;

  constructor(source: Source, slot: number, head: number, start: number, row: number, column: number, alias: number) {
    this.source = source;
    this.slot = slot;
    this.head = head;
    this.start = start;
    this.row = row;
    this.column = column;
    this.alias = alias;
  }

  /** The name that the grammar gives it: `function_declaration`, `(`, `ERROR`. */
  get type(): string {
    return this.source.grammar.types[symbolOf(this)] ?? "ERROR";
  }

  /** UTF-16 units before it. */
  get startIndex(): number {
    return this.start >> 1;
  }

  /** UTF-16 units up to its end. */
  get endIndex(): number {
    return (this.start + this.source.size(this.slot, this.head, BYTES)) >> 1;
  }

  get startPosition(): Point {
    return { row: this.row, column: this.column >> 1 };
  }

  get endPosition(): Point {
    const rows = this.source.size(this.slot, this.head, ROWS);
    const columns = this.source.size(this.slot, this.head, COLUMNS);
    return { row: this.row + rows, column: (rows > 0 ? columns : this.column + columns) >> 1 };
  }

  get text(): string {
    return this.source.text.slice(this.startIndex, this.endIndex);
  }

  /** Text that does not parse. */
  get isError(): boolean {
    return symbolOf(this) === ERROR;
  }

  /** The parser made it up to go on. */
  get isMissing(): boolean {
    return this.source.has(MISSING, this.head);
  }

  /** Something in it does not parse. */
  get hasError(): boolean {
    return this.isMissing || ((this.head & IS_SMALL) === 0 && this.source.word(this.head + ERROR_COST) > 0);
  }

  /** All children, tokens and comments included. */
  get children(): SyntaxNode[] {
    return collect(new Parts(this), false, []);
  }

  /** The children that are no tokens which the grammar writes as text (`(`, `class`). */
  get namedChildren(): SyntaxNode[] {
    return collect(new Parts(this), true, []);
  }

  /** The first child that has this role in the grammar. */
  childForFieldName(name: string): SyntaxNode | null {
    const field = this.source.grammar.fields.get(name);
    return field === undefined ? null : firstInRole(new Parts(this), field);
  }

  /** Every child that has this role in the grammar, in order. */
  childrenForFieldName(name: string): SyntaxNode[] {
    const field = this.source.grammar.fields.get(name);
    return field === undefined ? [] : allInRole(new Parts(this), field, false, []);
  }
}

function symbolOf({ source, slot, head, alias }: SyntaxNode): number {
  if (alias !== 0) return alias;
  return (head & IS_SMALL) === 0 ? source.half(head + SYMBOL) : source.byte(slot + 1);
}

/**
 * Goes through the children of a node as the parser has them. Some are hidden: they are no nodes for anybody else, and
 * their own children stand for them.
 */
class Parts {
  readonly source: Source;
  /** Address of the parent's data; its children's slots end there. */
  readonly parent: number;
  readonly count: number;
  readonly production: number;
  index = 0;
  /** How many were seen that have a place in the parent's rule. */
  placed = 0;
  // The present part.
  slot = 0;
  head = 0;
  start: number;
  row: number;
  column: number;
  alias = 0;
  /** Its place among the symbols of the parent's rule; -1 for what may stand anywhere, such as comments. */
  place = -1;

  constructor(parent: SyntaxNode | Parts) {
    const { source, head } = parent;
    this.source = source;
    this.parent = head;
    this.count = (head & IS_SMALL) === 0 ? source.word(head + CHILD_COUNT) : 0;
    this.production = this.count === 0 ? 0 : source.half(head + PRODUCTION);
    this.start = parent.start;
    this.row = parent.row;
    this.column = parent.column;
  }

  /** Goes to the next part, if there is one. */
  advance(): boolean {
    if (this.index === this.count) return false;
    const { source } = this;
    const slot = this.parent - (this.count - this.index) * 8;
    const head = source.word(slot);
    // What stands before the first one stands before its parent.
    if (this.index > 0) {
      this.pass(
        source.size(this.slot, this.head, BYTES),
        source.size(this.slot, this.head, ROWS),
        source.size(this.slot, this.head, COLUMNS),
      );
      this.pass(
        source.padding(slot, head, BYTES),
        source.padding(slot, head, ROWS),
        source.padding(slot, head, COLUMNS),
      );
    }
    this.index++;
    this.slot = slot;
    this.head = head;
    this.place = source.has(EXTRA, head) ? -1 : this.placed++;
    this.alias = this.place < 0 || this.production === 0 ? 0 : this.aliasAt(this.place);
    return true;
  }

  pass(bytes: number, rows: number, columns: number): void {
    this.start += bytes;
    this.row += rows;
    this.column = rows > 0 ? columns : this.column + columns;
  }

  aliasAt(place: number): number {
    const { aliasSequences, longestAliases } = this.source.grammar;
    return this.source.half(aliasSequences + (this.production * longestAliases + place) * 2);
  }

  get isHidden(): boolean {
    return this.alias === 0 && !this.source.has(VISIBLE, this.head);
  }

  get isNamed(): boolean {
    if (this.alias === 0) return this.source.has(NAMED, this.head);
    // Three bytes a symbol: visible, named, supertype.
    return this.source.byte(this.source.grammar.symbolMetadata + this.alias * 3 + 1) !== 0;
  }

  get node(): SyntaxNode {
    return new SyntaxNode(this.source, this.slot, this.head, this.start, this.row, this.column, this.alias);
  }
}

function collect(parts: Parts, namedOnly: boolean, found: SyntaxNode[]): SyntaxNode[] {
  while (parts.advance()) {
    if (parts.isHidden) collect(new Parts(parts), namedOnly, found);
    else if (!namedOnly || parts.isNamed) found.push(parts.node);
  }
  return found;
}

function firstOf(parts: Parts): SyntaxNode | null {
  while (parts.advance()) {
    const first = parts.isHidden ? firstOf(new Parts(parts)) : parts.node;
    if (first) return first;
  }
  return null;
}

/** The entries (4 bytes: role, place, inherited) of a rule's table of roles, sorted by role; `[from, to)`. */
function rolesOf({ source, production, count }: Parts): readonly [from: number, to: number] {
  if (count === 0 || source.grammar.fields.size === 0) return [0, 0];
  const slice = source.grammar.fieldSlices + production * 4;
  const from = source.grammar.fieldEntries + source.half(slice) * 4;
  return [from, from + source.half(slice + 2) * 4];
}

/** As ts_node_child_by_field_id does it: every entry of the role is tried on the parts from its place on. */
function firstInRole(parts: Parts, field: number): SyntaxNode | null {
  const { source } = parts;
  let [entry, end] = rolesOf(parts);
  while (entry < end && source.half(entry) < field) entry += 4;
  while (entry < end && source.half(end - 4) > field) end -= 4;
  while (entry < end && parts.advance()) {
    if (parts.place < source.byte(entry + 2)) continue;
    const inherited = source.byte(entry + 3) !== 0;
    if (!inherited && !parts.isHidden) return parts.node;
    const inner = new Parts(parts);
    const found = inherited ? firstInRole(inner, field) : firstOf(inner);
    if (found) return found;
    entry += 4;
  }
  return null;
}

/** `inherited`: the parts stand for one that has the role. */
function allInRole(parts: Parts, field: number, inherited: boolean, found: SyntaxNode[]): SyntaxNode[] {
  const [from, to] = rolesOf(parts);
  while (parts.advance()) {
    const own = ownRole(parts, from, to);
    const has = own === undefined ? inherited && parts.place >= 0 : own === field;
    if (parts.isHidden) allInRole(new Parts(parts), field, has, found);
    else if (has) found.push(parts.node);
  }
  return found;
}

/** The role that the parent's rule gives to the present part itself. */
function ownRole({ source, place }: Parts, from: number, to: number): number | undefined {
  if (place < 0) return undefined;
  for (let entry = from; entry < to; entry += 4) {
    if (source.byte(entry + 2) === place && source.byte(entry + 3) === 0) return source.half(entry);
  }
  return undefined;
}
