// foremerge events list: the raw record, in event order.
import { listEvents } from "../core/list-events.ts";
import { invalidInput } from "../errors.ts";
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "events list",
  summary: "List events in the order that all machines agree on",
  options: [
    { flags: "--after <n>", description: "leave out the first N events" },
    { flags: "--type <type>", description: "only this type, such as intent.published", repeatable: true },
    { flags: "--limit <n>", description: "at most N events" },
  ],
  examples: [
    "foremerge events list --limit 20",
    "foremerge events list --after 120 --format ndjson",
    "foremerge events list --type conflict.resolved --json",
  ],
  run({ session, options }) {
    const document = listEvents(session.state(), {
      after: whole("--after", options.after, 0),
      limit: whole("--limit", options.limit, Number.POSITIVE_INFINITY),
      types: (options.type as readonly string[] | undefined) ?? [],
    });
    return {
      document,
      exit: 0,
      table: async (view) => (await import("../report/ledger.ts")).eventsText(view, document.events),
      lines: () => document.events,
    };
  },
};

function whole(flag: string, value: unknown, absent: number): number {
  if (value === undefined) return absent;
  if (typeof value === "string" && /^\d{1,15}$/.test(value)) return Number(value);
  throw invalidInput(`${flag} ${JSON.stringify(value)} is no count`, `write a whole number: ${flag} 20`);
}
