// The layers of a dispatch check, one after the other over all pairs (spec 3.5, steps 1 to 5). A layer that runs out
// of time leaves its remaining pairs as if they were in conflict.
import { join } from "node:path";
import { isNarrow } from "../../plan/artifacts.ts";
import { type FileOverlap, overlapsOf } from "../../plan/l1.ts";
import { asksInside, judgeFiles, type PartAnswer } from "../../plan/pair.ts";
import type { DispatchCheck } from "./check.ts";
import { asksDecisions, contradictions } from "./decisions.ts";
import { decisionFinding, filesFinding, judgedFinding, titleOf } from "./finding.ts";
import { answersInside, worktreeOutlines } from "./inside.ts";
import { askJudge, type Judged, judgePermission } from "./judge.ts";
import { compareMeaning, compareParts } from "./meaning.ts";
import { cutShort, decide, noteOf, type PairState, unknownBecause } from "./pair-state.ts";
import type { Side } from "./side.ts";

/**
 * Runs all layers; pairs, decisions, notes and what was not assessed are filled in. `remembered`: a judge is not
 * started, only its kept answers count.
 */
export async function runLayers(check: DispatchCheck, remembered = false): Promise<void> {
  const { clock } = check;
  const open = check.pairs.filter(({ sequenced }) => !sequenced);
  const overlaps = await clock.time("L1", () => compareFiles(check, open));
  await clock.time("L2", () => lookInside(check, overlaps));
  await clock.time("L3", () => compareWords(check, open, overlaps, remembered));
  await clock.time("L4", () => askDecisions(check, remembered));
}

type Overlaps = ReadonlyMap<PairState, readonly FileOverlap[]>;

/** L1: files, for every pair. */
function compareFiles({ subject, files, clock }: DispatchCheck, pairs: readonly PairState[]): Overlaps {
  const found = new Map<PairState, readonly FileOverlap[]>();
  const since = clock.now;
  for (const pair of pairs) {
    const { other } = pair;
    if (clock.expired("L1", since)) cutShort(pair, "L1");
    else if (other.unreadable !== undefined) unknownBecause(pair, other.unreadable);
    else if (other.kind === "task" && (subject.touches.length === 0 || other.touches.length === 0)) {
      const silent = subject.touches.length === 0 ? subject.id : other.id;
      unknownBecause(pair, `${silent} declares no artifacts`);
    } else found.set(pair, overlapsOf(subject.touches, other.touches, files));
  }
  return found;
}

/** L2: inside of the files that overlap, where the sides name parts; then the verdict of both layers. */
async function lookInside(check: DispatchCheck, overlaps: Overlaps): Promise<void> {
  const { clock, session, subject } = check;
  const outlines = worktreeOutlines(session);
  const since = clock.now;
  for (const [pair, found] of overlaps) {
    let answers: ReadonlyMap<string, PartAnswer> = new Map();
    if (found.some(asksInside)) {
      if (clock.expired("L2", since)) {
        cutShort(pair, "L2");
        continue;
      }
      answers = await answersInside(found, outlines);
    }
    const files = judgeFiles(found, answers);
    pair.files = files;
    if (found.length > 0) pair.layer = files.layer;
    if (files.verdict === "conflict") {
      const written = filesFinding(subject, pair.other, files, session.settings.rules);
      decide(pair, written, files.layer, files.confidence);
    }
    for (const { name, file, by, operation } of files.contract_breaks) {
      const [side, reader] = by === "left" ? [subject, pair.other] : [pair.other, subject];
      pair.notes.push({
        rule: "FM-F004",
        kind: "contract_break",
        severity: "MEDIUM",
        explanation: `${titleOf(side)} would ${operation} ${name} in ${file}, which ${titleOf(reader)} declares.`,
        suggestion: "Agree what replaces it, or let the one that declares it go first.",
      });
    }
  }
}

/** L3: the detector for every pair, then the judge for those that are still clear. */
async function compareWords(
  check: DispatchCheck,
  pairs: readonly PairState[],
  overlaps: Overlaps,
  remembered: boolean,
): Promise<void> {
  const { clock, subject, options } = check;
  const since = clock.now;
  const deadline = clock.deadline("L3");
  for (const pair of pairs) {
    if (pair.other.unreadable !== undefined) continue;
    if (clock.expired("L3", since)) {
      cutShort(pair, "L3");
      continue;
    }
    compareParts(subject, pair, overlaps.get(pair) ?? [], options);
    compareMeaning(subject, pair, options);
  }
  const undecided = pairs.filter(({ verdict }) => verdict === "clear");
  const answers = await consult(
    check,
    "L3",
    undecided.map(({ other }) => ({ other: viewOf(other) })),
    remembered ? "remembered" : deadline,
  );
  undecided.forEach((pair, i) => {
    const judged = answers[i];
    if (judged?.state === "answered") {
      pair.judge = judged.answer;
      if (judged.answer.verdict !== "conflicts") return;
      const found = judgedFinding(subject, pair.other, "L3", judged.answer);
      decide(pair, found, "L3", found.confidence);
    } else if (judged?.state === "failed") {
      unknownBecause(pair, judged.reason);
      check.notAssessed.push({
        what: `judge: ${subject.id} and ${pair.other.id}`,
        reason: judged.reason,
        side: "counterpart",
      });
    } else if (judged?.state === "timed out") {
      clock.cut("L3");
      cutShort(pair, "L3");
    }
  });
}

/** L4: decisions on record, for tasks that are high in the tree or bring something new. */
async function askDecisions(check: DispatchCheck, remembered: boolean): Promise<void> {
  const { clock, session, subject, files } = check;
  const { decisions, rules } = session.settings;
  if (!asksDecisions(subject) || decisions.length === 0) return;
  const deadline = clock.deadline("L4");
  const clear = new Set(decisions);
  for (const found of contradictions(subject, decisions, files.ignoreCase)) {
    const written = decisionFinding(subject, found, rules);
    if (!written) continue;
    clear.delete(found.decision);
    if (written.finding.severity === "HIGH") check.decisions.push({ id: found.decision.id, found: written });
    else check.notes.push(noteOf(written.finding));
  }
  const asked = [...clear];
  const answers = await consult(
    check,
    "L4",
    asked.map((decision) => ({ decision })),
    remembered ? "remembered" : deadline,
  );
  asked.forEach((decision, i) => {
    const judged = answers[i];
    if (judged?.state === "answered" && judged.answer.verdict === "conflicts") {
      check.decisions.push({ id: decision.id, found: judgedFinding(subject, decision, "L4", judged.answer) });
    } else if (judged?.state === "failed") {
      check.notAssessed.push({
        what: `judge: ${subject.id} and ${decision.id}`,
        reason: judged.reason,
        side: "subject",
      });
    } else if (judged?.state === "timed out") {
      clock.cut("L4");
      check.decisions.push({ id: decision.id, found: "timed out" });
    }
  });
}

/** The judge's answers in the order of the pairs; none where no judge is configured or may run. */
async function consult(
  check: DispatchCheck,
  layer: "L3" | "L4",
  pairs: readonly object[],
  deadline: number | "remembered",
): Promise<readonly Judged[]> {
  if (pairs.length === 0) return [];
  const { session, subject } = check;
  const permission = judgePermission(session);
  if (permission.state === "forbidden") {
    const told = check.notAssessed.some(({ what }) => what === "judge");
    if (!told) check.notAssessed.push({ what: "judge", reason: permission.reason, side: "counterpart" });
  }
  if (permission.state !== "allowed") return [];
  const proposed = viewOf(subject);
  return askJudge(
    pairs.map((pair) => ({ schema: "foremerge.judge-request/1", layer, proposed, ...pair })),
    {
      commands: permission.commands,
      cwd: session.root,
      cache: session.place.exists ? join(session.place.folder, "cache", "judge") : undefined,
      env: session.env,
      deadline,
    },
  );
}

/** What a judge hears of a side. */
function viewOf({ id, kind, candidate, touches, node, intent }: Side): object {
  return {
    id,
    kind,
    ...(intent ? { agent: intent.agent } : {}),
    status: node?.status ?? intent?.status,
    summary: candidate.summary,
    ...(intent?.rationale === undefined ? {} : { rationale: intent.rationale }),
    files: touches.map((touch) => (isNarrow(touch) || touch.operation || touch.read ? touch : touch.path)),
    scopes: candidate.scopes,
    uses: candidate.uses,
    depends_on: candidate.dependsOn,
  };
}
