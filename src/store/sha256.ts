// SHA-256 as hex: chains, quarantine names and contradictions all mean this one.
import { createHash } from "node:crypto";

export const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
