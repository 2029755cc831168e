// L2: whether two sides touch the same thing inside of a file (spec 3.3, 3.5). Pure: outlines are handed in.
import { DESTRUCTIVE, type Operation } from "../detect/model.ts";
import { type LineRange, sharedLines, symbolsAtLines } from "./lines.ts";
import { containsName, NameIndex, type NameKey, nameKey, namesElements, sameName } from "./names.ts";
import { isElementKind, type Outline, type OutlineSymbol } from "./outline.ts";

/** What one side declares of a file: names, a range of lines, or (neither) the whole of it. */
export interface PartTouch {
  readonly symbols?: readonly string[];
  readonly lines?: LineRange;
  readonly operation?: Operation;
  readonly read?: boolean;
}

/** A file that both sides touch, with what each declares of it. `FileOverlap` of src/plan/l1.ts fits. */
export interface SharedFile {
  readonly file: string;
  readonly left: readonly PartTouch[];
  readonly right: readonly PartTouch[];
}

export type Side = "left" | "right";

/** One side takes away or changes a schema element that the other declares (FM-F004). */
export interface ContractBreak {
  readonly file: string;
  readonly name: string;
  /** The side that breaks it. */
  readonly by: Side;
  readonly operation: Operation;
}

export interface FileComparison {
  readonly file: string;
  readonly verdict: "overlap" | "clear" | "unknown";
  /** Why it is unknown. */
  readonly reason?: string;
  readonly functions: readonly string[];
  readonly schema_elements: readonly string[];
  /** Lines that both name, where they belong to no symbol. */
  readonly lines?: LineRange;
  /** Declared names that the file does not have, by side; a name that is to be added is not missed. */
  readonly not_found: { readonly left: readonly string[]; readonly right: readonly string[] };
  /** Names that both sides add. */
  readonly double_definition: readonly string[];
  readonly contract_breaks: readonly ContractBreak[];
}

/** All files together: overlap before unknown before clear. */
export interface L2Result {
  readonly verdict: FileComparison["verdict"];
  readonly confidence: number;
  readonly files: readonly FileComparison[];
  readonly functions: readonly string[];
  readonly schema_elements: readonly string[];
  readonly not_found: readonly { readonly file: string; readonly side: Side; readonly name: string }[];
  readonly double_definition: readonly string[];
  readonly contract_breaks: readonly ContractBreak[];
}

export const L2_CONFIDENCE = 0.85;

/**
 * Compares two sides inside of the files that both touch.
 * @param outline of a file, or undefined when it does not exist or cannot be read; asked once per file, and only when
 * both sides narrow what they touch
 */
export async function compareAtL2(
  files: readonly SharedFile[],
  outline: (file: string) => Promise<Outline | undefined>,
): Promise<L2Result> {
  const compared: FileComparison[] = [];
  for (const shared of files) {
    const narrow = isNarrowed(shared.left) && isNarrowed(shared.right);
    compared.push(compareInFile(shared, narrow ? await outline(shared.file) : undefined));
  }
  const verdicts = compared.map(({ verdict }) => verdict);
  return {
    verdict: verdicts.includes("overlap") ? "overlap" : verdicts.includes("unknown") ? "unknown" : "clear",
    confidence: L2_CONFIDENCE,
    files: compared,
    functions: distinct(compared.flatMap(({ functions }) => functions)),
    schema_elements: distinct(compared.flatMap(({ schema_elements }) => schema_elements)),
    not_found: compared.flatMap(({ file, not_found }) => [
      ...not_found.left.map((name) => ({ file, side: "left" as const, name })),
      ...not_found.right.map((name) => ({ file, side: "right" as const, name })),
    ]),
    double_definition: distinct(compared.flatMap(({ double_definition }) => double_definition)),
    contract_breaks: compared.flatMap(({ contract_breaks }) => contract_breaks),
  };
}

/** True when a side names parts of the file only; then, and only then, the file is looked into. */
export function isNarrowed(touches: readonly PartTouch[]): boolean {
  return touches.length > 0 && touches.every(({ symbols, lines }) => (symbols?.length ?? 0) > 0 || lines !== undefined);
}

/** One declared part, with what the outline knows of it. */
interface Part {
  readonly written: string;
  /** Undefined for lines that belong to no symbol. */
  readonly key: NameKey | undefined;
  readonly symbol: OutlineSymbol | undefined;
  readonly lines: LineRange | undefined;
  readonly operation: Operation | undefined;
  readonly read: boolean;
}

export function compareInFile(shared: SharedFile, outline: Outline | undefined): FileComparison {
  const { file } = shared;
  if (!isNarrowed(shared.left) || !isNarrowed(shared.right)) {
    return { ...NOTHING, file, verdict: "unknown", reason: "a side declares no symbols and touches the whole file" };
  }
  const index = outline?.language === undefined ? undefined : new NameIndex(outline);
  const left = partsOf(shared.left, outline, index);
  const right = partsOf(shared.right, outline, index);
  const meetings: Meeting[] = [];
  let doubt: string | undefined;
  for (const a of left) {
    for (const b of right) {
      if (a.read && b.read) continue;
      const met = meet(a, b);
      if (met) meetings.push(met);
      else doubt ??= doubtOf(a, b, outline, index);
    }
  }
  const element = (met: Meeting): boolean =>
    met.symbol ? isElementKind(met.symbol.kind) : namesElements(outline?.language);
  const named = meetings.filter((met) => met.name !== undefined);
  const lines = meetings.find((met) => met.name === undefined)?.lines;
  return {
    file,
    verdict: meetings.length > 0 ? "overlap" : doubt === undefined ? "clear" : "unknown",
    ...(meetings.length === 0 && doubt !== undefined ? { reason: doubt } : {}),
    functions: distinct(named.filter((met) => !element(met)).map((met) => met.name as string)),
    schema_elements: distinct(named.filter(element).map((met) => met.name as string)),
    ...(lines ? { lines } : {}),
    not_found: { left: notFound(left, index), right: notFound(right, index) },
    double_definition: distinct(
      named
        .filter((met) => met.same && met.a.operation === "add" && met.b.operation === "add")
        .map((met) => met.name as string),
    ),
    contract_breaks: breaksOf(file, named.filter(element)),
  };
}

const NOTHING = {
  functions: [],
  schema_elements: [],
  not_found: { left: [], right: [] },
  double_definition: [],
  contract_breaks: [],
} as const;

function partsOf(touches: readonly PartTouch[], outline: Outline | undefined, index: NameIndex | undefined): Part[] {
  return touches.flatMap((touch) => {
    const { operation, read = false } = touch;
    const names = (touch.symbols ?? []).map((written): Part => {
      const symbol = index?.find(written)[0];
      const key = nameKey(symbol?.name ?? written, index?.language);
      return { written: symbol?.name ?? written, key, symbol, lines: undefined, operation, read };
    });
    return touch.lines ? [...names, ...rangeParts(touch.lines, touch, outline)] : names;
  });
}

/** A range stands for the innermost symbols that it touches, and for itself. */
function rangeParts(lines: LineRange, touch: PartTouch, outline: Outline | undefined): Part[] {
  const { operation, read = false } = touch;
  const range: LineRange = lines[0] <= lines[1] ? lines : [lines[1], lines[0]];
  const itself: Part = { written: "", key: undefined, symbol: undefined, lines: range, operation, read };
  const symbols = outline ? symbolsAtLines(outline, range) : [];
  return [
    ...symbols.map(
      (symbol): Part => ({
        written: symbol.name,
        key: nameKey(symbol.name, outline?.language),
        symbol,
        lines: undefined,
        operation,
        read,
      }),
    ),
    itself,
  ];
}

interface Meeting {
  readonly a: Part;
  readonly b: Part;
  readonly name: string | undefined;
  readonly symbol: OutlineSymbol | undefined;
  readonly lines: LineRange | undefined;
  readonly same: boolean;
}

/** Same name, container and member, or the same lines. Of container and member the member is named. */
function meet(a: Part, b: Part): Meeting | undefined {
  if (a.key && b.key) {
    const same = sameName(a.key, b.key);
    const inner = same || containsName(a.key, b.key) ? b : containsName(b.key, a.key) ? a : undefined;
    if (!inner) return undefined;
    const symbol = inner.symbol ?? (same ? a.symbol : undefined);
    return { a, b, name: symbol?.name ?? inner.written, symbol, lines: undefined, same };
  }
  if (a.lines && b.lines) {
    const lines = sharedLines(a.lines, b.lines);
    return lines && { a, b, name: undefined, symbol: undefined, lines, same: true };
  }
  return undefined;
}

/** Why two parts that do not meet may meet all the same. */
function doubtOf(a: Part, b: Part, outline: Outline | undefined, index: NameIndex | undefined): string | undefined {
  const [named, range] = a.key ? [a, b] : [b, a];
  if (named.key && range.lines) {
    if (!index) return `nobody can say which lines ${named.written} has: there is no parser for this file`;
    if (!named.symbol && named.operation !== "add") return `nobody can say which lines ${named.written} has: not found`;
  }
  const broken = outline?.problems[0];
  // Both may lie in one symbol that could not be read; a symbol that was read has its lines.
  if (broken && a.lines && b.lines) return `line ${broken.line}: ${broken.message}`;
  return undefined;
}

function notFound(parts: readonly Part[], index: NameIndex | undefined): string[] {
  if (!index) return [];
  return distinct(
    parts.filter((part) => part.key && !part.symbol && part.operation !== "add").map((part) => part.written),
  );
}

const destructive: ReadonlySet<string | undefined> = new Set(DESTRUCTIVE);

function breaksOf(file: string, meetings: readonly Meeting[]): ContractBreak[] {
  const breaks = new Map<string, ContractBreak>();
  for (const { a, b, name } of meetings) {
    if (name === undefined || a.operation === b.operation) continue;
    const by: Side = destructive.has(a.operation) ? "left" : "right";
    const operation = by === "left" ? a.operation : b.operation;
    if (operation === undefined || !destructive.has(operation)) continue;
    breaks.set(`${name}\n${by}`, { file, name, by, operation });
  }
  return [...breaks.values()];
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
