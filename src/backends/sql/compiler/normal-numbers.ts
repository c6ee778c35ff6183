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
import type { NodeBounds } from "./number-bounds.ts";
import { isArithmetic } from "./number-nodes.ts";
import type { NumberTree } from "./number-tree.ts";
import { normalUpTo, positiveUpTo, sufficientBounds } from "./sufficient-bounds.ts";

/** Longer leaves are named before they are tested. */
const LONG_LEAF = 400;

/** Longer SQL is not written a second time without guards. */
const LONG_CASE = 5000;

/** Longer arithmetic does not get another, faster case for most records. */
const LONG_POSITIVE = 400;

type Case = readonly [test: SqlFragment, value: SqlFragment];

/** The value for records with numbers of a normal magnitude; others are left to memory. */
export function normalOnly(tree: NumberTree, inside: Inside): ValueSql | undefined {
  const bounds = sufficientBounds(tree, normalUpTo);
  if (bounds === undefined) return undefined;
  const { context } = tree;
  const { normal, plain } = normalCase(tree, inside, bounds);
  if (normal === TRUE) return plain;
  const raises = context.dialect.overflow !== "infinity";
  // The test for a blank may compute the number, too.
  if (raises && plain.blank !== undefined) return undefined;
  context.note("arithmetic: numbers that are very large or very small");
  const valid = bothValid(plain, { valid: or(...absentLeaves(tree), normal) });
  return { ...plain, sql: raises ? choose([[normal, plain.sql]]) : plain.sql, valid };
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
  const bounds = sufficientBounds(tree, normalUpTo);
  if (bounds === undefined) return guarded();
  const { normal, plain } = normalCase(tree, inside, bounds);
  const isLong = plain.sql.size > LONG_CASE;
  if (normal === TRUE && !isLong) return plain.sql;
  const absent = absentLeaves(tree);
  const cases: Case[] = [...positiveCase(tree, inside)];
  if (absent.length > 0) cases.push([or(...absent), NULL]);
  if (!isLong) cases.push([normal, plain.sql]);
  return choose(cases, guarded());
}

/** The test for leaves of a normal magnitude, and the value of the records that pass it. */
function normalCase(
  tree: NumberTree,
  inside: Inside,
  bounds: NodeBounds,
): { readonly normal: SqlFragment; readonly plain: ValueSql } {
  return {
    normal: and(...tree.numbers.map((leaf) => blankOrRangeTest(tree, leaf, bounds))),
    plain: inside(tree.values, bounds).value(tree.root),
  };
}

/** Conditions that a leaf is NULL, if the tree is NULL then. */
function absentLeaves(tree: NumberTree): readonly SqlFragment[] {
  if (!tree.isArithmetic) return [];
  return tree.numbers.flatMap((leaf) =>
    tree.mayBeNull(leaf) ? [nullTest(tree.leaf(leaf).sql)] : [],
  );
}

/** A faster and shorter case for records without blanks, whose numbers are positive and of a normal magnitude. */
function positiveCase(tree: NumberTree, inside: Inside): readonly Case[] {
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
  const test = and(...tests);
  const isLong = tree.isArithmetic && test.size + plain.size > LONG_POSITIVE;
  return isLong || plain.size > LONG_CASE ? [] : [[test, plain]];
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
