// Whether and how much to colour. The rules of NO_COLOR (no-color.org), FORCE_COLOR and CLICOLOR, in that order.

export type ColourLevel = 0 | 1 | 2 | 3;

/** Colour level for standard output; a flag beats the environment, the environment beats the terminal. */
export function colourLevel(
  flag: boolean,
  terminal: boolean,
  env: Readonly<Record<string, string | undefined>>,
): ColourLevel {
  if (!flag || (env.NO_COLOR !== undefined && env.NO_COLOR !== "")) return 0;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) {
    if (forced === "0" || forced === "false") return 0;
    if (forced === "2" || forced === "3") return Number(forced) as ColourLevel;
    return 1;
  }
  if (env.CLICOLOR_FORCE !== undefined && env.CLICOLOR_FORCE !== "0") return 1;
  if (!terminal || env.TERM === "dumb" || env.CLICOLOR === "0") return 0;
  if (env.COLORTERM === "truecolor" || env.COLORTERM === "24bit") return 3;
  return /256/.test(env.TERM ?? "") ? 2 : 1;
}
