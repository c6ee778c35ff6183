import type { CoreNode } from "../../../language/core/node.ts";
import { atom, choose, FALSE, NULL, nullTest, type SqlFragment } from "../sql-fragment.ts";
import { boundsOfOperands, mayRaise } from "./arithmetic-range.ts";
import { branchOfPlainComparison } from "./carried-errors.ts";
import type { Context, Inside, ValueSql } from "./context.ts";
import { isArithmetic } from "./number-nodes.ts";
import type { NumberTree } from "./number-tree.ts";

/** Shorter SQL is repeated. */
const SHORT_PART = 40;

type Names = ReadonlyMap<CoreNode, ValueSql>;
export type Bind = NonNullable<Context["dialect"]["bind"]>;

/** The guarded value of a tree, in which each part that is long and used several times has a name. */
export function withNames(
  tree: NumberTree,
  inside: Inside,
  bind: Bind,
  known: Names,
  depth = 1,
): SqlFragment {
  const { root } = tree;
  const context = inside(known);
  const uses = usesOf(tree, context);
  const next: [CoreNode, ValueSql][] = [];
  const waiting = new Set<CoreNode>();
  for (const node of tree.nodes) {
    if (known.has(node) || node === root) continue;
    if (node.operands.some((operand) => waiting.has(operand))) waiting.add(node);
    else if (node.type === "number" && (uses.get(node) ?? 0) > 1) {
      const value = context.value(node);
      if (value.sql.size <= SHORT_PART) continue;
      next.push([node, value]);
      waiting.add(node);
    }
  }
  if (next.length === 0) return context.value(root).sql;
  return bind(
    `v${root.id}_${depth}`,
    next.map(([, value]) => value.sql),
    (names) => {
      const named = next.map(
        ([node, value], index) => [node, { ...value, sql: names[index] ?? value.sql }] as const,
      );
      return withNames(tree, inside, bind, new Map([...known, ...named]), depth + 1);
    },
    next.map(() => "number"),
  );
}

/** How often the SQL of each part is written. More than twice counts as twice. */
function usesOf({ nodes, leaves }: NumberTree, context: Context): ReadonlyMap<CoreNode, number> {
  const uses = new Map<CoreNode, number>();
  const use = (node: CoreNode, count: number): void => {
    uses.set(node, (uses.get(node) ?? 0) + count);
  };
  // Conditions come after the choices that use them.
  for (const node of [...nodes].reverse()) {
    if (leaves.has(node)) continue;
    const [first, ...others] = node.operands;
    const isTwice = repeatsOperands(context, node, uses.get(node) ?? 0);
    if (first !== undefined) use(first, isTwice || repeatsCondition(context, node) ? 2 : 1);
    for (const operand of others) use(operand, isTwice ? 2 : 1);
  }
  return uses;
}

function repeatsOperands(context: Context, node: CoreNode, uses: number): boolean {
  if (isArithmetic(node)) {
    return mayRaise(context.dialect, node, boundsOfOperands(node, context.bounds));
  }
  return node.op === "sqrt" || (node.type === "boolean" && uses > 1);
}

function repeatsCondition(context: Context, node: CoreNode): boolean {
  const [condition] = node.operands;
  const isChoice = node.op === "if" && condition?.mayFail === true;
  return isChoice && branchOfPlainComparison(context, node) === undefined;
}

/** A leaf as a number that can have a name: a condition is 1, 0 or NULL. `undefined` if it cannot. */
export function namable(context: Context, leaf: CoreNode): SqlFragment | undefined {
  if (leaf.type === "boolean") {
    const [isTrue, isFalse] = [true, false].map((wanted) => context.truth(leaf, wanted).sql);
    return choose([
      [isTrue ?? FALSE, atom`1`],
      [isFalse ?? FALSE, atom`0`],
    ]);
  }
  if (leaf.type !== "number") return undefined;
  const { sql: value, blank, mayFail, loose } = context.value(leaf);
  return loose || (blank !== undefined && mayFail) ? undefined : value;
}

/** The value of a leaf that has a name. */
export function namedLeaf(context: Context, leaf: CoreNode, name: SqlFragment = NULL): ValueSql {
  const isBlank = leaf.type === "number" && context.value(leaf).blank !== undefined;
  return {
    sql: name,
    blank: isBlank ? nullTest(name) : undefined,
    mayFail: leaf.mayFail,
    loose: false,
    valid: undefined,
  };
}
