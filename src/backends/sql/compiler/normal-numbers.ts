import { type CoreNode, operandsOf } from "../../../language/core/node.ts";
import type { BoundType } from "../dialect-definition.ts";
import {
  and,
  choose,
  NULL,
  notNullTest,
  nullTest,
  or,
  type SqlFragment,
  TRUE,
} from "../sql-fragment.ts";
import { boundsOfOperands, mayDivideByZero } from "./arithmetic-range.ts";
import { bothValid, type Inside, type ValueSql } from "./context.ts";
import { notZeroTest } from "./guarded-arithmetic.ts";
import { blankOrRangeTest, rangeTest } from "./magnitude-tests.ts";
import { type Bind, namable, namedLeaf, withNames } from "./named-parts.ts";
import { isArithmetic } from "./number-nodes.ts";
import type { NumberTree } from "./number-tree.ts";
import { normalUpTo, positiveUpTo, sufficientBounds } from "./sufficient-bounds.ts";

/** Longer leaves are named before they are tested. */
const LONG_LEAF = 400;

/** Longer SQL is not written a second time without guards. */
const LONG_CASE = 5000;

type Case = readonly [test: SqlFragment, value: SqlFragment];

/** The value for records with numbers of a normal magnitude; others are left to memory. */
export function normalOnly(tree: NumberTree, inside: Inside): ValueSql | undefined {
  const cases = casesOf(tree, inside);
  if (cases === undefined) return undefined;
  const values = tree.numbers.map((leaf) => tree.leaf(leaf));
  /* v8 ignore next -- leaves that may be blank or loose are guarded in another way */
  if (values.some(({ blank, loose }) => blank !== undefined || loose)) return undefined;
  const rest = { blank: undefined, mayFail: tree.root.mayFail, loose: false };
  const { first, absent, normal, plain } = cases;
  if (normal === TRUE) return { ...rest, sql: plain, valid: bothValid(...values) };
  tree.context.note("arithmetic: numbers that are very large or very small");
  const valid = bothValid(...values, { valid: or(...absent, normal) });
  return { ...rest, sql: choose([...first, [normal, plain]]), valid };
}

/** The value of all records: of most of them without guards, and of the others with names. */
export function normalFirst(tree: NumberTree, inside: Inside, bind: Bind): SqlFragment | undefined {
  const { context, root } = tree;
  const leaves = [...tree.leaves].filter(({ op }) => op !== "literal");
  const values = leaves.flatMap((leaf) => namable(context, leaf) ?? []);
  if (values.length < leaves.length) return undefined;
  const named = (body: (names: ReadonlyMap<CoreNode, ValueSql>) => SqlFragment): SqlFragment =>
    bind(
      `v${root.id}`,
      values,
      (names) =>
        body(new Map(leaves.map((leaf, index) => [leaf, namedLeaf(context, leaf, names[index])]))),
      leaves.map((): BoundType => "number"),
    );
  if (values.some(({ size }) => size > LONG_LEAF)) {
    return named((names) =>
      tested(tree.named(names), inside, () => withNames(tree, inside, bind, names)),
    );
  }
  return tested(tree, inside, () => named((names) => withNames(tree, inside, bind, names)));
}

/** The value without guards, if a test of the leaves allows that. */
function tested(tree: NumberTree, inside: Inside, guarded: () => SqlFragment): SqlFragment {
  const cases = casesOf(tree, inside);
  if (cases === undefined) return guarded();
  const { first, absent, normal, plain } = cases;
  if (normal === TRUE && plain.size <= LONG_CASE) return plain;
  const nothing: readonly Case[] =
    absent.length === 0 || !tree.isArithmetic ? [] : [[or(...absent), NULL]];
  const rest: readonly Case[] = plain.size > LONG_CASE ? [] : [[normal, plain]];
  return choose([...first, ...nothing, ...rest], guarded());
}

interface Cases {
  /** The value of most records. */
  readonly first: readonly Case[];
  /** Conditions that a leaf is NULL. */
  readonly absent: readonly SqlFragment[];
  /** The test for leaves of a normal magnitude, and the value of the records that pass it. */
  readonly normal: SqlFragment;
  readonly plain: SqlFragment;
}

/** The value of records with numbers of a normal magnitude, and the tests for them. */
function casesOf(tree: NumberTree, inside: Inside): Cases | undefined {
  const bounds = sufficientBounds(tree, normalUpTo);
  if (bounds === undefined) return undefined;
  return {
    first: positive(tree, inside),
    absent: tree.numbers.flatMap((leaf) =>
      tree.mayBeNull(leaf) ? [nullTest(tree.leaf(leaf).sql)] : [],
    ),
    normal: and(...tree.numbers.map((leaf) => blankOrRangeTest(tree, leaf, bounds))),
    plain: inside(tree.values, bounds).value(tree.root).sql,
  };
}

/** A faster and shorter case for records without blanks, whose numbers are positive and of a normal magnitude. */
function positive(tree: NumberTree, inside: Inside): readonly Case[] {
  const bounds = sufficientBounds(tree, positiveUpTo);
  if (bounds === undefined) return [];
  const tests: SqlFragment[] = [];
  const present = new Map<CoreNode, ValueSql>();
  for (const leaf of tree.numbers) {
    if (leaf.op === "literal") continue;
    const value = tree.column(leaf);
    const test = rangeTest(tree, leaf, bounds);
    const mayBeNull = value.blank !== undefined || value.mayFail;
    tests.push(test === TRUE && mayBeNull ? notNullTest(value.sql) : test);
    present.set(leaf, { ...value, blank: undefined });
  }
  const values = new Map([...tree.values, ...present]);
  const plain = inside(values, bounds).value(tree.root).sql;
  return plain.size > LONG_CASE ? [] : [[and(...tests), plain]];
}

/**
 * A cheap test. If TRUE, no operation of a tree of arithmetic can overflow, underflow or divide by 0. It is TRUE for
 * most records, which hold positive numbers of a normal magnitude.
 */
export function positiveTest(tree: NumberTree): SqlFragment | undefined {
  const { context } = tree;
  const leaves = [...tree.leaves];
  if (leaves.some((leaf) => tree.leaf(leaf).loose)) return undefined;
  const bounds = sufficientBounds(tree, positiveUpTo);
  if (bounds === undefined) return undefined;
  const divisors = [...tree.nodes].flatMap((node) =>
    isArithmetic(node) && mayDivideByZero(node.op, boundsOfOperands(node, bounds))
      ? [operandsOf(node)[1]]
      : [],
  );
  if (divisors.some((divisor) => !tree.leaves.has(divisor))) return undefined;
  return and(
    ...divisors.map((divisor) => notZeroTest(context, divisor, tree.leaf(divisor).sql)),
    ...leaves.map((leaf) => rangeTest(tree, leaf, bounds)),
  );
}
