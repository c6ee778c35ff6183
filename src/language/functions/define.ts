/* The functions of the language: one file each, with parameters, meaning and documentation. */

import type { CoreBuilder } from "../core/builder.ts";
import type { Expr } from "../core/function-context.ts";
import type { CoreNode } from "../core/node.ts";
import type { FieldRole } from "../schema/field.ts";
import type { DiagnosticData } from "../source/messages/diagnostic-data.ts";
import type { ValueType } from "../types/value-type.ts";
import type { Outcome } from "../values/plain.ts";
import type { Parameter } from "./function-parameter.ts";

/**
 * A formula and its value: a text, number, boolean or list, `null` for blank, `ERROR`, or a `Date`. Examples run on
 * every back end; they may read the fields of `example-row.ts`.
 */
export type Example = readonly [formula: string, expected: Outcome | Date];

/** The type of an argument of a built-in function, which sees the nodes of the core. */
type Inside<A> = A extends Expr ? CoreNode : A extends readonly Expr[] ? readonly CoreNode[] : A;

type NodeArguments<P extends readonly Parameter[]> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer A> ? Inside<A> : never;
};

/** The arguments of `lower`: the field of the role, if the function has one, then an argument for each parameter. */
type LoweredNodeArguments<P extends readonly Parameter[], R> = R extends FieldRole
  ? readonly [CoreNode, ...NodeArguments<P>]
  : NodeArguments<P>;

/**
 * The documentation of a function, for people. Formulas do not need it. For the built-in functions, it is a separate
 * export beside the definition, so that bundlers can remove it.
 */
export interface FunctionDocumentation {
  /** One sentence, shown beside the name in a reference. */
  readonly summary: string;
  /** Further rules: blanks, errors, ranges. Markdown, a few sentences. */
  readonly details?: string;
  /** How the function deliberately differs from Airtable's function of the same name, and why. */
  readonly airtable?: string;
  /** A description of each parameter, by name. */
  readonly parameters?: Readonly<Record<string, string>>;
  /**
   * At least three examples, including a blank and an error if the function can return them. Dates are written as
   * texts: bundlers cannot remove a call of `Date.UTC`.
   */
  readonly examples: readonly Example[];
}

/** The description of a function, without its parameters and meaning. */
export interface FunctionDescription {
  /** The name, in upper case. */
  readonly name: string;
  /** The type of the result. `blank` and `error` take the type that the context of the call needs. */
  readonly result: ValueType | "common" | "blank" | "error";
  /**
   * `switch`: the arguments are a value, pairs of pattern and result, and an optional default. `lower` receives the
   * value, then alternating comparisons and results, then the default. `among` and `between`: all further arguments are
   * compared with the first one, and `lower` receives the comparisons instead. `zoned`: the result is the first
   * argument. The literal argument only affects an enclosing function with a `presentation` parameter. `member`: the
   * function tests whether the first argument is, or contains, each of the others.
   */
  readonly form?: "switch" | "among" | "between" | "zoned" | "member";
  /** The documentation of a custom function. */
  readonly documentation?: FunctionDocumentation;
}

/** A problem that `inspect` finds in a call. */
export type ArgumentProblem =
  | {
      /** The code of its diagnostic. */
      readonly code: "text-too-long" | "invalid-argument";
      /** The message of its diagnostic. */
      readonly message: string;
    }
  /** The problem of a built-in function, which catalogues describe. */
  | { readonly code: "text-too-long"; readonly data: DiagnosticData["text-too-long"] }
  | { readonly code: "invalid-argument"; readonly data: DiagnosticData["invalid-argument"] };

/** A function as the checker and the lowering see it. */
export interface FunctionDefinition extends FunctionDescription {
  /** The role of the field that `lower` receives first. A call is an error if the schema has no field of this role. */
  readonly role?: FieldRole;
  /** All parameters, including implicit ones. */
  readonly parameters: readonly Parameter[];
  /** The parameters that a formula has arguments for. */
  readonly written: readonly Parameter[];
  /** The minimum number of arguments. */
  readonly least: number;
  /** The maximum number of arguments; `Infinity` if the last parameter accepts any number of them. */
  readonly most: number;
  /** @internal Lowers a call to operations of the core. */
  readonly lower: (core: CoreBuilder, arguments_: readonly unknown[]) => CoreNode;
  /** @internal Finds a problem in lowered arguments whose types are correct. */
  readonly inspect?: (arguments_: readonly unknown[]) => ArgumentProblem | undefined;
}

/** A built-in function with its documentation. */
export interface DocumentedFunction {
  readonly definition: FunctionDefinition;
  readonly documentation: FunctionDocumentation;
}

/**
 * Defines a built-in function: the registry, the checker and every back end derive from the definition. `lower`
 * expresses its meaning in core operations. A part that they cannot express is a kernel, called by `core.call`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineBuiltIn<
  const P extends readonly Parameter[],
  const R extends FieldRole | undefined = undefined,
>(
  definition: FunctionDescription & {
    readonly parameters: P;
    readonly role?: R & FieldRole;
    readonly lower: (core: CoreBuilder, ...arguments_: LoweredNodeArguments<P, R>) => CoreNode;
    readonly inspect?: (...arguments_: LoweredNodeArguments<P, R>) => ArgumentProblem | undefined;
  },
): FunctionDefinition {
  const { lower, inspect, ...description } = definition;
  // The checker builds the arguments from `parameters`, so their types hold by construction.
  const call = lower as Lower;
  return inspect === undefined
    ? definitionOf(description, call)
    : definitionOf(description, call, inspect as Inspect);
}

export type Lower = (core: CoreBuilder, ...arguments_: readonly unknown[]) => CoreNode;
export type Inspect = (...arguments_: readonly unknown[]) => ArgumentProblem | undefined;

/** A definition with untyped arguments. */
/* @__NO_SIDE_EFFECTS__ */
export function definitionOf(
  description: FunctionDescription & Pick<FunctionDefinition, "parameters" | "role">,
  lower: Lower,
  inspect?: Inspect,
): FunctionDefinition {
  const { parameters } = description;
  const visible = parameters.filter(({ presence }) => presence !== "implicit");
  const isOpen = visible.some(({ presence }) => presence === "rest");
  return Object.freeze({
    ...description,
    // If no parameter is implicit, `written` and `parameters` are the same array.
    written: visible.length === parameters.length ? parameters : visible,
    least: visible.reduce((sum, parameter) => sum + fewest(parameter), 0),
    most: isOpen ? Number.POSITIVE_INFINITY : visible.length,
    lower: (core: CoreBuilder, arguments_: readonly unknown[]) => lower(core, ...arguments_),
    ...(inspect === undefined
      ? {}
      : { inspect: (arguments_: readonly unknown[]) => inspect(...arguments_) }),
  });
}

function fewest({ presence, least }: Parameter): number {
  if (presence === "rest") return least;
  return presence === "required" ? 1 : 0;
}
