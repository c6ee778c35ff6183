import type { Field } from "../schema/field.ts";
import { DEFAULT_LIMITS } from "../source/formula-limits.ts";
import type { ValueType } from "../types/value-type.ts";
import { ERROR, type Outcome, type Plain } from "../values/plain.ts";
import { applyStrict } from "./evaluate.ts";
import type { FoldedConstants } from "./folded-constants.ts";
import type { NamedParameter } from "./named-parameter.ts";
import type {
  CoreNode,
  NodeOf,
  NodeParts,
  Operation,
  OperationData,
  StrictOperation,
} from "./node.ts";
import type { Priced } from "./operation-record.ts";
import { OPERATIONS, STRICT_OPERATIONS } from "./operations.ts";
import { constantLength, type Lengths } from "./price-rules.ts";
import { priceOf } from "./work.ts";

const UNBOUNDED = Number.POSITIVE_INFINITY;
/** Constants are no longer folded once their texts reach this total length, since a formula retains them. */
const FOLDED_TEXT_BUDGET = 262_144;
/** Dates lie between 1900 and 2299, so differences in milliseconds stay below this. */
export const DATE_BOUND = 1.3e13;

/** Static facts about a node's value. */
export interface Traits {
  readonly mayBeBlank?: boolean;
  readonly mayFail?: boolean;
  readonly bound?: number;
}

/**
 * Creates nodes. Equal nodes are one object, except for lists; operations on constants are folded by their meaning.
 * This class has the leaves and the general rules of operations; `CoreBuilder` has each operation.
 */
export class NodeFactory {
  readonly true: CoreNode;
  readonly false: CoreNode;
  /** Texts, numbers and booleans by value; fields and parameters by identity. */
  readonly #leaves = new Map<string | number | boolean | Field | NamedParameter, CoreNode>();
  /** The other leaves by a key: dates, blanks, errors and the clock's time. */
  readonly #otherLeaves = new Map<string, CoreNode>();
  readonly #nodes = new Map<number, CoreNode>();
  #count = 0;
  #foldedText = 0;
  /** The remaining budget for folding constants. */
  #foldingWork: number;

  readonly #folded: FoldedConstants | undefined;

  /**
   * @param foldingWork the budget for folding constants; operations beyond it are left to evaluation
   * @param folded cached constants of other formulas, which cost nothing
   */
  constructor(foldingWork: number = DEFAULT_LIMITS.work, folded?: FoldedConstants) {
    this.#foldingWork = foldingWork;
    this.#folded = folded;
    this.true = this.boolean(true);
    this.false = this.boolean(false);
  }

  // Leaves

  /** The current time of the clock. */
  get now(): CoreNode {
    return this.#otherLeaf("now", () =>
      this.#make("now", "date", [], undefined, { bound: DATE_BOUND }),
    );
  }

  text(value: string): CoreNode {
    return this.#literal("text", value);
  }

  number(value: number): CoreNode {
    return this.#literal("number", value);
  }

  boolean(value: boolean): CoreNode {
    return this.#literal("boolean", value);
  }

  date(milliseconds: number): CoreNode {
    return this.#literal("date", milliseconds);
  }

  list(values: readonly string[]): CoreNode {
    return this.#literal("list", values);
  }

  /** The blank of a type. If the type has no blank of its own, this is `""`, the empty list or FALSE. */
  blank(type: ValueType): CoreNode {
    switch (type) {
      case "text":
        return this.text("");
      case "boolean":
        return this.false;
      case "list":
        return this.list([]);
      case "number":
      case "date":
        return this.#otherLeaf(`blank ${type}`, () =>
          this.#make("blank", type, [], undefined, { mayBeBlank: true, bound: 0 }),
        );
    }
  }

  /** The error as a value of a type. */
  fail(type: ValueType): CoreNode {
    return this.#otherLeaf(`fail ${type}`, () =>
      this.#make("fail", type, [], undefined, { mayFail: true, bound: 0 }),
    );
  }

  /** @param isNullable whether records may lack the field; ignored if its type has no blank */
  field(field: Field, isNullable = true): CoreNode {
    return this.#leaves.get(field) ?? this.#input("field", field, isNullable);
  }

  /** A value that is supplied when the formula is bound. */
  parameter(parameter: NamedParameter): CoreNode {
    return this.#leaves.get(parameter) ?? this.#input("parameter", parameter, true);
  }

  #input<O extends "field" | "parameter">(
    op: O,
    data: OperationData[O],
    isNullable: boolean,
  ): CoreNode {
    const { type } = data;
    const mayBeBlank = isNullable && (type === "number" || type === "date");
    const bound = type === "date" ? DATE_BOUND : UNBOUNDED;
    const made = this.#make(op, type, [], data, { mayBeBlank, bound });
    this.#leaves.set(data, made);
    return made;
  }

  /** A value as a constant of a type; `null` is the blank number or date. */
  constant(type: ValueType, value: Plain): CoreNode {
    return value === null ? this.blank(type) : this.#literal(type, value);
  }

  #literal(type: ValueType, value: Exclude<Plain, null>): CoreNode {
    // Lists are not shared. Dates may equal numbers.
    if (typeof value === "object") return this.#newLiteral(type, value);
    if (type === "date") {
      return this.#otherLeaf(`date ${value}`, () => this.#newLiteral(type, value));
    }
    const known = this.#leaves.get(value);
    if (known !== undefined) return known;
    const made = this.#newLiteral(type, value);
    this.#leaves.set(value, made);
    return made;
  }

  #newLiteral(type: ValueType, value: Exclude<Plain, null>): CoreNode {
    const bound = typeof value === "number" ? Math.abs(value) : UNBOUNDED;
    return this.#make("literal", type, [], value, { bound });
  }

  #otherLeaf(name: string, make: () => CoreNode): CoreNode {
    const known = this.#otherLeaves.get(name);
    if (known !== undefined) return known;
    const made = make();
    this.#otherLeaves.set(name, made);
    return made;
  }

  #fromOutcome(type: ValueType, outcome: Outcome): CoreNode {
    if (outcome === ERROR) return this.fail(type);
    if (typeof outcome === "string") this.#foldedText += outcome.length;
    return this.constant(type, outcome);
  }

  /** A strict operation. It is folded if all operands are constants, and is an error if one operand is. */
  protected strict<O extends StrictOperation>(
    op: O,
    operands: readonly CoreNode[],
    data: OperationData[O],
    traits: Traits = {},
  ): CoreNode {
    const record = STRICT_OPERATIONS[op];
    const type = typeof record.type === "function" ? record.type(data) : record.type;
    let isFixed = true;
    let isBlankable = false;
    let mayFail = traits.mayFail ?? record.fails !== false;
    for (const operand of operands) {
      if (operand.op === "fail") return this.fail(type);
      isFixed &&= isConstant(operand);
      isBlankable ||= operand.mayBeBlank;
      mayFail ||= operand.mayFail;
    }
    if (isFixed) {
      const outcome = this.#outcomeOf({ op, type, operands, data });
      if (outcome !== undefined) return this.#fromOutcome(type, outcome);
    }
    isBlankable &&= type === "number" || type === "date";
    const { mayBeBlank = isBlankable, bound = UNBOUNDED } = traits;
    return this.share(op, type, operands, data, { mayBeBlank, mayFail, bound });
  }

  /** The value of an operation on constants; `undefined` if the budget is too small. */
  #outcomeOf<O extends StrictOperation>(operation: Priced<O>): Outcome | undefined {
    const folded = this.#folded;
    const name = folded?.nameOf(operation);
    const known = name === undefined ? undefined : folded?.get(name);
    if (known !== undefined && this.#foldedText < FOLDED_TEXT_BUDGET) return known;
    if (!this.#mayFold(operation)) return undefined;
    const { op, operands, data } = operation;
    const outcome = applyStrict(op, operands.map(constantOf), data);
    // An error is not cached: the kernel of a custom function that causes it reports it for each formula.
    if (name !== undefined && outcome !== ERROR) folded?.set(name, outcome);
    return outcome;
  }

  /** Whether the budget is enough for an operation on constants. Spends the work. */
  #mayFold<O extends StrictOperation>(operation: Priced<O>): boolean {
    if (this.#foldedText >= FOLDED_TEXT_BUDGET) return false;
    const { work } = priceOf(operation, CONSTANT_LENGTHS);
    if (work > this.#foldingWork) return false;
    this.#foldingWork -= work;
    return true;
  }

  /** The node of an operation on these operands, created if it does not exist. */
  protected share<O extends Operation>(
    op: O,
    type: ValueType,
    operands: readonly CoreNode[],
    data: OperationData[O],
    traits: Traits,
  ): CoreNode {
    let hash = OPERATION_HASHES.get(op) ?? hashOf(op);
    for (const { id } of operands) hash = (Math.imul(hash, 31) + id) | 0;
    for (let known = this.#nodes.get(hash); known !== undefined; known = this.#nodes.get(++hash)) {
      if (isNodeOf(known, op, operands, data)) return known;
    }
    const made = this.#make(op, type, operands, data, traits);
    this.#nodes.set(hash, made);
    return made;
  }

  #make<O extends Operation>(
    op: O,
    type: ValueType,
    operands: readonly CoreNode[],
    data: OperationData[O],
    { mayBeBlank = false, mayFail = false, bound = UNBOUNDED }: Traits,
  ): CoreNode {
    const isLeaf = operands.length === 0;
    const varies = isLeaf ? OPERATIONS[op].varies === true : operands.some(isVarying);
    const id = this.#count++;
    const node: NodeParts<O> = { op, id, type, operands, data, mayBeBlank, mayFail, bound, varies };
    // `Expr` adds no property. `NodeOf<O>` is a member of the union for each O, but the compiler cannot infer that.
    return node as NodeOf<O> as CoreNode;
  }
}

/** Folded operations have constant operands. */
const CONSTANT_LENGTHS: Lengths = {
  of: (constant) => constantLength(constantOf(constant)),
  longest: () => 0,
};

const isVarying = ({ varies }: CoreNode): boolean => varies;

const OPERATION_HASHES = new Map<Operation, number>();

function hashOf(op: Operation): number {
  let hash = 0;
  for (let index = 0; index < op.length; index++) hash = Math.imul(hash, 31) + op.charCodeAt(index);
  OPERATION_HASHES.set(op, hash | 0);
  return hash | 0;
}

/** Whether a node is this operation on these operands. Patterns and kernels are compared by identity. */
function isNodeOf(
  node: CoreNode,
  op: Operation,
  operands: readonly CoreNode[],
  data: OperationData[Operation],
): boolean {
  return (
    node.op === op &&
    node.data === data &&
    node.operands.length === operands.length &&
    node.operands.every((operand, index) => operand === operands[index])
  );
}

/** Whether a node has the same value for all records. */
export function isConstant(node: CoreNode): boolean {
  return node.op === "literal" || node.op === "blank";
}

function constantOf(node: CoreNode): Plain {
  return node.op === "literal" ? node.data : null;
}
