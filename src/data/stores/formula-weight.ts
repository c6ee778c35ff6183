import { type Formula, FormulaTemplate } from "../../engine/index.ts";
import { type CompiledFormula, internals } from "../../language/core/compiled.ts";
import type { CoreNode } from "../../language/core/node.ts";
import { regexBytes } from "../../language/values/regex/index.ts";

/** About how much memory a compiled formula holds, in bytes. */
export interface FormulaWeight {
  /** Of its tree, its core, its closures and its generated code. */
  readonly fixed: number;
  /** Of its patterns, at the moment: their automata grow with the texts that they read. */
  readonly growing: readonly (() => number)[];
}

const FORMULA_BYTES = 4_096;
/** Of a character of the text: tokens, tree and spans. */
const CHARACTER_BYTES = 100;
/** Of a UTF-16 unit of a constant text. */
const UNIT_BYTES = 2;
/** Of a node of the core: closures, generated code, and plans for columns and for SQL. */
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

/** The bytes of a formula at the moment. */
export function bytesOf({ fixed, growing }: FormulaWeight): number {
  return growing.reduce((sum, bytes) => sum + bytes(), fixed);
}
