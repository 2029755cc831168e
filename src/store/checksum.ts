// The checksum of snapshot blocks: tells damage, no more (who wants to deceive may rewrite the ledger itself). 32 bits;
// rotates and adds words, the steps that cost least before V8 has compiled anything. Node's zlib would do, but loading it
// costs more than a check may.

/** Checksum of these bytes, unsigned. Depends on their length, too. */
export function checksum(bytes: Uint8Array): number {
  const words = wordsOf(bytes);
  let sum = sumOfWords(words, 0, words.length, bytes.length);
  for (let i = words.length * 4; i < bytes.length; i++) sum = (((sum << 5) | (sum >>> 27)) + (bytes[i] as number)) | 0;
  return sum >>> 0;
}

/** Bytes as numbers of 32 bits, without those behind the last whole one; a copy where they do not begin on a word. */
export function wordsOf({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  const count = length >> 2;
  if (byteOffset % 4 === 0) return new Int32Array(buffer, byteOffset, count);
  return new Int32Array(buffer.slice(byteOffset, byteOffset + count * 4));
}

/** The same for `length` bytes that are the words from `from` to `to` of a list, and no more; signed. */
export function sumOfWords(words: Int32Array, from: number, to: number, length: number): number {
  let sum = 0x811c9dc5 ^ length;
  for (let i = from; i < to; i++) sum = (((sum << 5) | (sum >>> 27)) + (words[i] as number)) | 0;
  return sum;
}
