// Makes a ledger of any size for the bench: a seeded, realistic mix of commands by several agents on several machines.
// usage: node bench/ledger.mjs FILE EVENTS OPEN [SEED]
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** A small fast generator of numbers in [0, 1): the same seed gives the same ledger. */
export function randomFrom(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const NOUNS =
  "Payment Label Thumbnail Invoice Parcel Address Customer Carrier Refund Ledger Session Token Cart Coupon Stock Order Tracking Webhook Report Archive Image Cache Queue Worker Tariff Zone Pickup Return Mail Audit".split(
    " ",
  );
const PARTS =
  "Service Store Printer Gateway Builder Policy Parser Mapper Client Router Index Loader Checker Planner View Form Table Job Rule Guard".split(
    " ",
  );
const VERBS = "Replace Extend Add Rework Simplify Move Split Speed-up Document Retire".split(" ");
const OPERATIONS = ["modify", "modify", "modify", "extend", "extend", "add", "replace", "remove", "rename"];
const FOLDERS = "api billing core labels payments shipping web jobs search admin".split(" ");

/** Open intents that the plain name space is made for: about one in two of them has a finding. */
const NAMES_FOR = 10_000;

/**
 * Writes `events` events with about `open` intents open at the end. Answers the file's size, what it holds, and the time
 * of its last event.
 */
export function makeLedger(path, events, open, seed = 7) {
  const random = randomFrom(seed);
  // Ten times as much open work belongs to a code base with ten times as many names: in one and the same name space
  // everybody would meet ten times as many others, as in no team's ledger.
  const names = Math.max(1, Math.round(open / NAMES_FOR));
  const int = (n) => Math.floor(random() * n);
  const pick = (list) => list[int(list.length)];
  let clock = Date.UTC(2026, 0, 5, 8);
  const id = (tag) => {
    let time = clock;
    let text = "";
    for (let i = 0; i < 10; i++) {
      text = CROCKFORD[time % 32] + text;
      time = Math.floor(time / 32);
    }
    for (let i = 0; i < 16; i++) text += CROCKFORD[int(32)];
    return `${tag}_${text}`;
  };
  const word = (n) => {
    let text = "";
    for (let i = 0; i < n; i++) text += CROCKFORD[int(32)];
    return text;
  };
  const replicas = Array.from({ length: 5 }, () => ({ name: `r_${word(10)}`, n: 0, prev: "0".repeat(64) }));
  const agents = Array.from({ length: 40 }, (_, i) => `agent-${i + 1}`);

  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, "w");
  let pieces = [];
  let held = 0;
  let size = 0;
  let written = 0;
  let lc = 0;
  const flush = () => {
    const bytes = Buffer.from(pieces.join(""));
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    size += bytes.length;
    pieces = [];
    held = 0;
  };
  const write = (actor, parts) => {
    const replica = pick(replicas);
    clock += 1000 + int(20_000);
    const at = new Date(clock).toISOString();
    const batch = id("evt");
    parts.forEach(([type, data], k) => {
      const event = {
        v: 1,
        id: k === 0 ? batch : id("evt"),
        replica: replica.name,
        n: ++replica.n,
        lc: ++lc,
        at,
        actor,
        type,
        data,
        prev: replica.prev,
        ...(parts.length > 1 ? { batch: { id: batch, k: k + 1, of: parts.length } } : {}),
      };
      const line = JSON.stringify(event);
      replica.prev = createHash("sha256").update(line).digest("hex");
      pieces.push(`${line}\n`);
      held += line.length;
      written++;
    });
    if (held > 1 << 20) flush();
  };

  const scope = () => {
    const name = `${pick(NOUNS)}${pick(PARTS)}${int(40 * names) || ""}`;
    const operation = pick(OPERATIONS);
    switch (int(5)) {
      case 0:
        return {
          kind: "file",
          key: `src/${pick(FOLDERS)}/${name.toLowerCase()}-${int(400 * names)}.ts`,
          operation,
          inferred: false,
        };
      case 1:
        return { kind: "api", key: `POST /${pick(FOLDERS)}/${name.toLowerCase()}/{id}`, operation, inferred: false };
      case 2:
        return {
          kind: "config",
          key: `${pick(FOLDERS)}.${name.toLowerCase()}.limit${int(60 * names)}`,
          operation,
          inferred: false,
        };
      default:
        return {
          kind: "symbol",
          key: `${name}::handle${pick(NOUNS)}${int(30 * names)}`,
          operation,
          inferred: random() < 0.1,
        };
    }
  };
  const evidence = (a, b) => ({
    rule: "FM-C001",
    asserted: true,
    source_operation: a.operation,
    target_operation: b.operation,
    source_operation_inferred: false,
    target_operation_inferred: false,
    match: "full",
    overlap: "the same semantic scope",
    source_scope: `${a.kind}:${a.key.toLowerCase()}`,
    target_scope: `${b.kind}:${b.key.toLowerCase()}`,
    detected_before_code: true,
  });
  const detection = (source, a, b) => ({
    id: id("dtn"),
    severity: "HIGH",
    score: 0.97,
    evidence: evidence(a, b),
    previously_settled: false,
    source_intent_id: source,
  });
  const decision = (agent, as) => ({
    id: id("dec"),
    as,
    resolution: "one builds on the other's outcome",
    reason: "agreed on the order of the two changes",
    agent,
    by: random() < 0.6 ? "auto" : "agent",
  });

  write("agent-1", [["ledger.created", { place: "git-dir" }]]);
  /** Open intents: {id, agent, scopes, claims, state, conflicts}. */
  const living = [];
  const publish = () => {
    const agent = pick(agents);
    const scopes = Array.from({ length: 1 + int(3) }, scope);
    const other = living.length > 0 && random() < 0.2 ? pick(living) : undefined;
    if (other) scopes.push({ ...pick(other.scopes), operation: "replace" });
    const intent = {
      id: id("int"),
      agent,
      session: `session-${word(6)}`,
      task: `TASK-${int(100_000)}`,
      summary: `${pick(VERBS)} the ${pick(NOUNS).toLowerCase()} ${pick(PARTS).toLowerCase()} for ${pick(FOLDERS)} ${word(5)} ${word(4)}`,
      scopes,
      uses: random() < 0.5 ? [{ kind: "symbol", key: `${pick(NOUNS)}${pick(PARTS)}` }] : [],
      depends_on: [],
      branch: `${agent}/${word(6)}`,
      base: createHash("sha1").update(String(lc)).digest("hex"),
      worktree: `${agent}-tree`,
      worktree_path: `/home/${agent}/work/shop-${agent}`,
    };
    const mine = { id: intent.id, agent, scopes, claims: [], state: 0, conflicts: [] };
    const parts = [["intent.published", { intent }]];
    if (other) {
      const conflict = { id: `cfl_${word(26)}`, settled: false };
      const [a, b] = [scopes.at(-1), scopes.at(-1)];
      const finding = {
        id: conflict.id,
        kind: "destructive_vs_additive",
        severity: "HIGH",
        score: 0.97,
        source_intent_id: mine.id,
        target_intent_id: other.id,
        scope: { kind: a.kind, key: a.key },
        explanation: `${mine.id} will ${a.operation} ${a.key}, which ${other.id} will ${b.operation}.`,
        suggestion: "Agree on a provider that both build on, then go on one after the other. This is a heuristic.",
        evidence: evidence(a, b),
      };
      parts.push(["conflict.detected", { finding, detection: detection(mine.id, a, b) }]);
      mine.conflicts.push(conflict);
      if (random() < 0.25)
        parts.push(["conflict.redetected", { conflict_id: conflict.id, detection: detection(mine.id, a, b) }]);
    }
    write(agent, parts);
    living.push(mine);
  };
  const advance = (mine) => {
    const { agent } = mine;
    const intent_id = mine.id;
    const open = mine.conflicts.find((c) => !c.settled);
    if (open && random() < 0.7) {
      open.settled = true;
      const as = pick(["resolved", "resolved", "dismissed"]);
      write(agent, [[`conflict.${as}`, { conflict_id: open.id, decision: decision(agent, as) }]]);
      return;
    }
    const claim = (s) => {
      const claimId = id("clm");
      mine.claims.push(claimId);
      const expires_at = new Date(clock + 3_600_000).toISOString();
      const scope = { kind: s.kind, key: s.key };
      return { id: claimId, intent_id, agent, scope, exclusive: false, read: false, lease_seconds: 3600, expires_at };
    };
    if (mine.state === 0) {
      write(
        agent,
        mine.scopes.slice(0, 2).map((s) => ["claim.taken", { claim: claim(s) }]),
      );
    } else if (mine.state === 1) {
      write(agent, [["intent.started", { intent_id }]]);
    } else if (mine.state === 2) {
      if (random() < 0.5 && mine.claims.length > 0) {
        const expires_at = new Date(clock + 3_600_000).toISOString();
        write(agent, [["claim.renewed", { claim_id: mine.claims[0], intent_id, expires_at, lease_seconds: 3600 }]]);
      } else write(agent, [["agent.seen", { agent, session: `session-${word(6)}` }]]);
    } else if (mine.state === 3) {
      const head = createHash("sha1").update(intent_id).digest("hex");
      write(agent, [
        ["intent.finished", { intent_id, head }],
        ...mine.claims.map((claim_id) => ["claim.released", { claim_id, intent_id, why: "finished" }]),
      ]);
    } else if (random() < 0.9) {
      write(agent, [["intent.accepted", { intent_id }]]);
    } else write(agent, [["intent.discarded", { intent_id, reason: "another change made it needless" }]]);
    mine.state++;
  };
  // Old work first, so that the number of open intents stays near the wish.
  while (written < events) {
    if (living.length < open) publish();
    else {
      const i = random() < 0.9 ? int(Math.max(1, Math.floor(living.length / 20))) : int(living.length);
      advance(living[i]);
      if (living[i].state === 5) {
        living[i] = living[living.length - 1];
        living.pop();
      }
      if (random() < 0.01) {
        const [a, b] = [pick(living), pick(living)];
        const assessment = {
          id: id("asm"),
          intent_id: a.id,
          other_id: b.id,
          verdict: "compatible",
          action: "proceeding",
          reason: "they touch different methods",
          agent: a.agent,
        };
        write(a.agent, [["assessment.recorded", { assessment }]]);
      }
    }
  }
  flush();
  closeSync(fd);
  return { size, events: written, open: living.length, lc, until: new Date(clock).toISOString() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , path, events, open, seed] = process.argv;
  console.log(JSON.stringify(makeLedger(path, Number(events), Number(open), Number(seed ?? 7))));
}
