// Findings between modules that are to be built and modules that exist (spec 4.5). Pure; the rule itself is
// src/detect/rules/fm-m001-module-overlap.ts.
import { findingId } from "../detect/finding-id.ts";
import type { Finding, RuleLevel } from "../detect/model.ts";
import { foldPath } from "../detect/path.ts";
import { type ModuleOverlap, moduleOverlap, moduleOverlapOf } from "../detect/rules/fm-m001-module-overlap.ts";
import { compareText, underLevel } from "../detect/severity.ts";
import type { ModuleDeclaration } from "../store/model.ts";

/** A module that exists: declared in the settings, or read out of the source tree. */
export interface ExistingModule extends ModuleDeclaration {
  readonly declared: boolean;
  /** The open intent that brings it, where it is not built yet. */
  readonly intentId?: string;
}

export interface ModuleCheck {
  /** The intent that brings the modules, or the what-if. */
  readonly sourceId: string;
  readonly modules: readonly ModuleDeclaration[];
  readonly existing: readonly ExistingModule[];
  readonly ephemeral: boolean;
  readonly level: RuleLevel | undefined;
}

/** Every overlap of a new module with an existing one, High first, then by coefficient, name and file. */
export function moduleFindings(check: ModuleCheck): Finding[] {
  const severity = underLevel("MEDIUM", check.level);
  if (severity === undefined) return [];
  const met = check.modules.flatMap((added) =>
    check.existing.flatMap((existing) => {
      if (isSame(added, existing)) return [];
      const overlap = moduleOverlapOf(added, existing);
      return overlap ? [{ added, existing, overlap }] : [];
    }),
  );
  return met
    .sort(
      (a, b) =>
        b.overlap.coefficient - a.overlap.coefficient ||
        b.overlap.responsibilities - a.overlap.responsibilities ||
        compareText(a.existing.name, b.existing.name) ||
        compareText(a.existing.file, b.existing.file) ||
        compareText(a.added.name, b.added.name),
    )
    .map(({ added, existing, overlap }) => ({ ...findingOf(check, added, existing, overlap), severity }));
}

/** A module does not overlap with itself: it is known by its file, or, where no file is named, by its name. */
function isSame(a: ModuleDeclaration, b: ModuleDeclaration): boolean {
  const [x, y] = [foldPath(a.file).path, foldPath(b.file).path];
  return x === y && (x !== "" || a.name === b.name);
}

const key = (module: ModuleDeclaration): string => `module:${module.name}@${foldPath(module.file).path}`;

function findingOf(
  check: ModuleCheck,
  added: ModuleDeclaration,
  existing: ExistingModule,
  overlap: ModuleOverlap,
): Omit<Finding, "severity"> {
  const shared = overlap.scenarios.map((scenario) => JSON.stringify(scenario)).join(", ");
  const what =
    shared === ""
      ? "the same responsibilities"
      : `${overlap.scenarios.length === 1 ? "the scenario" : "the scenarios"} ${shared}`;
  const alike = Math.max(overlap.coefficient, overlap.responsibilities);
  return {
    id: findingId(moduleOverlap.meta.kind, [check.sourceId], [key(added), key(existing)], check.ephemeral),
    kind: moduleOverlap.meta.kind,
    score: Math.round((0.55 + 0.4 * alike) * 1000) / 1000,
    source_intent_id: check.sourceId,
    target_intent_id: existing.intentId ?? `module:${existing.name}`,
    scope: { kind: "module", key: added.name },
    explanation: `${overlap.word} overlap: the new module ${added.name} and the existing ${existing.name} (${existing.file || "no file named"}) share ${what}.`,
    suggestion: `Heuristic: extend ${existing.name}, or give every shared scenario exactly one owner.`,
    evidence: {
      rule: moduleOverlap.meta.id,
      asserted: false,
      source_operation: "add",
      target_operation: null,
      source_operation_inferred: false,
      target_operation_inferred: false,
      match: null,
      overlap: "words of scenarios and responsibilities",
      source_scope: `module:${added.name.toLowerCase()}`,
      target_scope: `module:${existing.name.toLowerCase()}`,
      detected_before_code: true,
      overlap_scenarios: overlap.scenarios,
      overlap_coefficient: overlap.coefficient,
      overlap_word: overlap.word,
      responsibilities_jaccard: Math.round(overlap.responsibilities * 1000) / 1000,
      new_module: { ...added },
      existing_module: { name: existing.name, file: existing.file },
      existing_scenarios: existing.scenarios,
      existing_declared: existing.declared,
      ...(check.ephemeral ? { ephemeral: true as const } : {}),
    },
  };
}
