// The digest by which a file is known again. Pure.
import { createHash } from "node:crypto";

/** SHA-256 of the bytes, in hex. */
export const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
