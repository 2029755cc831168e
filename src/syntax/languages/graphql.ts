// Types, fields and directives of GraphQL schemas, and the operations of GraphQL documents. The door to `graphql`.
import {
  type DefinitionNode,
  type FieldDefinitionNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type InputValueDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  type TypeNode,
  visit,
} from "graphql";
import type { Outline, Parameter, Problem, SymbolKind } from "../outline.ts";
import { lineIndex, type Span, textOutline } from "../text-outline.ts";
import { graphqlParts } from "./graphql-parts.ts";

/** Nesting of a query is bounded by the parser's own recursion; more tokens than this are not read. */
const MAX_TOKENS = 500_000;

export function graphqlOutline(path: string, text: string): Outline {
  const problems: Problem[] = [];
  const spans: Span[] = [];
  for (const { definition, offset } of definitions(text, problems)) spans.push(...spansOf(definition, offset));
  return textOutline(path, "graphql", text, { spans, problems, strip: withoutComments });
}

function withoutComments(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|#[^\n]*/g, (found) => (found.startsWith("#") ? "" : found));
}

interface Placed {
  readonly definition: DefinitionNode;
  readonly offset: number;
}

const MAX_PROBLEMS = 20;

/** All definitions; when the text as a whole does not parse, those of its parts that do. */
function definitions(text: string, problems: Problem[]): Placed[] {
  let whole: unknown;
  try {
    return parse(text, { maxTokens: MAX_TOKENS }).definitions.map((definition) => ({ definition, offset: 0 }));
  } catch (error) {
    whole = error;
  }
  const placed: Placed[] = [];
  const lineAt = lineIndex(text);
  for (const [from, to] of graphqlParts(text)) {
    try {
      const document = parse(text.slice(from, to), { maxTokens: MAX_TOKENS });
      for (const definition of document.definitions) placed.push({ definition, offset: from });
    } catch (error) {
      if (problems.length < MAX_PROBLEMS) problems.push(problemOf(error, lineAt(from) - 1));
    }
  }
  // Nothing but what lies between the definitions is wrong.
  if (problems.length === 0) problems.push(problemOf(whole, 0));
  return placed;
}

function problemOf(error: unknown, before: number): Problem {
  if (error instanceof GraphQLError) {
    return {
      line: before + (error.locations?.[0]?.line ?? 1),
      message: error.message.split("\n")[0] ?? "syntax error",
    };
  }
  return { line: before + 1, message: "the text is nested too deeply" };
}

function spansOf(definition: DefinitionNode, offset: number): Span[] {
  const at = placeOf(definition, offset);
  switch (definition.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.OBJECT_TYPE_EXTENSION:
    case Kind.INTERFACE_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_EXTENSION:
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
    case Kind.INPUT_OBJECT_TYPE_EXTENSION: {
      const owner = definition.name.value;
      const fields = (definition.fields ?? []) as readonly (FieldDefinitionNode | InputValueDefinitionNode)[];
      const interfaces = "interfaces" in definition ? (definition.interfaces ?? []) : [];
      return [
        {
          ...at,
          name: owner,
          kind: "graphql_type",
          facts: { references: interfaces.map((type) => type.name.value), ...docOf(definition) },
        },
        ...fields.map((field) => fieldSpan(field, owner, offset)),
      ];
    }
    case Kind.ENUM_TYPE_DEFINITION:
    case Kind.ENUM_TYPE_EXTENSION: {
      const owner = definition.name.value;
      const values = definition.values ?? [];
      return [
        {
          ...at,
          name: owner,
          kind: "graphql_type",
          facts: { values: values.map((value) => value.name.value), ...docOf(definition) },
        },
        ...values.map(
          (value): Span => ({ ...placeOf(value, offset), name: `${owner}.${value.name.value}`, kind: "graphql_field" }),
        ),
      ];
    }
    case Kind.UNION_TYPE_DEFINITION:
    case Kind.UNION_TYPE_EXTENSION: {
      const types = (definition.types ?? []).map((type) => type.name.value);
      return [
        { ...at, name: definition.name.value, kind: "graphql_type", facts: { values: types, references: types } },
      ];
    }
    case Kind.SCALAR_TYPE_DEFINITION:
    case Kind.SCALAR_TYPE_EXTENSION:
      return [{ ...at, name: definition.name.value, kind: "graphql_type", facts: docOf(definition) }];
    case Kind.DIRECTIVE_DEFINITION:
      return [
        {
          ...at,
          name: `@${definition.name.value}`,
          kind: "graphql_directive",
          facts: { parameters: argumentsOf(definition.arguments) },
        },
      ];
    case Kind.SCHEMA_DEFINITION:
    case Kind.SCHEMA_EXTENSION:
      return [{ ...at, name: "schema", kind: "graphql_type" }];
    case Kind.OPERATION_DEFINITION:
    case Kind.FRAGMENT_DEFINITION: {
      const name = definition.name?.value;
      const span = { ...at, name: name ?? definition.kind, kind: "function" as SymbolKind };
      return [{ ...span, name: name ?? "default", facts: { references: fieldsUsed(definition) } }];
    }
    default:
      return [];
  }
}

/**
 * `gql:email` for every field that an operation or fragment asks for, `gql:account.email` with what it is asked of (as
 * graphqlUses), and the types it names.
 */
function fieldsUsed(definition: OperationDefinitionNode | FragmentDefinitionNode): string[] {
  const used = new Set<string>();
  const select = (selections: SelectionSetNode | undefined, holder: string): void => {
    for (const selection of selections?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        const name = selection.name.value;
        used.add(`gql:${name}`).add(`gql:${holder}.${name}`);
        select(selection.selectionSet, name);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const type = selection.typeCondition?.name.value;
        select(selection.selectionSet, type === undefined ? holder : `on ${type}`);
      }
    }
  };
  const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
  select(definition.selectionSet, isOperation ? definition.operation : `on ${definition.typeCondition.name.value}`);
  visit(definition, {
    NamedType: (node) => {
      used.add(node.name.value);
    },
    ObjectField: (node) => {
      used.add(`gql:in ${node.name.value}`);
    },
    EnumValue: (node) => {
      used.add(`gql:${node.value}`);
    },
    FragmentSpread: (node) => {
      used.add(node.name.value);
    },
  });
  return [...used].sort();
}

function fieldSpan(field: FieldDefinitionNode | InputValueDefinitionNode, owner: string, offset: number): Span {
  const parameters = "arguments" in field ? argumentsOf(field.arguments) : [];
  const isInput = field.kind === Kind.INPUT_VALUE_DEFINITION;
  return {
    ...placeOf(field, offset),
    name: `${owner}.${field.name.value}`,
    kind: "graphql_field",
    facts: {
      type: print(field.type),
      required: field.type.kind === Kind.NON_NULL_TYPE && !(isInput && field.defaultValue !== undefined),
      ...(isInput ? { input: true as const } : {}),
      ...(parameters.length > 0 ? { parameters } : {}),
      references: [typeName(field.type)],
      ...docOf(field),
    },
  };
}

function typeName(type: TypeNode): string {
  let inner = type;
  while (inner.kind !== Kind.NAMED_TYPE) inner = inner.type;
  return inner.name.value;
}

function argumentsOf(list: readonly InputValueDefinitionNode[] | undefined): Parameter[] {
  return (list ?? []).map((argument) => ({
    name: argument.name.value,
    type: print(argument.type),
    named: true,
    ...(argument.type.kind !== Kind.NON_NULL_TYPE || argument.defaultValue ? { optional: true as const } : {}),
  }));
}

function docOf(node: object): { doc?: string } {
  const described = node as { readonly description?: { readonly value: string } };
  const line = described.description?.value
    .split("\n")
    .map((part) => part.trim())
    .find((part) => part !== "");
  return line === undefined ? {} : { doc: line.slice(0, 200) };
}

/** From the keyword or name behind the description to the end. */
function placeOf(
  node: {
    readonly loc?: DefinitionNode["loc"];
    readonly description?: { readonly loc?: DefinitionNode["loc"] } | undefined;
  },
  offset: number,
): { from: number; to: number; lead?: number } {
  const loc = node.loc;
  if (!loc) return { from: offset, to: offset };
  let first = node.description?.loc?.endToken.next ?? loc.startToken;
  while (first.kind === "Comment" && first.next) first = first.next;
  return {
    from: offset + first.start,
    to: offset + loc.end,
    ...(node.description ? { lead: offset + loc.start } : {}),
  };
}
