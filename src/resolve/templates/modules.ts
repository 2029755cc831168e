// Strategies for FM-M001: a module that is to be built does what another does already. Pure.

import { shellWord } from "../../shell-word.ts";
import { ownerQuestion } from "../module-owners.ts";
import { command, fewOf, rescopeCommand, type Side, type Story } from "../story.ts";
import type { Strategy } from "../strategy.ts";
import { strategy } from "./moves.ts";

interface Overlap {
  readonly newName: string;
  readonly existingName: string;
  readonly existingFile: string;
  readonly scenarios: readonly string[];
}

function overlapOf(story: Story): Overlap {
  const text = (value: unknown, key: string): string => {
    const held = (value as Record<string, unknown> | null | undefined)?.[key];
    return typeof held === "string" ? held : "";
  };
  const { new_module, existing_module, overlap_scenarios } = story.evidence;
  return {
    newName: text(new_module, "name") || "the new module",
    existingName: text(existing_module, "name") || "the existing module",
    existingFile: text(existing_module, "file"),
    scenarios: Array.isArray(overlap_scenarios) ? overlap_scenarios.map(String) : [],
  };
}

/** Extend what exists, split by scenario, let the new one take over, or keep both apart. */
export function moduleOverlap(story: Story, a: Side): Strategy[] {
  const { newName, existingName, existingFile, scenarios } = overlapOf(story);
  const shared = fewOf(scenarios.map((scenario) => `"${scenario}"`)) || "the same responsibilities";
  const where = existingFile ? ` (${existingFile})` : "";
  const chosen = command("resolve", story.conflictId, "--strategy", "2");
  const split = strategy({
    id: "split-scenarios",
    name: "One owner per scenario",
    approach: `Both modules stay; each of ${shared} gets exactly one owner, and the other calls it. ${a.name} types: ${chosen} ${scenarios.map((scenario) => `--answer ${shellWord(`${scenario}=OWNER`)}`).join(" ")}`,
    complexity: "Medium",
    risk: "Medium",
    effort: "an hour to draw the line, a day to move code",
    pros: ["each module stays small", "it is written down who answers for what"],
    cons: ["a call between the two modules", "the line must be kept"],
    ask: scenarios.map((scenario) => ownerQuestion(scenario, [newName, existingName])),
  });
  return [
    strategy({
      id: "extend-existing",
      name: `Extend ${existingName}`,
      approach: `${existingName}${where} does ${shared} already: ${a.name} adds what is missing there and builds no ${newName}. ${a.name} types: ${rescopeCommand(a, { scopes: [`module:${existingName}=extend`] })}`,
      complexity: "Low",
      risk: "Low",
      effort: "less than a module of its own",
      pros: ["one place for each scenario", "what is tested is used again"],
      cons: [`${existingName} grows`, "its present users see a larger module"],
    }),
    ...(scenarios.length > 0 ? [split] : []),
    strategy({
      id: "new-takes-over",
      name: `${newName} takes over`,
      approach: `${newName} is built to do ${shared} for everybody; ${existingName}${where} hands them over and shrinks or goes. ${a.name} types: ${rescopeCommand(a, { scopes: [`module:${newName}=add`, `module:${existingName}=migrate`] })}`,
      complexity: "High",
      risk: "Medium",
      effort: "several days, with all callers",
      pros: ["room for a better design"],
      cons: [`every caller of ${existingName} is concerned`, "both run side by side for a while"],
    }),
    strategy({
      id: "sharpen",
      name: "Say it more sharply",
      approach: `The two only sound alike: ${a.name} rewrites scenarios and responsibilities of ${newName} so that the difference to ${existingName} can be read. Then: ${command("conflicts", "check", "--module", "FILE")}`,
      complexity: "Low",
      risk: "Medium",
      effort: "ten minutes",
      pros: ["the next reader sees at once what is where"],
      cons: ["no help if they really do the same"],
    }),
  ];
}
