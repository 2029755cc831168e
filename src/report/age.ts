// Spans of time as people say them: "3 min ago", "in 20 min", "2 d 4 h". Pure: the clock is handed in.

const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
] as const;

/** A span in at most two units: `45 s`, `3 min`, `1 h 20 min`, `2 d 4 h`. Seconds stand alone only below two minutes. */
export function duration(milliseconds: number): string {
  let seconds = Math.max(0, Math.floor(Math.abs(milliseconds) / 1000));
  if (seconds >= 120) seconds -= seconds % 60;
  const parts: string[] = [];
  for (const [name, size] of UNITS) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0) parts.push(`${count} ${name}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(" ") || "0 s";
}

/** How long ago (or how far ahead) a moment lies: `3 min ago`, `in 20 min`, `just now`; `?` for what is no time. */
export function age(at: string | undefined | null, now: Date): string {
  const then = at ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(then)) return "?";
  const gone = now.getTime() - then;
  if (Math.abs(gone) < 1000) return "just now";
  const largest = duration(gone).split(" ").slice(0, 2).join(" ");
  return gone < 0 ? `in ${duration(gone)}` : `${largest} ago`;
}
