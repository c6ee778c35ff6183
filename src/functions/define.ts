import type { CoreBuilder } from "../core/builder.ts";
import type { CoreNode } from "../core/node.ts";
import type { FieldRole } from "../schema/field.ts";
import type { ValueType } from "../types/value-type.ts";
import { requireKind } from "../util/misuse.ts";
import type { Outcome } from "../values/plain.ts";
import { type Parameter, requireParameter } from "./parameter.ts";

/**
 * A formula and what it yields: a text, number, boolean or list, `null` for blank, `ERROR`, or a `Date`.
 * Examples run on every back end; they may read the fields of `example-row.ts`.
 */
export type Example = readonly [formula: string, expected: Outcome | Date];

type Arguments<P extends readonly Parameter[]> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer A> ? A : never;
};

/** What `lower` is handed: the field of the role, if the function has one, then an argument for each parameter. */
type Handed<P extends readonly Parameter[], R> = R extends FieldRole
  ? readonly [CoreNode, ...Arguments<P>]
  : Arguments<P>;

/**
 * What a person reads about a function. No formula needs it: of the built-in functions it is an export of its own beside the
 * definition, so that bundlers leave it out.
 */
export interface FunctionDocumentation {
  /** One sentence, as a reference shows it beside the name. */
  readonly summary: string;
  /** Further rules: blanks, errors, ranges. Markdown, a few sentences. */
  readonly details?: string;
  /** How the function deliberately differs from Airtable's function of the name, and why. */
  readonly airtable?: string;
  /** What each parameter is, by its name. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** At least three, with a blank and an error if the function can yield them. */
  readonly examples: readonly Example[];
}

interface Description {
  /** In capitals. */
  readonly name: string;
  /** `blank` and `error` take whatever type their surroundings want. */
  readonly result: ValueType | "common" | "blank" | "error";
  /**
   * `switch`: the arguments are a value, pairs of pattern and result, and perhaps a default; `lower` is handed
   * the comparisons and results in turn, then the default. `zoned`: the result is the first argument; the literal
   * argument only tells an enclosing function with a `presentation` parameter how to show it.
   */
  readonly form?: "switch" | "zoned";
  /** What a person reads about a function of your own. */
  readonly documentation?: FunctionDocumentation;
}

/** What `inspect` finds wrong with a call. */
export interface ArgumentProblem {
  readonly code: "text-too-long" | "invalid-argument";
  readonly message: string;
}

/** A function as the checker and the lowering see it. */
export interface FunctionDefinition extends Description {
  /** The schema field that `lower` is handed before its arguments; calling without one in the schema is a diagnostic. */
  readonly role?: FieldRole;
  readonly parameters: readonly Parameter[];
  /** The parameters that a user writes arguments for. */
  readonly written: readonly Parameter[];
  /** The fewest and the most arguments. */
  readonly least: number;
  readonly most: number;
  readonly lower: (core: CoreBuilder, arguments_: readonly unknown[]) => CoreNode;
  /** What is wrong with the lowered arguments though their types are right. */
  readonly inspect?: (arguments_: readonly unknown[]) => ArgumentProblem | undefined;
}

/** A built-in function with its documentation. */
export interface DocumentedFunction {
  readonly definition: FunctionDefinition;
  readonly documentation: FunctionDocumentation;
}

/**
 * Defines a function once: the registry, the checker and every back end derive from it. `lower` states its meaning in core operations; what no operation says is a kernel, through `core.call`.
 */
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
    // The very array where nothing is implicit.
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

/** @throws `TypeError` for what cannot be a function's definition. */
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
