/* The functions of the language: a file for each, with its parameters, its meaning and its documentation. */

import { requireKind } from "../../util/misuse.ts";
import type { CoreBuilder } from "../core/builder.ts";
import type { CoreNode } from "../core/node.ts";
import type { FieldRole } from "../schema/field.ts";
import type { ValueType } from "../types/value-type.ts";
import type { Outcome } from "../values/plain.ts";
import { type Parameter, requireParameter } from "./parameter.ts";

/**
 * A formula and its value: a text, number, boolean or list, `null` for blank, `ERROR`, or a `Date`. Examples run on
 * every back end; they may read the fields of `example-row.ts`.
 */
export type Example = readonly [formula: string, expected: Outcome | Date];

type Arguments<P extends readonly Parameter[]> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer A> ? A : never;
};

/** The arguments of `lower`: the field of the role, if the function has one, then an argument for each parameter. */
type Handed<P extends readonly Parameter[], R> = R extends FieldRole
  ? readonly [CoreNode, ...Arguments<P>]
  : Arguments<P>;

/**
 * The documentation of a function, for people. No formula needs it. For the built-in functions, it is an export beside
 * the definition, so that bundlers leave it out.
 */
export interface FunctionDocumentation {
  /** One sentence, as a reference shows it beside the name. */
  readonly summary: string;
  /** Further rules: blanks, errors, ranges. Markdown, a few sentences. */
  readonly details?: string;
  /** How the function deliberately differs from Airtable's function of the same name, and why. */
  readonly airtable?: string;
  /** A description of each parameter, by its name. */
  readonly parameters?: Readonly<Record<string, string>>;
  /**
   * At least three examples, with a blank and an error if the function can return them. A date is written as a text:
   * a bundler cannot leave out what calls `Date.UTC`.
   */
  readonly examples: readonly Example[];
}

interface Description {
  /** The name, in capitals. */
  readonly name: string;
  /** The type of the result. `blank` and `error` take the type that is needed where the call stands. */
  readonly result: ValueType | "common" | "blank" | "error";
  /**
   * `switch`: the arguments are a value, pairs of pattern and result, and perhaps a default. `lower` receives the
   * value, then the comparisons and results in turn, then the default. `among` and `between`: all further arguments are
   * compared with the first one, and `lower` receives the comparisons in their places. `zoned`: the result is the first argument. The
   * literal argument only tells an enclosing function with a `presentation` parameter how to show it.
   */
  readonly form?: "switch" | "among" | "between" | "zoned";
  /** The documentation of a custom function. */
  readonly documentation?: FunctionDocumentation;
}

/** A problem that `inspect` finds in a call. */
export interface ArgumentProblem {
  readonly code: "text-too-long" | "invalid-argument";
  readonly message: string;
}

/** A function as the checker and the lowering see it. */
export interface FunctionDefinition extends Description {
  /** The role of the field that `lower` receives first. A call is an error if the schema has no field of this role. */
  readonly role?: FieldRole;
  /** The parameters, as the checker reads them. */
  readonly parameters: readonly Parameter[];
  /** The parameters that a user writes arguments for. */
  readonly written: readonly Parameter[];
  /** The fewest arguments. */
  readonly least: number;
  /** The most arguments; `Infinity` if the last parameter takes any number of them. */
  readonly most: number;
  /** Writes a call as operations of the core. */
  readonly lower: (core: CoreBuilder, arguments_: readonly unknown[]) => CoreNode;
  /** Finds a problem in lowered arguments whose types are right. */
  readonly inspect?: (arguments_: readonly unknown[]) => ArgumentProblem | undefined;
}

/** A built-in function with its documentation. */
export interface DocumentedFunction {
  readonly definition: FunctionDefinition;
  readonly documentation: FunctionDocumentation;
}

/**
 * Defines a function once: the registry, the checker and every back end derive from it. `lower` states its meaning in
 * core operations. If the operations cannot express a part of it, that part is a kernel, called by `core.call`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineFunction<
  const P extends readonly Parameter[],
  const R extends FieldRole | undefined = undefined,
>(
  definition: Description & {
    readonly parameters: P;
    readonly role?: R & FieldRole;
    readonly lower: (core: CoreBuilder, ...arguments_: Handed<P, R>) => CoreNode;
    readonly inspect?: (...arguments_: Handed<P, R>) => ArgumentProblem | undefined;
  },
): FunctionDefinition {
  requireDefinition(definition);
  const { lower, inspect, ...description } = definition;
  // The checker builds the arguments from `parameters`, so their types hold by construction.
  const call = lower as (core: CoreBuilder, ...arguments_: readonly unknown[]) => CoreNode;
  const look = inspect as
    | ((...arguments_: readonly unknown[]) => ArgumentProblem | undefined)
    | undefined;
  const { parameters } = description;
  const visible = parameters.filter(({ presence }) => presence !== "implicit");
  const isOpen = visible.some(({ presence }) => presence === "rest");
  return Object.freeze({
    ...description,
    // If no parameter is implicit, `written` and `parameters` are the same array.
    written: visible.length === parameters.length ? parameters : visible,
    least: visible.reduce((sum, parameter) => sum + fewest(parameter), 0),
    most: isOpen ? Number.POSITIVE_INFINITY : visible.length,
    lower: (core: CoreBuilder, arguments_: readonly unknown[]) => call(core, ...arguments_),
    ...(look === undefined
      ? {}
      : { inspect: (arguments_: readonly unknown[]) => look(...arguments_) }),
  });
}

const CALL = "`defineFunction`:";

/** @throws `TypeError` unless the value is a definition of a function. */
function requireDefinition(definition: {
  readonly name: unknown;
  readonly parameters: readonly Parameter[];
  readonly lower: unknown;
  readonly inspect?: unknown;
}): void {
  requireKind(definition, "object", `${CALL} the definition`);
  const { name, parameters, lower, inspect } = definition;
  requireKind(name, "text", `${CALL} the name`);
  requireKind(parameters, "objects", `${CALL} the parameters`);
  for (const one of parameters) requireParameter(one, `${CALL} a parameter`);
  requireKind(lower, "function", `${CALL} \`lower\``);
  if (inspect !== undefined) requireKind(inspect, "function", `${CALL} \`inspect\``);
}

function fewest({ presence, least }: Parameter): number {
  if (presence === "rest") return least;
  return presence === "required" ? 1 : 0;
}
