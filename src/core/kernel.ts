import { VALUE_TYPES, type ValueType } from "../types/value-type.ts";
import { describe, misuse, requireKind } from "../util/misuse.ts";
import { isDateValue } from "../values/date/index.ts";
import { ERROR, type Outcome, type Plain } from "../values/plain.ts";
import { isText, withinTextLimit } from "../values/text/index.ts";

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
 * A pure function on plain values that carries out, in memory, an operation that the core does not have. It never
 * receives an error, and may return `ERROR`. If the kernel of a custom function throws, or returns something that is
 * not a value of its result type, the value is an error and `onProblem` of `compile` is called.
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
  /** Whether a number or date result can be blank; true by default. */
  readonly mayBeBlank?: boolean;
  /** Whether the result can be an error; true by default. */
  readonly mayFail?: boolean;
  readonly evaluate: (...arguments_: PlainArguments<P>) => Outcome;
}

/** Makes a kernel from a function with typed parameters. */
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
  // The builder does not compare the operands with `parameters`: the lowering that calls the kernel has to pass
  // operands of these types. The compiler cannot see that, hence the cast.
  const evaluate = definition.evaluate as (...arguments_: readonly Plain[]) => Outcome;
  return Object.freeze({
    name,
    result,
    mayBeBlank: blankable && mayBeBlank,
    mayFail,
    evaluate: (arguments_: readonly Plain[]) => evaluate(...arguments_),
  });
}

/**
 * Makes the kernel of a custom function safe. If it throws, or returns something that is not a value of its result
 * type, the value is an error of the language, and `report` is called. Whatever the kernel declares, its value may be
 * an error, and a number or date may be blank.
 */
export function guardKernel(kernel: Kernel, report: (problem: Error) => void): Kernel {
  const { name, result } = kernel;
  return {
    name,
    result,
    mayBeBlank: result === "number" || result === "date",
    mayFail: true,
    evaluate: (arguments_) => {
      let outcome: unknown;
      try {
        // Lists are copied, so that the kernel cannot change a list that others read, nor its result later.
        outcome = kernel.evaluate(arguments_.map(copied));
        if (outcome === ERROR) return ERROR;
        // -0 becomes 0.
        if (isPlain(result, outcome)) return outcome === 0 ? 0 : copied(outcome);
      } catch (cause) {
        const thrown = cause instanceof Error ? cause.message : describe(cause);
        report(new Error(`the kernel \`${name}\` threw: ${thrown}`, { cause }));
        return ERROR;
      }
      report(
        misuse(`the result of the kernel \`${name}\``, `a ${result} of the language`, outcome),
      );
      return ERROR;
    },
  };
}

/** Whether a value that a custom kernel returned is one of the type, or its blank. */
function isPlain(type: ValueType, value: unknown): value is Plain {
  switch (type) {
    case "text":
      return isText(value) && withinTextLimit(value);
    case "number":
      return value === null || (typeof value === "number" && Number.isFinite(value));
    case "boolean":
      return typeof value === "boolean";
    case "date":
      return value === null || (typeof value === "number" && isDateValue(value));
    case "list":
      return Array.isArray(value) && value.every(isText);
  }
}

function copied(value: Plain): Plain {
  return typeof value === "object" && value !== null ? [...value] : value;
}
