// The checksum of snapshot blocks: tells damage, no more (who wants to deceive may rewrite the ledger itself). 32 bits,
// FNV-1a over words: Node's zlib would do, but loading it costs more than a check may.

/** Checksum of these bytes, unsigned. Depends on their length, too. */
export function checksum(bytes: Uint8Array): number {
  const whole = bytes.length & ~3;
  const { buffer, byteOffset } = bytes;
  // A view of words must start on a word; else a copy does.
  const words =
    byteOffset % 4 === 0
      ? new Int32Array(buffer, byteOffset, whole / 4)
      : new Int32Array(buffer.slice(byteOffset, byteOffset + whole));
  let sum = 0x811c9dc5 ^ bytes.length;
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ (words[i] as number), 0x01000193);
    sum ^= sum >>> 15;
  }
  for (let i = whole; i < bytes.length; i++) sum = Math.imul(sum ^ (bytes[i] as number), 0x01000193);
  return sum >>> 0;
}
