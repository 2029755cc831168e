// Changed files that no parser read (FM-F004): which of them are searched by words, and which are said to be not
// assessed. Pure but for the texts it is handed.
import { isFormat, languageByPath, languageOf } from "../syntax/language.ts";
import { type SearchedText, searchedText } from "../syntax/text-uses.ts";
import type { ChangedSide } from "./contract-edits.ts";
import type { NotAssessed } from "./documents.ts";
import { MOST_BYTES } from "./outlines.ts";
import type { TreeChange } from "./tree-changes.ts";

/** Prose, styles, data and lock files: nobody calls an address in them. */
const NO_CODE =
  /(?:\.(?:md|markdown|rst|adoc|txt|log|csv|tsv|svg|css|scss|less|po|pot|lock|sum|map|diff|patch)|(?:^|\/)(?:LICENSE|NOTICE|AUTHORS|CODEOWNERS|package-lock\.json|pnpm-lock\.yaml|\.git\w+))$/i;
/** Endings of code that has no parser here: a binary of another ending (an image, an archive) holds no code to read. */
const CODE_ENDING =
  /\.(?:vue|svelte|astro|html?|xhtml|ejs|erb|haml|slim|hbs|twig|jinja2?|tmpl|kts?|swift|m|mm|sh|bash|zsh|fish|ps1|bat|cmd|scala|sc|groovy|gradle|dart|exs?|eex|heex|erl|hrl|clj[cs]?|hs|ml|mli|fsx?|vb|lua|pl|pm|r|jl|nim|zig|v|cr|coffee|tf|hcl|ipynb|mdx)$/i;

/** True for a file that could hold code, by its name. */
export const mayHoldCode = (path: string): boolean => !NO_CODE.test(path);

/** True for a binary whose name says that it is code. */
export const isNamedAsCode = (path: string): boolean =>
  CODE_ENDING.test(path) || (languageByPath(path) ?? "text-").startsWith("text-") === false;

/** Texts of a side in which nobody but a search can say what they use. */
export function searchedTexts(
  changes: readonly TreeChange[],
  textOf: (blob: string) => Buffer | undefined,
): SearchedText[] {
  return changes.flatMap((change) => {
    const text = isSearched(change) ? textOf(change.file.newBlob as string) : undefined;
    if (text === undefined || text.length > MOST_BYTES) return [];
    const old = change.file.oldBlob === undefined ? undefined : textOf(change.file.oldBlob);
    return [searchedText(change.file.path, old?.toString("utf8") ?? "", text.toString("utf8"))];
  });
}

function isSearched({ file, opaque }: TreeChange): boolean {
  const regular = file.newMode === "100644" || file.newMode === "100755";
  return opaque !== undefined && regular && !file.binary && file.newBlob !== undefined && mayHoldCode(file.path);
}

/**
 * What cannot be said of a pair because a file of `side` was not read.
 * @param loses whether the other side takes anything of a contract away; without that only contracts count
 */
export function unreadOf(side: ChangedSide, other: ChangedSide, loses: boolean): NotAssessed[] {
  if (other.changes.length === 0) return [];
  const searched = new Set(side.searched?.map(({ file }) => file));
  const unread: NotAssessed[] = [];
  let beyond = 0;
  for (const change of side.changes) {
    const { file, opaque } = change;
    if (opaque === undefined) continue;
    const what = `${file.path} in ${side.place}`;
    if (change.beyond) beyond++;
    else if (holdsContract(change)) {
      unread.push({ what, reason: `${opaque}; it may take away what ${other.place} uses`, side: "subject" });
    } else if (loses && file.newMode !== undefined && hidesUses(change, searched)) {
      unread.push({ what, reason: `${opaque}; it may use what ${other.place} takes away`, side: "subject" });
    }
  }
  if (beyond > 0) {
    unread.push({
      what: `${beyond} files in ${side.place}`,
      reason: "more files changed than are read",
      side: "subject",
    });
  }
  return unread;
}

function holdsContract({ file, before, after }: TreeChange): boolean {
  return [before?.language, after?.language, languageOf(file.path, ""), languageOf(file.oldPath ?? file.path, "")].some(
    (language) => language !== undefined && isFormat(language),
  );
}

function hidesUses({ file, before, after }: TreeChange, searched: ReadonlySet<string>): boolean {
  if (file.newMode === "120000" || !mayHoldCode(file.path)) return false;
  if (file.newMode === "160000") return true;
  if (file.binary) return isNamedAsCode(file.path);
  // Code that is too long is searched too; a search sees less of it than its parser would.
  return !searched.has(file.path) || (after ?? before)?.language !== undefined;
}
