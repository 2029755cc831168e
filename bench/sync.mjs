// Sync over a real bare remote with 100,000 events: the first one against a clone of the same ref with its files (as a
// branch, for a clone checks out nothing else) and without (--mirror), incremental ones against `git ls-remote`, and what
// the remote grows to. Incremental ones twice: with the remote in a folder of this
// machine, where Node's start alone is several times what ls-remote takes, and through `git daemon` at the end of a line
// with a round trip of 50 ms, which is what people have.
import { fork, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { makeLedger } from "./ledger.mjs";
import { interleaved, median, report, row, timed } from "./measure.mjs";

const EVENTS = Number(process.argv[2] ?? 100_000);
const ROUND_TRIP_MS = 50;
const binary = fileURLToPath(new URL("../bin/foremerge.js", import.meta.url));
const top = mkdtempSync(join(tmpdir(), "foremerge-bench-"));
const env = { PATH: process.env.PATH, HOME: top, NO_COLOR: "1", GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
const at = (name) => join(top, name);
const git = (cwd, ...words) => {
  const done = spawnSync("git", words, { cwd, env, encoding: "utf8", maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  return done;
};
const foremerge = (cwd, ...words) => {
  const done = spawnSync(process.execPath, [binary, ...words, "--json"], { cwd, env, encoding: "utf8" });
  if (done.status > 1) throw new Error(done.stderr);
  return JSON.parse(done.stdout);
};
const sync = (cwd) => foremerge(cwd, "ledger", "sync");
// --no-local: through git's own transport, as from any other machine, rather than by linking files; a clone takes the
// branches then, and not the ledger's objects.
const clone = (name) => {
  git(top, "clone", "-q", "--no-local", "hub.git", name);
  git(at(name), "config", "user.name", name);
  return at(name);
};
let n = 0;
const publish = (cwd) =>
  foremerge(cwd, "intent", "publish", `Work ${n++} of the bench`, "--scope", `symbol:Bench${n}=add`);

/** Milliseconds until a sync has answered; resolves when its process has ended. */
async function firstSync(cwd) {
  const start = performance.now();
  const child = spawn(process.execPath, [binary, "ledger", "sync", "--json"], { cwd, env });
  let answer;
  child.stdout.on("data", () => {
    answer ??= performance.now() - start;
  });
  const code = await new Promise((done) => child.on("close", done));
  if (code !== 0 || answer === undefined) throw new Error(`the first sync ended with ${code}`);
  return answer;
}

/** A sync that has `prepare` before it, against `git ls-remote` of the same ref. */
async function incremental(what, where, copy, prepare, moved) {
  const list = () => git(copy, "ls-remote", "origin", "refs/foremerge/ledger");
  const [bases, subjects, ratios] = [[], [], []];
  for (let i = 0; i < 11; i++) {
    prepare();
    bases.push(await timed(list));
    let answer;
    subjects.push(
      await timed(() => {
        answer = sync(copy);
      }),
    );
    if (!moved(answer)) throw new Error(`${what}: ${JSON.stringify(answer)}`);
    ratios.push(subjects[i] / bases[i]);
  }
  const note = `${median(subjects).toFixed(0)} ms against ${median(bases).toFixed(1)} ms`;
  return row(`${what}, ${where}`, median(ratios), "× git ls-remote", "≤ 6", note);
}

/** The three kinds of incremental sync; `copy` and `other` have the same remote, `copy` reaches it as `where` says. */
async function incrementals(where, copy, other) {
  sync(copy);
  return [
    await incremental(
      "sync, nothing new",
      where,
      copy,
      () => {},
      ({ published, received }) => published + received === 0,
    ),
    await incremental(
      "sync, one intent to publish",
      where,
      copy,
      () => publish(copy),
      ({ published }) => published > 0,
    ),
    await incremental(
      "sync, one intent to receive",
      where,
      copy,
      () => {
        sync(other);
        publish(other);
        sync(other);
      },
      ({ received }) => received > 0,
    ),
  ];
}

let line;
try {
  git(top, "init", "-q", "--bare", "hub.git");
  const source = clone("source");
  foremerge(source, "init");
  makeLedger(join(source, ".git", "foremerge", "ledger.jsonl"), EVENTS, Math.round(EVENTS / 100));
  const rows = [];
  const publishing = await timed(() => sync(source));
  const count = 5;
  for (let i = 0; i < count; i++) clone(`copy-${i}`);
  git(top, "clone", "-q", "--mirror", "hub.git", "branch.git");
  git(at("branch.git"), "update-ref", "refs/heads/main", "refs/foremerge/ledger");
  git(at("branch.git"), "symbolic-ref", "HEAD", "refs/heads/main");
  const times = { files: [], bare: [], answer: [], end: [] };
  for (let i = 0; i < count; i++) {
    times.files.push(await timed(() => git(top, "clone", "-q", "--no-local", "branch.git", `files-${i}`)));
    times.bare.push(await timed(() => git(top, "clone", "-q", "--mirror", "--no-local", "hub.git", `bare-${i}`)));
    times.end.push(await timed(async () => times.answer.push(await firstSync(at(`copy-${i}`)))));
  }
  const told = `the first publication took ${publishing.toFixed(0)} ms`;
  for (const [until, list] of [
    ["to its answer", times.answer],
    ["to its end, snapshot written", times.end],
  ]) {
    for (const [base, against] of [
      [times.files, "git clone"],
      [times.bare, "git clone --mirror"],
    ]) {
      const ratio = median(list.map((ms, i) => ms / base[i]));
      const note = `${median(list).toFixed(0)} ms against ${median(base).toFixed(0)} ms; ${told}`;
      rows.push(row(`first sync, ${EVENTS} events, ${until}`, ratio, `× ${against}`, "≤ 3", note));
    }
  }
  const start = await interleaved(
    11,
    () => git(top, "ls-remote", "hub.git"),
    () => spawnSync(process.execPath, ["-e", "0"], { env }),
  );
  const started = `${start.subject.toFixed(0)} ms: no sync over a local path can be below`;
  rows.push(row("Node's start alone", start.ratio, "× git ls-remote", "", started));
  const copy = at("copy-0");
  const other = at("copy-1");
  rows.push(...(await incrementals("local path", copy, other)));
  line = fork(fileURLToPath(new URL("slow-link.mjs", import.meta.url)), [top, String(ROUND_TRIP_MS)], {
    env,
    silent: true,
  });
  const port = await new Promise((done) => line.stdout.once("data", (text) => done(String(text).trim())));
  git(copy, "remote", "set-url", "origin", `git://127.0.0.1:${port}/hub.git`);
  rows.push(...(await incrementals(`git://, round trip ${ROUND_TRIP_MS} ms`, copy, other)));
  git(at("hub.git"), "gc", "-q");
  const kilobytes = Number(/size-pack: (\d+)/.exec(git(at("hub.git"), "count-objects", "-v").stdout)?.[1]);
  const packed = gzipSync(readFileSync(join(copy, ".git", "foremerge", "ledger.jsonl"))).length / 1024;
  rows.push(
    row(
      "remote after gc",
      kilobytes / packed,
      "× gzip of the events",
      "≤ 2",
      `${kilobytes} KiB against ${packed.toFixed(0)} KiB`,
    ),
  );
  report(rows);
} finally {
  line?.disconnect();
  rmSync(top, { recursive: true, force: true });
}
