// The judge (spec 3.5, step 5): a command of the user's that is asked about a pair. It runs only with the user's own
// permission, never because a tracked file asks for it; its answer is surfaced, never asserted. Starts processes.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, unlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../config/settings.ts";
import { endGroup } from "../../git/end-process.ts";
import { git } from "../../git/run.ts";
import { sha256 } from "../../sha256.ts";
import { writeAtomically } from "../../store/atomic.ts";

export const JUDGE_VERDICTS = ["conflicts", "compatible", "duplicate", "depends_on"] as const;
export type JudgeVerdict = (typeof JUDGE_VERDICTS)[number];

export interface JudgeAnswer {
  readonly verdict: JudgeVerdict;
  readonly rationale: string;
}

/** Why no judge runs, or that one may. `unset`: none is configured, or it is switched off, which is the same. */
export type JudgePermission =
  | { readonly state: "allowed"; readonly commands: readonly (readonly string[])[] }
  | { readonly state: "unset" }
  | { readonly state: "forbidden"; readonly reason: string };

interface JudgePlace {
  readonly root: string;
  readonly repository: object | undefined;
  readonly settings: Pick<Settings, "judge">;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether the configured judge may run here. */
export function judgePermission(place: JudgePlace): JudgePermission {
  const commands = place.settings.judge?.commands ?? [];
  const off = [place.env.FOREMERGE_JUDGE_DISABLED, place.env.AF_CONFLICT_LLM_DISABLED];
  if (commands.length === 0 || off.some((value) => /^(true|1|yes)$/i.test(value ?? ""))) return { state: "unset" };
  if (/^(true|1|yes)$/i.test(place.env.FOREMERGE_JUDGE ?? "")) return { state: "allowed", commands };
  if (place.repository !== undefined && configAllows(place.root)) return { state: "allowed", commands };
  return {
    state: "forbidden",
    reason:
      "a judge is configured and may not run here; `git config foremerge.judge true` or FOREMERGE_JUDGE=1 lets it",
  };
}

/** The user's own git settings say so; a clone brings none. */
function configAllows(root: string): boolean {
  const args = ["config", "--type=bool", "--get", "foremerge.judge"];
  const { status, stdout } = git(args, { cwd: root, accept: [0, 1, 128], timeoutMs: 2000 });
  return status === 0 && stdout.toString("utf8").trim() === "true";
}

/** How asking ended for one pair. */
export type Judged =
  | { readonly state: "answered"; readonly answer: JudgeAnswer; readonly cached: boolean }
  | { readonly state: "failed"; readonly reason: string }
  | { readonly state: "timed out" };

export interface JudgeRequest {
  readonly commands: readonly (readonly string[])[];
  readonly cwd: string;
  /** Folder of the cache, or undefined for none. */
  readonly cache: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** When it ends: a time of `performance.now()`; `remembered`: nothing is started, only kept answers count. */
  readonly deadline: number | "remembered";
}

const MOST_KEPT = 500;
const MOST_BYTES = 1024 * 1024;
const AT_A_TIME = 4;

/** Asks about every pair, several at a time, each answered from the cache where the same was asked before. */
export async function askJudge(pairs: readonly object[], request: JudgeRequest): Promise<readonly Judged[]> {
  const answers: Judged[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < pairs.length; i = next++) answers[i] = await askOne(pairs[i] as object, request);
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, pairs.length) }, worker));
  return answers;
}

async function askOne(pair: object, request: JudgeRequest): Promise<Judged> {
  const question = JSON.stringify(pair);
  const name = sha256(JSON.stringify([request.commands, question]));
  const known = request.cache === undefined ? undefined : recall(request.cache, name);
  if (known) return { state: "answered", answer: known, cached: true };
  if (request.deadline === "remembered")
    return { state: "failed", reason: "the judge was not asked: there is no time" };
  let reason = "";
  for (const command of request.commands) {
    // An answer that cannot be read is asked for once more; a command that fails gives way to the next one.
    for (let round = 0; round < 2; round++) {
      const ran = await run(command, question, request, request.deadline);
      if (ran.state === "timed out") return ran;
      if (ran.state === "failed") {
        reason = ran.reason;
        break;
      }
      const answer = readAnswer(ran.text);
      if (answer) {
        if (request.cache !== undefined) remember(request.cache, name, answer);
        return { state: "answered", answer, cached: false };
      }
      reason = "the judge's answer is no {verdict, rationale}";
    }
  }
  return { state: "failed", reason };
}

/** A judge's answer, or undefined for anything but the four words. */
export function readAnswer(text: string): JudgeAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const { verdict, rationale } = value as Record<string, unknown>;
    const known = JUDGE_VERDICTS.find((word) => word === verdict);
    if (!known) return undefined;
    return { verdict: known, rationale: typeof rationale === "string" ? rationale.slice(0, 2000) : "" };
  } catch {
    return undefined;
  }
}

type Ran =
  | { readonly state: "ended"; readonly text: string }
  | { readonly state: "failed"; readonly reason: string }
  | { readonly state: "timed out" };

function run(command: readonly string[], question: string, request: JudgeRequest, deadline: number): Promise<Ran> {
  const left = deadline - performance.now();
  if (left <= 0) return Promise.resolve({ state: "timed out" });
  return new Promise((resolve) => {
    const [file = "", ...args] = command;
    let child: ChildProcess;
    try {
      child = spawn(file, args, {
        cwd: request.cwd,
        env: { ...request.env } as NodeJS.ProcessEnv,
        stdio: ["pipe", "pipe", "ignore"],
        detached: process.platform !== "win32", // a group of its own, so that what it starts ends with it
        windowsHide: true,
      });
    } catch (error) {
      resolve({ state: "failed", reason: `the judge ${file} could not start: ${(error as Error).message}` });
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (ran: Ran): void => {
      clearTimeout(timer);
      resolve(ran);
    };
    const timer = setTimeout(() => {
      endGroup(child);
      end({ state: "timed out" });
    }, left);
    child.stdin?.on("error", () => {}); // it need not read to the end
    child.stdin?.end(question);
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_BYTES) chunks.push(chunk);
      else {
        endGroup(child);
        end({ state: "failed", reason: `the judge ${file} said more than ${MOST_BYTES} bytes` });
      }
    });
    child.on("error", (error) =>
      end({ state: "failed", reason: `the judge ${file} could not start: ${error.message}` }),
    );
    child.on("close", (code, signal) => {
      if (code === 0) end({ state: "ended", text: Buffer.concat(chunks).toString("utf8") });
      else end({ state: "failed", reason: `the judge ${file} ended with ${code ?? signal}` });
    });
  });
}

function recall(cache: string, name: string): JudgeAnswer | undefined {
  const file = join(cache, name);
  try {
    const answer = readAnswer(readFileSync(file, "utf8"));
    const now = new Date();
    if (answer) utimesSync(file, now, now);
    return answer;
  } catch {
    return undefined;
  }
}

/** Keeps an answer; the least recently used ones go. A cache that cannot be written is none. */
function remember(cache: string, name: string, answer: JudgeAnswer): void {
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    writeAtomically(join(cache, name), JSON.stringify(answer));
    const names = readdirSync(cache);
    if (names.length <= MOST_KEPT) return;
    const aged = names
      .map((one) => ({ one, at: statSync(join(cache, one), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => a.at - b.at);
    for (const { one } of aged.slice(0, names.length - MOST_KEPT)) unlinkSync(join(cache, one));
  } catch {
    // Asked again next time.
  }
}
