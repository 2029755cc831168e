// A commit of the ledger's ref with more events than its parent (spec 2.6): behind the open segment of each replica.
import { counted } from "../counted.ts";
import { commitFiles, objectFormat } from "../git/commit-files.ts";
import type { ObjectReader } from "../git/object-reader.ts";
import { treeAt } from "../git/tree-object.ts";
import { CLOSED, placeLines, SEGMENT_BYTES, type SegmentFile, segmentAt } from "../store/segments.ts";
import type { EventLine } from "../store/transfer.ts";
import type { Session } from "./session.ts";

const LF = 10;

/** Writes a commit with these lines on top of `parent` and answers its id. @throws GIT_FAILED */
export async function commitLines(
  session: Session,
  reader: ObjectReader,
  parent: string | undefined,
  lines: readonly EventLine[],
): Promise<string> {
  const replicas = [...new Set(lines.map(({ event }) => event.replica))];
  const segments: SegmentFile[] = [];
  const bodies = new Map<string, Buffer>();
  if (parent !== undefined) {
    for (const own of await Promise.all(replicas.map((replica) => segmentsOf(reader, parent, replica)))) {
      const last = own.sort((a, b) => a.first - b.first).at(-1);
      if (last === undefined) continue;
      const object = await reader.ask(`${parent}:${last.path}`);
      const body = object === undefined ? Buffer.alloc(0) : object.body;
      if (body !== undefined) bodies.set(last.path, body);
      segments.push(...own.slice(0, -1), { ...last, size: body?.length ?? CLOSED });
    }
  }
  const files = new Map<string, Buffer>();
  for (const { path, append } of placeLines(segments, lines)) {
    const before = bodies.get(path) ?? Buffer.alloc(0);
    const gap = before.length === 0 || before.at(-1) === LF ? "" : "\n";
    files.set(path, Buffer.concat([before, Buffer.from(`${gap}${append.join("\n")}\n`, "utf8")]));
  }
  const message = `${counted(lines.length, "event")} of ${counted(replicas.length, "replica")}`;
  const { repository } = session;
  const wish = { parent, files, message, at: new Date() };
  const format = parent === undefined ? objectFormat(repository) : undefined;
  return commitFiles(reader, repository?.root ?? session.root, wish, format);
}

/** Segments of a replica; only the last one's size is looked at by whoever appends. */
async function segmentsOf(reader: ObjectReader, commit: string, replica: string): Promise<SegmentFile[]> {
  const folder = `events/${replica}`;
  const entries = await treeAt(reader, `${commit}:${folder}`);
  return entries.flatMap(({ name }) => segmentAt(`${folder}/${name}`, SEGMENT_BYTES) ?? []);
}
