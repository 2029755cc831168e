// Nearest known name for a mistyped one (Damerau–Levenshtein, optimal string alignment). Pure.

/** Edit distance with transpositions. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** The nearest names, at most a third of the word away; the best first. */
export function nearestNames(word: string, names: readonly string[]): string[] {
  const limit = Math.max(1, Math.floor(Math.max(word.length, 3) / 2.5));
  return names
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** ` (did you mean X?)`, or nothing. */
export function nearest(word: string, names: readonly string[]): string {
  const found = nearestNames(word.slice(0, 64), names);
  return found.length === 0 ? "" : ` (did you mean ${found.join(" or ")}?)`;
}
