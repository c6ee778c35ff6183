import type { ErrorCause } from "../source/messages/error-cause.ts";
import type { ValueType } from "../types/value-type.ts";
import type { Outcome, Plain } from "../values/plain.ts";
import type { Price } from "./kernel.ts";
import type { NodeOf, Operation, OperationData, StrictOperation } from "./node.ts";
import type { Lengths } from "./price-rules.ts";

/** Everything about an operation except its data. */
export interface OperationRecord<O extends Operation> {
  /** The cost without the operands; comparing two numbers costs 1. Reading a field costs more for some types. */
  readonly cost: number | Readonly<Record<ValueType, number>>;
  readonly price: PriceRule<O>;
  /** For leaves: whether the value depends on the record, the parameters or the clock. */
  readonly varies?: boolean;
  /** Why the result can be an error although no operand is; false if it never is. */
  readonly fails?: ErrorCause | false;
}

export type LeafRecord<O extends Operation> = OperationRecord<O> & { readonly varies: boolean };

/** The part of a node that its price depends on. */
export type Priced<O extends Operation> = Pick<NodeOf<O>, "op" | "type" | "operands" | "data">;

/**
 * An upper bound of the work and of the length of the result.
 *
 * @param own the work that does not depend on lengths
 * @param a the length of the first operand; 0 if it has no text
 * @param b the length of the second operand
 */
type PriceRule<O extends Operation> = (
  own: number,
  a: number,
  b: number,
  node: Priced<O>,
  lengths: Lengths,
) => Price;

/**
 * An operation that is strict in errors. All records have their properties in the same order, so that engines give them
 * one hidden class: spreads made compiling 10 % slower.
 */
export type StrictRecord<O extends StrictOperation> = OperationRecord<O> & {
  /**
   * `strict`: if an operand is blank, the result is blank. `own`: `meaning` handles blank operands, or never receives
   * one.
   */
  readonly blank: "strict" | "own";
  readonly fails: ErrorCause | false;
  /** The result for operands that are not errors and, if the operation is strict in blanks, not blank. */
  readonly meaning: (operands: readonly Plain[], data: OperationData[O]) => Outcome;
  readonly type: ValueType | ((data: OperationData[O]) => ValueType);
};

export type StrictRecords<O extends StrictOperation> = { readonly [K in O]: StrictRecord<K> };
