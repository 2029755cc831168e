// The block that teaches an agent to declare, check and close (spec 3.6): printed by `hook guide`, written into
// AGENTS.md by `init --agents`. Its text never tells anybody to declare less or to help themselves to others' work.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ForemergeError } from "../../errors.ts";
import { writeAtomically } from "../../store/atomic.ts";

const BEGIN = "<!-- foremerge:begin (written by foremerge init --agents; the text between the marks is replaced) -->";
const END = "<!-- foremerge:end -->";

/** The lines between the marks. */
export const GUIDE = `## Working beside other agents: foremerge

Others work in this repository at the same time. Say what you will change before you change it.

1. Before you start, declare it, and read what comes back:
   \`foremerge intent publish "Add PayPal to checkout" --scope symbol:PaymentService=extend --scope file:src/checkout.ts=modify --uses symbol:TaxTable\`
   Operations: add, extend, modify, replace, remove, rename, migrate. Write the one you mean; what is not written is guessed.
2. HIGH means that one of you would undo the other. Agree first: \`foremerge conflicts show ID\` says with whom and what
   to propose, \`foremerge resolve ID --reason "…"\` records what you agreed.
3. When you need one file for yourself: \`foremerge claim take file:src/checkout.ts --intent ID --exclusive\`.
4. When the plan changes: \`foremerge intent rescope ID --scope …\`. When you edit a file that you had not declared, add it.
5. When done: \`foremerge intent finish ID\`, then \`foremerge intent accept ID\`; what came to nothing:
   \`foremerge intent discard ID --reason "…"\`.

\`foremerge status\` shows who does what; every command takes \`--json\` and \`--agent NAME\` (or FOREMERGE_AGENT).`;

/** The block with its marks, for any line end. */
export function guideBlock(eol = "\n"): string {
  return [BEGIN, ...GUIDE.split("\n"), END].join(eol);
}

export interface GuideWritten {
  readonly path: string;
  readonly changed: boolean;
}

/**
 * Puts the block into AGENTS.md at the root: at the end, or in the place of the block that is there. Everything else
 * stays byte for byte; the second time nothing changes.
 * @throws ForemergeError INVALID_STATE for a file that has only one of the two marks, or is no file
 */
export function writeGuide(root: string): GuideWritten {
  const path = join(root, "AGENTS.md");
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const after = withGuide(before);
  if (after === before) return { path, changed: false };
  const mode = existsSync(path) ? statSync(path).mode & 0o7777 : 0o644;
  writeAtomically(path, after, { mode });
  return { path, changed: true };
}

/** The text of AGENTS.md with the block in it. */
export function withGuide(text: string): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const begin = text.indexOf("<!-- foremerge:begin");
  const end = text.indexOf(END);
  if (begin === -1 && end === -1) {
    const gap = text === "" ? "" : text.endsWith("\n") ? eol : eol + eol;
    return `${text}${gap}${guideBlock(eol)}${eol}`;
  }
  if (begin === -1 || end < begin) {
    throw new ForemergeError("INVALID_STATE", "AGENTS.md has only one of foremerge's two marks", {
      hint: "take out the line with `foremerge:begin` or `foremerge:end`, then run this again",
    });
  }
  return text.slice(0, begin) + guideBlock(eol) + text.slice(end + END.length);
}
