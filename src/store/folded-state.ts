// State over the whole fold (spec 2.2): answers from the event index, folding an entity when it is first asked for.
import type { Candidate } from "../detect/model.ts";
import type { CountingSource } from "../detect/posting-source.ts";
import type { LedgerEvent } from "./event.ts";
import type { EventIndex } from "./event-index.ts";
import { type FoldedIntent, foldConflict, foldIntent, planEntry } from "./fold.ts";
import type { AnyEvent } from "./line.ts";
import type { AgentSeen, Assessment, Claim, Conflict, Intent, IntentStatus, PlanHistory } from "./model.ts";

import { byOrder } from "./order.ts";
import { HashedPostings } from "./postings/hashed-postings.ts";
import { type KeyHashes, keyHashesOf } from "./postings/key-hashes.ts";
import { OverlaidPostings } from "./postings/overlaid.ts";
import { countSides } from "./snapshot/live.ts";
import type { Livings } from "./snapshot/write-snapshot.ts";
import { candidateOf, type State } from "./state.ts";
import { isOpenStatus, isUnsettled } from "./transitions.ts";

/** At most so many ids are named. */
export const PREFIX_LIMIT = 20;
/** Entities that are folded together. */
const AT_A_TIME = 512;

/** The state of everything in the index. Follows the index: after a transaction it answers with what was appended. */
export class FoldedState implements State, Livings {
  private readonly index: EventIndex;
  private readonly folded = new Map<number, FoldedIntent | undefined>();
  private readonly conflictsFolded = new Map<number, Conflict | undefined>();
  /** Open intents by id, once somebody asked; and what of that has changed since. */
  private open: Map<string, Intent> | undefined;
  private openList: readonly Intent[] | undefined;
  private readonly unscopedIds = new Set<string>();
  private postingSource: OverlaidPostings | undefined;
  private readonly hashes = new Map<string, KeyHashes>();
  private readonly changed = new Map<string, number>();
  private readonly tellWarnings: () => readonly string[];

  constructor(index: EventIndex, warnings: () => readonly string[]) {
    this.index = index;
    this.tellWarnings = warnings;
    index.onChange = (kind, slot, id) => {
      if (kind === "conflict") {
        this.conflictsFolded.delete(slot);
        return;
      }
      this.folded.delete(slot);
      if (this.open) this.changed.set(id, slot);
    };
  }

  get warnings(): readonly string[] {
    return this.tellWarnings();
  }

  get asOf(): number {
    return this.index.rows - this.index.held;
  }

  get maxLc(): number {
    return this.index.maxLc;
  }

  intent(id: string): Intent | undefined {
    const slot = this.index.intents.get(id);
    return slot === undefined ? undefined : this.fold(slot)?.intent;
  }

  openIntentsOf(agent: string): readonly Intent[] {
    return this.openIntents().filter((intent) => intent.agent === agent);
  }

  openIntents(): readonly Intent[] {
    const open = this.openById();
    this.openList ??= [...open.values()].sort(byOrder);
    return this.openList;
  }

  /** Open intents as they are now: all are folded once, and later those that changed. */
  private openById(): ReadonlyMap<string, Intent> {
    if (!this.open) {
      this.open = new Map();
      const slots: number[] = [];
      for (const slot of this.index.intents.values()) if (isOpenStatus(this.index.intentState(slot))) slots.push(slot);
      this.foldAll("intent", slots);
      for (const slot of slots) this.file(this.open, this.fold(slot)?.intent);
    }
    for (const [id, slot] of this.changed) {
      const intent = this.fold(slot)?.intent;
      this.open.delete(id);
      this.unscopedIds.delete(id);
      this.hashes.delete(id);
      this.file(this.open, intent);
      const isOpen = intent !== undefined && isOpenStatus(intent.status);
      this.postingSource?.put(id, isOpen ? candidateOf(intent) : undefined);
      this.openList = undefined;
    }
    this.changed.clear();
    return this.open;
  }

  private file(open: Map<string, Intent>, intent: Intent | undefined): void {
    if (!intent || !isOpenStatus(intent.status)) return;
    open.set(intent.id, intent);
    if (intent.scopes.length === 0 && intent.uses.length === 0) this.unscopedIds.add(intent.id);
  }

  claims(intentId?: string): readonly Claim[] {
    const claims: Claim[] = [];
    if (intentId !== undefined) {
      const slot = this.index.intents.get(intentId);
      for (const claim of slot === undefined ? [] : (this.fold(slot)?.claims ?? [])) {
        if (!claim.released) claims.push(claim);
      }
      return claims;
    }
    for (const intent of this.openIntents()) claims.push(...this.claims(intent.id));
    return claims.sort(byOrder);
  }

  claimsBy(agent: string): readonly Claim[] {
    return this.claims().filter((claim) => claim.agent === agent);
  }

  liveClaims(now: Date): readonly Claim[] {
    return this.claims().filter((claim) => Date.parse(claim.expires_at) > now.getTime());
  }

  get updatedUntil(): string {
    let latest = "";
    for (const { updated_at } of this.openIntents()) if (updated_at > latest) latest = updated_at;
    return latest;
  }

  conflict(id: string): Conflict | undefined {
    const slot = this.index.conflicts.get(id);
    return slot === undefined ? undefined : this.foldedConflict(slot);
  }

  recordedAmongOpen(): ReadonlySet<string> {
    return new Set(this.index.conflicts.keys());
  }

  openConflicts(): readonly Conflict[] {
    const slots: number[] = [];
    for (const slot of this.index.conflicts.values()) {
      if (isUnsettled(this.index.conflictState(slot))) slots.push(slot);
    }
    this.foldAll("conflict", slots);
    const open: Conflict[] = [];
    for (const slot of slots) {
      const conflict = this.foldedConflict(slot);
      if (conflict && this.openSides(conflict) !== 0) open.push(conflict);
    }
    return open.sort(byOrder);
  }

  conflictsOf(intentId: string): readonly Conflict[] {
    const intent = this.index.intents.get(intentId);
    if (intent === undefined) return [];
    const found: Conflict[] = [];
    for (const slot of this.index.conflictSlotsOf(intent)) {
      const conflict = this.foldedConflict(slot);
      if (!conflict || (conflict.source_intent_id !== intentId && conflict.target_intent_id !== intentId)) continue;
      const open = this.openSides(conflict);
      if (isUnsettled(conflict.status) ? open !== 0 : open === 2) found.push(conflict);
    }
    return found.sort(byOrder);
  }

  /** How many sides are open intents; -1 when no side is an intent (records of plan tasks). */
  private openSides(conflict: Conflict): number {
    return countSides(conflict, (id) => isOpenStatus(this.stateOf(id)));
  }

  possibleSides(conflict: Conflict): number {
    return countSides(conflict, (id) => this.stateOf(id) === undefined || isOpenStatus(this.stateOf(id)));
  }

  private stateOf(id: string): IntentStatus | undefined {
    const slot = this.index.intents.get(id);
    return slot === undefined ? undefined : this.index.intentState(slot);
  }

  agent(name: string): AgentSeen | undefined {
    const trace = this.index.agents.get(name);
    if (!trace) return undefined;
    const sessions: Record<string, string> = Object.create(null);
    const newest = this.index.newestSessions(trace).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [id, { at }] of newest) sessions[id] = at;
    return { agent: name, last_event_at: trace.at, sessions };
  }

  agents(): readonly AgentSeen[] {
    const seen: AgentSeen[] = [];
    for (const name of [...this.index.agents.keys()].sort()) {
      const agent = this.agent(name);
      if (agent) seen.push(agent);
    }
    return seen;
  }

  plan(node: string): PlanHistory | undefined {
    const rows = this.index.nodes.get(node);
    if (!rows) return undefined;
    const sorted = [...rows].sort((a, b) => this.index.compare(a, b));
    return { node, entries: sorted.map((row) => planEntry(this.index.knownEvent(row))) };
  }

  plans(): readonly PlanHistory[] {
    const histories: PlanHistory[] = [];
    for (const node of [...this.index.nodes.keys()].sort()) {
      const history = this.plan(node);
      if (history) histories.push(history);
    }
    return histories;
  }

  get postings(): CountingSource {
    const open = this.openById();
    if (!this.postingSource) {
      const filed = Array.from(open.values(), (intent): [Candidate, KeyHashes] => {
        const candidate = candidateOf(intent);
        const hashes = keyHashesOf(candidate);
        this.hashes.set(intent.id, hashes);
        return [candidate, hashes];
      });
      this.postingSource = new OverlaidPostings(new HashedPostings(filed));
    }
    return this.postingSource;
  }

  keyHashes(intentId: string): KeyHashes | undefined {
    return this.hashes.get(intentId);
  }

  get unscoped(): readonly string[] {
    this.openById();
    return [...this.unscopedIds].sort();
  }

  idsWithPrefix(prefix: string): readonly string[] {
    const found = new Set<string>();
    if (prefix.startsWith("int_")) {
      for (const [id, slot] of this.index.intents) {
        if (id.startsWith(prefix) && this.index.intentState(slot) !== undefined) found.add(id);
      }
    } else if (prefix.startsWith("cfl_")) {
      for (const [id, slot] of this.index.conflicts) {
        if (id.startsWith(prefix) && this.index.conflictState(slot) !== undefined) found.add(id);
      }
    } else if (prefix.startsWith("clm_")) {
      for (const claim of this.allClaims()) if (claim.id.startsWith(prefix)) found.add(claim.id);
    } else {
      for (const event of this.events()) for (const id of idsIn(event)) if (id.startsWith(prefix)) found.add(id);
    }
    return [...found].sort().slice(0, PREFIX_LIMIT);
  }

  allIntents(): readonly Intent[] {
    this.foldAll("intent", [...this.index.intents.values()]);
    const all: Intent[] = [];
    for (const slot of this.index.intents.values()) {
      const intent = this.fold(slot)?.intent;
      if (intent) all.push(intent);
    }
    return all.sort(byOrder);
  }

  allClaims(): readonly Claim[] {
    this.foldAll("intent", [...this.index.intents.values()]);
    const all: Claim[] = [];
    for (const slot of this.index.intents.values()) all.push(...(this.fold(slot)?.claims ?? []));
    return all.sort(byOrder);
  }

  allConflicts(): readonly Conflict[] {
    this.foldAll("conflict", [...this.index.conflicts.values()]);
    const all: Conflict[] = [];
    for (const slot of this.index.conflicts.values()) {
      const conflict = this.foldedConflict(slot);
      if (conflict) all.push(conflict);
    }
    return all.sort(byOrder);
  }

  assessments(): readonly Assessment[] {
    const rows = [...this.index.assessments].sort((a, b) => this.index.compare(a, b));
    return rows.map((row) => {
      const { data, at } = this.index.knownEvent<"assessment.recorded">(row);
      return { ...data.assessment, at };
    });
  }

  *events(): Iterable<LedgerEvent> {
    for (const row of this.index.sortedRows()) yield this.index.knownEvent(row);
  }

  freshIntents(): Iterable<FoldedIntent> {
    const open = this.openIntents();
    return open.flatMap(({ id }) => this.fold(this.index.intents.get(id) as number) ?? []);
  }

  /** Unsettled conflicts, and settled ones of intents that are open or not known yet. */
  freshConflicts(): Iterable<Conflict> {
    const slots = new Set<number>();
    for (const slot of this.index.conflicts.values()) {
      if (isUnsettled(this.index.conflictState(slot))) slots.add(slot);
    }
    for (const intent of this.index.intents.values()) {
      const state = this.index.intentState(intent);
      if (state !== undefined && !isOpenStatus(state)) continue;
      for (const slot of this.index.conflictSlotsOf(intent)) slots.add(slot);
    }
    this.foldAll("conflict", [...slots]);
    return [...slots].flatMap((slot) => this.foldedConflict(slot) ?? []);
  }

  isStale(): boolean {
    return true;
  }

  isStaleConflict(): boolean {
    return true;
  }

  private *eventsOf(
    kind: "intent" | "conflict",
    slot: number,
    inHand?: ReadonlyMap<number, AnyEvent>,
  ): Iterable<LedgerEvent> {
    for (const row of this.index.rowsOf(kind, slot)) {
      yield (inHand?.get(row) ?? this.index.event(row)) as unknown as LedgerEvent;
    }
  }

  private fold(slot: number, inHand?: ReadonlyMap<number, AnyEvent>): FoldedIntent | undefined {
    if (!this.folded.has(slot)) this.folded.set(slot, foldIntent(this.eventsOf("intent", slot, inHand)));
    return this.folded.get(slot);
  }

  private foldedConflict(slot: number, inHand?: ReadonlyMap<number, AnyEvent>): Conflict | undefined {
    if (!this.conflictsFolded.has(slot)) {
      this.conflictsFolded.set(slot, foldConflict(this.eventsOf("conflict", slot, inHand)));
    }
    return this.conflictsFolded.get(slot);
  }

  /** Folds many entities, reading their events in large pieces, so many at a time that memory stays small. */
  private foldAll(kind: "intent" | "conflict", slots: readonly number[]): void {
    for (let from = 0; from < slots.length; from += AT_A_TIME) {
      const group = slots
        .slice(from, from + AT_A_TIME)
        .filter((slot) => !(kind === "intent" ? this.folded : this.conflictsFolded).has(slot));
      const inHand = this.index.events(group.flatMap((slot) => this.index.rowsOf(kind, slot)));
      for (const slot of group) {
        if (kind === "intent") this.fold(slot, inHand);
        else this.foldedConflict(slot, inHand);
      }
    }
  }
}

/** Ids that an event gives out: its own, and those of decisions, assessments and detections in it. */
export function* idsIn(event: LedgerEvent): Iterable<string> {
  yield event.id;
  for (const value of Object.values(event.data)) {
    if (typeof value === "object" && value !== null && "id" in value && typeof value.id === "string") yield value.id;
  }
}
