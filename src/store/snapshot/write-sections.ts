// Writes a paged file (paged-file.ts) whole: sections one after the other, checksums, header, trailer; then renames it
// into place. Not durable on purpose: what is written here can be made again.
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { checksum } from "../checksum.ts";
import { BLOCK, MAGIC, type PagedHeader, type SectionPlace, TRAILER } from "./paged-file.ts";

/** A section's bytes, in any number of pieces. */
export type Section = Iterable<Uint8Array>;

/** @throws whatever the file system throws; nothing is left behind then */
export function writeSections<H extends object>(
  path: string,
  sections: Readonly<Record<string, Section>>,
  header: H,
): void {
  const spare = `${path}.${process.pid}-${Date.now().toString(36)}.tmp`;
  try {
    const fd = openSync(spare, "wx", 0o600);
    try {
      const out = new Out(fd);
      const places: Record<string, SectionPlace> = {};
      for (const [name, pieces] of Object.entries(sections)) {
        const start = out.size;
        for (const piece of pieces) out.write(piece);
        places[name] = { start, length: out.size - start };
      }
      out.end({ ...header, sections: places });
    } finally {
      closeSync(fd);
    }
    renameSync(spare, path);
  } catch (error) {
    rmSync(spare, { force: true });
    throw error;
  }
}

/** Gathers pieces into large writes and sums every block on the way. */
class Out {
  private readonly fd: number;
  private readonly buffer = Buffer.allocUnsafe(256 * BLOCK);
  private held = 0;
  private readonly sums: number[] = [];
  size = 0;

  constructor(fd: number) {
    this.fd = fd;
  }

  write(piece: Uint8Array): void {
    for (let from = 0; from < piece.length; ) {
      const part = Math.min(piece.length - from, this.buffer.length - this.held);
      this.buffer.set(piece.subarray(from, from + part), this.held);
      this.held += part;
      from += part;
      if (this.held === this.buffer.length) this.flush();
    }
    this.size += piece.length;
  }

  private flush(): void {
    for (let at = 0; at < this.held; at += BLOCK) {
      this.sums.push(checksum(this.buffer.subarray(at, Math.min(at + BLOCK, this.held))));
    }
    this.put(this.buffer.subarray(0, this.held));
    this.held = 0;
  }

  private put(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.fd, bytes, done);
  }

  end(header: Omit<PagedHeader, "sums">): void {
    this.flush();
    const sums = Buffer.from(Uint32Array.from(this.sums).buffer);
    const whole: PagedHeader = { ...header, sums: { start: this.size, length: sums.length, crc: checksum(sums) } };
    const text = Buffer.from(JSON.stringify(whole), "utf8");
    const trailer = Buffer.alloc(TRAILER);
    trailer.writeBigUInt64LE(BigInt(this.size + sums.length), 0);
    trailer.writeUInt32LE(text.length, 8);
    trailer.writeUInt32LE(checksum(text), 12);
    trailer.write(MAGIC, 16, "latin1");
    this.put(Buffer.concat([sums, text, trailer]));
  }
}
