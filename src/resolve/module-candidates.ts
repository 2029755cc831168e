// Modules that the source tree already has, read out of exported names and doc comments (spec 4.5). Pure: outlines in,
// candidates out. They are never declared, and say so.
import type { Outline, OutlineSymbol, SymbolKind } from "../syntax/outline.ts";
import type { ExistingModule } from "./module-overlap.ts";

/** Kinds that hold what a module offers. */
const HOLDERS: ReadonlySet<SymbolKind> = new Set(["class", "struct", "trait", "module", "namespace"]);
const OFFERS: ReadonlySet<SymbolKind> = new Set(["method", "function"]);

/** Wants full outlines. One candidate per exported holder with public members, and one per file with exported functions of its own. */
export function moduleCandidates(outline: Outline): ExistingModule[] {
  const seen = outline.symbols.filter(({ exported }) => exported !== false);
  const candidates = seen.flatMap((holder): ExistingModule[] => {
    if (!HOLDERS.has(holder.kind)) return [];
    return candidate(outline.path, holder.name, membersOf(seen, holder), holder.doc);
  });
  const own = seen.filter(({ kind, name }) => kind === "function" && !/[.:#]/.test(name));
  if (own.length >= 2) {
    const docs = own.flatMap(({ doc }) => doc ?? []).join(" ");
    candidates.push(...candidate(outline.path, fileName(outline.path), own.map(lastName), docs));
  }
  return candidates;
}

function candidate(file: string, name: string, names: readonly string[], doc: string | undefined): ExistingModule[] {
  const scenarios = [...new Set(names)].filter((one) => !one.startsWith("_"));
  return scenarios.length === 0 ? [] : [{ name, file, scenarios, responsibilities: doc ?? "", declared: false }];
}

function membersOf(symbols: readonly OutlineSymbol[], holder: OutlineSymbol): string[] {
  return symbols.filter(({ kind, name }) => OFFERS.has(kind) && isMember(name, holder.name)).map(lastName);
}

const isMember = (name: string, holder: string): boolean =>
  name.length > holder.length && name.startsWith(holder) && /[.:#]/.test(name[holder.length] as string);

const lastName = ({ name }: OutlineSymbol): string =>
  name.slice(Math.max(...[".", ":", "#"].map((mark) => name.lastIndexOf(mark))) + 1);

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
