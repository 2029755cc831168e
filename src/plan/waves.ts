// Rounds without conflict (spec 3.5, `plan waves`). Pure: which pairs conflict and who waits for whom is handed in.

/** A task or an intent to be put into a round. */
export interface WaveItem {
  readonly id: string;
  /** Ids that must be done first; ids that are no items are looked away from. */
  readonly after: readonly string[];
  /** Declares nothing: nobody knows what it touches, so it runs alone. */
  readonly alone: boolean;
  /** Kinds of which at most one may be under way at a time (`migration`). */
  readonly serial: readonly string[];
}

export interface Waves {
  readonly rounds: readonly (readonly string[])[];
  /** The longest chain of items that must follow one another. */
  readonly criticalPath: readonly string[];
}

/**
 * Puts every item into the first round behind all that it waits for in which it meets nothing it conflicts with.
 * Items on which longer chains hang are placed first, then smaller ids: the answer depends on nothing but the items.
 * There must be no cycle. `conflicts`: the ids that an id must not share a round with (told from either side).
 */
export function wavesOf(items: readonly WaveItem[], conflicts: (id: string) => Iterable<string>): Waves {
  const byId = new Map(items.map((item) => [item.id, item]));
  const after = withSerialOrder(items, byId);
  const order = byDependency(items, after);
  const round = new Map<string, number>();
  const rounds: string[][] = [];
  for (const id of order) {
    let at = 0;
    for (const earlier of after.get(id) ?? []) at = Math.max(at, (round.get(earlier) ?? -1) + 1);
    const taken = new Set<number>();
    for (const other of conflicts(id)) {
      const where = round.get(other);
      if (where !== undefined) taken.add(where);
    }
    const alone = byId.get(id)?.alone === true;
    while (taken.has(at) || !hasRoom(rounds[at], alone, byId)) at++;
    while (rounds.length <= at) rounds.push([]);
    (rounds[at] as string[]).push(id);
    round.set(id, at);
  }
  return {
    rounds: rounds.map((ids) => [...ids].sort()).filter((ids) => ids.length > 0),
    criticalPath: longestChain(order, after),
  };
}

/** Nobody joins an item that runs alone, and it joins nobody. */
function hasRoom(members: readonly string[] | undefined, alone: boolean, byId: ReadonlyMap<string, WaveItem>): boolean {
  const first = members?.[0];
  return first === undefined || !(alone || byId.get(first)?.alone);
}

type After = ReadonlyMap<string, readonly string[]>;

/** `after` without strangers, and with the members of each serial kind one behind the other. */
function withSerialOrder(items: readonly WaveItem[], byId: ReadonlyMap<string, WaveItem>): After {
  const after = new Map(items.map(({ id, after: named }) => [id, named.filter((other) => byId.has(other))]));
  for (const kind of new Set(items.flatMap((item) => item.serial))) {
    // In the order that dependencies already give; ids decide where they say nothing.
    const line = byDependency(items, after).filter((id) => byId.get(id)?.serial.includes(kind));
    line.forEach((id, i) => {
      const before = line[i - 1];
      if (before !== undefined && !after.get(id)?.includes(before)) after.get(id)?.push(before);
    });
  }
  return after;
}

/** Every item behind all that it waits for; among those that could be next, the one with the longest chain behind it. */
function byDependency(items: readonly WaveItem[], after: After): readonly string[] {
  const waiting = new Map(items.map(({ id }) => [id, after.get(id)?.length ?? 0]));
  const followers = new Map<string, string[]>();
  for (const [id, earlier] of after) {
    for (const other of earlier) {
      const list = followers.get(other);
      if (list) list.push(id);
      else followers.set(other, [id]);
    }
  }
  const layers: string[][] = [];
  let ready = [...waiting].filter(([, left]) => left === 0).map(([id]) => id);
  while (ready.length > 0) {
    layers.push(ready);
    const next: string[] = [];
    for (const follower of ready.flatMap((id) => followers.get(id) ?? [])) {
      const left = (waiting.get(follower) ?? 0) - 1;
      waiting.set(follower, left);
      if (left === 0) next.push(follower);
    }
    ready = next;
  }
  const height = new Map<string, number>();
  for (const id of layers.flat().reverse()) {
    let most = 0;
    for (const follower of followers.get(id) ?? []) most = Math.max(most, height.get(follower) ?? 0);
    height.set(id, most + 1);
  }
  const byHeight = (a: string, b: string): number =>
    (height.get(b) ?? 0) - (height.get(a) ?? 0) || (a < b ? -1 : a > b ? 1 : 0);
  return layers.flatMap((ids) => [...ids].sort(byHeight));
}

/** The longest chain; of equally long ones the one with the smaller ids. */
function longestChain(order: readonly string[], after: After): readonly string[] {
  const length = new Map<string, number>();
  const before = new Map<string, string>();
  let last: string | undefined;
  for (const id of order) {
    let most = 0;
    for (const earlier of [...(after.get(id) ?? [])].sort()) {
      const long = length.get(earlier) ?? 0;
      if (long > most) {
        most = long;
        before.set(id, earlier);
      }
    }
    length.set(id, most + 1);
    const longest = last === undefined ? 0 : (length.get(last) ?? 0);
    if (most + 1 > longest || (most + 1 === longest && last !== undefined && id < last)) last = id;
  }
  const chain: string[] = [];
  for (let at = last; at !== undefined; at = before.get(at)) chain.unshift(at);
  return chain;
}
