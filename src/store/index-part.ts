// An event index of a stretch of a ledger as plain numbers and texts, and how one is added behind another: what a second
// thread has read (src/store/second-reader.ts). Only whole batches and new events; anything odd is read in one piece.
import type { EventIndex } from "./event-index.ts";
import type { Lives, LivesPart } from "./lives.ts";
import type { ConflictStatus, IntentStatus } from "./model.ts";

export interface IndexPart {
  readonly rows: number;
  readonly offsets: Float64Array;
  readonly lengths: Int32Array;
  readonly lineNumbers: Int32Array;
  readonly clocks: Float64Array;
  readonly counters: Float64Array;
  readonly replicas: Int32Array;
  readonly moves: Uint8Array;
  readonly flags: Uint8Array;
  readonly chain: Int32Array;
  /** Hashes of the ids of rows, and of the keys of complete batches. */
  readonly ids: HashPart;
  readonly batches: HashPart;
  readonly replicaNames: readonly string[];
  readonly heads: readonly number[];
  readonly intents: readonly string[];
  readonly intentLives: LivesPart<IntentStatus>;
  /** Conflicts of intent i: those in `pairs` from `pairStarts[i]` up to `pairStarts[i + 1]`, as they came. */
  readonly pairStarts: Int32Array;
  readonly pairs: Int32Array;
  readonly conflicts: readonly string[];
  readonly conflictLives: LivesPart<ConflictStatus>;
  readonly nodes: readonly (readonly [string, readonly number[]])[];
  readonly assessments: readonly number[];
  readonly agents: readonly (readonly [name: string, Seen, sessions: readonly (readonly [string, Seen])[]])[];
  readonly topLc: number;
}

interface HashPart {
  readonly places: Int32Array;
  readonly tags: Int32Array;
}

interface Seen {
  readonly row: number;
  readonly at: string;
}

/** The index as a part; undefined when it holds what only a reading in one piece can judge. Before `close`. */
export function partOf(index: EventIndex): IndexPart | undefined {
  const { log, batches } = index;
  if (!log || !batches.log || index.held > 0 || index.newerVersion > 0) return undefined;
  const pairStarts = new Int32Array(index.intents.size + 1);
  const pairs: number[] = [];
  for (let slot = 0; slot < index.intents.size; slot++) {
    pairs.push(...index.conflictSlotsOf(slot).reverse());
    pairStarts[slot + 1] = pairs.length;
  }
  return {
    rows: index.rows,
    offsets: index.offsets.values(),
    lengths: index.lengths.values(),
    lineNumbers: index.lineNumbers.values(),
    clocks: index.clocks.values(),
    counters: index.counters.values(),
    replicas: index.replicas.values(),
    moves: index.moves.values(),
    flags: index.flags.values(),
    chain: index.chain.values(),
    ids: { places: log.places.values(), tags: log.tags.values() },
    batches: { places: batches.log.places.values(), tags: batches.log.tags.values() },
    replicaNames: index.replicaNames,
    heads: index.heads,
    intents: [...index.intents.keys()],
    intentLives: index.intentLives.part(),
    pairStarts,
    pairs: Int32Array.from(pairs),
    conflicts: [...index.conflicts.keys()],
    conflictLives: index.conflictLives.part(),
    nodes: [...index.nodes],
    assessments: index.assessments,
    agents: [...index.agents].map(([name, { row, at, sessions }]) => [name, { row, at }, [...sessions]] as const),
    topLc: index.topLc,
  };
}

/**
 * Adds a part behind what an index holds, as if its lines had been read there. `lines`: lines of the file before it.
 * @returns false, and nothing is added, when only a reading in one piece can tell what the whole means
 */
export function addPart(index: EventIndex, part: IndexPart, lines: number): boolean {
  const { log, batches } = index;
  if (!log || !batches.log || index.held > 0 || index.newerVersion > 0) return false;
  const base = index.rows;
  addColumns(index, part, base, lines);
  log.places.append(part.ids.places);
  log.tags.append(part.ids.tags);
  batches.log.places.append(part.batches.places);
  batches.log.tags.append(part.batches.tags);
  index.rows += part.rows;
  index.topLc = Math.max(index.topLc, part.topLc);

  const conflicts = part.conflicts.map((id) => index.conflictSlot(id));
  conflicts.forEach((slot, from) => {
    addLife(index, index.conflictLives, slot, part, part.conflictLives, from, base);
  });
  part.intents.forEach((id, from) => {
    const slot = index.intentSlot(id);
    addLife(index, index.intentLives, slot, part, part.intentLives, from, base);
    const known = new Set(index.conflictSlotsOf(slot));
    for (let pair = part.pairStarts[from] ?? 0; pair < (part.pairStarts[from + 1] ?? 0); pair++) {
      const conflict = conflicts[part.pairs[pair] as number] as number;
      if (!known.has(conflict)) index.pair(slot, conflict);
    }
  });
  for (const [node, rows] of part.nodes) for (const row of rows) index.fileNode(node, row + base);
  for (const row of part.assessments) index.assessments.push(row + base);
  for (const [name, seen, sessions] of part.agents) {
    const trace = index.traceOf(name, seen.row + base, seen.at);
    for (const [session, { row, at }] of sessions) index.traceSession(trace, session, row + base, at);
  }
  return true;
}

function addColumns(index: EventIndex, part: IndexPart, base: number, lines: number): void {
  index.offsets.append(part.offsets);
  index.lengths.append(part.lengths);
  index.lineNumbers.append(part.lineNumbers.map((line) => line + lines));
  index.clocks.append(part.clocks);
  index.counters.append(part.counters);
  index.moves.append(part.moves);
  index.flags.append(part.flags);
  index.chain.append(part.chain.map((row) => (row === -1 ? -1 : row + base)));
  const replicas = part.replicaNames.map((name) => index.replicaNumber(name));
  index.replicas.append(part.replicas.map((replica) => replicas[replica] as number));
  part.heads.forEach((row, replica) => {
    if (row === -1) return;
    const number = replicas[replica] as number;
    const head = index.heads[number] as number;
    if (head === -1 || index.counters.get(head) <= index.counters.get(row + base)) index.heads[number] = row + base;
  });
}

/** The life of one entity of the part: a new one as it is; one that had rows before is worked out when it is asked for. */
function addLife<S>(
  index: EventIndex,
  lives: Lives<S>,
  slot: number,
  part: IndexPart,
  of: LivesPart<S>,
  from: number,
  base: number,
): void {
  const newest = of.newest[from] as number;
  if (newest === -1) return;
  const before = lives.newest.get(slot);
  if (before === -1) {
    lives.adopt(slot, of, from, base);
    return;
  }
  let oldest = newest;
  for (let row = newest; row !== -1; row = part.chain[row] as number) oldest = row;
  index.chain.set(oldest + base, before);
  lives.newest.set(slot, newest + base);
  lives.last.set(slot, newest + base);
  lives.forget(slot);
}
