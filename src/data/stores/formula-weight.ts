import { type Formula, FormulaTemplate } from "../../engine/index.ts";
import { type CompiledFormula, internals } from "../../language/core/compiled.ts";
import type { CoreNode } from "../../language/core/node.ts";
import { regexBytes } from "../../language/values/regex/index.ts";

/** The approximate memory of a compiled formula, in bytes. */
export interface FormulaWeight {
  /** The tree, core, closures and generated code. */
  readonly fixed: number;
  /** The current memory of each pattern: its automaton grows with the texts that it reads. */
  readonly growing: readonly (() => number)[];
}

const FORMULA_BYTES = 4_096;
/** For each source character: tokens, tree and spans. */
const CHARACTER_BYTES = 100;
/** For each UTF-16 unit of a constant text. */
const UNIT_BYTES = 2;
/** For each core node: closures, generated code, and plans for columns and SQL. */
const NODE_BYTES = 1_024;

export function formulaWeight(formula: Formula | FormulaTemplate): FormulaWeight {
  if (formula instanceof FormulaTemplate) return weightOf(formula.core);
  return weightOf(internals(formula));
}

function weightOf({
  root,
  condition,
  source,
  constantLength,
}: Pick<CompiledFormula, "root" | "condition" | "source" | "constantLength">): FormulaWeight {
  const nodes = new Set<CoreNode>([root, condition]);
  const growing: (() => number)[] = [];
  for (const node of nodes) {
    for (const operand of node.operands) nodes.add(operand);
    if (node.op === "regexMatch") growing.push(() => regexBytes(node.data));
    else if (node.op === "call" && node.data.bytes !== undefined) growing.push(node.data.bytes);
  }
  const text = CHARACTER_BYTES * source.length + UNIT_BYTES * constantLength();
  const fixed = FORMULA_BYTES + text + NODE_BYTES * nodes.size;
  return { fixed, growing };
}

/** The current memory of a formula in bytes. */
export function bytesOf({ fixed, growing }: FormulaWeight): number {
  return growing.reduce((sum, bytes) => sum + bytes(), fixed);
}
