// What a call costs on large ledgers, whole processes with a .foremerge.yaml present: checks with a warm snapshot,
// a first read without one, a publication, a batch.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeLedger, randomFrom } from "./ledger.mjs";
import { interleaved, median, report, row } from "./measure.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const binary = here("../bin/foremerge.js");
const folder = mkdtempSync(join(tmpdir(), "foremerge-bench-"));
const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1", GIT_CONFIG_NOSYSTEM: "1" };
const run = (cwd, ...words) => spawnSync(process.execPath, words, { cwd, env, stdio: "ignore" });
const node = () => run(folder, "-e", "0");

/** A repository with a ledger of this size. */
function repository(name, events, open) {
  const cwd = join(folder, name);
  spawnSync("git", ["init", "-q", cwd]);
  run(cwd, binary, "init");
  writeFileSync(join(cwd, ".foremerge.yaml"), "fail_on: high\nrules:\n  FM-C003: low\n");
  const ledger = join(cwd, ".git", "foremerge", "ledger.jsonl");
  return { cwd, ledger, ...makeLedger(ledger, events, open) };
}

const check = [
  "conflicts",
  "check",
  "Replace the payment gateway",
  "--scope",
  "symbol:PaymentGateway=replace",
  "--json",
];
const words = randomFrom(11);
const word = () => Array.from({ length: 6 }, () => "abcdefghijklmnopqrstuvwxyz"[Math.floor(words() * 26)]).join("");

/** A publication of somebody new, in words of its own, so that the rounds do not find one another. */
const publish = () => {
  const summary = `${word()} the ${word()} ${word()}`;
  return ["intent", "publish", summary, "--scope", `symbol:${word()}::${word()}=extend`, "--agent", word(), "--json"];
};

/** Runs a command and answers when its answer was there, when it had ended, and its peak memory in MB. */
function watched(cwd, words) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, ["-r", here("report-memory.cjs"), ...words], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    let answered;
    let memory = "";
    child.stdout.on("data", (text) => {
      if (String(text).endsWith("\n")) answered = performance.now() - start;
    });
    child.stdio[3].on("data", (text) => {
      memory += text;
    });
    child.on("error", reject);
    child.on("close", () => resolve({ answered, ended: performance.now() - start, megabytes: Number(memory) / 1024 }));
  });
}

async function firstRead({ cwd, ledger }) {
  const [bare, answered, ended, megabytes] = [[], [], [], []];
  for (let i = 0; i < 3; i++) {
    const base = await watched(cwd, [here("bare-loop.mjs"), ledger]);
    rmSync(join(cwd, ".git", "foremerge", "cache"), { recursive: true, force: true });
    const read = await watched(cwd, [binary, ...check]);
    bare.push(base.ended);
    answered.push(read.answered / base.ended);
    ended.push(read.ended / base.ended);
    megabytes.push(read.megabytes);
  }
  const note = `bare loop ${Math.round(median(bare))} ms`;
  return [
    row("first read, 1,000,000 events, to the answer of a check", median(answered), "× bare loop", "≤ 1.6", note),
    row("… and until its snapshot is written", median(ended), "× bare loop", ""),
    row("… memory", Math.max(...megabytes), "MB", "≤ 400"),
  ];
}

/** A thousand different questions, as NDJSON. */
function questions(count) {
  const random = randomFrom(3);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const nouns = ["Payment", "Label", "Thumbnail", "Invoice", "Parcel", "Tariff"];
  const parts = ["Service", "Printer", "Gateway", "Policy", "Index", "Queue"];
  let text = "";
  for (let i = 0; i < count; i++) {
    const name = `${pick(nouns)}${pick(parts)}${Math.floor(random() * 40)}`;
    const scopes = [`symbol:${name}::handle${pick(nouns)}${Math.floor(random() * 30)}=${pick(["modify", "replace"])}`];
    text += `${JSON.stringify({ summary: `Change the ${name} for shipping number ${i}`, scopes })}\n`;
  }
  return text;
}

function batchRate({ cwd }) {
  const rates = [];
  const batch = (input) => {
    const start = performance.now();
    spawnSync(process.execPath, [binary, "conflicts", "check", "--stdin"], {
      cwd,
      env,
      input,
      stdio: ["pipe", "ignore", "ignore"],
    });
    return performance.now() - start;
  };
  const [one, thousand] = [questions(1), questions(1001)];
  for (let i = 0; i < 7; i++) {
    const start = batch(one);
    rates.push(1000 / ((batch(thousand) - start) / 1000));
  }
  return row("conflicts check --stdin, 1,000 checks on 10,000 open", median(rates), "checks a second", "≥ 5000");
}

try {
  const small = repository("small", 100_000, 1000);
  const rows = [];
  run(small.cwd, binary, ...check);
  let round = 0;
  const add = async (what, cwd, words, goal) => {
    round = 0;
    const { base, subject, ratio } = await interleaved(15, node, () => run(cwd, binary, ...words(++round)));
    rows.push(row(what, ratio, "× node -e 0", goal, `${subject.toFixed(1)} ms against ${base.toFixed(1)} ms`));
  };
  await add("conflicts check --json, 100,000 events, 1,000 open", small.cwd, () => check, "≤ 2.0");
  await add("intent publish --json, 100,000 events, durable", small.cwd, publish, "≤ 2.5");
  const large = repository("large", 1_000_000, 10_000);
  rows.push(...(await firstRead(large)));
  await add("conflicts check --json, 1,000,000 events, 10,000 open", large.cwd, () => check, "≤ 2.5");
  rows.push(batchRate(large));
  report(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
