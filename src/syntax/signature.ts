// What a changed signature means for those who use it: `extend`, `replace`, or nobody can say (spec 3.7).
import type { OutlineSymbol, Parameter } from "./outline.ts";
import { type TypeChange, typeChange } from "./types.ts";

/** `same`; `extend`: old uses still fit; `replace`: some do not; `unknown`: it changed, and the text does not say how. */
export type SignatureChange = "same" | "extend" | "replace" | "unknown";

export function signatureChange(before: OutlineSymbol, after: OutlineSymbol): SignatureChange {
  const changes: SignatureChange[] = [
    parametersChange(before.parameters ?? [], after.parameters ?? []),
    resultChange(before.returns, after.returns),
    ofType(typeChange(before.type, after.type)),
  ];
  if (before.exported !== after.exported && before.exported !== undefined && after.exported !== undefined) {
    changes.push(after.exported ? "extend" : "replace");
  } else if (before.header !== after.header) {
    changes.push("unknown");
  }
  return strongest(changes);
}

/** What takes something away outweighs what nobody can say, and that outweighs what only adds. */
export function strongest(changes: readonly SignatureChange[]): SignatureChange {
  for (const change of ["replace", "unknown", "extend"] as const) if (changes.includes(change)) return change;
  return "same";
}

function ofType(change: TypeChange): SignatureChange {
  return change === "same" ? "same" : change === "wider" ? "extend" : change === "narrower" ? "replace" : "unknown";
}

/** A result that is narrower still fits; a wider one may not, depending on what is done with it. */
function resultChange(before: string | undefined, after: string | undefined): SignatureChange {
  const change = typeChange(before, after);
  return change === "same" ? "same" : change === "narrower" ? "extend" : "unknown";
}

export function parametersChange(before: readonly Parameter[], after: readonly Parameter[]): SignatureChange {
  return strongest([
    placedChange(before.filter(isPlaced), after.filter(isPlaced)),
    namedChange(
      before.filter((parameter) => parameter.named && !parameter.rest),
      after.filter((parameter) => parameter.named && !parameter.rest),
    ),
    restChange(
      before.filter((parameter) => parameter.rest),
      after.filter((parameter) => parameter.rest),
    ),
  ]);
}

function isPlaced(parameter: Parameter): boolean {
  return !parameter.named && !parameter.rest;
}

/** Parameters by place: what stands at a place must stay there; new ones may only follow, and only as optional. */
function placedChange(before: readonly Parameter[], after: readonly Parameter[]): SignatureChange {
  const changes: SignatureChange[] = [];
  const oldNames = new Set(before.map(({ name }) => name));
  const newNames = new Set(after.map(({ name }) => name));
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [old, now] = [before[i], after[i]];
    if (!old) changes.push(now?.optional ? "extend" : "replace");
    else if (!now) changes.push("replace");
    else if (old.name === now.name) changes.push(ofType(typeChange(old.type, now.type)), optionChange(old, now));
    // Gone, moved to another place, or pushed aside by a new one.
    else if (newNames.has(old.name) || oldNames.has(now.name)) changes.push("replace");
    else changes.push("unknown");
  }
  return strongest(changes);
}

function optionChange(old: Parameter, now: Parameter): SignatureChange {
  if (old.optional === now.optional) return "same";
  return now.optional ? "extend" : "replace";
}

function namedChange(before: readonly Parameter[], after: readonly Parameter[]): SignatureChange {
  const old = new Map(before.map((parameter) => [parameter.name, parameter]));
  const changes: SignatureChange[] = [];
  for (const parameter of after) {
    const known = old.get(parameter.name);
    old.delete(parameter.name);
    if (!known) changes.push(parameter.optional ? "extend" : "replace");
    else changes.push(ofType(typeChange(known.type, parameter.type)), optionChange(known, parameter));
  }
  if (old.size > 0) changes.push("replace");
  return strongest(changes);
}

function restChange(before: readonly Parameter[], after: readonly Parameter[]): SignatureChange {
  if (before.length < after.length) return "extend";
  if (before.length > after.length) return "replace";
  return strongest(before.map((old, i) => ofType(typeChange(old.type, after[i]?.type))));
}
