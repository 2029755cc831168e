// Two 32-bit hashes of a text, together good for tables that keep no texts. Stored in snapshots: changing them makes a
// new snapshot format.

export interface Hashes {
  place: number;
  tag: number;
}

/** Hashes a text into `into`, without making an object for it. */
export function hashInto(text: string, into: Hashes): void {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x5bd1e995) + (b >>> 15);
  }
  into.place = (a ^ (a >>> 15)) | 0;
  into.tag = b | 0;
}
