import { CoreBuilder } from "../../../language/core/builder.ts";
import {
  type CoreNode,
  type NodeOf,
  operandOf,
  operandsOf,
  threeOperandsOf,
} from "../../../language/core/node.ts";
import { NUMBER_OPERATIONS } from "../../../language/core/number-operations.ts";
import { firstNumber, numberAfter, numberBefore } from "../../../language/values/number/index.ts";
import { and, or, type Relation, sql } from "../sql-fragment.ts";
import { numberLiteral } from "./constants.ts";
import { bothValid, type Context, type TruthSql } from "./context.ts";
import { LARGEST } from "./number-bounds.ts";
import { constantOf } from "./number-nodes.ts";
import { type AgainstConstant, againstConstant, isRelated } from "./relations.ts";

/**
 * A comparison of a monotonic function with a constant, as a comparison of the function's argument: `ROUND(x, 2) > 3`
 * is `x >= 3.005`. The bound is the very float64 at which the answer changes. It is shorter and faster than computing
 * the function, and an index of the argument can be used. If the function is an error for very large arguments, these
 * are excluded: `x * 2 > 6` is `x > 3 AND x <= 8.98e307`. `undefined` for all other nodes.
 */
export function monotoneTest(
  context: Context,
  node: CoreNode,
  wanted: boolean,
): TruthSql | undefined {
  const found = againstConstant(node, true);
  if (found === undefined) return undefined;
  const { operand, relation, constant } = found;
  const { argument, hasChoice } = argumentOf(operand);
  if (argument === undefined || argument === operand || argument.mayBeBlank) return undefined;
  // Repeating a long argument for the two bounds of an equality is worth it only if the function repeats it, too.
  if (relation === "=" && !isColumn(argument) && !hasChoice) return undefined;
  const { low, high } = context.bounds.number(argument);
  const monotone = monotoneOver(operand, argument, low, high);
  if (monotone === undefined) return undefined;
  const relations: readonly Relation[] = relation === "=" ? [">=", "<="] : [relation];
  const bounds = relations.map((one) => boundOf(monotone, one, constant));
  const sound: Bound[] = [];
  if (monotone.failsBelow) sound.push({ side: ">=", limit: monotone.low });
  if (monotone.failsAbove) sound.push({ side: "<=", limit: monotone.high });
  const ranges: readonly (readonly Bound[])[] = wanted
    ? [bounds]
    : bounds.map(({ side, limit }) => [{ side: OTHER_SIDE[side], limit }]);
  const tests = ranges.map((range) => rangeTest(context, argument, [...range, ...sound]));
  return { sql: or(...tests.map((test) => test.sql)), valid: bothValid(...tests) };
}

function isColumn({ op, operands: [first] }: CoreNode): boolean {
  return op === "field" || (op === "orElse" && first?.op === "field");
}

/** A function over all numbers of its argument for which it is no error. It rises or falls, or is constant. */
interface Monotone {
  readonly low: number;
  readonly high: number;
  /** Whether it may be an error for arguments below, and for arguments above. */
  readonly failsBelow: boolean;
  readonly failsAbove: boolean;
  readonly trend: Trend;
  readonly at: (argument: number) => number;
}

/** All numbers on one side of a limit. */
interface Bound {
  readonly side: "<" | "<=" | ">" | ">=";
  readonly limit: number;
}

const OTHER_SIDE = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" } as const;

/** The arguments whose function value has a relation to a constant: all from a bound on, or all up to one. */
function boundOf({ low, high, trend, at }: Monotone, relation: Relation, constant: number): Bound {
  const isAbove = relation === ">" || relation === ">=";
  const holds = (x: number): boolean => isRelated(at(x), relation, constant);
  if (isAbove === trend >= 0) {
    const first = firstNumber(low, high, holds);
    return first === undefined ? { side: ">", limit: high } : { side: ">=", limit: first };
  }
  const end = firstNumber(low, high, (x) => !holds(x));
  if (end === low) return { side: "<", limit: low };
  return { side: "<=", limit: end === undefined ? high : numberBefore(end) + 0 };
}

/** A condition that an argument is within all of the bounds. */
function rangeTest(context: Context, argument: CoreNode, bounds: readonly Bound[]): TruthSql {
  const above = bounds.filter(({ side }) => side.startsWith(">"));
  const below = bounds.filter(({ side }) => side.startsWith("<"));
  const [least] = above.sort((a, b) => leastOf(b) - leastOf(a));
  const [most] = below.sort((a, b) => mostOf(a) - mostOf(b));
  if (least === undefined || most === undefined || isColumn(argument)) {
    const tests = [least, most].flatMap((bound) =>
      bound === undefined ? [] : [context.truth(boundTest(argument, bound), true)],
    );
    return { sql: and(...tests.map((test) => test.sql)), valid: bothValid(...tests) };
  }
  // A long argument is written once.
  const { sql: value, valid } = context.value(argument);
  const [low, high] = [leastOf(least), mostOf(most)];
  const isEmpty = low === Number.POSITIVE_INFINITY || high === Number.NEGATIVE_INFINITY;
  const [first, last] = isEmpty ? [LARGEST, -LARGEST] : [low, high];
  const { dialect } = context;
  return {
    sql: sql`${value} BETWEEN ${numberLiteral(dialect, first)} AND ${numberLiteral(dialect, last)}`,
    valid,
  };
}

function leastOf({ side, limit }: Bound): number {
  return side === ">" ? numberAfter(limit) + 0 : limit;
}

function mostOf({ side, limit }: Bound): number {
  return side === "<" ? numberBefore(limit) + 0 : limit;
}

function boundTest(argument: CoreNode, { side, limit }: Bound): CoreNode {
  // Each comparison has a builder of its own: a builder identifies nodes by numbers that it has given itself.
  const builder = new CoreBuilder();
  const number = builder.number(limit);
  switch (side) {
    case "<":
      return builder.less(argument, number);
    case "<=":
      return builder.lessOrEqual(argument, number);
    case ">":
      return builder.less(number, argument);
    case ">=":
      return builder.lessOrEqual(number, argument);
  }
}

/** Longer functions are computed: a node that is used several times is visited several times. */
const MOST_VISITS = 200;

/** The part of a number that is not computed from one other part and constants only. */
function argumentOf(root: CoreNode): {
  readonly argument: CoreNode | undefined;
  /** Whether there is an IF between the number and that part. */
  readonly hasChoice: boolean;
} {
  let visits = 0;
  let hasChoice = false;

  function find(node: CoreNode): CoreNode | undefined {
    if (visits++ > MOST_VISITS) return node;
    switch (node.op) {
      case "literal":
        return undefined;
      case "abs":
      case "floor":
        return find(operandOf(node));
      case "add":
      case "subtract":
      case "multiply": {
        const [a, b] = operandsOf(node);
        if (constantOf(a) !== undefined) return find(b);
        return constantOf(b) === undefined ? node : find(a);
      }
      case "divide": {
        const [a, b] = operandsOf(node);
        return constantOf(b) === undefined ? node : find(a);
      }
      case "if": {
        hasChoice = true;
        const [condition, then, otherwise] = threeOperandsOf(node);
        const threshold = againstConstant(condition, true);
        if (threshold === undefined || threshold.operand.type !== "number") return node;
        const found = [threshold.operand, then, otherwise].flatMap((part) => find(part) ?? []);
        return new Set(found).size === 1 ? found[0] : node;
      }
      default:
        return node;
    }
  }

  const argument = find(root);
  return { argument: visits > MOST_VISITS ? undefined : argument, hasChoice };
}

type Trend = -1 | 0 | 1;

/** Numbers of the argument over which a function rises (1), falls (-1) or is constant (0). */
interface Piece {
  readonly low: number;
  readonly high: number;
  readonly trend: Trend;
}

/** More pieces are more than any rounding has. */
const MOST_PIECES = 250;

/** The function as a whole, if it is monotonic, and no error between two arguments for which it is none. */
function monotoneOver(
  root: CoreNode,
  argument: CoreNode,
  low: number,
  high: number,
): Monotone | undefined {
  const at = (x: number): number => valueAt(root, argument, x);
  const found = new Pieces(argument);
  const pieces = found.of(root, low, high);
  const [first, last] = [pieces?.[0], pieces?.at(-1)];
  if (pieces === undefined || first === undefined || last === undefined) return undefined;
  const trends = new Set<Trend>(pieces.map(({ trend }) => trend));
  for (const [index, { high: end }] of pieces.slice(0, -1).entries()) {
    /* v8 ignore next -- the last piece is left out */
    const start = pieces[index + 1]?.low ?? end;
    if (start !== numberAfter(end) + 0) return undefined;
    trends.add(Math.sign(at(start) - at(end)) as Trend);
  }
  if (trends.has(1) && trends.has(-1)) return undefined;
  return {
    low: first.low,
    high: last.high,
    failsBelow: found.mayFail || first.low > low,
    failsAbove: found.mayFail || last.high < high,
    trend: trends.has(-1) ? -1 : trends.has(1) ? 1 : 0,
    at,
  };
}

/**
 * Divides the numbers of an argument into pieces over which a function of it is monotonic. Numbers for which it is an
 * error are in no piece.
 */
class Pieces {
  /** Whether a product comes close to overflowing. It counts as one that overflows: the SQL must not depend on a factor. */
  mayFail = false;
  readonly #argument: CoreNode;
  #count = 0;

  constructor(argument: CoreNode) {
    this.#argument = argument;
  }

  of(node: CoreNode, low: number, high: number): readonly Piece[] | undefined {
    if (this.#count++ > MOST_PIECES) return undefined;
    if (node === this.#argument) return [{ low, high, trend: 1 }];
    if (node.op === "literal") return [{ low, high, trend: 0 }];
    if (node.op === "if") return this.#choice(node, low, high);
    const varying = node.operands.find((operand) => constantOf(operand) === undefined);
    const inner = varying && this.of(varying, low, high);
    if (varying === undefined || inner === undefined) return undefined;
    const pieces =
      node.op === "abs"
        ? inner.flatMap((piece) => this.#halves(piece, varying, { relation: ">=", constant: 0 }))
        : inner.map((piece) => ({ ...piece, isTrue: true }));
    const made = pieces.map(({ low: least, high: most, trend, isTrue }): Piece => {
      const flips = node.op === "abs" ? !isTrue : isFalling(node);
      return { low: least, high: most, trend: flips ? (-trend as Trend) : trend };
    });
    return made.flatMap((piece) => this.#withoutErrors(piece, node, varying));
  }

  /** Over a piece, the extremes are at its ends, and all errors are beyond a number at one of them, or at both. */
  #withoutErrors(piece: Piece, node: CoreNode, varying: CoreNode): readonly Piece[] {
    const at = (x: number): number => valueAt(node, this.#argument, x);
    const isSound = (x: number): boolean => !Number.isNaN(at(x));
    const ends = [piece.low, piece.high].map((end) => Math.abs(at(end)));
    if (node.op === "multiply" && ends.some((size) => size > LARGEST / 2)) this.mayFail = true;
    if (!ends.some(Number.isNaN)) return [piece];
    // Between two errors, the operand has both signs.
    const halves = this.#halves(piece, varying, { relation: ">=", constant: 0 });
    return halves.flatMap(({ low, high, trend }) => {
      if (isSound(low)) {
        const end = firstNumber(low, high, (x) => !isSound(x));
        return [{ low, high: end === undefined ? high : numberBefore(end) + 0, trend }];
      }
      const start = firstNumber(low, high, isSound);
      return start === undefined ? [] : [{ low: start, high, trend }];
    });
  }

  #choice(node: NodeOf<"if">, low: number, high: number): readonly Piece[] | undefined {
    const [condition, then, otherwise] = threeOperandsOf(node);
    const threshold = againstConstant(condition, true);
    /* v8 ignore next -- only such conditions lead to the argument */
    if (threshold === undefined) return undefined;
    const { operand } = threshold;
    // An equality divides a piece in three.
    if (threshold.relation === "=") return undefined;
    const made: Piece[] = [];
    for (const piece of this.of(operand, low, high) ?? []) {
      for (const half of this.#halves(piece, operand, threshold)) {
        const branch = this.of(half.isTrue ? then : otherwise, half.low, half.high);
        if (branch === undefined) return undefined;
        made.push(...branch);
      }
    }
    return made.length === 0 ? undefined : made;
  }

  /** Splits a piece into the part in which the number has the relation to the constant, and the part in which it has not. */
  #halves(
    { low, high, trend }: Piece,
    node: CoreNode,
    { relation, constant }: Pick<AgainstConstant, "relation" | "constant">,
  ): readonly (Piece & { readonly isTrue: boolean })[] {
    const isTrue = (x: number): boolean =>
      isRelated(valueAt(node, this.#argument, x), relation, constant);
    const atLow = isTrue(low);
    const change = firstNumber(low, high, (x) => isTrue(x) !== atLow);
    if (change === undefined) return [{ low, high, trend, isTrue: atLow }];
    return [
      { low, high: numberBefore(change) + 0, trend, isTrue: atLow },
      { low: change, high, trend, isTrue: !atLow },
    ];
  }
}

/** Whether an operation with a constant falls where its other operand rises. */
function isFalling(node: CoreNode): boolean {
  if (node.op === "floor" || node.op === "add") return false;
  const [a, b] = operandsOf(node).map(constantOf);
  if (node.op === "subtract") return a !== undefined;
  return (a ?? b ?? 0) < 0;
}

/** The number that a function of one argument has; NaN for an error. */
function valueAt(node: CoreNode, argument: CoreNode, x: number): number {
  if (node === argument) return x;
  const constant = constantOf(node);
  if (constant !== undefined) return constant;
  const of = (operand: CoreNode): number => valueAt(operand, argument, x);
  switch (node.op) {
    case "if": {
      const [condition, then, otherwise] = threeOperandsOf(node);
      const threshold = againstConstant(condition, true);
      /* v8 ignore next -- only such conditions lead to the argument */
      if (threshold === undefined) return Number.NaN;
      const { operand, relation, constant: limit } = threshold;
      return of(isRelated(of(operand), relation, limit) ? then : otherwise);
    }
    case "add":
    case "subtract":
    case "multiply":
    case "divide":
    case "abs":
    case "floor": {
      const result = NUMBER_OPERATIONS[node.op].meaning(node.operands.map(of), undefined);
      return typeof result === "number" ? result : Number.NaN;
    }
    /* v8 ignore next 2 -- the argument is above all other operations */
    default:
      return Number.NaN;
  }
}
