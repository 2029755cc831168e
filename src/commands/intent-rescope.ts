// foremerge intent rescope: the owner replaces scopes, uses or dependencies.
import { rescope } from "../core/rescope.ts";
import { policyExit } from "../core/verdict.ts";
import { type CommandSpec, FINDING_FORMATS } from "./command.ts";
import { argument, DECLARATION_OPTIONS, many } from "./declaration.ts";
import { publishOutcome } from "./intent-publish.ts";
import { POLICY_OPTIONS, policyFrom } from "./policy.ts";

export const command: CommandSpec = {
  name: "intent rescope",
  summary: "Replace what an intent changes, uses or depends on, and compare again",
  args: ["<id>"],
  options: [...DECLARATION_OPTIONS, ...POLICY_OPTIONS],
  formats: FINDING_FORMATS,
  examples: [
    "foremerge intent rescope int_01k8 --scope symbol:LabelPrinter::print=modify",
    "foremerge intent rescope int_01k8 --depends-on int_01k7",
    'foremerge intent rescope int_01k8 --depends-on ""',
  ],
  details:
    "What is given replaces the whole list; what is left out stays. A single empty --uses or --depends-on empties it. " +
    "Findings whose scopes no longer overlap are dismissed.",
  run: (ctx) => {
    const document = rescope(ctx.session, {
      id: argument(ctx, "id") ?? "",
      scopes: many(ctx, "scope"),
      uses: noneOrMany(many(ctx, "uses")),
      dependsOn: noneOrMany(many(ctx, "dependsOn")),
    });
    return publishOutcome(document, policyExit(document, policyFrom(ctx, "never")));
  },
};

/** One empty value says: nothing from now on. */
function noneOrMany(values: readonly string[] | undefined): readonly string[] | undefined {
  return values?.length === 1 && values[0]?.trim() === "" ? [] : values;
}
