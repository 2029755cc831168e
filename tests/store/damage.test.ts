import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "../../src/sha256.ts";
import { repairLedger, verifyLedger } from "../../src/store/maintenance.ts";
import { claimed, intentId, NOON, published, type Workshop, workshop } from "./workshop.ts";

let shop: Workshop;
let a: string;
let b: string;
beforeEach(() => {
  shop = workshop();
  a = intentId();
  b = intentId();
});
afterEach(() => shop.clear());

const quarantined = (): string[] => {
  try {
    return readdirSync(join(shop.folder, "quarantine"));
  } catch {
    return [];
  }
};
const open = (): string[] =>
  shop
    .open()
    .read()
    .openIntents()
    .map(({ id }) => id);
const verify = () => verifyLedger(shop.open(), NOON);
const repair = (yes = true) => repairLedger(shop.open(), { actor: "ada", at: NOON }, yes);
const kinds = (list: readonly { kind: string }[]): string[] => list.map(({ kind }) => kind);

describe("a torn tail", () => {
  test("is left out by readers, with a warning", () => {
    shop.write(published(a));
    shop.damage('{"id":"x"');
    expect(open()).toEqual([a]);
    expect(shop.warnings).toEqual([
      "the ledger ends in a torn line (line 3, 9 bytes); it is left out, and the next write sets it aside",
    ]);
  });

  test("is closed off by the next writer, kept in quarantine and told once", () => {
    shop.write(published(a));
    shop.damage('{"id":"x"');
    shop.write(published(b));
    expect(shop.warnings).toHaveLength(1);
    expect(shop.warnings[0]).toMatch(/^a torn line at the end of the ledger \(line 3, 9 bytes\) was set aside as /);
    expect(quarantined()).toEqual([`torn-${sha256('{"id":"x"')}`]);
    expect(shop.lines()[2]).toBe('{"id":"x"');
    shop.warnings.length = 0;
    expect(open()).toEqual([a, b]);
    expect(shop.warnings).toEqual([]);
    const found = verify();
    expect([found.problems, kinds(found.notes)]).toEqual([[], ["closed-off"]]);
  });

  test("in the middle of a letter swallows nothing", () => {
    shop.write(published(a, { summary: "Zahlung für später" }));
    const bytes = readFileSync(shop.place.path);
    truncateSync(shop.place.path, bytes.indexOf(Buffer.from("ü")) + 1);
    shop.write(published(b));
    expect(open()).toEqual([b]);
    expect(verify().problems.map(({ kind, n }) => [kind, n])).toEqual([]);
  });

  test("that is a whole event without its line feed is kept", () => {
    shop.write(published(a));
    truncateSync(shop.place.path, readFileSync(shop.place.path).length - 1);
    expect(open()).toEqual([a]);
    shop.write(published(b));
    expect(open()).toEqual([a, b]);
    expect(shop.lines()).toHaveLength(3);
    expect(verify().problems).toEqual([]);
  });
});

describe("what is no damage", () => {
  test("carriage returns and a byte order mark", () => {
    shop.write(published(a));
    writeFileSync(shop.place.path, `\ufeff${shop.text().replaceAll("\n", "\r\n")}`);
    shop.write(published(b));
    expect(open()).toEqual([a, b]);
    expect(verify()).toMatchObject({ problems: [], events: 3 });
    expect(shop.warnings).toEqual([]);
  });

  test("blank lines", () => {
    shop.damage("\n\n   \n");
    shop.write(published(a));
    expect(open()).toEqual([a]);
    expect(verify().problems).toEqual([]);
  });

  test("repeated lines: each event counts once", () => {
    shop.write(published(a), claimed("clm_1", a));
    shop.damage(shop.text());
    const state = shop.open().read();
    expect([state.asOf, state.claims().length]).toEqual([3, 1]);
    expect(verify()).toMatchObject({ problems: [], repeats: 3 });
    expect(shop.warnings).toEqual([]);
  });
});

describe("a bad line in the middle", () => {
  const cases: [string, string | Buffer, string][] = [
    ["bytes that are not JSON", "{this is no event}\n", "garbled"],
    ["JSON that is no event", '{"hello":"world"}\n', "garbled"],
    ["a list", "[1,2,3]\n", "garbled"],
    ["invalid UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]), "utf8"],
    ["a line over the limit", `${JSON.stringify({ text: "x".repeat(300_000) })}\n`, "too-long"],
    ["a line over many limits", `${"y".repeat(3_000_000)}\n`, "too-long"],
  ];
  test.each(cases)("%s is skipped, named, and moved away by repair", (_, bytes, kind) => {
    shop.write(published(a));
    shop.damage(bytes);
    shop.write(published(b));
    expect(open()).toEqual([a, b]);
    expect(shop.warnings.at(-1)).toMatch(/^line 3 of the ledger is left out: /);
    expect(kinds(verify().problems)).toEqual([kind]);

    expect(repair(false)).toMatchObject({ moved: [{ kind, line: 3 }], backup: undefined });
    expect(kinds(verify().problems)).toEqual([kind]);

    const { backup } = repair();
    expect(readFileSync(backup as string).includes(bytes)).toBe(true);
    expect(verify().problems).toEqual([]);
    expect(open()).toEqual([a, b]);
    const piece = Buffer.from(bytes).subarray(0, -1);
    expect(quarantined().some((name) => name.endsWith(sha256(piece)))).toBe(true);
    expect(JSON.parse(shop.lines().at(-1) as string)).toMatchObject({
      type: "ledger.repaired",
      data: { replica: null, n: null, sha256: sha256(piece) },
    });
    expect(repair()).toMatchObject({ moved: [], events: [], backup: undefined });
  });

  test("a damaged record leaves a gap that repair notes", () => {
    shop.write(published(a));
    shop.write(published(b));
    const lines = shop.lines();
    const lost = sha256(lines[1] as string);
    writeFileSync(shop.place.path, [lines[0], (lines[1] as string).slice(0, 80), lines[2], ""].join("\n"));
    expect(kinds(verify().problems)).toEqual(["garbled", "gap"]);
    repair();
    expect(verify().problems).toEqual([]);
    const noted = shop
      .lines()
      .slice(-2)
      .map((line) => JSON.parse(line).data);
    expect(noted).toContainEqual({ replica: JSON.parse(lines[0] as string).replica, n: 2, sha256: lost });
    expect(open()).toEqual([b]);
  });

  test("many bad lines are warned about by number, then by count", () => {
    shop.damage("nonsense\n".repeat(25));
    open();
    expect(shop.warnings).toHaveLength(11);
    expect(shop.warnings.at(-1)).toBe("15 more lines of the ledger are left out; foremerge ledger verify lists them");
  });
});

test("both sides of a git conflict are read, and repair removes the markers", () => {
  shop.write(published(a));
  const [head, ours] = shop.lines() as [string, string];
  shop.write(published(b));
  const theirs = shop.lines()[2] as string;
  writeFileSync(shop.place.path, `${head}\n<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> other\n`);
  expect(open()).toEqual([a, b]);
  expect(kinds(verify().problems)).toEqual(["marker", "marker", "marker"]);
  repair();
  expect(shop.lines()).toEqual([head, ours, theirs]);
  expect(verify().problems).toEqual([]);
});

describe("the same id with other bytes", () => {
  const contradict = (): { first: string; second: string } => {
    shop.write(published(a));
    const first = shop.lines()[1] as string;
    const second = first.replace("Replace the payment service", "Replace the label printer");
    shop.damage(`${second}\n`);
    return { first, second };
  };

  test("is decided by the smaller SHA-256, whichever came first", () => {
    const { first, second } = contradict();
    const [winner] = [first, second].sort((x, y) => (sha256(x) < sha256(y) ? -1 : 1)) as [string, string];
    const summary = JSON.parse(winner).data.intent.summary;
    expect(shop.open().read().intent(a)?.summary).toBe(summary);
    const [head] = shop.lines();
    writeFileSync(shop.place.path, `${head}\n${second}\n${first}\n`);
    expect(shop.open().read().intent(a)?.summary).toBe(summary);
    expect(shop.open().read().asOf).toBe(2);
  });

  test("names the other line, keeps it in quarantine, and lets everything else go on", () => {
    const { first, second } = contradict();
    const loser = sha256(first) < sha256(second) ? second : first;
    shop.write(published(b));
    expect(open()).toEqual([a, b]);
    expect(shop.warnings.at(-1)).toMatch(/^line [23] of the ledger is left out: evt_\w{26} again with other bytes/);
    expect(quarantined()).toEqual([`contradiction-${sha256(loser)}`]);
    expect(kinds(verify().problems)).toEqual(["contradiction"]);
    repair();
    expect(verify().problems).toEqual([]);
    expect(open()).toEqual([a, b]);
  });
});

describe("batches", () => {
  test("count all or not at all", () => {
    shop.write(published(a), published(b));
    const lines = shop.lines();
    writeFileSync(shop.place.path, `${lines.slice(0, 2).join("\n")}\n`);
    const state = shop.open().read();
    expect([state.asOf, state.openIntents()]).toEqual([1, []]);
    expect(kinds(verify().notes)).toEqual(["incomplete-batch"]);
    appendFileSync(shop.place.path, `${lines[2]}\n`);
    expect(open()).toEqual([a, b]);
  });

  test("that stay incomplete do not stop the next writer", () => {
    shop.write(published(a), published(b));
    const lines = shop.lines();
    writeFileSync(shop.place.path, `${lines.slice(0, 2).join("\n")}\n`);
    const c = intentId();
    shop.write(published(c));
    expect(open()).toEqual([c]);
    expect(verify().problems).toEqual([]);
  });
});

describe("events of a newer version", () => {
  const newer = (text: string): void => {
    const line = {
      v: 2,
      id: "evt_00000000000000000000000000",
      replica: "r_0000000000",
      n: 1,
      lc: 90,
      type: "intent.split",
    };
    shop.damage(`${JSON.stringify({ ...line, parts: text })}\n`);
  };

  test("are kept, ignored and told once", () => {
    newer("elsewhere");
    shop.write(published(a));
    expect(open()).toEqual([a]);
    expect(shop.warnings.at(-1)).toMatch(/written by a newer version of foremerge \(event version 2\)/);
    expect(verify()).toMatchObject({ problems: [], events: 3 });
    expect(repair()).toMatchObject({ moved: [], events: [] });
    expect(JSON.parse(shop.lines().at(-1) as string).lc).toBe(91);
  });

  test("bar writes that name what they mention, and nothing else", () => {
    shop.write(published(a));
    shop.write(published(b));
    newer(`${a} into two`);
    expect(() => shop.write({ type: "intent.started", data: { intent_id: a } })).toThrow(
      `${a} was changed by a newer version of foremerge (event version 2); nothing was written`,
    );
    shop.write({ type: "intent.started", data: { intent_id: b } });
    shop.write(published(intentId()));
    expect(open()).toHaveLength(3);
  });
});

test("unknown types and fields are kept, counted and ignored", () => {
  shop.write(published(a));
  const event = JSON.parse(shop.lines()[1] as string);
  const odd = {
    ...event,
    id: "evt_00000000000000000000000009",
    n: 1,
    replica: "r_0000000009",
    type: "intent.sung",
    mood: "merry",
  };
  shop.damage(`${JSON.stringify(odd)}\n`);
  const state = shop.open().read();
  expect(state.asOf).toBe(3);
  expect([...state.events()].map(({ type }) => type)).toContain("intent.sung");
  expect(shop.warnings).toEqual([]);
});

test("a payload that is malformed changes nothing and is noted", () => {
  shop.write(published(a));
  const event = JSON.parse(shop.lines()[1] as string);
  const odd = {
    ...event,
    id: "evt_00000000000000000000000008",
    n: 1,
    replica: "r_0000000008",
    type: "intent.discarded",
  };
  shop.damage(`${JSON.stringify({ ...odd, data: { intent_id: 7 } })}\n`);
  expect(open()).toEqual([a]);
  const note = verify().notes.find(({ kind }) => kind === "malformed-payload");
  expect(note?.message).toBe("the payload of intent.discarded is wrong at /intent_id");
});
