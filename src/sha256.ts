// SHA-256 (FIPS 180-4): ids of findings, chains, quarantine names. Node's crypto takes as long to load as a check may
// cost beyond Node's start, so the first few kilobytes of a call are hashed in JavaScript. Pure.
import { hash } from "node:crypto";
import { sha256 as inJavaScript } from "@noble/hashes/sha2.js";

/** From so many bytes (of texts: characters) on loading Node's own is worth it. */
const SMALL_BYTES = 16 * 1024;
let hashed = 0;

/** The 32 bytes of the digest. A text counts as UTF-8. */
export function sha256Bytes(bytes: string | Uint8Array): Uint8Array {
  hashed += bytes.length;
  if (hashed > SMALL_BYTES) return hash("sha256", bytes, "buffer");
  return inJavaScript(typeof bytes === "string" ? Buffer.from(bytes) : bytes);
}

/** The digest in hex. */
export const sha256 = (bytes: string | Uint8Array): string => Buffer.from(sha256Bytes(bytes)).toString("hex");
