// Ids of findings (spec 1.8): made from content, so that the same conflict has the same id on every machine.
import { hash } from "node:crypto";

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
  const text = JSON.stringify([kind, [...subjects].sort(), [...fullScopes].sort()]);
  return `${ephemeral ? "eph" : "cfl"}_${crockford(hash("sha256", text, "buffer"))}`;
}

/** The first 130 bits of a digest. */
function crockford(digest: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (let i = 0; text.length < 26; ) {
    if (held < 5) {
      bits = ((bits << 8) | (digest[i] ?? 0)) & 0xffff;
      held += 8;
      i += 1;
    }
    held -= 5;
    text += CROCKFORD[(bits >> held) & 31];
  }
  return text;
}
