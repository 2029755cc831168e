// One line on standard error that says how far a long run is: on a terminal only, after the first second, and gone
// before anything else is written.

/** A run shorter than this shows nothing. */
const AFTER_MS = 1_000;
const EVERY_MS = 100;

export interface Progress {
  /** Shows the text when the run has lasted long enough; `expected` when what comes now will surely last. */
  readonly say: (text: string, expected?: boolean) => void;
  /** Takes the line away. */
  readonly clear: () => void;
}

/** @param write to the terminal of standard error; undefined where there is none @param columns its width */
export function openProgress(write: ((text: string) => void) | undefined, columns: number): Progress {
  let shown = false;
  let last = Number.NEGATIVE_INFINITY;
  return {
    say: (text, expected = false) => {
      if (write === undefined) return;
      // performance.now() counts from the start of the process.
      const now = performance.now();
      if (!expected && (now < AFTER_MS || now - last < EVERY_MS)) return;
      last = now;
      shown = true;
      // Names of files and remotes stand in it: nothing that a terminal would obey.
      const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "?");
      let line = "";
      let used = 0;
      // Counted too wide rather than exactly: the tables of widths are not worth loading for this.
      for (const character of plain) {
        used += character < "\u0300" ? 1 : 2;
        if (used > columns - 1) break;
        line += character;
      }
      write(`\r\u001b[K${line}`);
    },
    clear: () => {
      if (!shown || write === undefined) return;
      shown = false;
      write("\r\u001b[K");
    },
  };
}
