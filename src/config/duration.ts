// Durations as people write them: `90s`, `30m`, `1h`, `1h30m`, `2d`. Pure.

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of a duration text (a bare number is seconds), or undefined when it is none. Never negative. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  if (!/^(\d+(\.\d+)?[smhd])+$/.test(trimmed)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of trimmed.matchAll(/(\d+(?:\.\d+)?)([smhd])/g)) {
    seconds += Number(amount) * (UNIT_SECONDS[unit as string] ?? 0);
  }
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** The shortest text that parses back to this many seconds: `1h30m`. */
export function formatDuration(seconds: number): string {
  let left = Math.max(0, Math.round(seconds));
  let text = "";
  for (const [unit, size] of [
    ["d", 86_400],
    ["h", 3600],
    ["m", 60],
    ["s", 1],
  ] as const) {
    const amount = Math.floor(left / size);
    if (amount > 0) text += `${amount}${unit}`;
    left -= amount * size;
  }
  return text === "" ? "0s" : text;
}
