import { describe, misuse, requireKind } from "../../util/misuse.ts";
import { VALUE_TYPES, type ValueType } from "../types/value-type.ts";
import { isDateValue } from "../values/date/index.ts";
import { ERROR, type Outcome, type Plain } from "../values/plain.ts";
import { isText, isWithinTextLimit } from "../values/text/index.ts";

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
 * A pure function on plain values that implements, in memory, an operation that the core does not have. It never
 * receives an error, and may return `ERROR`. If the kernel of a custom function throws, or returns a value of another
 * type than its result, the value is an error and `onProblem` of `compile` is called.
 */
export interface Kernel {
  /** The name, for messages. */
  readonly name: string;
  /** The type of the result. */
  readonly result: ValueType;
  /** Whether a number or date result can be blank. */
  readonly mayBeBlank: boolean;
  /** Whether the result can be an error. */
  readonly mayFail: boolean;
  /** Computes the result from the operands. */
  readonly evaluate: (arguments_: readonly Plain[]) => Outcome;
  /** The estimated work of a call. */
  readonly price?: KernelPrice;
  /** @internal The approximate size in bytes of the kernel's state, if that grows. */
  readonly bytes?: () => number;
  /** @internal The patterns, texts and kernels that it is made of. Kernels of one name that are made of the same compute the same. */
  readonly madeOf?: readonly unknown[];
}

/** The price of an operation or of a kernel call, known before it runs. */
export interface Price {
  /** The maximum work in estimated nanoseconds, without that of the operands. */
  readonly work: number;
  /**
   * The maximum number of UTF-16 units in the result, for a text or a list; ignored for other types. Each item of a
   * list counts as one more.
   */
  readonly length: number;
}

/** The price of a call, given the maximum lengths of the operands. Lengths are counted as in `Price`. */
export type KernelPrice = (lengths: readonly number[]) => Price;

/** The parts of a kernel, for `defineKernel`. */
export interface KernelDefinition<P extends readonly ValueType[], R extends ValueType> {
  /** The name, for messages. */
  readonly name: string;
  /** The types of the operands. */
  readonly parameters: P;
  /** The type of the result. */
  readonly result: R;
  /** @internal Whether a number or date result can be blank; true by default, and always of a custom function. */
  readonly mayBeBlank?: boolean;
  /** @internal Whether the result can be an error; true by default, and always of a custom function. */
  readonly mayFail?: boolean;
  /**
   * The price of a call. Unless given, a call is assumed to be fast, and its text no longer than the operands or short.
   */
  readonly price?: KernelPrice;
  /** @internal The approximate size in bytes of the kernel's state, if that grows. */
  readonly bytes?: () => number;
  /** @internal The patterns, texts and kernels that it is made of. Kernels of one name that are made of the same compute the same. */
  readonly madeOf?: readonly unknown[];
  /** Computes the result from the operands. It must be pure. */
  readonly evaluate: (...arguments_: PlainArguments<P>) => Outcome;
}

/** Creates a kernel from a function with typed parameters. */
export function defineKernel<const P extends readonly ValueType[], R extends ValueType>(
  definition: KernelDefinition<P, R>,
): Kernel {
  requireKind(definition, "object", "`defineKernel`: the definition");
  requireKind(definition.name, "text", "`defineKernel`: the name");
  requireKind(definition.parameters, "texts", "`defineKernel`: the parameters");
  requireKind(definition.evaluate, "function", "`defineKernel`: `evaluate`");
  if (/Async|Generator/.test(Object.prototype.toString.call(definition.evaluate))) {
    throw new TypeError(
      "`defineKernel`: `evaluate` must return its result, not a promise or a generator",
    );
  }
  if (!VALUE_TYPES.includes(definition.result)) {
    throw misuse(
      "`defineKernel`: the result",
      `one of ${VALUE_TYPES.join(", ")}`,
      definition.result,
    );
  }
  if (definition.price !== undefined) {
    requireKind(definition.price, "function", "`defineKernel`: `price`");
  }
  const { name, result, mayBeBlank = true, mayFail = true, price, bytes, madeOf } = definition;
  const blankable = result === "number" || result === "date";
  // The builder does not compare operands with `parameters`: the lowering that calls the kernel must pass operands of
  // these types. The compiler cannot check that, hence the cast.
  const evaluate = definition.evaluate as (...arguments_: readonly Plain[]) => Outcome;
  return Object.freeze({
    name,
    result,
    mayBeBlank: blankable && mayBeBlank,
    mayFail,
    ...(price === undefined ? {} : { price }),
    ...(bytes === undefined ? {} : { bytes }),
    ...(madeOf === undefined ? {} : { madeOf }),
    evaluate: (arguments_: readonly Plain[]) => evaluate(...arguments_),
  });
}

/** Receives a problem, built on demand: a kernel may fail for each record, and only the first failure is reported. */
type ReportFailure = (problem: () => Error, isPromise?: boolean) => void;

/**
 * Makes the kernel of a custom function safe. If it throws, or returns a value of another type than its result, the
 * value is an error of the language, and `report` is called. Whatever the kernel declares, the result may be an error,
 * and a number or date may be blank.
 */
export function guardKernel(kernel: Kernel, report: ReportFailure): Kernel {
  const { name, result, price } = kernel;
  return {
    name,
    result,
    madeOf: [kernel],
    ...(price === undefined
      ? {}
      : { price: (lengths) => guardedPrice(name, price, lengths, report) }),
    mayBeBlank: result === "number" || result === "date",
    mayFail: true,
    evaluate: (arguments_) => {
      let outcome: unknown;
      try {
        // Lists are copied: the kernel must not modify a list that others read, nor its result later.
        outcome = kernel.evaluate(arguments_.map(copied));
        if (outcome === ERROR) return ERROR;
        // Turns -0 into 0.
        if (isPlain(result, outcome)) return outcome === 0 ? 0 : copied(outcome);
      } catch (cause) {
        report(() => {
          const thrown = cause instanceof Error ? cause.message : describe(cause);
          return new Error(`the kernel \`${name}\` threw: ${thrown}`, { cause });
        });
        return ERROR;
      }
      if (outcome instanceof Promise) {
        // A rejection that nobody handles would end the process.
        outcome.catch(() => undefined);
        report(() => new TypeError(promiseOf(name)), true);
        return ERROR;
      }
      report(() =>
        misuse(`the result of the kernel \`${name}\``, `a ${result} of the language`, outcome),
      );
      return ERROR;
    },
  };
}

export function promiseOf(kernel: string): string {
  return `the kernel \`${kernel}\` returns a promise, but must be synchronous`;
}

/** The price of a kernel, or the default if the kernel throws or its price is not a nonnegative number. */
function guardedPrice(
  name: string,
  price: KernelPrice,
  lengths: readonly number[],
  report: ReportFailure,
): Price {
  try {
    const { work, length } = price(lengths);
    if (work >= 0 && length >= 0) return { work, length };
    report(() => misuse(`the price of the kernel \`${name}\``, "numbers from 0", { work, length }));
  } catch (cause) {
    report(() => new Error(`the price of the kernel \`${name}\` threw`, { cause }));
  }
  return defaultPrice(lengths);
}

// The default price of a kernel: nanoseconds for a call, and for each unit of its texts.
const WORK = 1_000;
const WORK_EACH = 50;
const SHORT = 100;

/** The default price of a kernel: its text is no longer than its operands, or short. */
export function defaultPrice(lengths: readonly number[]): Price {
  const length = lengths.reduce((sum, one) => sum + one, 0);
  return { work: WORK + WORK_EACH * length, length: Math.max(length, SHORT) };
}

/** Whether the result of a custom kernel is a value of the type, or its blank. */
function isPlain(type: ValueType, value: unknown): value is Plain {
  switch (type) {
    case "text":
      return isText(value) && isWithinTextLimit(value);
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
