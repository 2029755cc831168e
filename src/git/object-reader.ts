// One `git cat-file --batch` that answers one question after the other: names of objects in, their content out, in
// the order in which they were asked for. What an answer means is the caller's business.
import { ForemergeError } from "../errors.ts";
import { notRun, shorten, startGit } from "./run.ts";

export interface GitObject {
  readonly id: string;
  readonly type: "blob" | "tree" | "commit" | "tag";
  readonly size: number;
  /** Undefined: it has more than `MOST_BYTES`, which were passed over. */
  readonly body: Buffer | undefined;
}

type Answer = GitObject | undefined;

interface Asked {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const LF = 10;
const HEAD = /^([0-9a-f]{40,64}) (blob|tree|commit|tag) (\d+)$/;
/** Nothing that a repository holds takes so long to be read. */
const SILENCE_MS = 60_000;
/** An object of more bytes is not held. */
export const MOST_BYTES = 256 * 1024 * 1024;

/** Started by the first question, open until `close`; a process that ends early fails every question that is open. */
export class ObjectReader {
  private readonly cwd: string;
  private child: ReturnType<typeof startGit> | undefined;
  private readonly asked: Asked[] = [];
  private next = 0;
  /** Bytes of the answer that is coming in. */
  private parts: Buffer[] = [];
  private held = 0;
  /** The head of the answer that is coming in, once it is known. */
  private head: { readonly id: string; readonly type: GitObject["type"]; readonly size: number } | undefined;
  /** Bytes of that answer that were passed over, being too many to be held. */
  private passed = 0;
  private failed: ForemergeError | undefined;
  /** What git said on its standard error. */
  private words = "";
  private timer: NodeJS.Timeout | undefined;

  constructor(cwd: string) {
    this.cwd = cwd;
  }

  /** Starts the process, for those who know that they will ask soon. */
  start(): ReturnType<typeof startGit> {
    if (this.child) return this.child;
    const { cwd } = this;
    const child = startGit(["cat-file", "--batch"], { cwd });
    this.child = child;
    child.stdin.on("error", () => {}); // EPIPE: its end says so
    child.stdout.on("data", (chunk: Buffer) => this.take(chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      if (this.words.length < 2000) this.words += chunk.toString("utf8");
    });
    child.on("error", (error) => {
      this.failed ??= notRun(["cat-file"], error, { cwd });
      this.fail("could not start");
    });
    child.on("close", () => this.fail(this.words === "" ? "ended early" : `said: ${shorten(this.words)}`));
    return child;
  }

  /**
   * The object that a name means; undefined when there is none. May be called again before an answer has come.
   * @throws ForemergeError GIT_FAILED when git ended or is silent for a minute
   */
  ask(name: string): Promise<Answer> {
    if (this.failed) return Promise.reject(this.failed);
    if (/[\0\n]/.test(name)) return Promise.resolve(undefined);
    const answer = new Promise<Answer>((resolve, reject) => {
      this.asked.push({ resolve, reject });
    });
    answer.catch(() => {}); // whoever asked ahead and gave up does not wait for it
    this.watch();
    this.start().stdin.write(`${name}\n`);
    return answer;
  }

  /** Ends the process; open questions fail. */
  close(why = "was closed"): void {
    this.fail(why);
    this.child?.stdin.end();
    this.child?.kill();
  }

  private take(chunk: Buffer): void {
    this.parts.push(chunk);
    this.held += chunk.length;
    this.watch();
    for (;;) {
      if (this.head === undefined) {
        if (this.held === 0) return;
        const bytes = this.joined();
        const end = bytes.indexOf(LF);
        if (end === -1) return;
        const found = HEAD.exec(bytes.toString("latin1", 0, end));
        this.keep(bytes.subarray(end + 1));
        if (!found) {
          this.answer(undefined); // "… missing", "… ambiguous"
          continue;
        }
        this.head = { id: found[1] as string, type: found[2] as GitObject["type"], size: Number(found[3]) };
        this.passed = 0;
      }
      const { id, type, size } = this.head;
      if (size > MOST_BYTES) {
        if (!this.passOver(size + 1)) return;
        this.head = undefined;
        this.answer({ id, type, size, body: undefined });
        continue;
      }
      if (this.held < size + 1) return;
      const bytes = this.joined();
      this.keep(bytes.subarray(size + 1));
      this.head = undefined;
      this.answer({ id, type, size, body: bytes.subarray(0, size) });
    }
  }

  /** Lets go of what came of so many bytes; true when all of them have come. */
  private passOver(all: number): boolean {
    const now = Math.min(this.held, all - this.passed);
    this.passed += now;
    this.keep(this.joined().subarray(now));
    return this.passed === all;
  }

  private joined(): Buffer {
    const bytes = this.parts.length === 1 ? (this.parts[0] as Buffer) : Buffer.concat(this.parts);
    this.parts = [bytes];
    return bytes;
  }

  private keep(rest: Buffer): void {
    this.parts = rest.length === 0 ? [] : [rest];
    this.held = rest.length;
  }

  private answer(answer: Answer): void {
    this.asked[this.next++]?.resolve(answer);
    if (this.next === this.asked.length) {
      this.asked.length = 0;
      this.next = 0;
    }
    this.watch();
  }

  /** A question that is open must not wait for ever; none that is keeps the process alive. */
  private watch(): void {
    clearTimeout(this.timer);
    if (this.asked.length > 0) this.timer = setTimeout(() => this.fail("was silent for a minute"), SILENCE_MS);
  }

  private fail(what: string): void {
    clearTimeout(this.timer);
    this.failed ??= new ForemergeError("GIT_FAILED", `git cat-file ${what}`);
    const open = this.asked.splice(this.next);
    this.next = 0;
    this.asked.length = 0;
    for (const { reject } of open) reject(this.failed);
  }
}
