// Asks somebody at a terminal, line by line. Prompts go to standard error, so that standard output carries the answer
// and nothing else. Knows nothing of what is asked.
import { createInterface, type Interface } from "node:readline";
import { InterruptSignal } from "./io.ts";

export interface Prompter {
  /** Shows text above the next prompt. */
  say(text: string): void;
  /** One line as typed, without its end; undefined when input has ended (Ctrl-D). @throws InterruptSignal on Ctrl-C */
  ask(prompt: string): Promise<string | undefined>;
  /** Gives the terminal back. */
  close(): void;
}

/** Opens the terminal for questions. Close it, whatever happens. */
export function openPrompter(): Prompter {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true, historySize: 0 });
  let ended = false;
  lines.on("close", () => {
    ended = true;
  });
  return {
    say: (text) => {
      process.stderr.write(text.endsWith("\n") ? text : `${text}\n`);
    },
    ask: (prompt) => (ended ? Promise.resolve(undefined) : askOnce(lines, prompt)),
    close: () => lines.close(),
  };
}

function askOnce(lines: Interface, prompt: string): Promise<string | undefined> {
  return new Promise((done, fail) => {
    const finish = (act: () => void): void => {
      lines.off("close", onClose);
      lines.off("SIGINT", onInterrupt);
      act();
    };
    const onClose = (): void => finish(() => done(undefined));
    const onInterrupt = (): void =>
      finish(() => {
        lines.close();
        fail(new InterruptSignal("interrupted"));
      });
    lines.once("close", onClose);
    lines.once("SIGINT", onInterrupt);
    lines.question(prompt, (line) => finish(() => done(line)));
  });
}
