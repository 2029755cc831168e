// Records under text keys, sorted by key: three sections, found by bisection and read one by one.
import type { PagedFile, PagedHeader } from "./paged-file.ts";
import type { Section } from "./write-sections.ts";

const PART = 1 << 20;
/** Reading one key costs as much as reading about so many in a row. */
const KEYS_A_READ = 32;

/** Sections of a table called `name`: ends of keys, keys, ends of records, records. */
export function tableSections(
  name: string,
  keys: readonly string[],
  records: Iterable<Uint8Array>,
): Record<string, Section> {
  const keyBytes = keys.map((key) => Buffer.from(key, "utf8"));
  const recordEnds = new Uint32Array(keys.length);
  return {
    [`${name}.keyEnds`]: [asBytes(endsOf(keyBytes))],
    [`${name}.keys`]: gathered(keyBytes),
    // Filled while the records go by; written behind them.
    [`${name}.records`]: measured(records, recordEnds),
    [`${name}.recordEnds`]: [asBytes(recordEnds)],
  };
}

function endsOf(pieces: readonly Uint8Array[]): Uint32Array {
  const ends = new Uint32Array(pieces.length);
  let end = 0;
  pieces.forEach((piece, i) => {
    end += piece.length;
    ends[i] = end;
  });
  return ends;
}

export const asBytes = (list: Uint32Array): Uint8Array => new Uint8Array(list.buffer, list.byteOffset, list.byteLength);

function* measured(records: Iterable<Uint8Array>, ends: Uint32Array): Iterable<Uint8Array> {
  let end = 0;
  let i = 0;
  for (const record of records) {
    end += record.length;
    ends[i++] = end;
    yield record;
  }
}

function* gathered(pieces: readonly Uint8Array[]): Iterable<Uint8Array> {
  let part: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    part.push(piece);
    size += piece.length;
    if (size < PART) continue;
    yield Buffer.concat(part);
    part = [];
    size = 0;
  }
  yield Buffer.concat(part);
}

export class SortedTable {
  private readonly file: PagedFile<PagedHeader>;
  private readonly name: string;
  readonly size: number;
  /** All keys, once so many were asked for that reading them one by one costs more. */
  private whole: { readonly ends: Buffer; readonly keys: Buffer } | undefined;
  private readonly texts = new Map<number, string>();
  private readonly numbers = new Map<string, number>();

  constructor(file: PagedFile<PagedHeader>, name: string) {
    this.file = file;
    this.name = name;
    this.size = file.length(`${name}.keyEnds`) / 4;
  }

  key(i: number): string {
    return this.texts.get(i) ?? this.readKey(i);
  }

  private readKey(i: number): string {
    const text = this.keyBytes(i).toString("utf8");
    this.texts.set(i, text);
    this.numbers.set(text, i);
    return text;
  }

  private keyBytes(i: number): Buffer {
    if (this.whole === undefined && this.texts.size < this.size / KEYS_A_READ) {
      const [from, to] = this.span("keyEnds", i);
      return this.file.bytes(`${this.name}.keys`, from, to - from);
    }
    this.whole ??= {
      ends: this.file.bytes(`${this.name}.keyEnds`, 0, this.size * 4),
      keys: this.file.bytes(`${this.name}.keys`, 0, this.file.length(`${this.name}.keys`)),
    };
    const { ends, keys } = this.whole;
    return keys.subarray(i === 0 ? 0 : ends.readUInt32LE((i - 1) * 4), ends.readUInt32LE(i * 4));
  }

  /** Where entry i lies, by the section that says where each ends. */
  private span(section: string, i: number): readonly [number, number] {
    const ends = `${this.name}.${section}`;
    if (i === 0) return [0, this.file.bytes(ends, 0, 4).readUInt32LE(0)];
    const both = this.file.bytes(ends, (i - 1) * 4, 8);
    return [both.readUInt32LE(0), both.readUInt32LE(4)];
  }

  /** The record's number, or -1. */
  find(key: string): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.key(middle);
      if (at === key) return middle;
      if (at < key) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  bytes(i: number): Buffer {
    const [from, to] = this.span("recordEnds", i);
    return this.file.bytes(`${this.name}.records`, from, to - from);
  }

  record<T>(i: number): T {
    return JSON.parse(this.bytes(i).toString("utf8")) as T;
  }

  /** All records in the order of their keys, read in large pieces. */
  *all<T>(): Iterable<T> {
    for (const bytes of this.allBytes()) yield JSON.parse(bytes.toString("utf8")) as T;
  }

  *allBytes(): Iterable<Buffer> {
    if (this.size === 0) return;
    const ends = this.file.bytes(`${this.name}.recordEnds`, 0, this.size * 4);
    for (let i = 0, from = 0; i < this.size; ) {
      let last = i;
      while (last + 1 < this.size && ends.readUInt32LE((last + 1) * 4) - from <= PART) last++;
      const piece = this.file.bytes(`${this.name}.records`, from, ends.readUInt32LE(last * 4) - from);
      for (let at = 0; i <= last; i++) {
        const end = ends.readUInt32LE(i * 4) - from;
        yield piece.subarray(at, end);
        at = end;
      }
      from += piece.length;
    }
  }
}
