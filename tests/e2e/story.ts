// Short ways to play agents on a stage: each call is one process of the built binary.
import { expect } from "vitest";
import { type Answer, describeRun, onStage, type Ran, type RunOptions, type Stage } from "../stage.ts";

/** One agent (or nobody in particular) at one time; both may be left out. */
export interface Voice {
  readonly as?: string;
  /** `HH:MM` or `HH:MM:SS` on 30 November 2026, or a whole ISO time. */
  readonly at?: string;
  readonly session?: string;
  readonly options?: RunOptions;
}

export const timeOf = (at: string): string =>
  at.includes("T") ? at : `2026-11-30T${at}${at.length === 5 ? ":00" : ""}.000Z`;

export class Story {
  readonly stage: Stage;
  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Runs a command with `--json`. */
  call(voice: Voice, ...words: string[]): Promise<Ran> {
    const args = [
      ...words,
      ...(voice.as === undefined ? [] : ["--agent", voice.as]),
      ...(voice.session === undefined ? [] : ["--session", voice.session]),
      ...(voice.at === undefined ? [] : ["--now", timeOf(voice.at)]),
      "--json",
    ];
    return this.stage.run(args, voice.options);
  }

  /** Runs a command that must succeed; answers its document. */
  async ok(voice: Voice, ...words: string[]): Promise<Answer> {
    const ran = await this.call(voice, ...words);
    expect(ran.exit, `${words.join(" ")}\n${describeRun(ran)}`).toBe(0);
    return ran.document;
  }

  /** Runs a command that must be refused with this code; answers the error. */
  async refused(voice: Voice, code: string, ...words: string[]): Promise<Answer> {
    const ran = await this.call(voice, ...words);
    expect(ran.stdout, describeRun(ran)).toBe("");
    expect(ran.error?.code, `${words.join(" ")}\n${describeRun(ran)}`).toBe(code);
    return { ...ran.error, exit: ran.exit, stderr: ran.stderr };
  }

  /** Publishes and answers the intent's id. */
  async publish(voice: Voice, summary: string, ...scopes: string[]): Promise<string> {
    const doc = await this.ok(voice, "intent", "publish", summary, ...scopes.flatMap((scope) => ["--scope", scope]));
    return doc.intent.id;
  }
}

/** A fresh repository with a first commit and a ledger. */
export function onStory<T>(play: (story: Story) => Promise<T>): Promise<T> {
  return onStage({}, async (stage) => {
    stage.write("src/pay.ts", "export const pay = 1;\n");
    await stage.commit("Begin");
    const ran = await stage.run(["init", "--json", "--now", timeOf("06:00")]);
    expect(ran.exit, describeRun(ran)).toBe(0);
    return play(new Story(stage));
  });
}

/** True when the long tests are asked for. */
export const FULL = process.env.FOREMERGE_TEST_FULL === "1";
