// The state that a snapshot answers as long as it can (spec 2.4): the first question that it cannot answer, or that shows
// it damaged, goes to the whole fold, and so do all that follow.
import type { CountingSource } from "../../detect/posting-source.ts";
import type { LedgerEvent } from "../event.ts";
import type { AgentSeen, Assessment, Claim, Conflict, Intent, PlanHistory } from "../model.ts";
import type { State } from "../state.ts";
import { type LayeredState, NeedsWhole } from "./layered-state.ts";
import { DamagedFile } from "./paged-file.ts";

/** True for what the whole fold makes good. */
export function asksForWhole(error: unknown): boolean {
  return error instanceof NeedsWhole || error instanceof DamagedFile;
}

export class FallbackState implements State {
  private answering: State;
  private readonly readWhole: () => State;
  private isWhole = false;
  private source: CountingSource | undefined;

  constructor(layered: LayeredState, readWhole: () => State) {
    this.answering = layered;
    this.readWhole = readWhole;
  }

  private ask<T>(question: (state: State) => T): T {
    if (this.isWhole) return question(this.answering);
    try {
      return question(this.answering);
    } catch (error) {
      if (!asksForWhole(error)) throw error;
    }
    this.answering = this.readWhole();
    this.isWhole = true;
    return question(this.answering);
  }

  get warnings(): readonly string[] {
    return this.ask((state) => state.warnings);
  }

  get asOf(): number {
    return this.ask((state) => state.asOf);
  }

  get maxLc(): number {
    return this.ask((state) => state.maxLc);
  }

  intent(id: string): Intent | undefined {
    return this.ask((state) => state.intent(id));
  }

  openIntents(): readonly Intent[] {
    return this.ask((state) => state.openIntents());
  }

  openIntentsOf(agent: string): readonly Intent[] {
    return this.ask((state) => state.openIntentsOf(agent));
  }

  claims(intentId?: string): readonly Claim[] {
    return this.ask((state) => state.claims(intentId));
  }

  claimsBy(agent: string): readonly Claim[] {
    return this.ask((state) => state.claimsBy(agent));
  }

  liveClaims(now: Date): readonly Claim[] {
    return this.ask((state) => state.liveClaims(now));
  }

  get updatedUntil(): string {
    return this.ask((state) => state.updatedUntil);
  }

  conflict(id: string): Conflict | undefined {
    return this.ask((state) => state.conflict(id));
  }

  recordedAmongOpen(): ReadonlySet<string> {
    return this.ask((state) => state.recordedAmongOpen());
  }

  openConflicts(): readonly Conflict[] {
    return this.ask((state) => state.openConflicts());
  }

  conflictsOf(intentId: string): readonly Conflict[] {
    return this.ask((state) => state.conflictsOf(intentId));
  }

  agent(name: string): AgentSeen | undefined {
    return this.ask((state) => state.agent(name));
  }

  agents(): readonly AgentSeen[] {
    return this.ask((state) => state.agents());
  }

  plan(node: string): PlanHistory | undefined {
    return this.ask((state) => state.plan(node));
  }

  plans(): readonly PlanHistory[] {
    return this.ask((state) => state.plans());
  }

  /** Each question to the postings may be the one that finds the damage. */
  get postings(): CountingSource {
    const ask = <T>(question: (source: CountingSource) => T): T => this.ask((state) => question(state.postings));
    this.source ??= {
      get size(): number {
        return ask(({ size }) => size);
      },
      ids: (key) => ask((source) => source.ids(key)),
      count: (key) => ask((source) => source.count(key)),
      underSeveral: (keys, least) => ask((source) => source.underSeveral(keys, least)),
      all: () => ask((source) => source.all()),
      candidate: (id) => ask((source) => source.candidate(id)),
    };
    return this.source;
  }

  get unscoped(): readonly string[] {
    return this.ask((state) => state.unscoped);
  }

  idsWithPrefix(prefix: string): readonly string[] {
    return this.ask((state) => state.idsWithPrefix(prefix));
  }

  allIntents(): readonly Intent[] {
    return this.ask((state) => state.allIntents());
  }

  allClaims(): readonly Claim[] {
    return this.ask((state) => state.allClaims());
  }

  allConflicts(): readonly Conflict[] {
    return this.ask((state) => state.allConflicts());
  }

  assessments(): readonly Assessment[] {
    return this.ask((state) => state.assessments());
  }

  events(): Iterable<LedgerEvent> {
    return this.ask((state) => state.events());
  }
}
