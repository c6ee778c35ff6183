import type { LeafData } from "./node.ts";
import type { LeafRecord } from "./operation-record.ts";
import { constantLength, fixed, holdsText, READ } from "./price-rules.ts";

/** The assumed maximum length of a field's text, if nothing is known of the records. */
export const ASSUMED_LENGTH = 100;

export const LEAF_OPERATIONS: { readonly [O in keyof LeafData]: LeafRecord<O> } = {
  literal: {
    varies: false,
    cost: 0,
    price: (work, _a, _b, { data }) => ({ work, length: constantLength(data) }),
  },
  blank: { varies: false, cost: 0, price: fixed },
  fail: { varies: false, cost: 0, price: fixed },
  field: {
    varies: true,
    cost: { boolean: 1, number: 1, text: 1.5, date: 15, list: 50 },
    price: (own, _a, _b, { type, data }, { longest }) => {
      const length = holdsText(type) ? longest(data) : 0;
      return { work: own + READ * length, length };
    },
  },
  parameter: {
    varies: true,
    cost: 0,
    // Assumed like the text of an unknown record.
    price: (work, _a, _b, { type }) => ({ work, length: holdsText(type) ? ASSUMED_LENGTH : 0 }),
  },
  now: { varies: true, cost: 0, price: fixed },
};
