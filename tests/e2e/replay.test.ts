// The whole life of an example project, played with --now, gives the same documents every time (spec 4; golden file).
// FOREMERGE_UPDATE_GOLDEN=1 writes the golden file anew; look at the difference before it is committed.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type Answer, describeRun, openStage, PROJECT, type Stage } from "../stage.ts";
import { LIFE, LOOKS } from "./project-life.ts";

const GOLDEN = join(PROJECT, "fixtures", "golden", "project-life.ndjson");
const LEDGER = join(PROJECT, "fixtures", "golden", "project-ledger.jsonl");
const READINGS = join(PROJECT, "fixtures", "golden", "project-readings.ndjson");
const update = process.env.FOREMERGE_UPDATE_GOLDEN === "1";
const now = (at: string): string => `2026-11-${at}Z`;

/** Ids by the order in which they were first seen, so that two plays can be compared. */
class Names {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  in(text: string): string {
    return text.replace(/\b(int|cfl|clm|dec|asm|dtn|evt)_[0-9a-z]{26}\b/gi, (id, tag: string) => {
      const known = this.#names.get(id);
      if (known !== undefined) return known;
      const count = (this.#counts.get(tag) ?? 0) + 1;
      this.#counts.set(tag, count);
      this.#names.set(id, `${tag}#${count}`);
      return `${tag}#${count}`;
    });
  }
}

/** Lists that are ordered by id where everything else ties: ordered by name instead, since ids are random. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(tidy);
    const keyed = items.every((item) => typeof (item as { id?: unknown } | null)?.id === "string");
    return keyed ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, tidy(inner)]));
}

interface Said {
  readonly line: string;
  readonly exit: number;
  readonly document?: unknown;
  readonly error?: unknown;
  readonly notes?: string;
}

/** Plays the life on a stage; answers what every call said, with names for ids. */
async function playLife(stage: Stage): Promise<Said[]> {
  const names = new Names();
  const ids = new Map<string, string>();
  const said: Said[] = [];
  stage.write("src/pay.ts", "export const pay = 1;\n");
  await stage.commit("Begin", "2026-11-28T07:00:00Z");
  const call = async (at: string, agent: string | undefined, words: readonly string[]): Promise<Answer> => {
    const known = words.map((word) => word.replace(/\$[A-E]\d[!^]?/g, (name) => ids.get(name) ?? name));
    const ran = await stage.run([
      ...known,
      ...(agent === undefined ? [] : ["--agent", agent]),
      "--now",
      now(at),
      "--json",
    ]);
    if (ran.exit > 1) throw new Error(`${at} ${agent} ${known.join(" ")}: ${describeRun(ran)}`);
    const document = ran.document === undefined ? undefined : tidy(JSON.parse(names.in(JSON.stringify(ran.document))));
    said.push({
      line: `${at} ${agent ?? "-"}: ${words.join(" ")}`,
      exit: ran.exit,
      ...(document === undefined ? {} : { document }),
      ...(ran.error === undefined ? {} : { error: JSON.parse(names.in(JSON.stringify(ran.error))) }),
      ...(ran.stderr === "" || ran.error !== undefined ? {} : { notes: names.in(ran.stderr) }),
    });
    return ran.document;
  };
  await call("28T07:30:00", undefined, ["init"]);
  const looks = [...LOOKS];
  for (const [at, agent, words, name] of LIFE) {
    while ((looks[0]?.[0] ?? "31") < at) await call(looks[0]?.[0] ?? "", undefined, looks.shift()?.[1] ?? []);
    const answer = await call(at, agent, words);
    if (name !== undefined) {
      ids.set(`$${name}`, answer.intent.id);
      if (answer.findings[0]) ids.set(`$${name}!`, answer.findings[0].id);
    }
    const intent = words[words.indexOf("--intent") + 1];
    if (words[1] === "take" && answer?.claims) ids.set(`${intent}^`, answer.claims[0].id);
  }
  for (const [at, words] of looks) await call(at, undefined, words);
  return said;
}

function matchesGolden(file: string, text: string): void {
  if (update || !existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, "utf8"));
}

test("the life of a project, played with --now, says what it has always said", async () => {
  const stage = openStage();
  try {
    const said = await playLife(stage);
    const text = `${said.map((one) => JSON.stringify(one)).join("\n")}\n`.replaceAll(stage.tmp, "$TMP");
    matchesGolden(GOLDEN, text);
    const published = said.filter(({ line }) => line.includes("intent publish"));
    expect(published).toHaveLength(30);
    if (update || !existsSync(LEDGER)) copyFileSync(stage.ledger, LEDGER);
  } finally {
    stage.remove();
  }
}, 180_000);

test("one ledger, read at any time with --now, gives documents that are the same to the byte", async () => {
  const stage = openStage();
  try {
    const file = join(stage.tmp, "ledger", "ledger.jsonl");
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(LEDGER, file);
    let text = "";
    for (const [at, words] of LOOKS) {
      const args = [...words, "--ledger", file, "--now", now(at), "--json"];
      const first = await stage.run(args);
      expect(first.exit, describeRun(first)).toBe(0);
      const second = await stage.run(args);
      expect(second.stdout).toBe(first.stdout);
      text += first.stdout;
    }
    matchesGolden(READINGS, text);
  } finally {
    stage.remove();
  }
}, 120_000);
