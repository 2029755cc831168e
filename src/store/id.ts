// Ids of the ledger (spec 2.2): time-sortable, 80 random bits, lower-case Crockford. Nothing else.
import { randomBytes } from "../random-bytes.ts";

export const ID_TAGS = ["evt", "int", "clm", "dec", "asm", "dtn", "res"] as const;
export type IdTag = (typeof ID_TAGS)[number];

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Crockford characters of bytes, five bits each; the number of bits must be a multiple of five. */
function crockford(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >> bits) & 31];
      value &= (1 << bits) - 1;
    }
  }
  return text;
}

/** Milliseconds as ten characters, so that text order is time order. Times before 1970 count as 1970. */
function timePart(at: Date): string {
  let rest = Math.max(0, Math.floor(at.getTime()) || 0);
  let text = "";
  for (let i = 0; i < 10; i++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** A new id, `int_` + 26 characters: ten of time (`at`, so a fixed clock is followed), sixteen random. */
export function newId(tag: IdTag, at: Date): string {
  return `${tag}_${timePart(at)}${crockford(randomBytes(10))}`;
}

/** A new replica id, `r_` + 10 characters (50 random bits). */
export function newReplicaId(): string {
  return `r_${crockford(randomBytes(10)).slice(0, 10)}`;
}

/** True for a whole id of any tag, content-derived ones (`cfl_`) included. */
export function isFullId(text: string): boolean {
  return /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/.test(text);
}
