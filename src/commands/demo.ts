// foremerge demo: plays the headline example in a throw-away repository.
import { playDemo } from "../core/play-demo.ts";
import { visibleLines } from "../report/escape.ts";
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "demo",
  summary: "Play the headline example in a throw-away repository",
  options: [],
  examples: ["foremerge demo", "foremerge demo --json"],
  run: () => {
    const demo = playDemo();
    return {
      document: { schema: "foremerge.demo/1", as_of_event: null, ...demo },
      exit: 0,
      table: () =>
        `${demo.steps
          .map(
            ({ title, command, exit, output }, i) =>
              `── ${i + 1}. ${title}\n${visibleLines(command)}\n${visibleLines(output.trimEnd().replaceAll("\t", "  "))}\n(exit ${exit})\n`,
          )
          .join("\n")}\nSettled: ${demo.conflict_id} is ${demo.final_status} after ${demo.detections} detections.\n`,
    };
  },
};
