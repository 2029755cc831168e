// Many machines: clones of one bare remote publish, claim, adopt, settle and sync in every order; nothing is lost,
// nothing comes twice, everybody ends with the same bytes (spec 2.6). FOREMERGE_TEST_FULL=1 plays 200 schedules. Two
// test files take half of them each, so that two workers play at once.
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Clones, exportOf, openClones, seeded, settleAll } from "./clones.ts";

const FULL = process.env.FOREMERGE_TEST_FULL === "1";
const PUBLISH = ["intent", "publish"];

let c: Clones;
/** What a life led to. */
interface Played {
  readonly now: string;
  /** Conflicts that somebody settled. */
  readonly settled: readonly string[];
}

/** A seeded life of a few clones: offline work and syncs in any order. */
async function play(seed: number, names: readonly string[], steps: number): Promise<Played> {
  const pick = seeded(seed);
  const settled: string[] = [];
  let minute = 0;
  const now = (): string => new Date(Date.UTC(2026, 10, 30, 8, minute++)).toISOString();
  const things = ["Label", "Scale", "Printer", "Queue"];
  const operations = ["replace", "extend", "modify", "add"];
  for (let step = 0; step < steps; step++) {
    const name = names[pick(names.length)] as string;
    const options = { now: now(), agent: `agent-${name}` };
    const thing = things[pick(things.length)] as string;
    const mine = (await c.json(name, ["intent", "list", "--by", options.agent], options)).intents as { id: string }[];
    const own = mine[pick(Math.max(1, mine.length))]?.id;
    switch (pick(8)) {
      case 0:
      case 1:
        await c.json(
          name,
          [...PUBLISH, `Work ${step} on ${thing}`, "--scope", `symbol:${thing}=${operations[pick(4)]}`],
          options,
        );
        break;
      case 2:
        if (own)
          await c.run(
            name,
            ["claim", "take", `file:src/${thing}.ts`, "--intent", own, "--exclusive", "--wait", "0"],
            options,
          );
        break;
      case 3: {
        const { conflicts } = await c.json(name, ["conflicts", "list"], options);
        const one = conflicts[pick(Math.max(1, conflicts.length))];
        const reason = `agreed in step ${step}`;
        if (one && (await c.run(name, ["resolve", one.id, "--reason", reason], options)).exit === 0) {
          settled.push(one.id);
        }
        break;
      }
      case 4:
        if (own) await c.run(name, ["intent", "discard", own, "--reason", "given up"], options);
        break;
      case 5: {
        // Whoever was silent for three hours may lose work to whoever asks first; two may ask before they meet.
        const all = (await c.json(name, ["intent", "list"], options)).intents as { id: string; agent: string }[];
        const others = all.filter(({ agent }) => agent !== options.agent);
        const other = others[pick(Math.max(1, others.length))];
        if (pick(3) === 0) minute += 180;
        if (other)
          await c.run(name, ["intent", "adopt", other.id, "--reason", "left behind"], { ...options, now: now() });
        break;
      }
      default:
        await c.run(name, ["ledger", "sync"], options);
    }
  }
  const end = now();
  await settleAll(c, names, end);
  return { now: end, settled };
}

interface ClaimSeen {
  readonly id: string;
  readonly agent: string;
  readonly exclusive: boolean;
  readonly live: boolean;
  readonly scope: { readonly key: string };
  readonly lost_to?: { readonly claim_id: string; readonly agent: string };
}

/** Of the live locks on a file one holds, on every machine the same, and who lost is told at the next call. */
async function expectOneWinner(names: readonly string[], now: string): Promise<void> {
  const lists = await Promise.all(names.map(async (name) => (await c.json(name, ["claim", "list"], { now })).claims));
  for (const list of lists) expect(list).toEqual(lists[0]);
  const live = (lists[0] as ClaimSeen[]).filter((claim) => claim.exclusive && claim.live);
  for (const key of new Set(live.map(({ scope }) => scope.key))) {
    const here = live.filter(({ scope }) => scope.key === key);
    const winners = new Set(here.filter((claim) => claim.lost_to === undefined).map(({ agent }) => agent));
    expect([...winners]).toHaveLength(1);
    for (const { id, agent, lost_to } of here.filter((claim) => claim.lost_to !== undefined)) {
      expect(winners).toContain(lost_to?.agent);
      const { err } = await c.run(agent.replace("agent-", ""), ["intent", "list"], { now, agent });
      expect(err).toContain(`your lock ${id}`);
    }
  }
}

/** Declares the tests of one half: the schedules whose number leaves this rest when it is divided by two. */
export function playSchedules(rest: 0 | 1): void {
  const seeds = Array.from({ length: FULL ? 200 : 12 }, (_, i) => i + 1).filter((seed) => seed % 2 === rest);
  beforeEach(() => {
    c = openClones();
  });
  afterEach(() => c.remove());
  it.each(seeds)("clones that sync in any order converge to the same bytes (schedule %i)", async (seed) => {
    const names = ["ann", "bob", "cyd", "dee", "eve", "fay", "gus", "hal"].slice(0, [2, 4, 8][seed % 3]);
    for (const name of names) c.clone(name);
    const { now, settled } = await play(seed, names, 14);
    const first = await exportOf(c, names[0] as string);
    const conflicts = (await c.run(names[0] as string, ["conflicts", "list", "--all", "--json"])).out;
    for (const name of names.slice(1)) {
      expect(await exportOf(c, name)).toBe(first);
      expect((await c.run(name, ["conflicts", "list", "--all", "--json"])).out).toBe(conflicts);
    }
    const lines = first
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).id as string);
    expect(new Set(lines).size).toBe(lines.length);
    for (const name of names) expect((await c.json(name, ["ledger", "verify"])).valid).toBe(true);
    const reopened = (JSON.parse(conflicts).conflicts as { id: string; status: string }[]).filter(
      ({ id, status }) => settled.includes(id) && (status === "OPEN" || status === "COORDINATING"),
    );
    expect(reopened).toEqual([]);
    await expectOneWinner(names, now);
  });
}
