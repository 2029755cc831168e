// Where a text stands in the tracked files of a worktree: `git grep`, read as lines.
import { git, gitAsync, splitNul } from "./run.ts";

export interface GrepHit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Words that are named one by one; every system takes as much. */
const FEW_BYTES = 2048;
/** Answers longer than this are cut: whoever looks for a text that stands everywhere learns little from all of it. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Lines of tracked text files (as they are in the worktree) that hold one of these texts, letter by letter; at most
 * `perFile` a file. In the order of paths. Texts with line breaks are never found.
 * @throws ForemergeError GIT_FAILED (also when it takes longer than `timeoutMs`)
 */
export function grepLines(
  cwd: string,
  texts: readonly string[],
  options: { readonly perFile?: number; readonly timeoutMs?: number } = {},
): GrepHit[] {
  const patterns = texts.filter((text) => text !== "" && !/[\n\r\0]/.test(text));
  if (patterns.length === 0) return [];
  const { stdout } = git(
    ["grep", "-n", "-z", "-I", "-F", "--no-color", "--full-name", "-m", String(options.perFile ?? 20), "-f", "-"],
    {
      cwd,
      input: `${patterns.join("\n")}\n`,
      accept: [0, 1],
      maxBytes: MAX_BYTES,
      timeoutMs: options.timeoutMs ?? 5_000,
    },
  );
  const hits: GrepHit[] = [];
  // Each line: path NUL number NUL text LF.
  for (const record of stdout.toString("utf8").split("\n")) {
    const [path, line, ...text] = record.split("\0");
    if (path && line && /^\d+$/.test(line)) hits.push({ path, line: Number(line), text: text.join("\0") });
  }
  return hits;
}

/**
 * Text files of the worktree, untracked ones too, that hold one of these words as a word; with `binaries` those too that
 * git takes for no text. Runs beside this process.
 * @returns undefined when git took longer than `timeoutMs`, failed, or said too much
 */
export async function filesWithWords(
  cwd: string,
  words: readonly string[],
  timeoutMs: number,
  binaries = false,
): Promise<readonly string[] | undefined> {
  const patterns = words.filter((word) => word !== "" && !/[\n\r\0]/.test(word));
  if (patterns.length === 0) return [];
  try {
    // A few words fit on the command line; that saves a stream to git.
    const few = patterns.join("").length <= FEW_BYTES;
    const asked = few ? patterns.flatMap((word) => ["-e", word]) : ["-f", "-"];
    const { stdout } = await gitAsync(
      ["grep", "-l", "-z", binaries ? "-a" : "-I", "-F", "-w", "--untracked", "--full-name", ...asked],
      {
        cwd,
        ...(few ? {} : { input: `${patterns.join("\n")}\n` }),
        accept: [0, 1],
        maxBytes: 1024 * 1024,
        timeoutMs,
      },
    );
    return splitNul(stdout);
  } catch {
    return undefined;
  }
}
