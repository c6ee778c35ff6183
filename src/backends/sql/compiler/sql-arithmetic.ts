import { type CoreNode, operandsOf } from "../../../language/core/node.ts";
import {
  and,
  choose,
  FALSE,
  NULL,
  nullTest,
  or,
  type SqlFragment,
  sql,
  TRUE,
} from "../sql-fragment.ts";
import { mappingOf } from "../table-mapping.ts";
import { equated, numberLiteral } from "./constants.ts";
import { apply, bothValid, type Context, type ValueSql } from "./context.ts";
import {
  type ArithmeticNode,
  constantOf,
  GuardedArithmetic,
  isArithmetic,
  notZeroTest,
} from "./guarded-arithmetic.ts";
import { NodeBounds, type NumberBounds } from "./number-bounds.ts";
import { blankOfStrict, checked } from "./strict.ts";

// Compiles a formula's core to SQL of one dialect, and finds the parts that must be evaluated in memory.

/**
 * If the guards are longer than this, the SQL tests the operands first. On an engine that cannot bind names, some
 * records are then left to memory, so the limit is higher there.
 */
const LONG_GUARD = { named: 300, repeated: 1500 };

/** Compiles arithmetic. A blank operand makes the result blank. */
export function arithmetic(context: Context, node: ArithmeticNode): ValueSql {
  const [left, right] = operandsOf(node);
  let a = context.value(left);
  let b = context.value(right);
  const mayBeBlank = a.blank !== undefined || b.blank !== undefined;
  if (mayBeBlank) a = checked(context, a);
  if (mayBeBlank || node.op === "divide") b = checked(context, b);
  const blank = blankOfStrict(a, b);
  const operation = new GuardedArithmetic(context, node, a.sql, b.sql);
  const valid = bothValid(a, b);
  if (context.dialect.overflow === "infinity") {
    const loose = a.loose || b.loose || operation.mayOverflow;
    return {
      sql: loose ? operation.plain() : operation.guarded(),
      blank,
      mayFail: node.mayFail,
      loose,
      normal: () => new ArithmeticTree(context, node).normal(),
      valid,
    };
  }
  const guarded = operation.guarded();
  const longest = LONG_GUARD[context.dialect.bind === undefined ? "repeated" : "named"];
  const shorter =
    guarded.size > longest && blank === undefined
      ? new ArithmeticTree(context, node).normalFirst()
      : undefined;
  return shorter ?? { sql: guarded, blank, mayFail: node.mayFail, loose: false, valid };
}

/** Longer SQL does not get a second, faster form for most records. */
const LONG_PLAIN = 400;

/** With more operands, all are tested: finding out which tests are needed would take too long. */
const FEW_LEAVES = 6;

/** Operands that need no test of their magnitude, and operands that need no test of their distance from 0. */
interface Free {
  readonly size: Set<CoreNode>;
  readonly distance: Set<CoreNode>;
}

const NOT_FREE: Free = { size: new Set(), distance: new Set() };

/** The bounds of an operand that passed a test of its magnitude, of its distance from 0, or both. */
type Narrow = (
  bounds: NumberBounds,
  bound: number,
  size: boolean,
  distance: boolean,
) => NumberBounds;

const normalUpTo: Narrow = (bounds, bound, size, distance) => ({
  low: size ? Math.max(bounds.low, -bound) : bounds.low,
  high: size ? Math.min(bounds.high, bound) : bounds.high,
  whole: bounds.whole,
  tiny: distance ? Math.max(bounds.tiny, 1 / bound) : bounds.tiny,
});

const positiveUpTo: Narrow = (bounds, bound, size, distance) => {
  const normal = normalUpTo(bounds, bound, size, distance);
  return distance ? { ...normal, low: Math.max(normal.low, 1 / bound) } : normal;
};

/** Numbers in records are rarely above these, or closer to 0 than their inverses. */
const NORMAL_BOUNDS = [2 ** 200, 2 ** 100, 2 ** 50];

/** Each subtree is a tree as well: without this limit, the work would be quadratic in the length of a sum. */
const MOST_NODES = 40;

/**
 * A tree of arithmetic, for engines that raise an error on overflow and underflow. If all leaves have a normal
 * magnitude, no operation can overflow or underflow: the SQL tests that once, and the rest is plain. For other records,
 * each operation is guarded; if the engine cannot bind names, those records are left to memory.
 */
class ArithmeticTree {
  readonly #context: Context;
  readonly #root: ArithmeticNode;
  readonly #leaves = new Set<CoreNode>();
  readonly #nodes = new Set<CoreNode>();

  constructor(context: Context, root: ArithmeticNode) {
    this.#context = context;
    this.#root = root;
    this.#collect(root);
  }

  #collect(node: CoreNode): void {
    if (this.#nodes.has(node) || this.#nodes.size > MOST_NODES) return;
    this.#nodes.add(node);
    if (!isInner(node)) this.#leaves.add(node);
    else for (const operand of node.operands) this.#collect(operand);
  }

  normalFirst(): ValueSql | undefined {
    if (this.#nodes.size > MOST_NODES) return undefined;
    const values = [...this.#leaves].map((leaf) => this.#context.value(leaf));
    /* v8 ignore next -- leaves that may be blank or loose are guarded in another way */
    if (values.some(({ blank, loose }) => blank !== undefined || loose)) return undefined;
    const bounds = this.#narrowedBounds(normalUpTo);
    if (bounds === undefined) return undefined;
    const normal = and(
      ...[...this.#leaves].map((leaf) => this.#normalTest(leaf, bounds.number(leaf))),
    );
    const absent = [...this.#leaves].flatMap((leaf) =>
      this.#mayBeNull(leaf) ? [nullTest(this.#leaf(leaf))] : [],
    );
    const plain = this.#write(this.#root, (node, a, b) =>
      new GuardedArithmetic(this.#context, node, a, b, bounds).guarded(),
    );
    const rest = { blank: undefined, mayFail: this.#root.mayFail, loose: false };
    if (normal === TRUE) return { ...rest, sql: plain, valid: bothValid(...values) };
    const first = this.#normalAtOnce(normal);
    const { bind } = this.#context.dialect;
    if (bind === undefined) {
      this.#context.note("arithmetic: numbers that are very large or very small");
      const valid = bothValid(...values, { valid: or(...absent, normal) });
      return { ...rest, sql: choose([...first, [normal, plain]]), valid };
    }
    const guarded = this.#write(this.#root, (node, a, b) => {
      const operation = new GuardedArithmetic(this.#context, node, a, b);
      if (!operation.mayRaise) return operation.guarded();
      return bind(
        `v${node.id}`,
        [a, b],
        ([x = a, y = b]) => new GuardedArithmetic(this.#context, node, x, y).guarded(),
        ["number", "number"],
      );
    });
    const nothing: readonly (readonly [SqlFragment, SqlFragment])[] =
      absent.length === 0 ? [] : [[or(...absent), NULL]];
    return {
      ...rest,
      sql: choose([...first, ...nothing, [normal, plain]], guarded),
      valid: bothValid(...values),
    };
  }

  /** A faster branch for most records, if its test is shorter than `normal`. */
  #normalAtOnce(normal: SqlFragment): readonly (readonly [SqlFragment, SqlFragment])[] {
    const test = this.normal();
    if (test === undefined || test.size >= normal.size) return [];
    const plain = this.#write(this.#root, (node, a, b) =>
      new GuardedArithmetic(this.#context, node, a, b).plain(),
    );
    return test.size + plain.size > LONG_PLAIN ? [] : [[test, plain]];
  }

  /**
   * A cheap test. If TRUE, no operation can overflow, underflow or divide by 0. It is TRUE for most records, which hold
   * positive numbers of a normal magnitude.
   */
  normal(): SqlFragment | undefined {
    if (this.#nodes.size > MOST_NODES) return undefined;
    if ([...this.#leaves].some((leaf) => this.#context.value(leaf).loose)) return undefined;
    const bounds = this.#narrowedBounds(positiveUpTo);
    if (bounds === undefined) return undefined;
    const divisors = [...this.#nodes].flatMap((node) => {
      if (!isArithmetic(node)) return [];
      const { mayDivideByZero } = new GuardedArithmetic(this.#context, node, NULL, NULL, bounds);
      return mayDivideByZero ? [operandsOf(node)[1]] : [];
    });
    if (divisors.some(isInner)) return undefined;
    return and(
      ...divisors.map((divisor) => notZeroTest(this.#context, divisor, this.#leaf(divisor))),
      ...[...this.#leaves].map((leaf) => this.#rangeTest(leaf, bounds.number(leaf))),
    );
  }

  #leaf(leaf: CoreNode): SqlFragment {
    return this.#context.value(leaf).sql;
  }

  #mayBeNull(leaf: CoreNode): boolean {
    if (leaf.op === "field") return mappingOf(leaf.data, this.#context.table).notNull !== true;
    return leaf.mayFail;
  }

  /** The bounds after tests of the operands, with as few tests as possible. */
  #narrowedBounds(narrow: Narrow): NodeBounds | undefined {
    const bound = NORMAL_BOUNDS.find((one) => this.#isSafe(this.#narrowed(narrow, one, NOT_FREE)));
    if (bound === undefined) return undefined;
    const free: Free = { size: new Set(), distance: new Set() };
    // The first operand is the least likely to be NULL, so its test is the last to be dropped.
    const leaves = this.#leaves.size > FEW_LEAVES ? [] : [...this.#leaves].reverse();
    for (const some of [free.size, free.distance]) {
      for (const leaf of leaves) {
        some.add(leaf);
        if (!this.#isSafe(this.#narrowed(narrow, bound, free))) some.delete(leaf);
      }
    }
    return this.#narrowed(narrow, bound, free);
  }

  #narrowed(narrow: Narrow, bound: number, { size, distance }: Free): NodeBounds {
    const known = new Map<CoreNode, NumberBounds>();
    for (const leaf of this.#leaves) {
      if (leaf.op === "literal") continue;
      const bounds = this.#context.bounds.number(leaf);
      known.set(leaf, narrow(bounds, bound, !size.has(leaf), !distance.has(leaf)));
    }
    return new NodeBounds(this.#context.table, this.#context.dialect, known);
  }

  #isSafe(bounds: NodeBounds): boolean {
    const nowhere = NULL;
    return [...this.#nodes].every(
      (node) =>
        !isArithmetic(node) ||
        !new GuardedArithmetic(this.#context, node, nowhere, nowhere, bounds).mayRaise,
    );
  }

  /** TRUE if an operand is present and within the narrowed bounds. */
  #rangeTest(leaf: CoreNode, { low, high }: NumberBounds): SqlFragment {
    const { dialect, bounds, value } = this.#context;
    const known = bounds.number(leaf);
    const field = fieldOrZero(leaf);
    const present = field === undefined ? this.#leaf(leaf) : value(field).sql;
    return and(
      known.low < low ? sql`${present} >= ${numberLiteral(dialect, low)}` : TRUE,
      known.high > high ? sql`${present} <= ${numberLiteral(dialect, high)}` : TRUE,
    );
  }

  /** TRUE exactly if an operand is within the narrowed bounds. */
  #normalTest(leaf: CoreNode, narrowed: NumberBounds): SqlFragment {
    const known = this.#context.bounds.number(leaf);
    const field = fieldOrZero(leaf);
    if (field === undefined) return this.#boundsTest(this.#leaf(leaf), known, narrowed);
    const { sql: present, blank = FALSE } = this.#context.value(field);
    const test = this.#boundsTest(present, known, narrowed);
    return test === TRUE ? TRUE : or(blank, test);
  }

  /** Tests for positive numbers first, since most are. */
  #boundsTest(
    value: SqlFragment,
    known: NumberBounds,
    { low, high, tiny }: NumberBounds,
  ): SqlFragment {
    const { dialect } = this.#context;
    const number = (bound: number): SqlFragment => numberLiteral(dialect, bound);
    const notAbove = known.high > high ? sql`${value} <= ${number(high)}` : TRUE;
    const notBelow = known.low < low ? sql`${value} >= ${number(low)}` : TRUE;
    if (known.tiny >= tiny) return and(notAbove, notBelow);
    return or(
      and(sql`${value} >= ${number(tiny)}`, notAbove),
      sql`${equated(dialect, value)} = ${number(0)}`,
      known.low < 0 ? and(sql`${value} <= ${number(-tiny)}`, notBelow) : FALSE,
    );
  }

  /** Compiles the tree with `operation`. Shared operations are compiled once. */
  #write(
    node: CoreNode,
    operation: (node: ArithmeticNode, a: SqlFragment, b: SqlFragment) => SqlFragment,
    written: Map<CoreNode, SqlFragment> = new Map(),
  ): SqlFragment {
    if (!isInner(node)) return this.#leaf(node);
    const known = written.get(node);
    if (known !== undefined) return known;
    const operands = node.operands.map((operand) => this.#write(operand, operation, written));
    const [a = NULL, b = NULL] = operands;
    const made = isArithmetic(node)
      ? operation(node, a, b)
      : apply(node.op, this.#context.dialect.operations[node.op], a);
    written.set(node, made);
    return made;
  }
}

/** The field, if the operand is a field with 0 in place of a blank. */
function fieldOrZero({ op, operands: [field, otherwise] }: CoreNode): CoreNode | undefined {
  const isOne = op === "orElse" && field?.op === "field";
  return isOne && otherwise !== undefined && constantOf(otherwise) === 0 ? field : undefined;
}

function isInner(node: CoreNode): node is ArithmeticNode | (CoreNode & { op: "abs" | "floor" }) {
  return isArithmetic(node) || node.op === "abs" || node.op === "floor";
}
