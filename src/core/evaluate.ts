import type { Field } from "../schema/field.ts";
import { ERROR, type Outcome, type Plain } from "../values/plain.ts";
import { BLANK_STRICT, MEANING, type StrictNode, type StrictOperation } from "./meaning.ts";
import { type CoreNode, type NodeOf, operandOf, operandsOf, threeOperandsOf } from "./node.ts";

/** What a formula reads while it runs. */
export interface Scope {
  /** The field's value as its type has it; what is of another type is blank. */
  readonly read: (field: Field) => Plain;
  /** The instant that `NOW()` is, in milliseconds. */
  readonly now: number;
}

/**
 * The reference evaluator: a plain walk over the core. Every back end must agree with it; it is
 * written to be read beside `grammar/reference/core.md`, not to be fast. A shared node is
 * evaluated once for each run.
 */
export function evaluate(root: CoreNode, scope: Scope): Outcome {
  return evaluator(scope)(root);
}

/** Evaluates several nodes of one core over one record. */
export function evaluator(scope: Scope): (node: CoreNode) => Outcome {
  const known = new Map<CoreNode, Outcome>();

  function visit(node: CoreNode): Outcome {
    const earlier = known.get(node);
    if (earlier !== undefined) return earlier;
    const outcome = compute(node);
    known.set(node, outcome);
    return outcome;
  }

  function compute(node: CoreNode): Outcome {
    switch (node.op) {
      case "literal":
        return node.data;
      case "blank":
        return null;
      case "fail":
        return ERROR;
      case "field":
        return scope.read(node.data);
      case "now":
        return scope.now;
      case "and":
        return decide(node.operands, false);
      case "or":
        return decide(node.operands, true);
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        const outcome = visit(condition);
        return outcome === ERROR ? ERROR : visit(outcome === true ? then : otherwise);
      }
      case "isError":
        return visit(operandOf(node)) === ERROR;
      case "orElse": {
        const [value, otherwise] = operandsOf(node);
        const outcome = visit(value);
        return outcome === null ? visit(otherwise) : outcome;
      }
      default:
        return strict(node);
    }
  }

  /** AND is decided by one FALSE and OR by one TRUE, whatever the others are; then an error counts. */
  function decide(operands: readonly CoreNode[], deciding: boolean): Outcome {
    const outcomes = operands.map(visit);
    if (outcomes.includes(deciding)) return deciding;
    return outcomes.includes(ERROR) ? ERROR : !deciding;
  }

  function strict(node: StrictNode): Outcome {
    const operands: Plain[] = [];
    for (const operand of node.operands) {
      const outcome = visit(operand);
      if (outcome === ERROR) return ERROR;
      operands.push(outcome);
    }
    return applyStrict<StrictOperation>(node.op, operands, node.data);
  }

  return visit;
}

/** What a strict operation answers for operands that are no errors. */
export function applyStrict<O extends StrictOperation>(
  op: O,
  operands: readonly Plain[],
  data: NodeOf<O>["data"],
): Outcome {
  if (BLANK_STRICT.has(op) && operands.includes(null)) return null;
  return MEANING[op](operands, data);
}
