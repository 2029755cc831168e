// Numbers about a ledger (spec 2.5): what it holds and what it costs. Reads only.
import { fstatSync } from "node:fs";
import type { OpenedLedger } from "./open-ledger.ts";
import { quarantined } from "./quarantine.ts";

export interface Stats {
  readonly bytes: number;
  readonly lines: number;
  readonly events: number;
  readonly repeats: number;
  readonly bad_lines: number;
  readonly quarantined: number;
  readonly replicas: readonly { readonly replica: string; readonly events: number }[];
  readonly types: Readonly<Record<string, number>>;
  readonly intents: Readonly<Record<string, number>>;
  readonly conflicts: Readonly<Record<string, number>>;
  readonly claims: { readonly held: number; readonly released: number };
  readonly agents: number;
  readonly first_at: string | null;
  readonly last_at: string | null;
}

export function statsOf(ledger: OpenedLedger): Stats {
  const state = ledger.read();
  const { index, lines, repeats, problems } = ledger.contents;
  const types = new Map<string, number>();
  const replicas = new Map<string, number>();
  let first: string | null = null;
  let last: string | null = null;
  for (const event of state.events()) {
    tally(types, event.type);
    tally(replicas, event.replica);
    first ??= event.at;
    last = event.at;
  }
  const intents = new Map<string, number>();
  for (const { status } of state.allIntents()) tally(intents, status);
  const conflicts = new Map<string, number>();
  for (const { status } of state.allConflicts()) tally(conflicts, status);
  const claims = state.allClaims();
  const held = claims.filter(({ released }) => !released).length;
  return {
    bytes: fstatSync(index.fd).size,
    lines,
    events: state.asOf,
    repeats,
    bad_lines: problems.length,
    quarantined: quarantined(ledger.folder),
    replicas: [...replicas].sort(byName).map(([replica, events]) => ({ replica, events })),
    types: asRecord(types),
    intents: asRecord(intents),
    conflicts: asRecord(conflicts),
    claims: { held, released: claims.length - held },
    agents: state.agents().length,
    first_at: first,
    last_at: last,
  };
}

function tally(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const byName = ([a]: readonly [string, number], [b]: readonly [string, number]): number => (a < b ? -1 : 1);

function asRecord(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(byName));
}
