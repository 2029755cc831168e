// A real pseudo-terminal around the built binary, for tests of what somebody sees and types.
import { type IPty, spawn } from "@lydell/node-pty";
import { BINARY, type Stage } from "../stage.ts";

export interface Terminal {
  /** Everything that was shown so far, without colour and cursor codes. */
  shown(): string;
  /** Waits until the text behind the last answer matches. */
  until(pattern: RegExp): Promise<string>;
  /** Types a line and Enter. */
  type(line: string): void;
  /** Sends keys as they are: `\x03` is Ctrl-C, `\x04` Ctrl-D. */
  press(keys: string): void;
  readonly ended: Promise<number>;
}

/** Starts foremerge in a terminal of this size. */
export function openTerminal(stage: Stage, args: readonly string[], size = { cols: 100, rows: 40 }): Terminal {
  const env = { ...stage.env, TERM: "xterm-256color" };
  const pty: IPty = spawn(process.execPath, [BINARY, ...args], { ...size, cwd: stage.repo, env, name: env.TERM });
  let text = "";
  let mark = 0;
  let over = false;
  const waiting = new Set<() => void>();
  pty.onData((data) => {
    text += data;
    for (const look of [...waiting]) look();
  });
  const ended = new Promise<number>((done) => {
    pty.onExit(({ exitCode, signal }) => {
      over = true;
      for (const look of [...waiting]) look();
      done(signal ? 128 + signal : exitCode);
    });
  });
  const plain = (): string => text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r\n", "\n");
  return {
    shown: plain,
    until: (pattern) =>
      new Promise((done, fail) => {
        const look = (): void => {
          const behind = plain().slice(mark);
          const found = pattern.exec(behind);
          if (!found && !over) return;
          waiting.delete(look);
          clearTimeout(timer);
          if (!found) {
            fail(new Error(`ended without ${pattern}:\n${plain()}`));
            return;
          }
          mark += found.index + found[0].length;
          done(behind);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          pty.kill("SIGKILL");
          fail(new Error(`no ${pattern} in:\n${plain().slice(mark)}`));
        }, 30_000);
        waiting.add(look);
        look();
      }),
    type: (line) => pty.write(`${line}\r`),
    press: (keys) => pty.write(keys),
    ended,
  };
}
