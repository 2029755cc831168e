// What a change of a schema element means for those who read or send it (FM-F004): the direction matters.
import { isElementKind, type OutlineSymbol, type Parameter } from "./outline.ts";
import { parametersChange, type SignatureChange, signatureChange, strongest } from "./signature.ts";
import { typeChange } from "./types.ts";

export interface ContractChange {
  readonly change: SignatureChange;
  /** In words, what became narrower or different. */
  readonly why: readonly string[];
}

/** Compares one element before and after; symbols of code are compared by their signature. */
export function contractChange(before: OutlineSymbol, after: OutlineSymbol): ContractChange {
  if (!isElementKind(before.kind) || !isElementKind(after.kind)) {
    return { change: signatureChange(before, after), why: [] };
  }
  const changes: SignatureChange[] = [];
  const why: string[] = [];
  const add = (change: SignatureChange, text: string): void => {
    changes.push(change);
    if (change === "replace" || change === "unknown") why.push(text);
  };
  add(elementType(before, after), `type ${before.type ?? "?"} became ${after.type ?? "?"}`);
  add(requirement(before, after), after.required ? "a value is required now" : "a value may be missing now");
  add(valuesChange(before.values, after.values), `values gone: ${gone(before.values, after.values).join(", ")}`);
  if (before.version !== after.version)
    add("replace", `number ${before.version ?? "?"} became ${after.version ?? "?"}`);
  add(argumentsChange(before, after), "parameters became narrower or other ones");
  if (before.returns !== after.returns) add(returnsChange(before.returns, after.returns), "the result changed");
  return { change: strongest(changes), why };
}

function elementType(before: OutlineSymbol, after: OutlineSymbol): SignatureChange {
  if (before.type === after.type) return "same";
  if (before.kind === "graphql_field") return graphqlType(before.type ?? "", after.type ?? "", after.input === true);
  // The number of a field and its type are what is on the wire.
  if (before.kind === "message_field") return "replace";
  const change = typeChange(before.type, after.type);
  return change === "wider" ? "extend" : change === "narrower" ? "replace" : change === "same" ? "same" : "unknown";
}

/** Who reads may rely on `!`; who sends must obey it. */
function graphqlType(before: string, after: string, input: boolean): SignatureChange {
  if (before.replaceAll("!", "") !== after.replaceAll("!", "")) return "replace";
  const stricter = after.length > before.length;
  return stricter === input ? "replace" : "extend";
}

function requirement(before: OutlineSymbol, after: OutlineSymbol): SignatureChange {
  if (before.required === after.required || before.required === undefined || after.required === undefined)
    return "same";
  if (before.kind === "graphql_field") return "same"; // its type says it
  if (after.required) return "replace";
  // A column that may be null still takes what was written before; a property that may be missing may be missed.
  return before.kind === "column" ? "extend" : "unknown";
}

function gone(before: readonly string[] = [], after: readonly string[] = []): string[] {
  return before.filter((value) => !after.includes(value));
}

function valuesChange(before: readonly string[] | undefined, after: readonly string[] | undefined): SignatureChange {
  if (before === undefined && after === undefined) return "same";
  if (before === undefined) return "replace";
  if (after === undefined) return "extend";
  if (gone(before, after).length > 0) return "replace";
  return gone(after, before).length > 0 ? "extend" : "same";
}

function argumentsChange(before: OutlineSymbol, after: OutlineSymbol): SignatureChange {
  const [old, now] = [before.parameters ?? [], after.parameters ?? []];
  if (before.kind !== "graphql_field" && before.kind !== "graphql_directive") return parametersChange(old, now);
  const untyped = (list: readonly Parameter[]): Parameter[] => list.map(({ type: _type, ...rest }) => rest);
  const types = old.map((parameter) => {
    const other = now.find(({ name }) => name === parameter.name);
    if (!other || other.type === parameter.type) return "same";
    return graphqlType(parameter.type ?? "", other.type ?? "", true);
  });
  return strongest([parametersChange(untyped(old), untyped(now)), ...types]);
}

/** Answers of an operation, `200:schemas.Account 404:`: one that is gone or other is missed, a new one is not. */
function returnsChange(before = "", after = ""): SignatureChange {
  const now = new Set(after.split(" "));
  return before.split(" ").every((answer) => now.has(answer)) ? "extend" : "replace";
}
