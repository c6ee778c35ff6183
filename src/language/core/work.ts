import { operandsFirst } from "./fold.ts";
import type { Price } from "./kernel.ts";
import { ASSUMED_LENGTH } from "./leaf-operations.ts";
import type { CoreNode, Operation } from "./node.ts";
import type { Priced } from "./operation-record.ts";
import { OPERATIONS } from "./operations.ts";
import type { Lengths, Longest } from "./price-rules.ts";

/*
 * The work of a formula for one record, estimated statically from the operations and the lengths of their texts. The
 * unit is about a nanosecond. The estimate may be several times too high, but not several times too low.
 */

const assumed: Longest = () => ASSUMED_LENGTH;

/** The work of a formula. */
export interface Work {
  readonly total: number;
  /** The node with the most work of its own. */
  readonly costliest: CoreNode | undefined;
  /** The maximum number of UTF-16 units in the value of the last root. */
  readonly length: number;
  /** Whether all operations have a price: a custom function may lack one. */
  readonly isPriced: boolean;
}

/** The work of computing some roots together. A shared node runs once. */
export function workOf(roots: readonly CoreNode[], longest: Longest = assumed): Work {
  let total = 0;
  let most = 0;
  let costliest: CoreNode | undefined;
  let isPriced = true;
  let length = 0;
  const last = roots.at(-1);
  eachWork(roots, longest, (node, work, units) => {
    total += work;
    if (node === last) length = units;
    if (work > most) [most, costliest] = [work, node];
    if (node.op === "call" && node.data.price === undefined) isPriced = false;
  });
  return { total, costliest, length, isPriced };
}

/** The work of each node below the roots, without that of its operands. */
export function worksOf(
  roots: readonly CoreNode[],
  longest: Longest,
): ReadonlyMap<CoreNode, number> {
  const works = new Map<CoreNode, number>();
  eachWork(roots, longest, (node, work) => works.set(node, work));
  return works;
}

function eachWork(
  roots: readonly CoreNode[],
  longest: Longest,
  add: (node: CoreNode, work: number, length: number) => void,
): void {
  // Ids are unique within a core.
  const lengths: number[] = [];
  /* v8 ignore next -- operands are visited before their node */
  const priced: Lengths = { of: ({ id }) => lengths[id] ?? 0, longest };
  for (const node of operandsFirst(...roots)) {
    const { work, length } = priceOf<Operation>(node, priced);
    lengths[node.id] = length;
    add(node, work, length);
  }
}

/** The nanoseconds in a unit of `cost`. */
const OWN_COST = 2;

/** The price of an operation, given the maximum lengths of its operands. */
export function priceOf<O extends Operation>(node: Priced<O>, lengths: Lengths): Price {
  const [first, second] = node.operands;
  // Numbers, dates and conditions have no text: their length is 0.
  const a = first === undefined ? 0 : lengths.of(first);
  const b = second === undefined ? 0 : lengths.of(second);
  const { cost, price } = OPERATIONS[node.op];
  const own = typeof cost === "number" ? cost : cost[node.type];
  return price(OWN_COST * own, a, b, node, lengths);
}
