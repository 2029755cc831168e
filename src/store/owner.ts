// Names a process so that others can tell whether it still runs: boot, pid namespace, pid, start time (spec 2.3).
import { readFileSync, readlinkSync } from "node:fs";

export interface Owner {
  readonly boot: string;
  /** Pid namespace; "" where the system has none. */
  readonly space: string;
  readonly pid: number;
  /** Start time of the process as the system tells it; "" when it does not. */
  readonly start: string;
  /** Different for every time a process takes a lock. */
  readonly nonce: string;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}

/** Start time of a process: "gone" when there is none (a zombie is none), "" when the system does not tell. */
function startOf(pid: number): string {
  if (process.platform === "linux") {
    const stat = readText(`/proc/${pid}/stat`);
    // Behind the program's name, which may hold spaces and brackets: state is field 3, start time field 22.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields.length < 20) return "gone";
    return fields[0] === "Z" || fields[0] === "X" ? "gone" : (fields[19] as string);
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return "gone";
  }
  return "";
}

function bootId(): string {
  if (process.platform === "linux") return readText("/proc/sys/kernel/random/boot_id");
  return process.platform;
}

function pidSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

let self: Omit<Owner, "nonce"> | undefined;

/** This process. */
export function thisOwner(nonce: string): Owner {
  self ??= { boot: bootId(), space: pidSpace(), pid: process.pid, start: startOf(process.pid) };
  return { ...self, nonce };
}

export function ownerText(owner: Owner): string {
  return JSON.stringify([owner.boot, owner.space, owner.pid, owner.start, owner.nonce]);
}

/** Reads what `ownerText` wrote; undefined for anything else. */
export function parseOwner(text: string): Owner | undefined {
  try {
    const [boot, space, pid, start, nonce] = JSON.parse(text) as unknown[];
    if (typeof boot !== "string" || typeof space !== "string" || typeof start !== "string") return undefined;
    if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 0 || typeof nonce !== "string") return undefined;
    return { boot, space, pid, start, nonce };
  } catch {
    return undefined;
  }
}

/** True when the process that wrote this may still run. An owner of another pid namespace counts as alive. */
export function isAlive(owner: Owner): boolean {
  const me = thisOwner("");
  if (owner.boot !== me.boot) return false;
  if (owner.space !== me.space) return true;
  if (owner.pid === me.pid) return owner.start === me.start;
  const start = startOf(owner.pid);
  if (start === "gone") return false;
  return start === "" || owner.start === "" || start === owner.start;
}
