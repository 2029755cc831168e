// Finds ids by their beginning in the bytes of the ledger, parsing only the lines that hold them.
import { fstatSync, readSync } from "node:fs";
import { readBytes } from "../bytes.ts";
import type { LedgerEvent } from "../event.ts";
import { definitionOf } from "../events/registry.ts";
import { idsIn, PREFIX_LIMIT } from "../folded-state.ts";
import { type AnyEvent, EVENT_VERSION, envelopeFault, LINE_LIMIT } from "../line.ts";
import type { Claim, Conflict, Intent } from "../model.ts";

/** What exists is for the state to say: a line alone does not make an intent. */
export interface Known {
  intent(id: string): Intent | undefined;
  conflict(id: string): Conflict | undefined;
  /** All claims that the intent ever had. */
  claimsOf(intentId: string): readonly Claim[];
}

const PIECE = 4 << 20;
const LF = 10;

/** Ids with this prefix that exist; at most 20, sorted. */
export function findIds(fd: number, prefix: string, known: Known): readonly string[] {
  const found = new Set<string>();
  for (const text of linesWith(fd, Buffer.from(prefix, "utf8"))) {
    const event = parse(text);
    if (!event) continue;
    for (const id of givenOut(event, prefix, known)) if (id.startsWith(prefix)) found.add(id);
  }
  return [...found].sort().slice(0, PREFIX_LIMIT);
}

function parse(text: string): LedgerEvent | undefined {
  try {
    const event = JSON.parse(text) as AnyEvent;
    if (envelopeFault(event) !== undefined || event.v !== EVENT_VERSION) return undefined;
    const usable = definitionOf(event.type)?.check(event.data) === undefined;
    return usable ? (event as unknown as LedgerEvent) : undefined;
  } catch {
    return undefined;
  }
}

function* givenOut(event: LedgerEvent, prefix: string, known: Known): Iterable<string> {
  const { data } = event;
  if (prefix.startsWith("int_")) {
    if ("intent" in data && known.intent(data.intent.id)) yield data.intent.id;
  } else if (prefix.startsWith("cfl_")) {
    if ("finding" in data && known.conflict(data.finding.id)) yield data.finding.id;
  } else if (prefix.startsWith("clm_")) {
    if (!("claim" in data)) return;
    const { id, intent_id } = data.claim;
    if (known.claimsOf(intent_id).some((claim) => claim.id === id)) yield id;
  } else {
    yield* idsIn(event);
  }
}

/** Lines that hold these bytes, each once. */
function* linesWith(fd: number, needle: Buffer): Iterable<string> {
  const { size } = fstatSync(fd);
  const buffer = Buffer.allocUnsafe(PIECE + needle.length);
  let done = -1;
  for (let from = 0; from < size; from += PIECE) {
    const got = readSync(fd, buffer, 0, buffer.length, from);
    for (let at = 0; ; ) {
      const hit = buffer.subarray(0, got).indexOf(needle, at);
      if (hit === -1) break;
      at = hit + 1;
      if (from + hit < done) continue;
      const line = lineAround(fd, from + hit, size);
      done = line.end;
      yield line.text;
    }
  }
}

function lineAround(fd: number, at: number, size: number): { readonly text: string; readonly end: number } {
  const start = Math.max(0, at - LINE_LIMIT);
  const before = readBytes(fd, start, at - start);
  const behind = readBytes(fd, at, Math.min(LINE_LIMIT, size - at));
  const feed = behind.indexOf(LF);
  const end = feed === -1 ? behind.length : feed;
  const text = Buffer.concat([before.subarray(before.lastIndexOf(LF) + 1), behind.subarray(0, end)]).toString("utf8");
  return { text: text.replace(/^\ufeff/, ""), end: at + end };
}
