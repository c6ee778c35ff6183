import { type LazyData, threeOperandsOf } from "./node.ts";
import type { OperationRecord } from "./operation-record.ts";
import { fixed } from "./price-rules.ts";

/** Their meaning is in `evaluate.ts`, since it determines which operands are evaluated. */
export const LAZY_OPERATIONS: { readonly [O in keyof LazyData]: OperationRecord<O> } = {
  and: { cost: 0, price: fixed },
  or: { cost: 0, price: fixed },
  if: {
    cost: 1,
    price: (work, _condition, then, node, { of }) => ({
      work,
      length: Math.max(then, of(threeOperandsOf(node)[2])),
    }),
  },
  isError: { cost: 1, price: fixed },
  orElse: { cost: 1, price: fixed },
};
