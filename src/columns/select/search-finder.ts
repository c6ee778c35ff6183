import { type CoreNode, operandOf } from "../../core/node.ts";
import type { Layout } from "../condition/layout.ts";
import { type TextTest, textTestOf } from "../condition/text-test.ts";
import type { RowFinder } from "./row-finder.ts";
import { type TextTests, textFinder } from "./text-finder.ts";

/** So many texts are searched for at once. */
const MOST_TOGETHER = 8;

/** The finder of searches in a column of texts, or of their negation; `undefined` for other conditions. */
export function searchFinder(
  node: CoreNode,
  layout: Layout,
  withVectors: boolean,
): RowFinder | undefined {
  const wanted = node.op !== "not";
  const condition = wanted ? node : operandOf(node);
  const tests = textTestsOf(condition.op === "or" ? condition.operands : [condition], layout);
  return tests && textFinder(tests, wanted, withVectors);
}

/** The conditions as tests that one search makes at once; `undefined` if they are not. */
export function textTestsOf(nodes: readonly CoreNode[], layout: Layout): TextTests | undefined {
  const tests = nodes.map((node) => textTestOf(node, layout));
  const [first, ...others] = tests;
  if (first === undefined || nodes.length > MOST_TOGETHER) return undefined;
  const more: TextTest[] = [];
  for (const test of others) {
    if (test?.how !== "contains" || test.blocks !== first.blocks) return undefined;
    more.push(test);
  }
  return more.length > 0 && first.how !== "contains" ? undefined : [first, ...more];
}
