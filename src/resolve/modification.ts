// What an edit of a document is (spec 4.5) and which edits are well formed. Types and pure checks; finding the place in a
// text is src/resolve/locate.ts, writing files src/resolve/file-changes.ts.

export const CHANGE_TYPES = ["update", "add", "remove"] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** One edit of one file, as a strategy carries it. */
export interface Modification {
  /** Repo-relative path with `/`. */
  readonly file: string;
  /** Heading of the section meant (`## Auth`), or null for the whole file. */
  readonly section: string | null;
  readonly change_type: ChangeType;
  /** Quoted text, 20 to 100 code points; empty for `add`. */
  readonly old_content: string;
  /** New text; empty for `remove`. */
  readonly new_content: string;
  readonly rationale: string;
}

export const OLD_CONTENT_MIN = 20;
export const OLD_CONTENT_MAX = 100;

/** A wrong field of a modification: its name and what is wrong with it. */
export interface FieldFault {
  readonly field: "change_type" | "old_content" | "new_content" | "section" | "file" | "rationale";
  readonly message: string;
}

/** Line ends compare as one, whatever the file has. */
export function unixLines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Length in code points, a line end counted once. */
export function quotedLength(text: string): number {
  let count = 0;
  for (const _ of unixLines(text)) count++;
  return count;
}

/** The first thing wrong with the contents of an edit, or undefined. Reads no file. */
export function contentFault(edit: {
  readonly change_type: ChangeType;
  readonly old_content: string;
  readonly new_content: string;
}): FieldFault | undefined {
  const quoted = quotedLength(edit.old_content);
  if (edit.change_type === "add") {
    if (quoted > 0) {
      return { field: "old_content", message: "add quotes nothing: leave old_content empty, or write update" };
    }
  } else if (quoted < OLD_CONTENT_MIN || quoted > OLD_CONTENT_MAX) {
    return {
      field: "old_content",
      message: `quote ${OLD_CONTENT_MIN} to ${OLD_CONTENT_MAX} characters of the text as it stands, got ${quoted}`,
    };
  }
  if (edit.change_type === "remove") {
    if (edit.new_content !== "") {
      return {
        field: "new_content",
        message: "remove puts nothing in its place: leave new_content empty, or write update",
      };
    }
  } else if (edit.new_content.trim() === "") {
    return {
      field: "new_content",
      message:
        edit.change_type === "update"
          ? "an update to nothing is a removal: write change_type remove"
          : "there is nothing to add",
    };
  }
  return undefined;
}
