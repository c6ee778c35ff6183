import { type CoreNode, operandOf, operandsOf } from "../../core/node.ts";
import type { Layout } from "./layout.ts";
import { haveFewParts, type PartsOf, partsOf, readsBytes } from "./parts-of-text.ts";
import { headOf } from "./text-heads.ts";
import { compareParts, TextParts } from "./text-parts.ts";

/** Whether two texts, as parts, are related in a way; both may be changed. To search one in the other, strings are faster. */
type Relation = (a: TextParts, b: TextParts) => boolean;

const RELATIONS: { readonly [op in CoreNode["op"]]?: Relation } = {
  equal: (a, b) => a.size() === b.size() && compareParts(a, b) === 0,
  less: (a, b) => compareParts(a, b) < 0,
  lessOrEqual: (a, b) => compareParts(a, b) <= 0,
  // One that goes on after the other is only 1 above it.
  startsWith: (a, b) => b.size() === 0 || isWithin(compareParts(a, b)),
  endsWith: (a, b) => {
    const more = a.size() - b.size();
    if (more < 0) return false;
    a.skip(more);
    return compareParts(a, b) === 0;
  },
};

/** A test of whether a condition on texts is `wanted`, without making strings; `undefined` for other conditions. */
export function partsTest(
  node: CoreNode,
  wanted: boolean,
  layout: Layout,
): ((row: number) => boolean) | undefined {
  const relation = RELATIONS[node.op];
  if (relation === undefined || !haveFewParts(node.operands)) return undefined;
  if (!node.operands.some((text) => readsBytes(text, layout))) return undefined;
  const [first, second] = operandsOf(node).map((text) => partsOf(text, layout));
  if (first === undefined || second === undefined) return undefined;
  const [a, b] = [new TextParts(), new TextParts()];
  const test = (row: number): boolean =>
    fill(first, row, a) && fill(second, row, b) && relation(a, b) === wanted;
  return testHeads(node, wanted, layout, test) ?? test;
}

/** The same test, which is needed only for rows whose texts have the same heads. */
function testHeads(
  node: CoreNode,
  wanted: boolean,
  layout: Layout,
  test: (row: number) => boolean,
): ((row: number) => boolean) | undefined {
  if (node.op !== "equal" && node.op !== "less" && node.op !== "lessOrEqual") return undefined;
  const [a, b] = operandsOf(node).map((text) => headOf(text, layout));
  if (a === undefined || b === undefined) return undefined;
  const whenLess = (node.op !== "equal") === wanted;
  return (row) => {
    const x = a.head(row);
    const y = b.head(row);
    // A head that is not known is neither less nor more.
    if (x < y) return whenLess;
    return x > y ? !wanted : test(row);
  };
}

/** The length of a text, without making a string; `undefined` for other numbers. */
export function partsLength(node: CoreNode, layout: Layout): ((row: number) => number) | undefined {
  if (node.op !== "length" || !haveFewParts(node.operands)) return undefined;
  if (!readsBytes(operandOf(node), layout)) return undefined;
  const text = partsOf(operandOf(node), layout);
  const parts = new TextParts();
  return text && ((row) => (fill(text, row, parts) ? parts.points() : Number.NaN));
}

function fill(text: PartsOf, row: number, into: TextParts): boolean {
  into.clear();
  return text(row, into);
}

function isWithin(order: number): boolean {
  return order === 0 || order === 1;
}
