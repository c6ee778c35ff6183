import { VALUE_TYPES, type ValueType } from "../types/value-type.ts";
import { misuse, requireKind } from "../util/misuse.ts";
import type { Outcome, Plain } from "../values/plain.ts";

/** The plain values of a type: a blank number or date is `null`. */
export type PlainOf<T extends ValueType> = T extends "text"
  ? string
  : T extends "number" | "date"
    ? number | null
    : T extends "boolean"
      ? boolean
      : readonly string[];

type PlainArguments<P extends readonly ValueType[]> = { readonly [K in keyof P]: PlainOf<P[K]> };

/**
 * A pure function on plain values: how an operation that is no primitive of the core is carried
 * out in memory. It is never handed an error, must not throw, and may answer `ERROR`.
 */
export interface Kernel {
  readonly name: string;
  readonly result: ValueType;
  readonly mayBeBlank: boolean;
  readonly mayFail: boolean;
  readonly evaluate: (arguments_: readonly Plain[]) => Outcome;
}

export interface KernelDefinition<P extends readonly ValueType[], R extends ValueType> {
  readonly name: string;
  readonly parameters: P;
  readonly result: R;
  /** Whether a number or date result can be blank; true unless said otherwise. */
  readonly mayBeBlank?: boolean;
  /** Whether the result can be an error; true unless said otherwise. */
  readonly mayFail?: boolean;
  readonly evaluate: (...arguments_: PlainArguments<P>) => Outcome;
}

/** A kernel from a function with typed parameters. */
export function defineKernel<const P extends readonly ValueType[], R extends ValueType>(
  definition: KernelDefinition<P, R>,
): Kernel {
  requireKind(definition, "object", "`defineKernel`: the definition");
  requireKind(definition.name, "text", "`defineKernel`: the name");
  requireKind(definition.parameters, "texts", "`defineKernel`: the parameters");
  requireKind(definition.evaluate, "function", "`defineKernel`: `evaluate`");
  if (!VALUE_TYPES.includes(definition.result)) {
    throw misuse(
      "`defineKernel`: the result",
      `one of ${VALUE_TYPES.join(", ")}`,
      definition.result,
    );
  }
  const { name, result, mayBeBlank = true, mayFail = true } = definition;
  const blankable = result === "number" || result === "date";
  // The builder checks each operand's type against nothing but the lowering that wrote it, so the
  // tuple's types are promised by `defineFunction` and restated here once.
  const evaluate = definition.evaluate as (...arguments_: readonly Plain[]) => Outcome;
  return Object.freeze({
    name,
    result,
    mayBeBlank: blankable && mayBeBlank,
    mayFail,
    evaluate: (arguments_: readonly Plain[]) => evaluate(...arguments_),
  });
}
