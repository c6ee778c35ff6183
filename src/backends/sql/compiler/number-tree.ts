import { type CoreNode, operandsOf } from "../../../language/core/node.ts";
import type { BoundType } from "../dialect-definition.ts";
import {
  and,
  atom,
  choose,
  FALSE,
  NULL,
  notNullTest,
  nullTest,
  or,
  type SqlFragment,
  sql,
  TRUE,
} from "../sql-fragment.ts";
import { mappingOf } from "../table-mapping.ts";
import { equated, numberLiteral } from "./constants.ts";
import { apply, bothValid, type Context, type ValueSql } from "./context.ts";
import { GuardedArithmetic, notZeroTest } from "./guarded-arithmetic.ts";
import { NodeBounds, type NumberBounds } from "./number-bounds.ts";
import { constantOf, isArithmetic, isArithmeticPart, isNumberPart } from "./number-nodes.ts";

/** A context in which the values of some nodes are given, and bounds are narrower. */
export type Inside = (values: ReadonlyMap<CoreNode, ValueSql>, bounds?: NodeBounds) => Context;

/**
 * If a number is longer than this, its SQL tests the operands first. On an engine that cannot bind names, some records
 * are then left to memory, so the limit is higher there.
 */
const LONG_NUMBER = { named: 300, repeated: 1500 };

/** As {@link LONG_NUMBER}, for a number that is chosen by conditions: its SQL is fast unless it repeats long parts. */
const LONG_CHOICE = 1000;

/**
 * The value of a number, for engines that raise an error on overflow and underflow. If its SQL is long, numbers of a
 * normal magnitude are computed without guards, and for others, each part that is used several times has a name.
 */
export function shortened(
  context: Context,
  inside: Inside,
  node: CoreNode,
  direct: ValueSql,
): ValueSql {
  const { overflow, bind } = context.dialect;
  if (overflow === "infinity" || node.type !== "number") return direct;
  if (bind === undefined) {
    const isLong = isArithmetic(node) && direct.sql.size > LONG_NUMBER.repeated;
    if (!isLong || direct.blank !== undefined) return direct;
    return new NumberTree(context, node, isArithmeticPart).normalOnly(inside) ?? direct;
  }
  const longest = isArithmetic(node) ? LONG_NUMBER.named : LONG_CHOICE;
  if (direct.sql.size <= longest || !isNumberPart(node)) return direct;
  const tree = new NumberTree(context, node, isNumberPart);
  const made = tree.normalFirst(inside, bind);
  if (made === undefined) return direct;
  const isFaster = tree.isArithmetic && direct.blank === undefined;
  return isFaster || made.size < direct.sql.size ? { ...direct, sql: made } : direct;
}

type Bind = NonNullable<Context["dialect"]["bind"]>;

/** Longer operands are named before they are tested. */
const LONG_LEAF = 400;

/** Longer SQL is not written a second time without guards. */
const LONG_CASE = 5000;

/** Shorter SQL is repeated. */
const SHORT_PART = 40;

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
const MOST_NODES = 60;

/**
 * A tree of arithmetic. If all leaves have a normal magnitude, no operation can overflow or underflow: the SQL tests
 * that once, and the rest is plain. For other records, each operation is guarded; if the engine cannot bind names,
 * those records are left to memory.
 */
export class NumberTree {
  readonly #context: Context;
  readonly #root: CoreNode;
  readonly #isInner: (node: CoreNode) => boolean;
  readonly #given: ReadonlyMap<CoreNode, ValueSql>;
  readonly #leaves = new Set<CoreNode>();
  /** Operands come before the nodes that use them. */
  readonly #nodes = new Set<CoreNode>();
  readonly #isTooLarge: boolean;

  /**
   * @param isInner whether a node belongs to the tree with its operands
   * @param given the values of leaves that have names
   */
  constructor(
    context: Context,
    root: CoreNode,
    isInner: (node: CoreNode) => boolean,
    given: ReadonlyMap<CoreNode, ValueSql> = new Map(),
  ) {
    this.#context = context;
    this.#root = root;
    this.#isInner = isInner;
    this.#given = given;
    this.#collect(root, new Set());
    this.#isTooLarge = this.#nodes.size > MOST_NODES;
  }

  #collect(node: CoreNode, seen: Set<CoreNode>): void {
    if (seen.has(node) || seen.size > MOST_NODES) return;
    seen.add(node);
    if (!this.#isInner(node)) this.#leaves.add(node);
    else for (const operand of node.operands) this.#collect(operand, seen);
    this.#nodes.add(node);
  }

  /** Whether the tree has no conditions, so that it is NULL if a leaf is. */
  get isArithmetic(): boolean {
    return [...this.#nodes].every((node) => this.#leaves.has(node) || isArithmeticPart(node));
  }

  /** The value for records with numbers of a normal magnitude; others are left to memory. */
  normalOnly(inside: Inside): ValueSql | undefined {
    if (this.#isTooLarge) return undefined;
    const cases = this.#cases(inside);
    if (cases === undefined) return undefined;
    const values = this.#numbers.map((leaf) => this.#context.value(leaf));
    /* v8 ignore next -- leaves that may be blank or loose are guarded in another way */
    if (values.some(({ blank, loose }) => blank !== undefined || loose)) return undefined;
    const rest = { blank: undefined, mayFail: this.#root.mayFail, loose: false };
    const { first, absent, normal, plain } = cases;
    if (normal === TRUE) return { ...rest, sql: plain, valid: bothValid(...values) };
    this.#context.note("arithmetic: numbers that are very large or very small");
    const valid = bothValid(...values, { valid: or(...absent, normal) });
    return { ...rest, sql: choose([...first, [normal, plain]]), valid };
  }

  /** The value of all records: of most of them without guards, and of the others with names. */
  normalFirst(inside: Inside, bind: Bind): SqlFragment | undefined {
    if (this.#isTooLarge) return undefined;
    const leaves = [...this.#leaves].filter(({ op }) => op !== "literal");
    const values = leaves.map((leaf) => this.#bindable(leaf));
    if (values.includes(undefined)) return undefined;
    const named = (body: (names: ReadonlyMap<CoreNode, ValueSql>) => SqlFragment): SqlFragment =>
      bind(
        `v${this.#root.id}`,
        values.map((value) => value ?? NULL),
        (names) =>
          body(new Map(leaves.map((leaf, index) => [leaf, this.#namedLeaf(leaf, names[index])]))),
        leaves.map((): BoundType => "number"),
      );
    if (values.some((value) => value !== undefined && value.size > LONG_LEAF)) {
      return named((names) =>
        new NumberTree(this.#context, this.#root, this.#isInner, names).#tested(inside, () =>
          this.#withNames(inside, bind, names),
        ),
      );
    }
    return this.#tested(inside, () => named((names) => this.#withNames(inside, bind, names)));
  }

  /** The value without guards, if a test of the leaves allows that. */
  #tested(inside: Inside, guarded: () => SqlFragment): SqlFragment {
    const cases = this.#cases(inside);
    if (cases === undefined) return guarded();
    const { first, absent, normal, plain } = cases;
    if (normal === TRUE && plain.size <= LONG_CASE) return plain;
    const nothing: readonly (readonly [SqlFragment, SqlFragment])[] =
      absent.length === 0 || !this.isArithmetic ? [] : [[or(...absent), NULL]];
    const rest: typeof nothing = plain.size > LONG_CASE ? [] : [[normal, plain]];
    return choose([...first, ...nothing, ...rest], guarded());
  }

  /** The guarded value, in which each part that is long and used several times has a name. */
  #withNames(
    inside: Inside,
    bind: Bind,
    values: ReadonlyMap<CoreNode, ValueSql>,
    depth = 1,
  ): SqlFragment {
    const context = inside(values);
    const uses = this.#uses();
    const next: [CoreNode, ValueSql][] = [];
    const waiting = new Set<CoreNode>();
    for (const node of this.#nodes) {
      if (values.has(node) || node === this.#root) continue;
      if (node.operands.some((operand) => waiting.has(operand))) waiting.add(node);
      else if (node.type === "number" && (uses.get(node) ?? 0) > 1) {
        const value = context.value(node);
        if (value.sql.size <= SHORT_PART) continue;
        next.push([node, value]);
        waiting.add(node);
      }
    }
    if (next.length === 0) return context.value(this.#root).sql;
    return bind(
      `v${this.#root.id}_${depth}`,
      next.map(([, value]) => value.sql),
      (names) => {
        const named = next.map(
          ([node, value], index) => [node, { ...value, sql: names[index] ?? value.sql }] as const,
        );
        return this.#withNames(inside, bind, new Map([...values, ...named]), depth + 1);
      },
      next.map(() => "number"),
    );
  }

  /** How often the SQL of each part is written. More than twice counts as twice. */
  #uses(): ReadonlyMap<CoreNode, number> {
    const uses = new Map<CoreNode, number>();
    for (const node of this.#nodes) {
      if (this.#leaves.has(node)) continue;
      const repeats = isArithmetic(node)
        ? new GuardedArithmetic(this.#context, node, NULL, NULL).mayRaise
        : node.op === "sqrt" || node.op === "orElse" || (node.type === "boolean" && node.mayFail);
      for (const operand of node.operands) {
        uses.set(operand, (uses.get(operand) ?? 0) + (repeats ? 2 : 1));
      }
    }
    return uses;
  }

  /** A leaf as a number that can have a name: a condition is 1, 0 or NULL. `undefined` if it cannot. */
  #bindable(leaf: CoreNode): SqlFragment | undefined {
    if (leaf.type === "boolean") {
      const [isTrue, isFalse] = [true, false].map(
        (wanted) => this.#context.truth(leaf, wanted).sql,
      );
      return choose([
        [isTrue ?? FALSE, atom`1`],
        [isFalse ?? FALSE, atom`0`],
      ]);
    }
    if (leaf.type !== "number") return undefined;
    const { sql: value, blank, mayFail, loose } = this.#context.value(leaf);
    return loose || (blank !== undefined && mayFail) ? undefined : value;
  }

  #namedLeaf(leaf: CoreNode, name: SqlFragment = NULL): ValueSql {
    const isBlank = leaf.type === "number" && this.#context.value(leaf).blank !== undefined;
    return {
      sql: name,
      blank: isBlank ? nullTest(name) : undefined,
      mayFail: leaf.mayFail,
      loose: false,
      valid: undefined,
    };
  }

  /** The value of records with numbers of a normal magnitude, and the tests for them. */
  #cases(inside: Inside):
    | {
        readonly first: readonly (readonly [SqlFragment, SqlFragment])[];
        readonly absent: readonly SqlFragment[];
        readonly normal: SqlFragment;
        readonly plain: SqlFragment;
      }
    | undefined {
    const bounds = this.#narrowedBounds(normalUpTo);
    if (bounds === undefined) return undefined;
    const numbers = this.#numbers;
    const normal = and(...numbers.map((leaf) => this.#normalTest(leaf, bounds.number(leaf))));
    return {
      first: this.isArithmetic ? this.#normalAtOnce(normal) : this.#positive(inside),
      absent: numbers.flatMap((leaf) =>
        this.#mayBeNull(leaf) ? [nullTest(this.#leaf(leaf).sql)] : [],
      ),
      normal,
      plain: inside(this.#values(), bounds).value(this.#root).sql,
    };
  }

  get #numbers(): readonly CoreNode[] {
    return [...this.#leaves].filter(({ type }) => type === "number");
  }

  /** The values of the leaves, except conditions without names. */
  #values(): ReadonlyMap<CoreNode, ValueSql> {
    return new Map([
      ...this.#given,
      ...this.#numbers.map((leaf) => [leaf, this.#leaf(leaf)] as const),
    ]);
  }

  /** A faster and shorter branch for records without blanks, whose numbers are positive and of a normal magnitude. */
  #positive(inside: Inside): readonly (readonly [SqlFragment, SqlFragment])[] {
    const bounds = this.#narrowedBounds(positiveUpTo);
    if (bounds === undefined) return [];
    const leaves = this.#numbers.filter(({ op }) => op !== "literal");
    const tests: SqlFragment[] = [];
    const present = new Map<CoreNode, ValueSql>();
    for (const leaf of leaves) {
      const value = this.#column(leaf);
      const test = this.#rangeTest(leaf, bounds.number(leaf));
      const mayBeNull = value.blank !== undefined || value.mayFail;
      tests.push(test === TRUE && mayBeNull ? notNullTest(value.sql) : test);
      present.set(leaf, { ...value, blank: undefined });
    }
    const values = new Map([...this.#given, ...present]);
    const plain = inside(values, bounds).value(this.#root).sql;
    return plain.size > LONG_CASE ? [] : [[and(...tests), plain]];
  }

  /** A faster branch for most records, if its test is shorter than `normal`. */
  #normalAtOnce(normal: SqlFragment): readonly (readonly [SqlFragment, SqlFragment])[] {
    const test = this.normal();
    if (test === undefined || test.size >= normal.size) return [];
    const plain = this.#plain(this.#root);
    return test.size + plain.size > LONG_PLAIN ? [] : [[test, plain]];
  }

  /**
   * A cheap test. If TRUE, no operation can overflow, underflow or divide by 0. It is TRUE for most records, which hold
   * positive numbers of a normal magnitude.
   */
  normal(): SqlFragment | undefined {
    if (this.#isTooLarge) return undefined;
    if ([...this.#leaves].some((leaf) => this.#leaf(leaf).loose)) return undefined;
    const bounds = this.#narrowedBounds(positiveUpTo);
    if (bounds === undefined) return undefined;
    const divisors = [...this.#nodes].flatMap((node) => {
      if (!isArithmetic(node)) return [];
      const { mayDivideByZero } = new GuardedArithmetic(this.#context, node, NULL, NULL, bounds);
      return mayDivideByZero ? [operandsOf(node)[1]] : [];
    });
    if (divisors.some(this.#isInner)) return undefined;
    return and(
      ...divisors.map((divisor) => notZeroTest(this.#context, divisor, this.#leaf(divisor).sql)),
      ...[...this.#leaves].map((leaf) => this.#rangeTest(leaf, bounds.number(leaf))),
    );
  }

  #leaf(leaf: CoreNode): ValueSql {
    return this.#given.get(leaf) ?? this.#context.value(leaf);
  }

  /** A leaf, or its column if it is a column with 0 in place of a blank. */
  #column(leaf: CoreNode): ValueSql {
    const field = this.#given.has(leaf) ? undefined : fieldOrZero(leaf);
    return field === undefined ? this.#leaf(leaf) : this.#context.value(field);
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
      if (leaf.op === "literal" || leaf.type !== "number") continue;
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
    const { dialect, bounds } = this.#context;
    const known = bounds.number(leaf);
    const present = this.#column(leaf).sql;
    return and(
      known.low < low ? sql`${present} >= ${numberLiteral(dialect, low)}` : TRUE,
      known.high > high ? sql`${present} <= ${numberLiteral(dialect, high)}` : TRUE,
    );
  }

  /** TRUE exactly if an operand is blank, or within the narrowed bounds. */
  #normalTest(leaf: CoreNode, narrowed: NumberBounds): SqlFragment {
    const known = this.#context.bounds.number(leaf);
    const { sql: present, blank = FALSE } = this.#column(leaf);
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

  /** Arithmetic without any guards. Shared operations are compiled once. */
  #plain(node: CoreNode, written: Map<CoreNode, SqlFragment> = new Map()): SqlFragment {
    if (!isArithmeticPart(node) || this.#leaves.has(node)) return this.#leaf(node).sql;
    const known = written.get(node);
    if (known !== undefined) return known;
    const operands = node.operands.map((operand) => this.#plain(operand, written));
    const [a = NULL, b = NULL] = operands;
    const made = isArithmetic(node)
      ? new GuardedArithmetic(this.#context, node, a, b).plain()
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
