// Writes a paged file (paged-file.ts) whole: sections one after the other in blocks, header, trailer; then renames it
// into place. Not durable on purpose: what is written here can be made again.
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { checksum } from "../checksum.ts";
import { BLOCK, blockSum, CONTENT, MAGIC, type PagedHeader, type SectionPlace, TRAILER } from "./paged-file.ts";

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

/** Blocks that are written together. */
const TOGETHER = 2048;

/** Cuts content into blocks, each with its checksum, and gathers them into large writes. */
class Out {
  private readonly fd: number;
  private readonly buffer = Buffer.allocUnsafe(TOGETHER * BLOCK);
  /** Blocks in the buffer, and content bytes in the one that is being filled. */
  private blocks = 0;
  private filled = 0;
  private written = 0;
  /** Content bytes so far. */
  size = 0;

  constructor(fd: number) {
    this.fd = fd;
  }

  write(piece: Uint8Array): void {
    for (let from = 0; from < piece.length; ) {
      const part = Math.min(piece.length - from, CONTENT - this.filled);
      this.buffer.set(piece.subarray(from, from + part), this.blocks * BLOCK + this.filled);
      this.filled += part;
      from += part;
      if (this.filled === CONTENT) this.endBlock();
    }
    this.size += piece.length;
  }

  private endBlock(): void {
    const at = this.blocks * BLOCK;
    this.buffer.fill(0, at + this.filled, at + CONTENT);
    const number = this.written / BLOCK + this.blocks;
    this.buffer.writeUInt32LE(blockSum(this.buffer.subarray(at, at + CONTENT), number), at + CONTENT);
    this.filled = 0;
    this.blocks++;
    if (this.blocks === TOGETHER) this.flush();
  }

  private flush(): void {
    this.put(this.buffer.subarray(0, this.blocks * BLOCK));
    this.blocks = 0;
  }

  private put(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.fd, bytes, done);
    this.written += bytes.length;
  }

  end(header: PagedHeader): void {
    if (this.filled > 0) this.endBlock();
    this.flush();
    const text = Buffer.from(JSON.stringify(header), "utf8");
    const trailer = Buffer.alloc(TRAILER);
    trailer.writeBigUInt64LE(BigInt(this.written), 0);
    trailer.writeUInt32LE(text.length, 8);
    trailer.writeUInt32LE(checksum(text), 12);
    trailer.write(MAGIC, 16, "latin1");
    this.put(Buffer.concat([text, trailer]));
  }
}
