import { misuse, requireKind } from "../../util/misuse.ts";
import type { Expr, FunctionContext } from "../core/function-context.ts";
import type { CoreNode } from "../core/node.ts";
import type { FieldRole } from "../schema/field.ts";
import {
  type ArgumentProblem,
  definitionOf,
  type FunctionDefinition,
  type FunctionDescription,
  type Inspect,
  type Lower,
} from "./define.ts";
import type { Parameter } from "./function-parameter.ts";
import { requireParameter } from "./require-parameter.ts";

type Arguments<P extends readonly Parameter[]> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer A> ? A : never;
};

/** The arguments of `lower`: the field of the role, if the function has one, then an argument for each parameter. */
type LoweredArguments<P extends readonly Parameter[], R> = R extends FieldRole
  ? readonly [Expr, ...Arguments<P>]
  : Arguments<P>;

/**
 * Defines a custom function: the checker and every back end derive from the definition. `lower` expresses its meaning
 * in the operations of the context. A part that they cannot express is a kernel, called by `call`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineFunction<
  const P extends readonly Parameter[],
  const R extends FieldRole | undefined = undefined,
>(
  definition: FunctionDescription & {
    readonly parameters: P;
    readonly role?: R & FieldRole;
    readonly lower: (context: FunctionContext, ...arguments_: LoweredArguments<P, R>) => Expr;
    readonly inspect?: (...arguments_: LoweredArguments<P, R>) => ArgumentProblem | undefined;
  },
): FunctionDefinition {
  requireDefinition(definition);
  const { lower, inspect, ...description } = definition;
  // The checker builds the arguments from `parameters`, so their types hold by construction.
  const untyped = lower as (context: FunctionContext, ...arguments_: readonly unknown[]) => Expr;
  const call: Lower = (core, ...arguments_) =>
    requireNode(untyped(core, ...arguments_), description.name);
  return inspect === undefined
    ? definitionOf(description, call)
    : definitionOf(description, call, inspect as Inspect);
}

/** @throws `TypeError` unless `lower` returned an expression of its context. */
function requireNode(result: Expr, name: string): CoreNode {
  if (isNode(result)) return result;
  throw misuse(`\`${name}\`: what \`lower\` returns`, "an expression of its context", result);
}

/** Only a builder creates expressions, and they are nodes. */
function isNode(value: Expr): value is CoreNode {
  return typeof value === "object" && value !== null && "op" in value;
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
