import { type CoreNode, operandOf, operandsOf, threeOperandsOf } from "../../core/node.ts";
import type { Layout } from "../condition/layout.ts";
import { textSearchOf } from "../condition/text-test.ts";
import { keepingFinder, keepRows, type RowFinder } from "./row-finder.ts";
import { textFinder } from "./text-finder.ts";

/**
 * A finder for a comparison of the place of a constant in a field with a constant, as in `FIND("x", {text}, 3) > 5`: only the
 * rows whose texts have it anywhere are tested, since all others have place 0. `undefined` for other conditions.
 *
 * @param exact finds the rows in another way
 */
export function placeFinder(
  node: CoreNode,
  exact: RowFinder,
  layout: Layout,
  withVectors: boolean,
): RowFinder | undefined {
  const wanted = node.op !== "not";
  const condition = wanted ? node : operandOf(node);
  const { op } = condition;
  if (op !== "equal" && op !== "less" && op !== "lessOrEqual") return undefined;
  const [a, b] = operandsOf(condition);
  const find = a.op === "find" ? a : b;
  const constant = a.op === "find" ? b : a;
  if (find.op !== "find" || constant.op !== "literal" || find.mayFail) return undefined;
  const [needle, text] = threeOperandsOf(find);
  const search = textSearchOf("contains", text, needle, layout);
  if (search === undefined) return undefined;
  const withNeedle = textFinder([search], true, withVectors);
  const [x, y] = a.op === "find" ? [0, Number(constant.data)] : [Number(constant.data), 0];
  const isTrueWithout = (op === "equal" ? x === y : op === "less" ? x < y : x <= y) === wanted;
  return keepingFinder((hits, start, end) => {
    const found = hits.slice(start, end);
    const having = found.subarray(0, withNeedle.refine(found, 0, found.length));
    const kept = having.slice();
    const passing = kept.subarray(0, exact.refine(kept, 0, kept.length));
    if (!isTrueWithout) return keepRows(hits, start, end, passing, true);
    const failing = having.subarray(0, keepRows(having, 0, having.length, passing, false));
    return keepRows(hits, start, end, failing, false);
  });
}
