// Runs the built binary, or a shell, in a real pseudo-terminal.
import { type IPty, spawn } from "@lydell/node-pty";
import { BINARY, type Stage } from "../stage.ts";

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

export interface OpenTerminal {
  /** Everything written so far. */
  readonly output: () => string;
  readonly type: (keys: string) => void;
  readonly resize: (size: Size) => void;
  /** Waits until the output holds this; throws with the output when it does not within 20 s. */
  readonly shows: (what: string | RegExp) => Promise<string>;
  readonly exited: Promise<number>;
  readonly kill: () => void;
}

/** Starts a program on the stage in a terminal of its own. */
export function openTerminal(
  stage: Stage,
  file: string,
  args: readonly string[],
  size: Size,
  env: Readonly<Record<string, string | undefined>> = {},
): OpenTerminal {
  const whole = Object.fromEntries(
    Object.entries({ ...stage.env, TERM: "xterm-256color", ...env }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    ),
  );
  const pty: IPty = spawn(file, [...args], {
    ...size,
    name: whole.TERM ?? "xterm-256color",
    cwd: stage.repo,
    env: whole,
  });
  let text = "";
  pty.onData((data) => {
    text += data;
  });
  const exited = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
  return {
    output: () => text,
    type: (keys) => pty.write(keys),
    resize: ({ cols, rows }) => pty.resize(cols, rows),
    shows: async (what) => {
      const holds = (): boolean => (typeof what === "string" ? text.includes(what) : what.test(text));
      for (let waited = 0; !holds(); waited += 20) {
        if (waited > 20_000) throw new Error(`the terminal never showed ${what}:\n${JSON.stringify(text)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return text;
    },
    exited,
    kill: () => pty.kill(),
  };
}

/** Runs foremerge in a terminal to its end; answers what the terminal got, with plain line ends. */
export async function inTerminal(
  stage: Stage,
  args: readonly string[],
  size: Size,
  env?: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly text: string; readonly exit: number }> {
  const terminal = openTerminal(stage, process.execPath, [BINARY, ...args], size, env);
  const exit = await terminal.exited;
  // The last bytes may come behind the news of the exit.
  await new Promise((resolve) => setTimeout(resolve, 30));
  return { text: terminal.output().replaceAll("\r\n", "\n"), exit };
}
