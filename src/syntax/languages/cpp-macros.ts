// Macros of C and C++ that stand where the language has no place for a name, told by how they are written: in capitals,
// with an underscore. A parser that has no preprocessor stumbles over them and may lose what follows.

const MACRO = "[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]";
const TYPE = "[A-Za-z_][\\w:]*(?:<[^<>;]*>)?[ \\t*&]+";

/** Within a line: what comes before the macro, and the macro. */
const WITHIN: readonly RegExp[] = [
  // `LUA_API int f (…)`, `static FMT_INLINE auto f(…)`: before a type and a name.
  new RegExp(
    `^([ \\t]*(?:(?:static|extern|inline|virtual|friend|explicit|constexpr)[ \\t]+)*)(${MACRO})(?=[ \\t]+(?:${TYPE})+[A-Za-z_~][\\w:]*[ \\t]*[(;={[])`,
  ),
  // `FMT_CONSTEXPR Node(…)`: before a constructor in the body of its class.
  new RegExp(`^([ \\t]+)(${MACRO})(?=[ \\t]+(?:explicit[ \\t]+)?[A-Za-z_]\\w*\\()`),
  // `) NO_THREAD_SAFETY_ANALYSIS {`, `) const REQUIRES_LOCK(lock);`: behind the parameters.
  new RegExp(`(\\)[ \\t]*(?:(?:const|noexcept|override|final)[ \\t]+)*)(${MACRO}(?:\\([^()]*\\))?)(?=[ \\t]*[;{])`),
];

/** `Q_OBJECT`, `DEFINE_HOOK(a, b)`: a line of its own. */
const ALONE = new RegExp(`^\\s*${MACRO}(?:\\([^()]*\\))?\\s*;?\\s*$`);
/** A line behind which a declaration begins, and one that goes on with what stands before it. */
const ENDS = /[;{}>:]$|\*\/$|^#|^\/\//;
const GOES_ON = /^[},=)|+?:*/-]/;

/** Longer lines are nobody's declarations. */
const MAX_LINE = 400;

/** The text with spaces in the places of such macros; undefined when it has none. */
export function withoutMacros(text: string): string | undefined {
  const lines = text.split("\n");
  const filled = lines.flatMap((line, i) => (line.trim() === "" ? [] : [i]));
  filled.forEach((at, i) => {
    const line = lines[at] as string;
    if (line.length > MAX_LINE) return;
    const [before, after] = [lines[filled[i - 1] ?? -1]?.trim(), lines[filled[i + 1] ?? -1]?.trim()];
    if (ALONE.test(line)) {
      const begins = before === undefined || ENDS.test(before);
      if (begins && after !== undefined && !GOES_ON.test(after)) lines[at] = line.replace(/\S/g, " ");
      return;
    }
    lines[at] = WITHIN.reduce(
      (now, pattern) => now.replace(pattern, (_, head: string, macro: string) => head + " ".repeat(macro.length)),
      line,
    );
  });
  const plain = lines.join("\n");
  return plain === text ? undefined : plain;
}
