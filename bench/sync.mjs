// Sync over a real bare remote with 100,000 events: the first one against a fetch of the same ref, an incremental one
// against `git ls-remote`, and what the remote grows to.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { makeLedger } from "./ledger.mjs";
import { interleaved, report, row, timed } from "./measure.mjs";

const EVENTS = Number(process.argv[2] ?? 100_000);
const binary = fileURLToPath(new URL("../bin/foremerge.js", import.meta.url));
const top = mkdtempSync(join(tmpdir(), "foremerge-bench-"));
const env = { PATH: process.env.PATH, HOME: top, NO_COLOR: "1", GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
const at = (name) => join(top, name);
const git = (cwd, ...words) => spawnSync("git", words, { cwd, env, encoding: "utf8", maxBuffer: 1 << 28 });
const foremerge = (cwd, ...words) => {
  const done = spawnSync(process.execPath, [binary, ...words, "--json"], { cwd, env, encoding: "utf8" });
  if (done.status > 1) throw new Error(done.stderr);
  return JSON.parse(done.stdout);
};
const clone = (name) => {
  git(top, "clone", "-q", "hub.git", name);
  git(at(name), "config", "user.name", name);
  return at(name);
};

try {
  git(top, "init", "-q", "--bare", "hub.git");
  const source = clone("source");
  foremerge(source, "init");
  makeLedger(join(source, ".git", "foremerge", "ledger.jsonl"), EVENTS, Math.round(EVENTS / 100));
  const rows = [];
  const publishing = await timed(() => foremerge(source, "ledger", "sync"));
  let round = 0;
  const fetch = () => {
    const folder = at(`plain-${round}`);
    mkdirSync(folder);
    git(folder, "init", "-q");
    git(folder, "fetch", "-q", at("hub.git"), "refs/foremerge/ledger");
  };
  const first = () => {
    foremerge(clone(`copy-${round++}`), "ledger", "sync");
  };
  const whole = await interleaved(3, fetch, first);
  rows.push(
    row(
      `first sync, ${EVENTS} events`,
      whole.ratio,
      "× git's own fetch",
      "≤ 3",
      `${whole.subject.toFixed(0)} ms against ${whole.base.toFixed(0)} ms; the first publication took ${publishing.toFixed(0)} ms`,
    ),
  );
  const copy = at("copy-0");
  const list = () => git(copy, "ls-remote", "origin", "refs/foremerge/ledger");
  const idle = await interleaved(9, list, () => foremerge(copy, "ledger", "sync"));
  rows.push(
    row(
      "sync with nothing new",
      idle.ratio,
      "× git ls-remote",
      "≤ 6",
      `${idle.subject.toFixed(0)} ms against ${idle.base.toFixed(1)} ms`,
    ),
  );
  let n = 0;
  const bases = [];
  const subjects = [];
  for (let i = 0; i < 9; i++) {
    foremerge(copy, "intent", "publish", `Work ${n++} of the bench`, "--scope", `symbol:Bench${n}=add`);
    bases.push(await timed(list));
    subjects.push(await timed(() => foremerge(copy, "ledger", "sync")));
  }
  const ratios = subjects.map((each, i) => each / bases[i]).sort((a, b) => a - b);
  rows.push(
    row(
      "sync that publishes one intent",
      ratios[4],
      "× git ls-remote",
      "≤ 6",
      `${subjects.sort((a, b) => a - b)[4].toFixed(0)} ms`,
    ),
  );
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
  rmSync(top, { recursive: true, force: true });
}
