// Which programs the lines of a shell start to get to foremerge: enough of a shell's grammar for hooks. Pure.

/** One call of foremerge: the program that the shell starts, and the words before the sub-command. */
export interface ShellCall {
  readonly program: string;
  /** Words between the program and its sub-command: the script of an interpreter, `exec foremerge`, … */
  readonly words: readonly string[];
}

/** A word of a shell; `open`: what it is depends on a variable, a command or a pattern. */
interface Word {
  readonly text: string;
  readonly open: boolean;
}

const KEYWORDS = new Set(["if", "then", "else", "elif", "do", "while", "until", "!", "exec", "time", "env", "command"]);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** They only look, or only speak. */
const NO_STARTERS = new Set(["type", "which", "hash", "echo", "printf", "test", "["]);
const OURS = /(^|\/)foremerge(\.js)?$/;

/** Calls of foremerge in a text, those left out whose words only the shell can know. */
export function shellCalls(text: string): readonly ShellCall[] {
  return commandsOf(text).flatMap((words) => {
    let at = 0;
    while (at < words.length && isBefore(words[at] as Word)) at++;
    const looks = words[at - 1]?.text === "command" && /^-[vV]$/.test(words[at]?.text ?? "");
    const [program, ...rest] = words.slice(at);
    if (!program || looks || NO_STARTERS.has(program.text)) return [];
    const hook = rest.findIndex(({ text: word }, i) => word === "hook" && /^(pre|post)-/.test(rest[i + 1]?.text ?? ""));
    const named = [program, ...rest].findIndex(({ text: word }) => OURS.test(word));
    if (named < 0 && hook < 0) return [];
    const before = rest.slice(0, named >= 0 ? named : hook);
    if (program.open || before.some(({ open }) => open)) return [];
    return [{ program: program.text, words: before.map(({ text: word }) => word) }];
  });
}

const isBefore = ({ text }: Word): boolean => KEYWORDS.has(text) || ASSIGNMENT.test(text);

/** The words of each command; quotes are taken off, comments left out. */
function commandsOf(text: string): readonly (readonly Word[])[] {
  const commands: Word[][] = [[]];
  let word: { text: string; open: boolean } | undefined;
  const endWord = (): void => {
    if (word) commands.at(-1)?.push(word);
    word = undefined;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === "\\") {
      at++;
      if (text[at] !== "\n") word = { text: (word?.text ?? "") + (text[at] ?? ""), open: word?.open ?? false };
    } else if (char === "'" || char === '"') {
      const end = text.indexOf(char, at + 1);
      const inner = text.slice(at + 1, end < 0 ? text.length : end);
      const open = (word?.open ?? false) || (char === '"' && /[$`\\]/.test(inner));
      word = { text: (word?.text ?? "") + inner, open };
      at += inner.length + 1;
    } else if (/^(\$[{(]|`)/.test(text.slice(at, at + 2))) {
      const close = char === "`" ? "`" : text[at + 1] === "{" ? "}" : ")";
      const end = text.indexOf(close, at + 1);
      at = end < 0 ? text.length : end;
      word = { text: `${word?.text ?? ""}…`, open: true };
    } else if (char === "#" && !word) {
      const end = text.indexOf("\n", at);
      at = (end < 0 ? text.length : end) - 1;
    } else if (/[\n;&|(){}]/.test(char)) {
      endWord();
      if ((commands.at(-1)?.length ?? 0) > 0) commands.push([]);
    } else if (/[\s<>]/.test(char)) {
      endWord();
    } else {
      word = { text: (word?.text ?? "") + char, open: (word?.open ?? false) || /[$`*?~]/.test(char) };
    }
  }
  endWord();
  return commands;
}
