// Random but possible stories: events of several replicas, as lines, for property tests. Steps that no state machine
// would allow are among them on purpose.
import fc from "fast-check";
import { sha256 } from "../../src/sha256.ts";
import type { LedgerEvent, NewEvent } from "../../src/store/event.ts";
import { lineOf, NO_PREVIOUS } from "../../src/store/line.ts";
import { claimed, detected, published, settled } from "./workshop.ts";

const pad = (tag: string, n: number): string => `${tag}_${String(n).padStart(26, "0")}`;
const INTENTS = [1, 2, 3].map((n) => pad("int", n));
const CLAIMS = [1, 2, 3].map((n) => pad("clm", n));
const CONFLICTS = [1, 2].map((n) => pad("cfl", n));

const intent = fc.constantFrom(...INTENTS);
const claim = fc.constantFrom(...CLAIMS);
const conflict = fc.constantFrom(...CONFLICTS);
const node = fc.constantFrom("T1", "T2");

const step: fc.Arbitrary<NewEvent> = fc.oneof(
  fc.tuple(intent, fc.string({ maxLength: 12 })).map(([id, summary]) => published(id, { summary: `x${summary}` })),
  intent.map((intent_id): NewEvent => ({ type: "intent.started", data: { intent_id } })),
  intent.map((intent_id): NewEvent => ({ type: "intent.finished", data: { intent_id, head: "abc" } })),
  intent.map((intent_id): NewEvent => ({ type: "intent.accepted", data: { intent_id } })),
  intent.map((intent_id): NewEvent => ({ type: "intent.discarded", data: { intent_id, reason: "no" } })),
  fc.tuple(intent, fc.constantFrom("ada", "ben"), fc.constantFrom("ada", "ben")).map(
    ([intent_id, agent, previous_agent]): NewEvent => ({
      type: "intent.adopted",
      data: { intent_id, agent, previous_agent, reason: "away" },
    }),
  ),
  intent.map((intent_id): NewEvent => ({ type: "intent.rescoped", data: { intent_id, scopes: [] } })),
  fc.tuple(claim, intent).map(([id, of]) => claimed(id, of)),
  fc
    .tuple(claim, intent)
    .map(
      ([claim_id, intent_id]): NewEvent => ({ type: "claim.released", data: { claim_id, intent_id, why: "released" } }),
    ),
  fc.tuple(claim, intent, fc.constantFrom(13, 14, 15)).map(
    ([claim_id, intent_id, hour]): NewEvent => ({
      type: "claim.renewed",
      data: { claim_id, intent_id, expires_at: `2026-11-30T${hour}:00:00.000Z`, lease_seconds: 60 },
    }),
  ),
  fc.tuple(conflict, intent, intent).map(([id, a, b]) => detected(id, a, b)),
  fc.tuple(conflict, fc.constantFrom("resolved", "overridden", "dismissed")).map(([id, as]) => settled(id, as)),
  conflict.map(
    (conflict_id): NewEvent => ({
      type: "conflict.coordinating",
      data: { conflict_id, by: "agent", agent: "ben", note: "n" },
    }),
  ),
  fc.tuple(node, fc.option(conflict)).map(
    ([task, conflict_id]): NewEvent => ({
      type: "arbitration.decided",
      data: {
        arbitration: {
          id: "arb",
          conflict_id,
          task,
          blocker: null,
          outcome: "freeze",
          reason: "r",
          actions: [],
          by: "arbiter",
          agent: "ben",
        },
      },
    }),
  ),
  fc.tuple(intent, intent).map(
    ([intent_id, other_id]): NewEvent => ({
      type: "assessment.recorded",
      data: {
        assessment: {
          id: "asm",
          intent_id,
          other_id,
          verdict: "compatible",
          action: "proceeding",
          reason: "r",
          agent: "b",
        },
      },
    }),
  ),
  fc.constantFrom("s1", "s2").map((session): NewEvent => ({ type: "agent.seen", data: { agent: "ben", session } })),
);

/** Lines of several replicas that wrote side by side; batches whole or torn. */
export const storyLines: fc.Arbitrary<string[]> = fc
  .array(
    fc.record({
      replica: fc.constantFrom("r_0000000001", "r_0000000002", "r_0000000003"),
      jump: fc.nat(2),
      events: fc.array(step, { minLength: 1, maxLength: 3 }),
      torn: fc.nat(9).map((n) => n === 0),
      actor: fc.constantFrom("ada", "ben"),
    }),
    { maxLength: 25 },
  )
  .map((commands) => {
    const lines: string[] = [];
    const heads = new Map<string, { n: number; lc: number; prev: string }>();
    let made = 0;
    for (const { replica, jump, events, torn, actor } of commands) {
      const head = heads.get(replica) ?? { n: 0, lc: 0, prev: NO_PREVIOUS };
      head.lc += jump;
      const batch = `b${made}`;
      for (const [i, { type, data }] of events.entries()) {
        made++;
        head.n++;
        head.lc++;
        const event: LedgerEvent = {
          v: 1,
          id: pad("evt", made),
          replica,
          n: head.n,
          lc: head.lc,
          at: `2026-11-30T12:00:${String(made % 60).padStart(2, "0")}.000Z`,
          actor,
          type,
          data,
          prev: head.prev,
          ...(events.length > 1 ? { batch: { id: batch, k: i + 1, of: events.length } } : {}),
        };
        const line = lineOf(event);
        head.prev = sha256(line);
        if (!(torn && i === events.length - 1 && events.length > 1)) lines.push(line);
      }
      heads.set(replica, head);
    }
    return lines;
  });
