// A short digest of a text, for "is this still the same": not for secrets.

/** 64 bits as 16 hexadecimal digits; two independent multiply-and-xor lanes over the UTF-16 units. */
export function digestOf(text: string): string {
  let a = 0x9e3779b9 ^ text.length;
  let b = 0x85ebca6b ^ text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  a = Math.imul(a ^ (b >>> 16), 0x85ebca6b);
  b = Math.imul(b ^ (a >>> 15), 0xc2b2ae35);
  return hex(a) + hex(b);
}

function hex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, "0");
}
