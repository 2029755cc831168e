// Which names in code are local: variables and parameters that a piece of code binds for itself. What it calls so is its
// own and refers to nothing outside (spec 3.3). Knows nodes of the grammars; pure.
import type { SyntaxNode } from "./syntax-node.ts";

interface Rules {
  /** By node: the role of the child that names something new; `*` for all of its children. */
  readonly binds: Readonly<Record<string, string>>;
  /** By node: the role of the child that names a part of something else, or lives apart from variables. */
  readonly members?: Readonly<Record<string, string>>;
  /** Leaves that may be a variable; others (types, properties) never are. */
  readonly variables?: ReadonlySet<string>;
}

const SCRIPT: Rules = {
  binds: {
    variable_declarator: "name",
    required_parameter: "pattern",
    optional_parameter: "pattern",
    formal_parameters: "*",
    arrow_function: "parameter",
    catch_clause: "parameter",
    for_in_statement: "left",
    array_pattern: "*",
    rest_pattern: "*",
    assignment_pattern: "left",
    pair_pattern: "value",
    function_declaration: "name",
    class_declaration: "name",
  },
};

const C: Rules = {
  binds: {
    init_declarator: "declarator",
    declaration: "declarator",
    parameter_declaration: "declarator",
    optional_parameter_declaration: "declarator",
    for_range_loop: "declarator",
    structured_binding_declarator: "*",
  },
};

const BY_GRAMMAR: Readonly<Record<string, Rules>> = {
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  c: C,
  cpp: C,
  python: {
    binds: {
      assignment: "left",
      parameters: "*",
      default_parameter: "name",
      typed_parameter: "*",
      typed_default_parameter: "name",
      list_splat_pattern: "*",
      dictionary_splat_pattern: "*",
      lambda_parameters: "*",
      for_statement: "left",
      for_in_clause: "left",
      as_pattern_target: "*",
      named_expression: "name",
      function_definition: "name",
    },
    members: { attribute: "attribute", keyword_argument: "name" },
  },
  go: {
    binds: {
      short_var_declaration: "left",
      var_spec: "name",
      const_spec: "name",
      parameter_declaration: "name",
      variadic_parameter_declaration: "name",
      range_clause: "left",
    },
  },
  rust: {
    binds: {
      let_declaration: "pattern",
      parameter: "pattern",
      closure_parameters: "*",
      for_expression: "pattern",
    },
  },
  java: {
    binds: {
      variable_declarator: "name",
      formal_parameter: "name",
      catch_formal_parameter: "name",
      lambda_expression: "parameters",
      enhanced_for_statement: "name",
      resource: "name",
    },
    // Methods and variables of one name are two things.
    members: { method_invocation: "name", field_access: "field" },
  },
  csharp: {
    binds: {
      variable_declarator: "name",
      parameter: "name",
      implicit_parameter: "*",
      foreach_statement: "left",
      catch_declaration: "name",
      declaration_expression: "name",
    },
    members: { member_access_expression: "name", member_binding_expression: "name" },
  },
  // A variable of PHP begins with a sign, and is never what a name without one means.
  php: { binds: { variable_name: "*" }, variables: new Set() },
  ruby: {
    binds: {
      assignment: "left",
      left_assignment_list: "*",
      method_parameters: "*",
      block_parameters: "*",
      lambda_parameters: "*",
      optional_parameter: "name",
      keyword_parameter: "name",
      splat_parameter: "name",
      hash_splat_parameter: "name",
      block_parameter: "name",
      exception_variable: "*",
    },
    members: { call: "method" },
  },
};

/** Nodes that only hold several names, or one with a sign before it. */
const WRAPPERS: ReadonlySet<string> = new Set([
  "expression_list",
  "pattern_list",
  "tuple_pattern",
  "list_pattern",
  "array_pattern",
  "rest_pattern",
  "slice_pattern",
  "mut_pattern",
  "ref_pattern",
  "pointer_declarator",
  "reference_declarator",
  "array_declarator",
  "inferred_parameters",
  "left_assignment_list",
]);

const IDENTIFIER: ReadonlySet<string> = new Set(["identifier"]);

/** What a leaf is: a name that is bound here, a variable that may be bound elsewhere, or neither. */
export type NameRole = "bound" | "variable" | "other";

/** Told of every node before its leaves, it says of each leaf what it is. */
export class LocalNames {
  private readonly rules: Rules | undefined;
  private readonly bound = new Set<number>();
  private readonly members = new Set<number>();

  constructor(grammar: string) {
    this.rules = BY_GRAMMAR[grammar];
  }

  /** @param children of the node, where they are at hand */
  enter(node: SyntaxNode, type: string, children: readonly SyntaxNode[]): void {
    const { rules } = this;
    if (!rules) return;
    const binds = Object.hasOwn(rules.binds, type) ? rules.binds[type] : undefined;
    if (binds === "*") for (const child of children) this.bind(child);
    else if (binds !== undefined) for (const child of node.childrenForFieldName(binds)) this.bind(child);
    const member = rules.members && Object.hasOwn(rules.members, type) ? rules.members[type] : undefined;
    if (member !== undefined) {
      for (const child of node.childrenForFieldName(member)) this.members.add(child.startIndex);
    }
  }

  roleOf(type: string, at: number): NameRole {
    if (!this.rules) return "other";
    const variables = this.rules.variables ?? IDENTIFIER;
    if (this.bound.has(at) && (variables.size === 0 || variables.has(type))) return "bound";
    return variables.has(type) && !this.members.has(at) ? "variable" : "other";
  }

  private bind(node: SyntaxNode): void {
    const { children } = node;
    if (children.length === 0) this.bound.add(node.startIndex);
    else if (WRAPPERS.has(node.type)) for (const child of children) this.bind(child);
  }
}
