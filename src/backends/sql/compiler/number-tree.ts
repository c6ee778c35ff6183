import type { CoreNode } from "../../../language/core/node.ts";
import { mappingOf } from "../table-mapping.ts";
import type { Context, ValueSql } from "./context.ts";
import { constantOf, isArithmeticPart } from "./number-nodes.ts";

/**
 * More nodes are not one tree. A part of a tree that is too large is a tree as well: without this limit, the work would
 * be quadratic in the length of a sum.
 */
const MOST_NODES = 60;

/**
 * A number that is computed from others, its leaves, by arithmetic and by comparisons. If all leaves have a normal
 * magnitude, no operation can overflow or underflow, so the SQL tests the leaves and computes the rest without guards.
 */
export class NumberTree {
  readonly context: Context;
  readonly root: CoreNode;
  /** Operands come before the nodes that use them. Leaves are nodes, too. */
  readonly nodes: ReadonlySet<CoreNode>;
  readonly leaves: ReadonlySet<CoreNode>;
  readonly #given: ReadonlyMap<CoreNode, ValueSql>;

  private constructor(
    { context, root, nodes, leaves }: Pick<NumberTree, "context" | "root" | "nodes" | "leaves">,
    given: ReadonlyMap<CoreNode, ValueSql>,
  ) {
    this.context = context;
    this.root = root;
    this.nodes = nodes;
    this.leaves = leaves;
    this.#given = given;
  }

  /**
   * @param isInner whether a node belongs to the tree with its operands
   * @returns `undefined` if the tree is too large
   */
  static of(
    context: Context,
    root: CoreNode,
    isInner: (node: CoreNode) => boolean,
  ): NumberTree | undefined {
    const nodes = new Set<CoreNode>();
    const leaves = new Set<CoreNode>();
    const seen = new Set<CoreNode>();

    function collect(node: CoreNode): void {
      if (seen.has(node) || seen.size > MOST_NODES) return;
      seen.add(node);
      if (!isInner(node)) leaves.add(node);
      else for (const operand of node.operands) collect(operand);
      nodes.add(node);
    }

    collect(root);
    if (seen.size > MOST_NODES) return undefined;
    return new NumberTree({ context, root, nodes, leaves }, new Map());
  }

  /** The tree with names in place of leaves. */
  named(names: ReadonlyMap<CoreNode, ValueSql>): NumberTree {
    return new NumberTree(this, names);
  }

  /** Whether the tree has no conditions, so that it is NULL if a leaf is. */
  get isArithmetic(): boolean {
    return [...this.nodes].every((node) => this.leaves.has(node) || isArithmeticPart(node));
  }

  /** The leaves that are numbers; others are conditions. */
  get numbers(): readonly CoreNode[] {
    return [...this.leaves].filter(({ type }) => type === "number");
  }

  /** The values of the leaves, except conditions without names. */
  get values(): ReadonlyMap<CoreNode, ValueSql> {
    const numbers = this.numbers.map((leaf) => [leaf, this.leaf(leaf)] as const);
    return new Map([...this.#given, ...numbers]);
  }

  leaf(leaf: CoreNode): ValueSql {
    return this.#given.get(leaf) ?? this.context.value(leaf);
  }

  /** A leaf, or its column if it is a column with 0 in place of a blank. */
  column(leaf: CoreNode): ValueSql {
    const field = this.#given.has(leaf) ? undefined : fieldOrZero(leaf);
    return field === undefined ? this.leaf(leaf) : this.context.value(field);
  }

  mayBeNull(leaf: CoreNode): boolean {
    if (leaf.op === "field") return mappingOf(leaf.data, this.context.table).notNull !== true;
    return leaf.mayFail;
  }
}

/** The field, if the operand is a field with 0 in place of a blank. */
function fieldOrZero({ op, operands: [field, otherwise] }: CoreNode): CoreNode | undefined {
  const isOne = op === "orElse" && field?.op === "field";
  return isOne && otherwise !== undefined && constantOf(otherwise) === 0 ? field : undefined;
}
