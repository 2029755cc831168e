// Ids of findings (spec 1.8): made from content, so that the same conflict has the same id on every machine.
import { sha256Bytes } from "../sha256.ts";

const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * `cfl_` (or `eph_` for a what-if) and 26 lower-case Crockford characters of sha256 over kind, sorted subjects and sorted full
 * scopes as stored. The order of the arguments' elements does not matter.
 */
export function findingId(
  kind: string,
  subjects: readonly string[],
  fullScopes: readonly string[],
  ephemeral = false,
): string {
  const text = `[${quoted(kind)},${quotedList(sorted(subjects))},${quotedList(sorted(fullScopes))}]`;
  return withDigest(ephemeral ? "eph_" : "cfl_", sha256Bytes(text));
}

/** `JSON.stringify` of a list of texts; written out, since JSON's own way takes several times as long. */
function quotedList(texts: readonly string[]): string {
  let list = "";
  for (const text of texts) list += list === "" ? quoted(text) : `,${quoted(text)}`;
  return `[${list}]`;
}

function quoted(text: string): string {
  return /["\\]|[^ -~]/.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** In the order of code units; almost always two. */
function sorted(texts: readonly string[]): readonly string[] {
  const [a, b] = texts;
  if (texts.length === 2 && a !== undefined && b !== undefined) return a <= b ? texts : [b, a];
  return [...texts].sort();
}

/** A prefix of four letters and the first 130 bits of a digest, as one flat text. */
function withDigest(prefix: string, digest: Uint8Array): string {
  const letters: number[] = [prefix.charCodeAt(0), prefix.charCodeAt(1), prefix.charCodeAt(2), prefix.charCodeAt(3)];
  let bits = 0;
  let held = 0;
  for (let i = 0; letters.length < 30; ) {
    if (held < 5) {
      bits = ((bits << 8) | (digest[i] ?? 0)) & 0xffff;
      held += 8;
      i += 1;
    }
    held -= 5;
    letters.push(CROCKFORD.charCodeAt((bits >> held) & 31));
  }
  return String.fromCharCode(...letters);
}
