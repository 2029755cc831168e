// The checksum of snapshot blocks: tells damage, no more (who wants to deceive may rewrite the ledger itself). 32 bits;
// rotates and adds words, the steps that cost least before V8 has compiled anything. Node's zlib would do, but loading it
// costs more than a check may.

/** Checksum of these bytes, unsigned. Depends on their length, too. */
export function checksum(bytes: Uint8Array): number {
  const whole = bytes.length & ~3;
  const { buffer, byteOffset } = bytes;
  // A view of words must start on a word; else a copy does.
  const words =
    byteOffset % 4 === 0
      ? new Int32Array(buffer, byteOffset, whole / 4)
      : new Int32Array(buffer.slice(byteOffset, byteOffset + whole));
  let sum = sumOfWords(words, 0, words.length, bytes.length);
  for (let i = whole; i < bytes.length; i++) sum = (((sum << 5) | (sum >>> 27)) + (bytes[i] as number)) | 0;
  return sum >>> 0;
}

/** The same for `length` bytes that are the words from `from` to `to` of a list, and no more; signed. */
export function sumOfWords(words: Int32Array, from: number, to: number, length: number): number {
  let sum = 0x811c9dc5 ^ length;
  for (let i = from; i < to; i++) sum = (((sum << 5) | (sum >>> 27)) + (words[i] as number)) | 0;
  return sum;
}
