// foremerge ledger export: every event line in canonical order, bytes unchanged.
import { exportDocument, exportedLines } from "../core/ledger-care.ts";
import type { CommandSpec } from "./command.ts";

/** Standard output gets pieces of about this many characters. */
const PIECE = 1 << 20;

export const command: CommandSpec = {
  name: "ledger export",
  summary: "Write all events in canonical order to a file or standard output",
  args: ["[file]"],
  options: [],
  examples: ["foremerge ledger export team.jsonl", "foremerge ledger export - | gzip > team.jsonl.gz"],
  details: "Two ledgers that hold the same events export the same bytes. With --json and no file: one document.",
  run({ session, args, globals, io }) {
    const file = args.file as string | undefined;
    if (file !== undefined && file !== "-") {
      const document = exportDocument(session, file);
      return {
        document,
        exit: 0,
        table: () => `${document.lines} lines, ${document.bytes} bytes written to ${document.file}`,
      };
    }
    const { asOf, lines } = exportedLines(session);
    if (globals.format === "json") {
      const events = Array.from(lines, (line) => JSON.parse(line) as unknown);
      return { document: { schema: "foremerge.export/1", as_of_event: asOf, events }, exit: 0, table: () => "" };
    }
    let piece = "";
    for (const line of lines) {
      piece += `${line}\n`;
      if (piece.length < PIECE) continue;
      io.out(piece);
      piece = "";
    }
    if (piece !== "") io.out(piece);
    return 0;
  },
};
