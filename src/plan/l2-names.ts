// L2 from declarations alone (spec 3.3): the names and lines that two sides declare for one file. What the file itself
// says (ranges as symbols, names it does not have) is asked of src/syntax. Pure.
import type { FileTouch } from "./artifacts.ts";

export interface PartOverlap {
  readonly verdict: "overlap" | "clear" | "unknown";
  /** The names that both sides touch: of a container and its member, the member. */
  readonly names: readonly string[];
  /** Names that both sides add. */
  readonly double_definition: readonly string[];
}

/** A qualified name as its segments; `.`, `::` and `#` are one separator, letters keep their case. */
export const segmentsOf = (name: string): readonly string[] =>
  name
    .split(/::|[.#]/)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== "");

/** How two names stand to each other: the same thing, or one inside the other (then the inner one). */
export function sharedName(a: string, b: string): string | undefined {
  const [x, y] = [segmentsOf(a), segmentsOf(b)];
  const [outer, inner] = x.length <= y.length ? [x, y] : [y, x];
  if (outer.length === 0 || outer.some((segment, i) => segment !== inner[i])) return undefined;
  return x.length <= y.length ? b : a;
}

/**
 * Two sides over one file. A side that names no part touches the whole file: unknown. Two line ranges that do not
 * meet may still lie in one function: clear only where `hasParser` is false, and nobody can know better.
 */
export function comparePlaces(
  left: readonly FileTouch[],
  right: readonly FileTouch[],
  hasParser: boolean,
): PartOverlap {
  const names = new Set<string>();
  const both = new Set<string>();
  let verdict: PartOverlap["verdict"] = "clear";
  for (const a of left) {
    for (const b of right) {
      if (a.read && b.read) continue;
      const meeting = meet(a, b, hasParser);
      for (const name of meeting.names) {
        names.add(name);
        if (a.operation === "add" && b.operation === "add") both.add(name);
      }
      if (meeting.verdict === "overlap") verdict = "overlap";
      else if (meeting.verdict === "unknown" && verdict === "clear") verdict = "unknown";
    }
  }
  return { verdict, names: [...names].sort(), double_definition: [...both].sort() };
}

function meet(
  a: FileTouch,
  b: FileTouch,
  hasParser: boolean,
): { verdict: PartOverlap["verdict"]; names: readonly string[] } {
  const names: string[] = [];
  for (const x of a.symbols ?? []) {
    for (const y of b.symbols ?? []) {
      const shared = sharedName(x, y);
      if (shared !== undefined) names.push(shared);
    }
  }
  if (names.length > 0) return { verdict: "overlap", names };
  if (a.lines && b.lines) {
    const met = a.lines[0] <= b.lines[1] && b.lines[0] <= a.lines[1];
    if (met) return { verdict: "overlap", names };
    if (!a.symbols && !b.symbols) return { verdict: hasParser ? "unknown" : "clear", names };
  }
  const onlyNames = a.symbols !== undefined && b.symbols !== undefined && !a.lines && !b.lines;
  return { verdict: onlyNames ? "clear" : "unknown", names };
}
