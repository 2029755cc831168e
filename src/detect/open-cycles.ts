// Cycles of declared dependencies among many candidates (FM-C008), without walking from each of them.
import type { Candidate, Finding } from "./model.ts";
import type { PairOptions } from "./pair.ts";
import { dependencyCycle } from "./rules/fm-c008-dependency-cycle.ts";

/** Cycles of declared dependencies: each dependency that lies on one is on a cycle that is reported. */
export function cyclesAmong(
  candidates: readonly Candidate[],
  byId: ReadonlyMap<string, Candidate>,
  options: PairOptions,
): Finding[] {
  const open = (id: string): readonly string[] | undefined => byId.get(id)?.dependsOn;
  const circular = onCycles(candidates, byId);
  const among = (id: string): readonly string[] | undefined =>
    open(id)?.filter((next) => circular.get(next) === circular.get(id));
  const found = new Map<string, Finding>();
  const covered = new Set<string>();
  for (let i = candidates.length - 1; i >= 0; i--) {
    const { id, dependsOn } = candidates[i] as Candidate;
    if (!circular.has(id)) continue;
    if (dependsOn.every((next) => circular.get(next) !== circular.get(id) || covered.has(`${id} ${next}`))) continue;
    for (const finding of dependencyCycle.check(id, among, options, options.ephemeral)) {
      if (!found.has(finding.id)) found.set(finding.id, finding);
      const cycle = finding.evidence.cycle as readonly string[];
      for (let k = 0; k + 1 < cycle.length; k++) covered.add(`${cycle[k]} ${cycle[k + 1]}`);
    }
  }
  return [...found.values()];
}

/** Intents in a strongly connected component of more than one, with the number of the component (Tarjan 1972). */
function onCycles(candidates: readonly Candidate[], byId: ReadonlyMap<string, Candidate>): Map<string, number> {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const onStack = new Set<string>();
  const stack: string[] = [];
  const component = new Map<string, number>();
  for (const { id: root, dependsOn } of candidates) {
    if (dependsOn.length === 0 || index.has(root)) continue;
    const work: { id: string; next: number }[] = [{ id: root, next: 0 }];
    while (work.length > 0) {
      const frame = work[work.length - 1] as { id: string; next: number };
      const { id } = frame;
      if (frame.next === 0) {
        index.set(id, index.size);
        low.set(id, index.get(id) ?? 0);
        stack.push(id);
        onStack.add(id);
      }
      const after = byId.get(id)?.dependsOn[frame.next];
      frame.next += 1;
      if (after !== undefined) {
        if (!byId.has(after)) continue;
        if (!index.has(after)) work.push({ id: after, next: 0 });
        else if (onStack.has(after)) low.set(id, Math.min(low.get(id) ?? 0, index.get(after) ?? 0));
        continue;
      }
      work.pop();
      const parent = work[work.length - 1]?.id;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent) ?? 0, low.get(id) ?? 0));
      if (low.get(id) !== index.get(id)) continue;
      const members = stack.splice(stack.lastIndexOf(id));
      for (const member of members) {
        onStack.delete(member);
        if (members.length > 1) component.set(member, index.get(id) ?? 0);
      }
    }
  }
  return component;
}
