// Runs the automata of globs: whether one matches a path, in time linear in the path, and whether two could both match
// some path (spec 3.2, last row). Pure.
import { type Characters, type GlobAutomaton, SLASH } from "./glob-automaton.ts";

function holds(set: Characters, unit: number): boolean {
  for (let i = 0; i < set.length; i += 2) if (unit >= (set[i] as number) && unit <= (set[i + 1] as number)) return true;
  return false;
}

/** Adds a state and all that is reached from it without reading. */
function enter(automaton: GlobAutomaton, state: number, into: Set<number>): void {
  const open = [state];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (into.has(at)) continue;
    into.add(at);
    for (const edge of automaton.edges[at] ?? []) if (edge.on === undefined) open.push(edge.to);
  }
}

/** All states that the automaton can be in at one point of a path, and where each character leads from there. */
interface Point {
  readonly states: readonly number[];
  readonly accepts: boolean;
  /** By code unit below 128. */
  readonly plain: (Point | undefined)[];
  readonly other: Map<number, Point>;
}

/** Points are made as paths ask for them; a pattern that would need more starts over. */
const MOST_POINTS = 4000;

/** A matcher of normal paths: its time is the length of the path, whatever the pattern. */
export function pathMatcher(automaton: GlobAutomaton): (path: string) => boolean {
  let points = new Map<string, Point>();
  const pointOf = (states: ReadonlySet<number>): Point => {
    const sorted = [...states].sort((x, y) => x - y);
    const key = sorted.join(",");
    let point = points.get(key);
    if (!point) {
      if (points.size >= MOST_POINTS) points = new Map();
      point = { states: sorted, accepts: states.has(automaton.accept), plain: [], other: new Map() };
      points.set(key, point);
    }
    return point;
  };
  const lead = (from: Point, unit: number): Point => {
    const next = new Set<number>();
    for (const state of from.states) {
      for (const edge of automaton.edges[state] ?? []) {
        if (edge.on && holds(edge.on, unit)) enter(automaton, edge.to, next);
      }
    }
    const point = pointOf(next);
    if (unit < 128) from.plain[unit] = point;
    else from.other.set(unit, point);
    return point;
  };
  const first = new Set<number>();
  enter(automaton, 0, first);
  const start = pointOf(first);
  return (path) => {
    let point = start;
    for (let i = 0; i < path.length && point.states.length > 0; i++) {
      const unit = path.charCodeAt(i);
      point = (unit < 128 ? point.plain[unit] : point.other.get(unit)) ?? lead(point, unit);
    }
    return point.accepts;
  };
}

/** Whether two sets share the slash, and whether they share any other character. */
function shared(a: Characters, b: Characters): { slash: boolean; other: boolean } {
  let slash = false;
  let other = false;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const low = Math.max(a[i] as number, b[j] as number);
    const high = Math.min(a[i + 1] as number, b[j + 1] as number);
    if (low <= high) {
      const hasSlash = low <= SLASH && SLASH <= high;
      slash ||= hasSlash;
      other ||= high - low >= (hasSlash ? 1 : 0);
    }
    if ((a[i + 1] as number) < (b[j + 1] as number)) i += 2;
    else j += 2;
  }
  return { slash, other };
}

/** True when some normal path (no empty segment) is matched by both. */
export function couldMeet(a: GlobAutomaton, b: GlobAutomaton): boolean {
  // A node is a state of each side and whether the path stands at the start of a segment.
  const width = b.edges.length;
  const seen = new Set<number>();
  const open: [number, number, boolean][] = [[0, 0, true]];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const [x, y, fresh] = node;
    const key = (x * width + y) * 2 + (fresh ? 1 : 0);
    if (seen.has(key)) continue;
    seen.add(key);
    if (!fresh && x === a.accept && y === b.accept) return true;
    for (const left of a.edges[x] ?? []) {
      if (left.on === undefined) {
        open.push([left.to, y, fresh]);
        continue;
      }
      for (const right of b.edges[y] ?? []) {
        if (right.on === undefined) continue;
        const common = shared(left.on, right.on);
        if (common.other) open.push([left.to, right.to, false]);
        if (common.slash && !fresh) open.push([left.to, right.to, true]);
      }
    }
    for (const right of b.edges[y] ?? []) if (right.on === undefined) open.push([x, right.to, fresh]);
  }
  return false;
}
