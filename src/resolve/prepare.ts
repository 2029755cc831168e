// Prepares the edits of a strategy (spec 4.5): reads the files, locates everything, writes nothing. What comes out can be
// shown as a preview or handed to src/resolve/file-changes.ts.
import type { FileChange } from "./file-changes.ts";
import { editText, type Located } from "./locate.ts";
import type { Modification } from "./modification.ts";
import { type Ground, groundedPath, readTarget, type TargetFile, textOf } from "./target-file.ts";

/** What becomes of one edit when the whole is written. */
export interface PreparedEdit {
  readonly edit: Modification;
  /** `missing`: its file is not there, so it becomes a planning constraint. */
  readonly state: "change" | "already" | "failed" | "missing";
  readonly reason?: string;
}

export interface Prepared {
  /** In the order given. */
  readonly edits: readonly PreparedEdit[];
  /** Files whose bytes change, the located edits applied. */
  readonly changes: readonly FileChange[];
}

/** Locates all edits in their files as they are now. Never throws for what a path or a file is. */
export function prepareEdits(ground: Ground, edits: readonly Modification[]): Prepared {
  const states = new Map<Modification, PreparedEdit>();
  const changes: FileChange[] = [];
  for (const [path, group] of byFile(ground, edits)) {
    const read = readTarget(ground, path);
    if (read.state === "refused") {
      for (const edit of group) states.set(edit, { edit, state: "failed", reason: read.reason });
    } else if (read.state === "missing") {
      // What is to go is gone; anything else has to be respected by whoever makes the file.
      for (const edit of group)
        states.set(edit, { edit, state: edit.change_type === "remove" ? "already" : "missing" });
    } else {
      const change = editFile(read.file, group, states);
      if (change) changes.push(change);
    }
  }
  return { edits: edits.map((edit) => states.get(edit) as PreparedEdit), changes };
}

/** Edits by the file they mean, however they write its path. */
function byFile(ground: Ground, edits: readonly Modification[]): Map<string, Modification[]> {
  const groups = new Map<string, Modification[]>();
  for (const edit of edits) {
    const grounded = groundedPath(edit.file, ground.root);
    const path = "path" in grounded ? grounded.path : edit.file;
    const group = groups.get(path);
    if (group) group.push(edit);
    else groups.set(path, [edit]);
  }
  return groups;
}

function editFile(
  file: TargetFile,
  edits: readonly Modification[],
  states: Map<Modification, PreparedEdit>,
): FileChange | undefined {
  const text = textOf(file.bytes);
  if (text === undefined) {
    for (const edit of edits) states.set(edit, { edit, state: "failed", reason: "it is no text in UTF-8" });
    return undefined;
  }
  const edited = editText(text, edits);
  edited.located.forEach((located, i) => {
    const edit = edits[i] as Modification;
    states.set(edit, stateOf(edit, located));
  });
  return edited.text === text ? undefined : { file, after: Buffer.from(edited.text, "utf8") };
}

const stateOf = (edit: Modification, located: Located): PreparedEdit =>
  located.state === "failed" ? { edit, state: "failed", reason: located.reason } : { edit, state: located.state };

/** The difference of one file as a few lines around each edit: what a person sees before saying yes. */
export function previewOf(prepared: Prepared): string {
  const lines: string[] = [];
  for (const { edit, state, reason } of prepared.edits) {
    const where = `${edit.file}${edit.section === null ? "" : `, ${edit.section}`}`;
    const note = {
      change: edit.change_type,
      already: "already so",
      failed: "FAILS",
      missing: "no such file: becomes a constraint",
    };
    lines.push(`${where}: ${note[state]}${reason === undefined ? "" : ` (${reason})`}`);
    if (state !== "change") continue;
    if (edit.old_content !== "") lines.push(...edit.old_content.split(/\r\n?|\n/).map((line) => `  - ${line}`));
    if (edit.new_content !== "") lines.push(...edit.new_content.split(/\r\n?|\n/).map((line) => `  + ${line}`));
  }
  return lines.join("\n");
}
