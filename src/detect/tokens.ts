// Words of a name or a sentence (spec 1.3), and how alike two sets of them are.

const STOP_WORDS = new Set("a an and as at by for from in of on the to with".split(" "));

/** The set of tokens of a text: split at non-letters and camel case, lower-cased, CJK runs as overlapping pairs. */
export function tokensOf(text: string): Set<string> {
  return new Set(tokenList(text));
}

/** The same, in no particular order; each token once. */
export function tokenList(text: string): string[] {
  const ends = asciiSpans(text, spans);
  if (ends !== -1) {
    const tokens: string[] = [];
    for (let i = 0; i < ends; i += 2) {
      const token = text.slice(spans[i], spans[i + 1]).toLowerCase();
      if (STOP_WORDS.has(token) || (i < 48 && tokens.includes(token))) continue;
      tokens.push(token);
    }
    return ends < 48 ? tokens : [...new Set(tokens)];
  }
  return unicodeTokens(text);
}

/** The tokens of any text, the slow way for texts that are not plain ASCII; each once. */
export function unicodeTokens(text: string): string[] {
  const found = new Set<string>();
  for (const word of wordsOf(text)) addUnicodeWord(word, found);
  return [...found];
}

export const STOP_TOKENS: readonly string[] = [...STOP_WORDS];

const spans: number[] = [];

// Character classes of ASCII: 0 separator, 1 digit, 2 lower, 3 upper.
const CLASS = new Uint8Array(128);
for (let c = 48; c <= 57; c++) CLASS[c] = 1;
for (let c = 97; c <= 122; c++) CLASS[c] = 2;
for (let c = 65; c <= 90; c++) CLASS[c] = 3;

/**
 * Where the tokens of a plain ASCII text stand: start and end of each from the front of `into`, stop words and tokens that
 * come again included, single characters left out. Answers how many numbers that are; -1 when the text is something else.
 */
export function asciiSpans(text: string, into: number[]): number {
  let start = -1;
  let before = 0;
  let filled = 0;
  const length = text.length;
  for (let i = 0; i <= length; i++) {
    const code = i < length ? text.charCodeAt(i) : 32;
    if (code > 127) return -1;
    const kind = CLASS[code] ?? 0;
    let split = kind === 0;
    if (kind === 3 && before !== 0) {
      split = before !== 3 || (i + 1 < length && CLASS[text.charCodeAt(i + 1)] === 2);
    }
    if (split && start !== -1) {
      if (i - start > 1) {
        into[filled] = start;
        into[filled + 1] = i;
        filled += 2;
      }
      start = -1;
    }
    if (kind !== 0 && start === -1) start = i;
    before = kind;
  }
  return filled;
}

/** The words of a text in order, as they stand: NFKC, split at non-letters and camel case; case and stop words kept. */
export function wordsOf(text: string): string[] {
  if (/^[\x00-\x7f]*$/.test(text)) {
    return text.match(/[A-Z]+(?![a-z])(?:[0-9][a-z0-9]*)?|[A-Z]?[a-z0-9]+/g) ?? [];
  }
  return (
    text
      .normalize("NFKC")
      .replace(/([\p{Ll}\p{N}]\p{M}*)(?=\p{Lu})/gu, "$1\u0000")
      .replace(/(\p{Lu}\p{M}*)(?=\p{Lu}\p{M}*\p{Ll})/gu, "$1\u0000")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Made when it is needed: V8 asks ICU for every character of a script as soon as there is such a pattern. */
let cjk: RegExp | undefined;
function cjkRuns(text: string): Iterable<RegExpMatchArray> {
  cjk ??= /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+/gu;
  return text.matchAll(cjk);
}

function addUnicodeWord(word: string, into: Set<string>): void {
  const lower = word.toLowerCase();
  let from = 0;
  for (const run of cjkRuns(lower)) {
    const { index = 0 } = run;
    addPlain(lower.slice(from, index), into);
    const characters = [...run[0]];
    if (characters.length === 1) into.add(run[0]);
    for (let i = 0; i + 1 < characters.length; i++) into.add(`${characters[i]}${characters[i + 1]}`);
    from = index + run[0].length;
  }
  addPlain(lower.slice(from), into);
}

function addPlain(token: string, into: Set<string>): void {
  if (token.length <= 1 || (token.length === 2 && [...token].length === 1)) return;
  if (!STOP_WORDS.has(token)) into.add(token);
}

/** |a ∩ b| / |a ∪ b|; 0 when either is empty. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const token of small) if (large.has(token)) shared += 1;
  return shared / (a.size + b.size - shared);
}
