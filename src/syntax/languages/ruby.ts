// Declarations of Ruby: `Cart#total` on an instance, `Cart.load` on the class, `Shop::Cart` for what is nested.
import type { CodeLanguage, Draft } from "../code-outline.ts";
import type { CodeKind, Parameter } from "../outline.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { fieldText, foldSpaces, MAX_DEPTH } from "./node-text.ts";

interface Place {
  /** Name of the class or module around, or empty. */
  readonly owner: string;
  /** Modules around that only hold it: they may be left out when it is named. */
  readonly namespace: string | undefined;
  /** Inside `class << self`. */
  readonly singleton: boolean;
  readonly depth: number;
}

function* statements(parent: SyntaxNode, place: Place): Generator<Draft> {
  if (place.depth > MAX_DEPTH) return;
  for (const node of parent.namedChildren) yield* statement(node, place);
}

function* statement(node: SyntaxNode, place: Place): Generator<Draft> {
  switch (node.type) {
    case "module":
    case "class":
      yield* container(node, node.type, place);
      return;
    case "singleton_class": {
      const body = node.childForFieldName("body");
      if (body) yield* statements(body, { ...place, singleton: true, depth: place.depth + 1 });
      return;
    }
    case "method":
      yield method(node, node, place.singleton ? "." : "#", place.owner, place);
      return;
    case "singleton_method": {
      const object = fieldText(node, "object");
      const owner = object === "self" || object === undefined ? place.owner : object;
      yield method(node, node, ".", owner, place);
      return;
    }
    case "assignment":
      yield* constant(node, place);
      return;
    case "call":
      yield* called(node, place);
      return;
    case "alias":
      yield named(fieldText(node, "name"), node, place, "method");
      return;
    case "body_statement":
    case "begin":
    case "if":
    case "unless":
    case "then":
    case "else":
      yield* statements(node, { ...place, depth: place.depth + 1 });
  }
}

function* container(node: SyntaxNode, type: "module" | "class", place: Place): Generator<Draft> {
  const key = node.childForFieldName("name");
  if (!key) return;
  const simple = foldSpaces(key.text).replace(/^::/, "");
  const qualified = place.owner === "" || key.text.startsWith("::") ? simple : `${place.owner}::${simple}`;
  const body = node.childForFieldName("body");
  yield {
    name: qualified,
    kind: type,
    node,
    nameNode: key,
    body: body ?? undefined,
    exported: true,
    namespace: place.namespace,
  };
  if (!body) return;
  const namespace = type === "module" ? qualified : place.namespace;
  yield* statements(body, { owner: qualified, namespace, singleton: false, depth: place.depth + 1 });
}

function method(node: SyntaxNode, outer: SyntaxNode, separator: string, owner: string, place: Place): Draft {
  const simple = foldSpaces(fieldText(node, "name") ?? "");
  return {
    name: owner === "" ? simple : owner + separator + simple,
    kind: simple === "initialize" ? "constructor" : owner === "" ? "function" : "method",
    node: outer,
    nameNode: node.childForFieldName("name") ?? undefined,
    body: node.childForFieldName("body"),
    parameters: () => parametersOf(node.childForFieldName("parameters")),
    apart: () => [node.childForFieldName("parameters")],
    exported: true,
    namespace: place.namespace,
  };
}

function named(text: string | undefined, node: SyntaxNode, place: Place, kind: CodeKind): Draft {
  const simple = (text ?? "").replace(/^:|^["']|["']$/g, "");
  return {
    name: place.owner === "" ? simple : place.owner + (place.singleton ? "." : "#") + simple,
    kind,
    node,
    exported: true,
    namespace: place.namespace,
  };
}

function* constant(node: SyntaxNode, place: Place): Generator<Draft> {
  const left = node.childForFieldName("left");
  if (!left || (left.type !== "constant" && left.type !== "scope_resolution")) return;
  const qualified = place.owner === "" ? left.text : `${place.owner}::${left.text}`;
  yield {
    name: qualified,
    kind: "constant",
    node,
    nameNode: left,
    body: node.childForFieldName("right"),
    exported: true,
    namespace: place.namespace,
  };
  const right = node.childForFieldName("right");
  if (right?.type === "call" && MAKERS.has(foldSpaces(right.text).match(/^[\w:]+\.\w+/)?.[0] ?? "")) {
    yield* blockOf(right, { ...place, owner: qualified });
  }
}

/** Calls that make a class of their block. */
const MAKERS: ReadonlySet<string> = new Set(["Struct.new", "Class.new", "Module.new", "Data.define"]);

/** What is declared in the block of a call. */
function* blockOf(call: SyntaxNode, place: Place): Generator<Draft> {
  const body = call.childForFieldName("block")?.childForFieldName("body");
  if (body) yield* statements(body, { ...place, singleton: false, depth: place.depth + 1 });
}

/** Calls in a class body that declare: `attr_reader :lines`, `define_method(:x)`, `private def secret`. */
function* called(node: SyntaxNode, place: Place): Generator<Draft> {
  const name = fieldText(node, "method");
  const list = node.childForFieldName("arguments")?.namedChildren ?? [];
  if (name === "attr_reader" || name === "attr_writer" || name === "attr_accessor") {
    for (const symbol of list) {
      if (symbol.type !== "simple_symbol" && symbol.type !== "string") continue;
      yield {
        ...named(symbol.text, list.length === 1 ? node : symbol, place, "property"),
        from: symbol,
        nameNode: symbol,
      };
    }
  } else if (name === "define_method" || name === "alias_method" || name === "scope") {
    const symbol = list[0];
    if ((symbol?.type === "simple_symbol" || symbol?.type === "string") && place.owner !== "") {
      yield { ...named(symbol.text, node, place, "method"), nameNode: symbol };
    }
  } else if (name === "class_eval" || name === "class_exec" || name === "module_eval") {
    const receiver = node.childForFieldName("receiver");
    if (receiver === null) yield* blockOf(node, place);
    else if (receiver.type === "constant" || receiver.type === "scope_resolution") {
      yield* blockOf(node, { ...place, owner: foldSpaces(receiver.text).replace(/^::/, "") });
    }
  } else {
    for (const argument of list) {
      if (argument.type === "method") yield method(argument, node, place.singleton ? "." : "#", place.owner, place);
      if (argument.type === "singleton_method") yield method(argument, node, ".", place.owner, place);
    }
  }
}

function parametersOf(list: SyntaxNode | null): Parameter[] | undefined {
  const parameters: Parameter[] = [];
  for (const node of list?.namedChildren ?? []) {
    const simple = node.type === "identifier" ? node.text : (fieldText(node, "name") ?? node.text);
    switch (node.type) {
      case "keyword_parameter":
        parameters.push({
          name: simple,
          named: true,
          ...(node.childForFieldName("value") ? { optional: true as const } : {}),
        });
        break;
      case "optional_parameter":
        parameters.push({ name: simple, optional: true });
        break;
      case "splat_parameter":
      case "hash_splat_parameter":
        parameters.push({ name: simple, rest: true });
        break;
      case "block_parameter":
        parameters.push({ name: simple, optional: true, named: true });
        break;
      case "comment":
        break;
      default:
        parameters.push({ name: foldSpaces(simple) });
    }
  }
  return parameters;
}

export const ruby: CodeLanguage = {
  grammar: "ruby",
  identifiers: new Set(["identifier", "constant", "instance_variable", "hash_key_symbol"]),
  strings: new Set(["string", "heredoc_body"]),
  comments: new Set(["comment"]),
  declarations: (root) => statements(root, { owner: "", namespace: undefined, singleton: false, depth: 0 }),
};
