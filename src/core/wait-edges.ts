// Wait edges on disk (spec 4.3): one small file a waiting process under `locks/`, never in the ledger. Who waits for
// whom and what follows from it is src/core/wait-graph.ts.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "../random-bytes.ts";
import { isAlive, type Owner, ownerText, parseOwner, thisOwner } from "../store/owner.ts";
import type { Party } from "./holders.ts";
import type { WaitEdge } from "./wait-graph.ts";

const PREFIX = "wait-";

/** The edge of this process while it waits. Everything here happens under the ledger's lock. */
export class WaitingHere {
  readonly #folder: string;
  readonly #id = `${PREFIX}${process.pid}-${randomBytes(6).toString("hex")}`;
  readonly #owner: Owner;
  #since = 0;
  #written = false;

  constructor(ledgerFolder: string) {
    this.#folder = join(ledgerFolder, "locks");
    this.#owner = thisOwner(this.#id);
  }

  /** Records or renews the edge; answers it with the edges of all other living waiters. */
  record(edge: Pick<WaitEdge, "waiter" | "holders" | "scopes">): {
    readonly mine: WaitEdge;
    readonly others: readonly WaitEdge[];
  } {
    const others = readEdges(this.#folder).filter(({ id }) => id !== this.#id);
    if (this.#since === 0) this.#since = 1 + Math.max(0, ...others.map(({ since }) => since));
    const mine: WaitEdge = { id: this.#id, since: this.#since, ...edge };
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = join(this.#folder, `${this.#id}.json`);
    // Renamed into place: a reader sees the old edge or the new one, never half of one.
    writeFileSync(`${file}.new`, JSON.stringify({ owner: ownerText(this.#owner), edge: mine }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    this.#written = true;
    return { mine, others };
  }

  /** Takes the edge away. Never throws. */
  remove(): void {
    if (!this.#written) return;
    rmSync(join(this.#folder, `${this.#id}.json`), { force: true });
    this.#written = false;
  }
}

/** Edges of living processes; those of dead ones do not count and are cleared away. */
function readEdges(folder: string): readonly WaitEdge[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.startsWith(PREFIX) && name.endsWith(".json"));
  } catch {
    return [];
  }
  return names.sort().flatMap((name) => {
    const file = join(folder, name);
    const edge = readEdge(file);
    if (edge === undefined) rmSync(file, { force: true });
    return edge ?? [];
  });
}

function readEdge(file: string): WaitEdge | undefined {
  try {
    const { owner, edge } = JSON.parse(readFileSync(file, "utf8")) as { owner: string; edge: WaitEdge };
    const process = parseOwner(owner);
    if (process === undefined || !isAlive(process)) return undefined;
    if (typeof edge.id !== "string" || typeof edge.since !== "number") return undefined;
    if (!isParty(edge.waiter) || !Array.isArray(edge.holders) || !edge.holders.every(isParty)) return undefined;
    return { ...edge, scopes: Array.isArray(edge.scopes) ? edge.scopes.map(String) : [] };
  } catch {
    return undefined;
  }
}

const isParty = (value: unknown): value is Party =>
  typeof value === "object" && value !== null && typeof (value as Party).agent === "string";
