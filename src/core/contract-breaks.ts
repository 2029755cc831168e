// What a side really takes away or narrows of contracts: not what it only moved, and also what follows for operations from
// what they share. Pure.
import { breaksContract, diffOutlines, type SymbolChange } from "../syntax/diff.ts";
import { nameKey, sameName } from "../syntax/names.ts";
import type { Outline, OutlineSymbol } from "../syntax/outline.ts";
import type { TreeChange } from "./tree-changes.ts";

export interface Break {
  readonly change: TreeChange;
  readonly symbol: SymbolChange;
}

export function breaksOf(changes: readonly TreeChange[]): Break[] {
  return changes.flatMap((change) => {
    const broken = change.symbols
      .filter(breaksContract)
      .flatMap((symbol) => remains(symbol, change, changes))
      .map((symbol) => ({ change, symbol }));
    const named = new Set(broken.map(({ symbol }) => symbol.name));
    const through = broken
      .flatMap(({ symbol }) => operationsThrough(symbol, change))
      .filter(({ name }) => !named.has(name));
    return [...broken, ...through.map((symbol) => ({ change, symbol }))];
  });
}

/** What is left of a removal once the element was found elsewhere: nothing, or what differs there. */
function remains(symbol: SymbolChange, change: TreeChange, changes: readonly TreeChange[]): SymbolChange[] {
  if (symbol.operation !== "remove" && symbol.operation !== "rename") return [symbol];
  const language = (change.before ?? change.after)?.language;
  const key = nameKey(symbol.name, language);
  const isIt = ({ kind, name }: OutlineSymbol): boolean =>
    kind === symbol.kind && sameName(nameKey(name, language), key);
  const place = changes.find(
    (other) =>
      other.after?.symbols.some(isIt) && (other !== change || symbol.before === undefined) && !holds(other, isIt),
  );
  if (!place) return [symbol];
  if (symbol.before === undefined) {
    // A statement dropped what another one makes again; what a table had before stands in no file that changed.
    const made = place.after?.symbols.find(isIt);
    if (place === change && (made?.start_line ?? 0) < symbol.start_line) return [symbol];
    return symbol.kind === "table" ? [{ ...symbol, operation: "replace", why: ["dropped and made anew"] }] : [];
  }
  const part = (outline: Outline | undefined): Outline | undefined =>
    outline && { ...outline, symbols: outline.symbols.filter(({ name }) => isWithin(name, symbol.name)), effects: [] };
  return diffOutlines(part(change.before), part(place.after)).filter(breaksContract);
}

const holds = ({ before }: TreeChange, isIt: (symbol: OutlineSymbol) => boolean): boolean =>
  before?.symbols.some(isIt) ?? false;

const isWithin = (name: string, holder: string): boolean =>
  name.toLowerCase() === holder.toLowerCase() || name.toLowerCase().startsWith(`${holder.toLowerCase()}.`);

/** Operations that refer to a shared parameter or body ask of their callers what that asks. */
function operationsThrough(symbol: SymbolChange, { before, after }: TreeChange): SymbolChange[] {
  if (symbol.kind !== "schema" || !/^(?:parameters|requestBodies)\./.test(symbol.name)) return [];
  return (
    (after ?? before)?.symbols.flatMap((operation): SymbolChange[] => {
      if (operation.kind !== "operation" || !operation.references?.includes(symbol.name)) return [];
      const { name, kind, start_line, end_line } = operation;
      const old = before?.symbols.find((one) => one.kind === kind && one.name === name);
      if (!old) return [];
      const why = [`${symbol.name}: ${symbol.why?.join("; ") || symbol.operation}`];
      return [{ name, kind, operation: "replace", start_line, end_line, before: old, after: operation, why }];
    }) ?? []
  );
}
