// A word as a POSIX shell takes it: for commands that are shown to be typed. Pure.

/** Quoted where it must be. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
