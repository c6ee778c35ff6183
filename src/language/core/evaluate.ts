import type { Field } from "../schema/field.ts";
import { ERROR, type Outcome, type Plain } from "../values/plain.ts";
import { fold } from "./fold.ts";
import type { NamedParameter } from "./named-parameter.ts";
import {
  type CoreNode,
  type NodeOf,
  operandOf,
  operandsOf,
  type StrictNode,
  type StrictOperation,
  threeOperandsOf,
} from "./node.ts";
import { STRICT_OPERATIONS } from "./operations.ts";

/** The record and the time that a formula is evaluated for. */
export interface Scope {
  /** The field's value; a value that is not of the field's type is blank. */
  readonly read: (field: Field) => Plain;
  /** The instant that `NOW()` returns, in milliseconds. */
  readonly now: number;
  /** The values of the formula's parameters, by index; omitted if it has none. */
  readonly bound?: readonly Plain[];
}

/**
 * The reference evaluator: a plain walk over the core. Every back end must agree with it. It follows
 * `grammar/reference/core.md` closely, and is not meant to be fast. A shared node is evaluated once.
 */
export function evaluate(root: CoreNode, scope: Scope): Outcome {
  return evaluator(scope)(root);
}

/** Evaluates several nodes of one core for one record. */
export function evaluator(scope: Scope): (node: CoreNode) => Outcome {
  const known = new Map<CoreNode, Outcome>();

  /** The outcome of an operand that was evaluated before. */
  function outcomeOf(operand: CoreNode): Outcome {
    const outcome = known.get(operand);
    /* v8 ignore next -- operands are evaluated before their node */
    if (outcome === undefined) throw new Error("an operand was not evaluated");
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
      case "parameter":
        return parameterIn(scope, node.data);
      case "now":
        return scope.now;
      case "and":
        return decide(node.operands.map(outcomeOf), false);
      case "or":
        return decide(node.operands.map(outcomeOf), true);
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        const outcome = outcomeOf(condition);
        return outcome === ERROR ? ERROR : outcomeOf(outcome === true ? then : otherwise);
      }
      case "isError":
        return outcomeOf(operandOf(node)) === ERROR;
      case "orElse": {
        const [value, otherwise] = operandsOf(node);
        const outcome = outcomeOf(value);
        return outcome === null ? outcomeOf(otherwise) : outcome;
      }
      default:
        return strict(node, node.operands.map(outcomeOf));
    }
  }

  /** The operands to evaluate: for `if` only the selected branch; for `orElse` the second one only after a blank. */
  function needed(node: CoreNode): readonly CoreNode[] {
    const [first, ...others] = node.operands;
    if (first === undefined || (node.op !== "if" && node.op !== "orElse")) return node.operands;
    const outcome = known.get(first);
    if (outcome === undefined) return [first];
    if (node.op === "orElse") return outcome === null ? others : [];
    if (outcome === ERROR) return [];
    return outcome === true ? others.slice(0, 1) : others.slice(1);
  }

  return (root) => fold(root, known, compute, needed);
}

function parameterIn({ bound }: Scope, { name, index }: NamedParameter): Plain {
  const value = bound?.[index];
  /* v8 ignore next -- a formula runs only after its parameters are bound */
  if (value === undefined) throw new Error(`the parameter $${name} is not bound`);
  return value;
}

/** AND is FALSE if one operand is FALSE, OR is TRUE if one is TRUE. Otherwise an error makes the result an error. */
function decide(outcomes: readonly Outcome[], deciding: boolean): Outcome {
  if (outcomes.includes(deciding)) return deciding;
  return outcomes.includes(ERROR) ? ERROR : !deciding;
}

function strict(node: StrictNode, outcomes: readonly Outcome[]): Outcome {
  const operands: Plain[] = [];
  for (const outcome of outcomes) {
    if (outcome === ERROR) return ERROR;
    operands.push(outcome);
  }
  return applyStrict<StrictOperation>(node.op, operands, node.data);
}

/** The result of a strict operation on operands that are not errors. */
export function applyStrict<O extends StrictOperation>(
  op: O,
  operands: readonly Plain[],
  data: NodeOf<O>["data"],
): Outcome {
  const { blank, meaning } = STRICT_OPERATIONS[op];
  return blank === "strict" && operands.includes(null) ? null : meaning(operands, data);
}
