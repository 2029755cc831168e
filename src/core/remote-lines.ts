// The events that a commit of the ledger's ref holds (spec 2.6), as far as they came after another commit of it.
import type { GitObject, ObjectReader } from "../git/object-reader.ts";
import { type ChangedFile, compareTrees } from "../git/tree-object.ts";
import { HeadedLines } from "../store/headed-lines.ts";
import { segmentAt } from "../store/segments.ts";
import { type EventLine, parseIncoming } from "../store/transfer.ts";

/** `events`, the replica, the file. */
const DEPTH = 2;
const LF = 10;

export interface RemoteLines {
  readonly lines: readonly EventLine[];
  /** Files with lines that are no event, and how many. */
  readonly bad: readonly { readonly path: string; readonly count: number }[];
  /** Files that are too large to be read: what they hold is not known. */
  readonly unread: readonly string[];
  /** True when the commit still holds all that `seen` held, so that the lines are what came since; else they are all. */
  readonly extends: boolean;
}

/** Lines of a commit that another one, `seen`, did not have. @throws GIT_FAILED */
export async function linesSince(reader: ObjectReader, seen: string | undefined, tip: string): Promise<RemoteLines> {
  const known = seen !== undefined && (await reader.ask(`${seen}^{tree}`)) !== undefined;
  if (known) {
    const since = await read(reader, `${seen}^{tree}`, tip);
    if (since !== undefined) return { ...since, extends: true };
  }
  return { ...((await read(reader, undefined, tip)) ?? { lines: [], bad: [], unread: [] }), extends: false };
}

/**
 * All lines of a commit with their heads, unparsed; undefined when there is one that has none, which `linesSince` can
 * tell apart. @throws GIT_FAILED
 */
export async function unparsedLines(reader: ObjectReader, tip: string): Promise<HeadedLines | undefined> {
  const { changed } = await compareTrees(reader, undefined, `${tip}^{tree}`, DEPTH);
  const segments = changed.flatMap(({ path, id }) => {
    const segment = segmentAt(path, 0);
    return segment ? [{ ...segment, id }] : [];
  });
  // Each replica's lines in their order: what is nearly sorted is sorted fast.
  segments.sort((a, b) => (a.replica === b.replica ? a.first - b.first : a.replica < b.replica ? -1 : 1));
  const asked = segments.map(({ id }) => reader.ask(id));
  const lines = new HeadedLines();
  for (const object of asked) {
    const body = bodyOf(await object);
    if (body === undefined || !lines.add(body)) return undefined;
  }
  return lines;
}

/** What came since a tree; undefined when something of it is missing or changed now. */
async function read(
  reader: ObjectReader,
  before: string | undefined,
  tip: string,
): Promise<Omit<RemoteLines, "extends"> | undefined> {
  const { changed, gone } = await compareTrees(reader, before, `${tip}^{tree}`, DEPTH);
  if (gone.some(isSegment)) return undefined;
  const files = changed.filter(({ path }) => isSegment(path));
  // All are asked for at once and parsed as they come: git unpacks one while another is read.
  const asked = files.map((file) => ({ file, bodies: bodiesOf(reader, file) }));
  const lines: EventLine[] = [];
  const bad: { path: string; count: number }[] = [];
  const unread: string[] = [];
  for (const { file, bodies } of asked) {
    const [old, now] = await bodies;
    if (old === undefined || now === undefined) {
      // What such a file had or has besides is not known: only all that can be read says what is there.
      if (file.was !== undefined) return undefined;
      unread.push(file.path);
      continue;
    }
    if (!continues(old, now)) return undefined;
    const found = parseIncoming(now.subarray(old.length));
    for (const line of found.lines) lines.push(line);
    if (found.bad.length > 0) bad.push({ path: file.path, count: found.bad.length });
  }
  return { lines, bad, unread };
}

const EMPTY = Buffer.alloc(0);
const isSegment = (path: string): boolean => segmentAt(path, 0) !== undefined;

/** The bytes of an object, none where there is no object; undefined for one that is too large. */
const bodyOf = (object: GitObject | undefined): Buffer | undefined => (object === undefined ? EMPTY : object.body);

/** What a file held before, and what it holds. */
async function bodiesOf(
  reader: ObjectReader,
  { was, id }: ChangedFile,
): Promise<readonly [Buffer | undefined, Buffer | undefined]> {
  const [old, now] = await Promise.all([was === undefined ? undefined : reader.ask(was), reader.ask(id)]);
  return [bodyOf(old), bodyOf(now)];
}

/** True when `now` begins with the whole lines of `old`. */
function continues(old: Buffer, now: Buffer): boolean {
  if (old.length === 0) return true;
  if (now.length < old.length || !now.subarray(0, old.length).equals(old)) return false;
  return old.at(-1) === LF || now.length === old.length || now[old.length] === LF;
}
