// Refs here that end in one name, wherever the configuration of a remote has them put.
import { git, gitText } from "./run.ts";

/** Commit of every ref whose last part is `name`, by ref. */
export function refsNamed(cwd: string, name: string): ReadonlyMap<string, string> {
  const format = "--format=%(refname) %(objectname)";
  const lines = gitText(["for-each-ref", format, `refs/**/${name}`], { cwd })
    .split("\n")
    .filter(Boolean);
  return new Map(lines.map((line) => line.split(" ") as [string, string]));
}

/** Takes a ref away, unless somebody moved it meanwhile. */
export function removeRef(cwd: string, ref: string, commit: string): void {
  git(["update-ref", "-d", ref, commit], { cwd, accept: [0, 1, 128] });
}
