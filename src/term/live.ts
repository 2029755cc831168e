// A live full-screen view: the alternate screen of a terminal, drawn anew as a whole, given back however the run ends.
import { writeSync } from "node:fs";

const ENTER = "\u001b[?1049h\u001b[?25l";
const LEAVE = "\u001b[?25h\u001b[?1049l";

export interface LiveScreen {
  readonly width: number;
  readonly height: number;
  /** Shows these lines, the rest of the screen empty; lines must fit the width. */
  draw(lines: readonly string[]): void;
  /** Calls back when the window's size has changed. */
  onResize(changed: () => void): void;
  /** Calls back when the reader wants to leave (q, Ctrl-C). */
  onQuit(leave: () => void): void;
  close(): void;
}

/** Takes the terminal of standard output over. Only for a terminal. */
export function openLiveScreen(): LiveScreen {
  const { stdout, stdin } = process;
  let open = true;
  let quit = (): void => {};
  const leave = (): void => {
    if (!open) return;
    open = false;
    writeSync(1, LEAVE);
  };
  // However the process ends (a signal of its own handlers, an error), the terminal gets its old screen back.
  process.once("exit", leave);
  process.once("SIGTERM", () => process.exit(143));
  process.once("SIGHUP", () => process.exit(129));
  writeSync(1, ENTER);
  const keys = (bytes: Buffer): void => {
    if (bytes.includes(3) || bytes.toString("latin1").toLowerCase().includes("q")) quit();
  };
  if (stdin.isTTY) {
    stdin.setRawMode(true);
    stdin.on("data", keys);
    stdin.unref();
  }
  return {
    get width() {
      return stdout.columns || 80;
    },
    get height() {
      return stdout.rows || 24;
    },
    draw: (lines) => {
      // Line by line over the old picture, each cleared to its end: no flicker, and nothing scrolls.
      const text = lines.map((line) => `${line}\u001b[K`).join("\r\n");
      writeSync(1, `\u001b[H${text}\u001b[J`);
    },
    onResize: (changed) => {
      stdout.on("resize", changed);
    },
    onQuit: (callback) => {
      quit = callback;
    },
    close: () => {
      if (stdin.isTTY) {
        stdin.off("data", keys);
        stdin.setRawMode(false);
        stdin.pause();
      }
      leave();
    },
  };
}
