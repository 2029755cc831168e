// Writes blobs, trees and commits: their ids are known from their bytes, so that all of them go to git at once, in one
// process, as a pack (gitformat-pack documentation). The pack is read by git and never kept: it is not compressed.
import { createHash } from "node:crypto";
import { git } from "./run.ts";

export type ObjectFormat = "sha1" | "sha256";

/** The hash that made an id. */
export const formatOf = (id: string): ObjectFormat => (id.length === 64 ? "sha256" : "sha1");

export interface NewObject {
  readonly type: "commit" | "tree" | "blob";
  readonly id: string;
  readonly body: Buffer;
}

/** An object with its id. */
export function newObject(type: NewObject["type"], body: Buffer, format: ObjectFormat): NewObject {
  const id = createHash(format).update(`${type} ${body.length}\0`).update(body).digest("hex");
  return { type, id, body };
}

/**
 * Writes objects into the object store, each as a file of its own. What is there already is left alone.
 * @throws ForemergeError GIT_FAILED
 */
export function writeObjects(cwd: string, objects: readonly NewObject[], format: ObjectFormat): void {
  for (let from = 0; from < objects.length; ) {
    let to = from;
    for (let size = 0; to < objects.length && size < PACK_BYTES; to++) size += objects[to]?.body.length ?? 0;
    const input = packOf(objects.slice(from, to), format);
    git(["-c", "core.looseCompression=1", "unpack-objects", "-q"], { cwd, input });
    from = to;
  }
}

/** More than this at once would only cost memory. */
const PACK_BYTES = 32 * 1024 * 1024;

const NUMBERS = { commit: 1, tree: 2, blob: 3 } as const;

function packOf(objects: readonly NewObject[], format: ObjectFormat): Buffer {
  const head = Buffer.alloc(12);
  head.write("PACK", "latin1");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(objects.length, 8);
  const parts = [head, ...objects.flatMap(({ type, body }) => [packHead(type, body.length), ...stored(body)])];
  const hash = createHash(format);
  for (const part of parts) hash.update(part);
  return Buffer.concat([...parts, hash.digest()]);
}

/** Type and size: four bits of the size in the first byte, seven in each that follows, lowest first. */
function packHead(type: NewObject["type"], size: number): Buffer {
  const bytes: number[] = [];
  let byte = (NUMBERS[type] << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 128);
    byte = rest & 127;
  }
  bytes.push(byte);
  return Buffer.from(bytes);
}

/** Bytes as a zlib stream of stored blocks (RFC 1950, RFC 1951 section 3.2.4). */
function stored(body: Buffer): Buffer[] {
  const parts: Buffer[] = [Buffer.from([0x78, 0x01])];
  for (let at = 0; at === 0 || at < body.length; at += 0xffff) {
    const piece = body.subarray(at, at + 0xffff);
    const head = Buffer.alloc(5);
    head[0] = at + piece.length >= body.length ? 1 : 0;
    head.writeUInt16LE(piece.length, 1);
    head.writeUInt16LE(piece.length ^ 0xffff, 3);
    parts.push(head, piece);
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(adler32(body));
  parts.push(sum);
  return parts;
}

/** RFC 1950's checksum. Sums of 5552 bytes still fit into 32 bits. */
function adler32(bytes: Buffer): number {
  let a = 1;
  let b = 0;
  for (let at = 0; at < bytes.length; ) {
    for (const end = Math.min(at + 5552, bytes.length); at < end; at++) {
      a += bytes[at] as number;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}
