// A file of named sections that is read in small pieces, every piece checked: blocks of 4 KiB with a checksum each, a
// JSON header and a trailer at the end. Knows nothing of what the sections mean. Written by write-sections.ts.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { checksum } from "../checksum.ts";

export const BLOCK = 4096;
export const MAGIC = "FMSNAP01";
/** Trailer: header offset (8), header length (4), header checksum (4), magic (8). */
export const TRAILER = 24;
/** Read at once when a file is opened: trailer and, usually, the whole header. */
const FIRST_READ = 16 * 1024;
const NEIGHBOURS = 16;

export interface SectionPlace {
  readonly start: number;
  readonly length: number;
}

/** What stands in front of whatever a header says itself. */
export interface PagedHeader {
  readonly sections: Readonly<Record<string, SectionPlace>>;
  readonly sums: { readonly start: number; readonly length: number; readonly crc: number };
}

/** The bytes are not what was written: whoever reads goes back to the source. */
export class DamagedFile extends Error {}

export class PagedFile<H extends PagedHeader> {
  readonly header: H;
  private readonly fd: number;
  private readonly blocks = new Map<number, Buffer>();
  private sums: Buffer | undefined;

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
    const start = place.start + from;
    const first = Math.floor(start / BLOCK);
    const last = Math.floor((start + length - 1) / BLOCK);
    if (first === last) {
      const block = this.block(first);
      return block.subarray(start - first * BLOCK, start - first * BLOCK + length);
    }
    const whole = this.run(first, last);
    return whole.subarray(start - first * BLOCK, start - first * BLOCK + length);
  }

  private block(number: number): Buffer {
    return this.blocks.get(number) ?? this.run(number, number);
  }

  /** Blocks first … last in one piece, checked. Few at a time are remembered. */
  private run(first: number, last: number): Buffer {
    const at = first * BLOCK;
    const end = Math.min((last + 1) * BLOCK, this.header.sums.start);
    const whole = this.read(at, end - at);
    for (let number = first; number <= last; number++) {
      const piece = whole.subarray((number - first) * BLOCK, (number - first + 1) * BLOCK);
      if (checksum(piece) !== this.sum(number)) throw new DamagedFile(`block ${number}`);
      if (last - first < NEIGHBOURS) this.blocks.set(number, piece);
    }
    return whole;
  }

  private sum(block: number): number {
    if (!this.sums) {
      const { start, length, crc } = this.header.sums;
      const sums = this.read(start, length);
      if (checksum(sums) !== crc) throw new DamagedFile("checksums");
      this.sums = sums;
    }
    return this.sums.readUInt32LE(block * 4);
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
