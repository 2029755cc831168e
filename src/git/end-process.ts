// Ends processes that were started here, with what they started. Nobody else's: a process is known by its parent.
import { type ChildProcess, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Time to leave in peace: git ends its helpers and takes its lock files away. */
const GRACE_MS = 1000;

/** Ends a process that was started `detached`, with everything that it started. */
export function endGroup(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  try {
    if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    child.kill("SIGKILL"); // the group is gone already
  }
}

/**
 * Ends a process that shares our group (one that may ask at the terminal), with everything that it started: first
 * with a request, then, after a moment, for good.
 */
export async function endTree(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const all = process.platform === "win32" ? [pid] : [pid, ...descendantsOf(pid)];
  for (const each of all) signal(each, "SIGTERM");
  for (const end = Date.now() + GRACE_MS; Date.now() < end && all.some(isAlive); ) {
    await new Promise((done) => setTimeout(done, 20));
  }
  for (const each of all) if (isAlive(each)) signal(each, "SIGKILL");
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function descendantsOf(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const [pid, parent] of processes()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const found: number[] = [];
  for (const open = [root]; open.length > 0; ) {
    const below = children.get(open.pop() as number) ?? [];
    found.push(...below);
    open.push(...below);
  }
  return found;
}

/** Every process with its parent: from /proc where there is one, else as `ps` says. */
function processes(): readonly (readonly [number, number])[] {
  if (process.platform === "linux") {
    return readdirSync("/proc").flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        // pid (name) state parent …; the name may hold anything.
        const stat = readFileSync(`/proc/${name}/stat`, "latin1");
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])] as const];
      } catch {
        return []; // it ended meanwhile
      }
    });
  }
  const listed = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8", timeout: 2000 });
  return (listed.stdout ?? "").split("\n").flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return pid && parent !== undefined ? [[pid, parent] as const] : [];
  });
}
