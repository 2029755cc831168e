// State from a snapshot and the events since (spec 2.4): the second maker of the same answers. What the events since
// are about is folded anew from all of its events; everything else comes from the snapshot. What it cannot answer alone,
// and what it meets in a damaged snapshot, it throws (fallback-state.ts catches both).
import type { CountingSource } from "../../detect/posting-source.ts";
import type { LedgerEvent } from "../event.ts";
import type { EventIndex } from "../event-index.ts";
import { type FoldedIntent, foldConflict, foldIntent, planEntry } from "../fold.ts";
import type { AnyEvent } from "../line.ts";
import type { AgentSeen, Assessment, Claim, Conflict, Intent, PlanHistory } from "../model.ts";
import { byOrder, compareEvents } from "../order.ts";
import { OverlaidPostings } from "../postings/overlaid.ts";
import { candidateOf, type State } from "../state.ts";
import { isOpenStatus, isUnsettled } from "../transitions.ts";
import { mergeAgents, traceOf } from "./agent-records.ts";
import { type AgentRecord, claimOfKey, type LiveIntent } from "./format.ts";
import { countSides, isLive } from "./live.ts";
import { findIds } from "./search.ts";
import type { Snapshot } from "./snapshot.ts";
import { StoredPostings } from "./stored-postings.ts";
import type { Livings } from "./write-snapshot.ts";

/** Only the whole fold can tell. */
export class NeedsWhole extends Error {}

export class LayeredState implements State, Livings {
  private readonly snapshot: Snapshot;
  private readonly index: EventIndex;
  private readonly tellWarnings: () => readonly string[];
  private readonly intentsFolded = new Map<string, FoldedIntent | undefined>();
  private readonly conflictsFolded = new Map<string, Conflict | undefined>();
  private readonly stored = new Map<number, LiveIntent>();
  private touchedIntents: Set<string> | undefined;
  private touchedConflicts: Set<string> | undefined;
  /** Conflicts of the snapshot that nobody needs any more, because of what became of their intents. */
  private goneConflicts: Set<string> | undefined;
  private openList: readonly Intent[] | undefined;
  private overlaid: OverlaidPostings | undefined;
  /** Intents that changed since the postings were laid out. */
  private readonly changed = new Set<string>();

  /** @param index the events since, and those of batches that the snapshot left open */
  constructor(snapshot: Snapshot, index: EventIndex, warnings: () => readonly string[]) {
    this.snapshot = snapshot;
    this.index = index;
    this.tellWarnings = warnings;
    index.onChange = (kind, _slot, id) => {
      (kind === "intent" ? this.intentsFolded : this.conflictsFolded).delete(id);
      if (kind === "intent") this.changed.add(id);
      this.touchedIntents = undefined;
      this.touchedConflicts = undefined;
      this.goneConflicts = undefined;
      this.openList = undefined;
    };
  }

  get warnings(): readonly string[] {
    return this.tellWarnings();
  }

  get asOf(): number {
    return this.snapshot.header.rows + this.index.rows - this.index.held;
  }

  get maxLc(): number {
    return this.index.maxLc;
  }

  intent(id: string): Intent | undefined {
    return this.folded(id)?.intent;
  }

  openIntents(): readonly Intent[] {
    this.openList ??= this.listOpen();
    return this.openList;
  }

  openIntentsOf(agent: string): readonly Intent[] {
    const touched = this.touched();
    const open = this.openTouched().filter((intent) => intent.agent === agent);
    const number = this.snapshot.owners.find(agent);
    for (const own of number === -1 ? [] : this.snapshot.owners.record<readonly number[]>(number)) {
      if (!touched.has(this.snapshot.intents.key(own))) open.push(this.live(own).intent);
    }
    return open.sort(byOrder);
  }

  claims(intentId?: string): readonly Claim[] {
    return intentId === undefined ? this.heldClaims() : unreleased(this.folded(intentId));
  }

  claimsBy(agent: string): readonly Claim[] {
    const number = this.snapshot.holders.find(agent);
    const below = number === -1 ? [] : this.snapshot.holders.record<readonly number[]>(number);
    return this.heldClaims(below).filter((claim) => claim.agent === agent);
  }

  liveClaims(now: Date): readonly Claim[] {
    const { claims } = this.snapshot;
    const alive: number[] = [];
    // Filed by the end of their leases: the last ones are alive.
    for (let i = claims.size - 1; i >= 0 && endOf(claims.key(i)) > now.getTime(); i--) alive.push(i);
    return this.heldClaims(alive).filter((claim) => Date.parse(claim.expires_at) > now.getTime());
  }

  get updatedUntil(): string {
    let latest = this.snapshot.header.updatedUntil;
    for (const { updated_at } of this.openTouched()) if (updated_at > latest) latest = updated_at;
    return latest;
  }

  conflict(id: string): Conflict | undefined {
    return this.foldedConflict(id);
  }

  recordedAmongOpen(): ReadonlySet<string> {
    // Also finds out whether an intent was opened again whose conflicts the snapshot has put away.
    this.touched();
    const ids = new Set(this.touchedConflictIds());
    const { conflicts } = this.snapshot;
    for (let number = 0; number < conflicts.size; number++) ids.add(conflicts.key(number));
    return ids;
  }

  openConflicts(): readonly Conflict[] {
    const found: Conflict[] = [];
    for (const conflict of this.liveConflicts()) {
      if (isUnsettled(conflict.status) && this.openSides(conflict) !== 0) found.push(conflict);
    }
    return found.sort(byOrder);
  }

  conflictsOf(intentId: string): readonly Conflict[] {
    const found = new Map<string, Conflict>();
    for (const conflict of this.mentioning(intentId)) {
      const open = this.openSides(conflict);
      if (isUnsettled(conflict.status) ? open !== 0 : open === 2) found.set(conflict.id, conflict);
    }
    return [...found.values()].sort(byOrder);
  }

  agent(name: string): AgentSeen | undefined {
    const number = this.snapshot.agents.find(name);
    const below = number === -1 ? undefined : this.snapshot.agents.record<AgentRecord>(number);
    const merged = mergeAgents(below, traceOf(this.index, name));
    return merged && agentSeen(name, merged);
  }

  agents(): readonly AgentSeen[] {
    const names = new Set(this.index.agents.keys());
    for (let i = 0; i < this.snapshot.agents.size; i++) names.add(this.snapshot.agents.key(i));
    return [...names].sort().flatMap((name) => this.agent(name) ?? []);
  }

  plan(node: string): PlanHistory | undefined {
    const number = this.snapshot.plans.find(node);
    const below = number === -1 ? [] : this.snapshot.plans.record<readonly number[]>(number);
    const above = this.index.nodes.get(node) ?? [];
    if (below.length + above.length === 0) return undefined;
    const events = [...below.map((row) => this.snapshot.event(row)), ...above.map((row) => this.index.event(row))];
    events.sort(compareEvents);
    return { node, entries: events.map((event) => planEntry(event as unknown as LedgerEvent)) };
  }

  plans(): readonly PlanHistory[] {
    const nodes = new Set(this.index.nodes.keys());
    for (let i = 0; i < this.snapshot.plans.size; i++) nodes.add(this.snapshot.plans.key(i));
    return [...nodes].sort().flatMap((node) => this.plan(node) ?? []);
  }

  get postings(): CountingSource {
    return this.layPostings();
  }

  get unscoped(): readonly string[] {
    const touched = this.touched();
    const ids = this.snapshot.header.unscoped.filter((id) => !touched.has(id));
    for (const intent of this.openTouched()) {
      if (intent.scopes.length === 0 && intent.uses.length === 0) ids.push(intent.id);
    }
    return ids.sort();
  }

  idsWithPrefix(prefix: string): readonly string[] {
    // Which lines count is not for a search to say then.
    const doubtful = this.index.held > 0 || this.snapshot.header.problems.some(({ kind }) => kind === "contradiction");
    if (doubtful) throw new NeedsWhole();
    return findIds(this.index.fd, prefix, this);
  }

  /** All claims that an intent ever had. */
  claimsOf(intentId: string): readonly Claim[] {
    return this.folded(intentId)?.claims ?? [];
  }

  allIntents(): readonly Intent[] {
    throw new NeedsWhole();
  }

  allClaims(): readonly Claim[] {
    throw new NeedsWhole();
  }

  allConflicts(): readonly Conflict[] {
    throw new NeedsWhole();
  }

  assessments(): readonly Assessment[] {
    const events = [
      ...this.snapshot.assessments().map((row) => this.snapshot.event(row)),
      ...this.index.assessments.map((row) => this.index.event(row)),
    ].sort(compareEvents) as unknown as LedgerEvent<"assessment.recorded">[];
    return events.map(({ data, at }) => ({ ...data.assessment, at }));
  }

  events(): Iterable<LedgerEvent> {
    throw new NeedsWhole();
  }

  freshIntents(): Iterable<FoldedIntent> {
    return this.openTouched().flatMap(({ id }) => this.folded(id) ?? []);
  }

  freshConflicts(): Iterable<Conflict> {
    return [...this.touchedConflictIds()].flatMap((id) => this.foldedConflict(id) ?? []);
  }

  isStale(intentId: string): boolean {
    return this.touched().has(intentId);
  }

  isStaleConflict(conflictId: string): boolean {
    if (!this.goneConflicts) {
      this.goneConflicts = new Set();
      for (const id of this.touched()) {
        for (const conflict of this.mentioning(id)) {
          if (!isLive(conflict, this.possibleSides(conflict))) this.goneConflicts.add(conflict.id);
        }
      }
    }
    return this.touchedConflictIds().has(conflictId) || this.goneConflicts.has(conflictId);
  }

  /** Ids of intents that events since are about. */
  touched(): ReadonlySet<string> {
    if (!this.touchedIntents) {
      const touched = new Set(this.index.touched("intent"));
      for (const id of touched) {
        // An intent that was closed and is open again brings back conflicts that the snapshot has put away.
        const wasClosed = this.snapshot.intents.find(id) === -1 && this.snapshot.newestRow("intent", id) !== -1;
        if (wasClosed && isOpenStatus(this.folded(id)?.intent.status)) throw new NeedsWhole();
      }
      this.touchedIntents = touched;
    }
    return this.touchedIntents;
  }

  /** Ids of conflicts that events since are about. */
  touchedConflictIds(): ReadonlySet<string> {
    this.touchedConflicts ??= new Set(this.index.touched("conflict"));
    return this.touchedConflicts;
  }

  /** How many sides are open intents; -1 when no side is an intent (records of plan tasks). */
  private openSides(conflict: Conflict): number {
    return countSides(conflict, (id) => this.isOpen(id));
  }

  possibleSides(conflict: Conflict): number {
    return countSides(conflict, (id) => this.isOpen(id) || this.folded(id) === undefined);
  }

  private isOpen(id: string): boolean {
    if (this.touched().has(id)) return isOpenStatus(this.folded(id)?.intent.status);
    return this.snapshot.intents.find(id) !== -1;
  }

  /** Open intents among the touched ones, as they are now. */
  openTouched(): readonly Intent[] {
    const open: Intent[] = [];
    for (const id of this.touched()) {
      const intent = this.folded(id)?.intent;
      if (intent && isOpenStatus(intent.status)) open.push(intent);
    }
    return open;
  }

  private listOpen(): readonly Intent[] {
    const touched = this.touched();
    const open: Intent[] = [...this.openTouched()];
    for (const { intent } of this.snapshot.intents.all<LiveIntent>()) if (!touched.has(intent.id)) open.push(intent);
    return open.sort(byOrder);
  }

  /** Unreleased claims: those of the snapshot with these numbers, or all, and those of touched intents. */
  private heldClaims(below?: readonly number[]): readonly Claim[] {
    const touched = this.touched();
    const { claims } = this.snapshot;
    const held: Claim[] = [];
    for (const claim of below?.map((i) => claims.record<Claim>(i)) ?? claims.all<Claim>()) {
      if (!touched.has(claim.intent_id)) held.push(claim);
    }
    for (const { id } of this.openTouched()) held.push(...unreleased(this.folded(id)));
    return held.sort(byOrder);
  }

  private live(number: number): LiveIntent {
    let live = this.stored.get(number);
    if (!live) {
      live = this.snapshot.intents.record<LiveIntent>(number);
      this.stored.set(number, live);
    }
    return live;
  }

  private folded(id: string): FoldedIntent | undefined {
    if (this.index.isTouched("intent", id)) {
      if (!this.intentsFolded.has(id)) this.intentsFolded.set(id, foldIntent(this.eventsOf("intent", id)));
      return this.intentsFolded.get(id);
    }
    const number = this.snapshot.intents.find(id);
    if (number !== -1) return this.live(number);
    if (!this.intentsFolded.has(id)) this.intentsFolded.set(id, foldIntent(this.eventsOf("intent", id)));
    return this.intentsFolded.get(id);
  }

  private foldedConflict(id: string): Conflict | undefined {
    if (!this.conflictsFolded.has(id)) {
      const number = this.index.isTouched("conflict", id) ? -1 : this.snapshot.conflicts.find(id);
      const conflict =
        number === -1 ? foldConflict(this.eventsOf("conflict", id)) : this.snapshot.conflicts.record<Conflict>(number);
      this.conflictsFolded.set(id, conflict);
    }
    return this.conflictsFolded.get(id);
  }

  /** Every event of an entity, covered or since, in event order. */
  private eventsOf(kind: "intent" | "conflict", id: string): LedgerEvent[] {
    const events: AnyEvent[] = [...this.snapshot.eventsOf(kind, id), ...this.index.eventsOf(kind, id)];
    return events.sort(compareEvents) as unknown as LedgerEvent[];
  }

  private *liveConflicts(): Iterable<Conflict> {
    const touched = this.touchedConflictIds();
    let number = 0;
    for (const conflict of this.snapshot.conflicts.all<Conflict>()) {
      if (!touched.has(this.snapshot.conflicts.key(number++))) yield conflict;
    }
    for (const id of touched) {
      const conflict = this.foldedConflict(id);
      if (conflict) yield conflict;
    }
  }

  /** Conflicts with this intent on either side, as far as they may be open or both their sides may be. */
  private *mentioning(intentId: string): Iterable<Conflict> {
    const touched = this.touchedConflictIds();
    const number = this.snapshot.sides.find(intentId);
    for (const other of number === -1 ? [] : this.snapshot.sides.record<readonly number[]>(number)) {
      const id = this.snapshot.conflicts.key(other);
      const conflict = touched.has(id) ? undefined : this.foldedConflict(id);
      if (conflict) yield conflict;
    }
    for (const id of touched) {
      const conflict = this.foldedConflict(id);
      if (conflict?.source_intent_id === intentId || conflict?.target_intent_id === intentId) yield conflict;
    }
  }

  private layPostings(): OverlaidPostings {
    if (!this.overlaid) {
      this.overlaid = new OverlaidPostings(new StoredPostings(this.snapshot, (number) => this.live(number)));
      for (const id of this.touched()) this.changed.add(id);
    }
    for (const id of this.changed) {
      const intent = this.folded(id)?.intent;
      this.overlaid.put(id, intent && isOpenStatus(intent.status) ? candidateOf(intent) : undefined);
    }
    this.changed.clear();
    return this.overlaid;
  }

  keyHashes(): undefined {
    return undefined;
  }
}

/** End of the lease that a claim is filed under. */
const endOf = (key: string): number => Date.parse(claimOfKey(key)[0]);

const unreleased = (folded: FoldedIntent | undefined): readonly Claim[] =>
  folded?.claims.filter((claim) => !claim.released) ?? [];

function agentSeen(name: string, { last, sessions }: AgentRecord): AgentSeen {
  const seen: Record<string, string> = Object.create(null);
  for (const [id, at] of [...sessions].sort(([a], [b]) => (a < b ? -1 : 1))) seen[id] = at;
  return { agent: name, last_event_at: last[0], sessions: seen };
}
