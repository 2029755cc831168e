// How events lie in the synced ref (spec 2.6): `events/<replica>/<first n>.jsonl`, sealed at about 256 KiB. Pure: from
// lines to the files that have to change. Two replicas never share a file, so machines never write the same path.
import type { AnyEvent } from "./line.ts";

export const SEGMENT_BYTES = 256 * 1024;
/** The size of a file that cannot be read, so that nothing is written behind what it holds. */
export const CLOSED = Number.POSITIVE_INFINITY;
const SEGMENT = /^events\/(r_[0-9a-hjkmnp-tv-z]{10})\/(\d{1,16})\.jsonl$/;

export interface SegmentFile {
  readonly path: string;
  readonly replica: string;
  readonly first: number;
  /** Bytes it has now. */
  readonly size: number;
}

/** A file to write: what it has now (undefined: nothing), and what comes behind. */
export interface SegmentChange {
  readonly path: string;
  readonly replica: string;
  readonly append: readonly string[];
  readonly extends: boolean;
}

/** The segment that a path of the tree names; undefined for anything else that lies there. */
export function segmentAt(path: string, size: number): SegmentFile | undefined {
  const found = SEGMENT.exec(path);
  if (!found) return undefined;
  return { path, replica: found[1] as string, first: Number(found[2]), size };
}

/**
 * Where lines go that the tree does not have: behind the last open segment of their replica, then into new ones.
 * Lines of one replica are taken in the order of their numbers.
 */
export function placeLines(
  files: readonly SegmentFile[],
  lines: readonly { readonly text: string; readonly event: Pick<AnyEvent, "replica" | "n"> }[],
): readonly SegmentChange[] {
  const changes: SegmentChange[] = [];
  for (const [replica, own] of [...groupByReplica(lines)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const taken = new Set(files.filter((file) => file.replica === replica).map(({ path }) => path));
    const last = files.filter((file) => file.replica === replica).sort((a, b) => b.first - a.first)[0];
    let path = last?.path;
    let size = last?.size ?? SEGMENT_BYTES;
    let open: string[] = [];
    const flush = (): void => {
      if (open.length > 0 && path !== undefined) {
        changes.push({ path, replica, append: open, extends: taken.has(path) });
      }
      open = [];
    };
    for (const { text, event } of own.toSorted((a, b) => a.event.n - b.event.n)) {
      const bytes = Buffer.byteLength(text) + 1;
      let first = event.n;
      while (size === CLOSED && taken.has(`events/${replica}/${first}.jsonl`)) first++;
      const next = `events/${replica}/${first}.jsonl`;
      if (size + bytes > SEGMENT_BYTES && size > 0 && !taken.has(next) && path !== next) {
        flush();
        path = next;
        size = 0;
      }
      open.push(text);
      size += bytes;
    }
    flush();
  }
  return changes;
}

function groupByReplica<T extends { readonly event: Pick<AnyEvent, "replica"> }>(
  lines: readonly T[],
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const line of lines) {
    const group = groups.get(line.event.replica);
    if (group) group.push(line);
    else groups.set(line.event.replica, [line]);
  }
  return groups;
}
