// foremerge plan waves: what can run side by side, and what after what.
import type { CommandSpec, Document } from "./command.ts";

export const command: CommandSpec = {
  name: "plan waves",
  summary: "Split planned tasks into rounds without conflict",
  options: [
    { flags: "--intents", description: "put open intents into rounds too" },
    { flags: "--allow-unknown", description: "what could not be looked at does not change the exit status" },
  ],
  examples: ["foremerge plan waves", "foremerge plan waves --intents --json"],
  details:
    "Honours depends_on and tells the longest chain. A task that declares nothing has a round of its own; migrations\n" +
    "(`serial_kinds` in .foremerge.yaml) run one after the other. Exit 1 when depends_on goes in a circle, or when a\n" +
    "plan file could not be read.",
  run: async (ctx) => {
    const { planWaves } = await import("../core/dispatch/plan-waves.ts");
    const document = await planWaves(ctx.session, { intents: ctx.options.intents === true });
    for (const cycle of document.cycles) {
      ctx.session.warn(`depends_on goes in a circle: ${[...cycle, cycle[0]].join(" → ")}`);
    }
    const incomplete = document.assessment === "incomplete" && ctx.options.allowUnknown !== true;
    return {
      document: document as unknown as Document,
      exit: document.cycles.length > 0 || incomplete ? 1 : 0,
      table: async (view) => (await import("../report/plan.ts")).planWavesText(view, document),
    };
  },
};
