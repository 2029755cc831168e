// Headings and sections of a Markdown text. Pure; knows ATX headings, fenced code and front matter, nothing more.

/** A stretch of text, from offset (inclusive) to offset (exclusive). */
export interface Range {
  readonly start: number;
  readonly end: number;
}

interface Heading {
  readonly level: number;
  readonly title: string;
  /** Offset of the line's first character. */
  readonly start: number;
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Headings of a text with `\n` line ends, in order. Lines in fenced code and in front matter are none. */
export function headings(text: string): Heading[] {
  const found: Heading[] = [];
  let fence: string | undefined;
  let start = frontMatterEnd(text);
  while (start <= text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    const mark = FENCE.exec(line);
    if (fence !== undefined) {
      if (mark && closes(mark, fence)) fence = undefined;
    } else if (mark && opens(mark)) {
      fence = mark[1];
    } else {
      const heading = HEADING.exec(line);
      if (heading) found.push({ level: (heading[1] as string).length, title: titleOf(heading[2]), start });
    }
    start = end + 1;
  }
  return found;
}

const opens = (mark: RegExpExecArray): boolean => mark[1]?.[0] === "~" || !mark[2]?.includes("`");

const closes = (mark: RegExpExecArray, fence: string): boolean =>
  mark[1]?.[0] === fence[0] && (mark[1]?.length ?? 0) >= fence.length && mark[2]?.trim() === "";

const titleOf = (text: string | undefined): string => (text ?? "").trim().replace(/[ \t]+/g, " ");

/** Offset behind YAML front matter: a first line `---`, a first entry that looks like `key:`, a closing line. */
function frontMatterEnd(text: string): number {
  const block = /^---[ \t]*\n(?:[ \t]*(?:#[^\n]*)?\n)*[^\s:#][^\n:]*:(?:[ \t][^\n]*)?\n/.exec(text);
  if (!block) return 0;
  const close = /^(?:---|\.\.\.)[ \t]*$/m.exec(text.slice(block[0].length));
  return close ? block[0].length + close.index + close[0].length + 1 : 0;
}

/** Where the section is, or why it cannot be told. */
export type SectionFound = Range | "missing" | "ambiguous";

/**
 * The section under a heading: from its line to the next heading of the same or a higher level, sub-sections included.
 * `name` is the heading as written (`## Auth`) or its bare title, which fits a heading of any level.
 */
export function findSection(text: string, name: string): SectionFound {
  const wanted = HEADING.exec(name.trim());
  const title = wanted ? titleOf(wanted[2]) : titleOf(name);
  const all = headings(text);
  const hits = all.filter(
    (heading) => heading.title === title && (!wanted || heading.level === (wanted[1] as string).length),
  );
  const [hit, second] = hits;
  if (!hit) return "missing";
  if (second) return "ambiguous";
  const next = all.find((heading) => heading.start > hit.start && heading.level <= hit.level);
  return { start: hit.start, end: next ? next.start : text.length };
}
