// A file of named sections that is read in small pieces, every piece checked: blocks of 512 bytes that end in their own
// checksum, a JSON header and a trailer at the end. Knows nothing of what the sections mean. Written by
// write-sections.ts.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { checksum, sumOfWords, wordsOf } from "../checksum.ts";

/** Bytes of a block, and those of them that are content. */
export const BLOCK = 512;
export const CONTENT = BLOCK - 4;
export const MAGIC = "FMSNAP02";
/** Trailer: header offset (8), header length (4), header checksum (4), magic (8). */
export const TRAILER = 24;
/** Read at once when a file is opened: trailer and, usually, the whole header. */
const FIRST_READ = 8 * 1024;
/** Longest run of blocks that is remembered. */
const REMEMBERED = 32;
/** Reading one block costs as much as reading about so many in a row. */
const BLOCKS_A_READ = 16;

/** Checksum of a block at its place: a block that lies elsewhere is wrong, too. */
export const blockSum = (content: Uint8Array, number: number): number => atPlace(checksum(content), number);

const atPlace = (sum: number, number: number): number => (sum ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0;

/** Words of a block, and those of its content. */
const BLOCK_WORDS = BLOCK / 4;
const CONTENT_WORDS = CONTENT / 4;

/** Where a section lies, counted in content bytes. */
export interface SectionPlace {
  readonly start: number;
  readonly length: number;
}

/** What stands in front of whatever a header says itself. */
export interface PagedHeader {
  readonly sections: Readonly<Record<string, SectionPlace>>;
}

/** The bytes are not what was written: whoever reads goes back to the source. */
export class DamagedFile extends Error {}

export class PagedFile<H extends PagedHeader> {
  readonly header: H;
  private readonly fd: number;
  /** Content of blocks that were read and found whole. */
  private readonly blocks = new Map<number, Buffer>();
  /** Sections of which so much was asked for, block by block, that all of it was read. */
  private readonly wholes = new Map<string, { readonly bytes: Buffer; readonly words: Int32Array | undefined }>();
  /** Blocks read one by one, by section. */
  private readonly reads = new Map<string, number>();

  /** @throws DamagedFile, or what opening throws */
  constructor(path: string) {
    this.fd = openSync(path, "r");
    try {
      this.header = this.readHeader();
    } catch (error) {
      closeSync(this.fd);
      throw error;
    }
  }

  close(): void {
    closeSync(this.fd);
  }

  length(section: string): number {
    return this.header.sections[section]?.length ?? 0;
  }

  /** Bytes of a section. @throws DamagedFile */
  bytes(section: string, from: number, length: number): Buffer {
    const place = this.header.sections[section];
    if (place === undefined || from < 0 || length < 0 || from + length > place.length) {
      throw new DamagedFile(`${section} has no bytes ${from} + ${length}`);
    }
    if (length === 0) return Buffer.alloc(0);
    const whole = this.wholes.get(section);
    if (whole !== undefined) return whole.bytes.subarray(from, from + length);
    const start = place.start + from;
    const first = Math.floor(start / CONTENT);
    const last = Math.floor((start + length - 1) / CONTENT);
    const at = start - first * CONTENT;
    if (first !== last) return this.run(first, last).subarray(at, at + length);
    const known = this.blocks.get(first);
    if (known !== undefined) return known.subarray(at, at + length);
    const reads = (this.reads.get(section) ?? 0) + 1;
    this.reads.set(section, reads);
    if (reads * BLOCKS_A_READ * CONTENT > place.length && reads > BLOCKS_A_READ)
      return this.whole(section).subarray(from, from + length);
    return this.run(first, first).subarray(at, at + length);
  }

  /** All of a section, kept from now on. @throws DamagedFile */
  private whole(section: string): Buffer {
    const bytes = this.bytes(section, 0, this.length(section));
    this.wholes.set(section, { bytes, words: bytes.length % 4 === 0 ? wordsOf(bytes) : undefined });
    return bytes;
  }

  /** The same as numbers of 32 bits; `from` and `length` are multiples of four. @throws DamagedFile */
  words(section: string, from: number, length: number): Int32Array {
    return wordsOf(this.bytes(section, from, length));
  }

  /** All of a section when it was read as a whole already: for loops that would ask for it piece by piece. */
  wordsIfRead(section: string): Int32Array | undefined {
    return this.wholes.get(section)?.words;
  }

  /** Content of the blocks first … last, each checked. */
  private run(first: number, last: number): Buffer {
    const count = last - first + 1;
    const raw = this.read(first * BLOCK, count * BLOCK);
    // Buffers of Node's own begin on a word; else a copy does.
    const bytes =
      raw.byteOffset % 4 === 0 ? raw : Buffer.from(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, count * BLOCK_WORDS);
    for (let i = 0; i < count; i++) {
      const at = i * BLOCK_WORDS;
      const sum = atPlace(sumOfWords(words, at, at + CONTENT_WORDS, CONTENT), first + i);
      if (sum !== bytes.readUInt32LE(i * BLOCK + CONTENT)) throw new DamagedFile(`block ${first + i}`);
      // The content moves together, over the checksums that were looked at.
      words.copyWithin(i * CONTENT_WORDS, at, at + CONTENT_WORDS);
    }
    const content = bytes.subarray(0, count * CONTENT);
    for (let i = 0; i < count && count <= REMEMBERED; i++) {
      this.blocks.set(first + i, content.subarray(i * CONTENT, (i + 1) * CONTENT));
    }
    return content;
  }

  private readHeader(): H {
    const { size } = fstatSync(this.fd);
    if (size < TRAILER) throw new DamagedFile("too short");
    const tail = this.read(Math.max(0, size - FIRST_READ), Math.min(size, FIRST_READ));
    const trailer = tail.subarray(tail.length - TRAILER);
    if (trailer.toString("latin1", 16) !== MAGIC) throw new DamagedFile("no trailer");
    const offset = Number(trailer.readBigUInt64LE(0));
    const length = trailer.readUInt32LE(8);
    if (offset + length + TRAILER !== size) throw new DamagedFile("cut or grown");
    const text =
      length + TRAILER <= tail.length
        ? tail.subarray(tail.length - TRAILER - length, tail.length - TRAILER)
        : this.read(offset, length);
    if (checksum(text) !== trailer.readUInt32LE(12)) throw new DamagedFile("header");
    return JSON.parse(text.toString("utf8")) as H;
  }

  private read(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    let size = 0;
    while (size < length) {
      const got = readSync(this.fd, bytes, size, length - size, offset + size);
      if (got === 0) throw new DamagedFile("cut short");
      size += got;
    }
    return bytes;
  }
}
