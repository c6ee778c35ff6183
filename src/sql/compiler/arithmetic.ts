import { type CoreNode, operandOf, operandsOf } from "../../core/node.ts";
import { and, choose, type Fragment, isNull, NULL, or, sql, TRUE } from "../fragment.ts";
import { mappingOf } from "../mapping.ts";
import { apply, bothValid, type Context, type ValueSql } from "./context.ts";
import { Facts, type NumberFacts } from "./facts.ts";
import { type ArithmeticNode, GuardedArithmetic, isArithmetic } from "./guarded-arithmetic.ts";
import { blankOfStrict, finished, numberLiteral } from "./numbers.ts";

/** Guards that are longer are worth a look at the operands first. */
const LONG_GUARD = 300;

/** Arithmetic. An operand is only blank where the language has the result blank as well. */
export function arithmetic(context: Context, node: ArithmeticNode): ValueSql {
  const [left, right] = operandsOf(node);
  let a = context.value(left);
  let b = context.value(right);
  const mayBeBlank = a.blank !== undefined || b.blank !== undefined;
  if (mayBeBlank) a = finished(context, a);
  if (mayBeBlank || node.op === "divide") b = finished(context, b);
  const blank = blankOfStrict(a, b);
  const operation = new GuardedArithmetic(context, node, a.sql, b.sql);
  const valid = bothValid(a, b);
  if (context.dialect.overflow === "infinity") {
    const loose = a.loose || b.loose || operation.mayFail;
    return { sql: operation.plain(), blank, mayFail: node.mayFail, loose, valid };
  }
  const guarded = operation.guarded();
  const shorter =
    guarded.size > LONG_GUARD && blank === undefined
      ? new ArithmeticTree(context, node).normalFirst()
      : undefined;
  return shorter ?? { sql: guarded, blank, mayFail: node.mayFail, loose: false, valid };
}

/** Numbers so large, and their inverses so small, are far from what records hold. */
const NORMAL_BOUNDS = [2 ** 200, 2 ** 100, 2 ** 50];

/**
 * Arithmetic on operands that are not arithmetic themselves, for engines that raise where a result is too large or too
 * small. Where all operands are of a normal size, nothing can: that is looked at once, and the rest is plain. Elsewhere each
 * operation is guarded; where the engine has no names for values, those records are left to memory.
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
    if (this.#nodes.has(node)) return;
    this.#nodes.add(node);
    if (!isInner(node)) this.#leaves.add(node);
    else for (const operand of node.operands) this.#collect(operand);
  }

  normalFirst(): ValueSql | undefined {
    const values = [...this.#leaves].map((leaf) => this.#context.value(leaf));
    if (values.some(({ blank, loose }) => blank !== undefined || loose)) return undefined;
    const facts = NORMAL_BOUNDS.map((bound) => this.#narrowed(bound)).find((narrow) =>
      this.#isSafe(narrow),
    );
    if (facts === undefined) return undefined;
    const normal = and(
      ...[...this.#leaves].map((leaf) => this.#isNormal(leaf, facts.number(leaf))),
    );
    const absent = [...this.#leaves].flatMap((leaf) =>
      this.#mayBeNull(leaf) ? [isNull(this.#leaf(leaf))] : [],
    );
    const plain = this.#write(this.#root, (node, a, b) =>
      new GuardedArithmetic(this.#context, node, a, b, facts).guarded(),
    );
    const rest = { blank: undefined, mayFail: this.#root.mayFail, loose: false };
    if (normal === TRUE) return { ...rest, sql: plain, valid: bothValid(...values) };
    const { bind } = this.#context.dialect;
    if (bind === undefined) {
      const valid = bothValid(...values, { valid: or(...absent, normal) });
      return { ...rest, sql: choose([[normal, plain]]), valid };
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
    const nothing: readonly (readonly [Fragment, Fragment])[] =
      absent.length === 0 ? [] : [[or(...absent), NULL]];
    return {
      ...rest,
      sql: choose([...nothing, [normal, plain]], guarded),
      valid: bothValid(...values),
    };
  }

  #leaf(leaf: CoreNode): Fragment {
    return this.#context.value(leaf).sql;
  }

  #mayBeNull(leaf: CoreNode): boolean {
    if (leaf.op === "field") return mappingOf(leaf.data, this.#context.table).notNull !== true;
    return leaf.mayFail;
  }

  /** What is known where every operand is of a normal size. */
  #narrowed(bound: number): Facts {
    const known = new Map<CoreNode, NumberFacts>();
    for (const leaf of this.#leaves) {
      const { low, high, whole, tiny } = this.#context.facts.number(leaf);
      known.set(leaf, {
        low: Math.max(low, -bound),
        high: Math.min(high, bound),
        whole,
        tiny: leaf.op === "literal" ? tiny : Math.max(tiny, 1 / bound),
      });
    }
    return new Facts(this.#context.table, this.#context.dialect, known);
  }

  #isSafe(facts: Facts): boolean {
    const nowhere = NULL;
    return [...this.#nodes].every(
      (node) =>
        !isArithmetic(node) ||
        !new GuardedArithmetic(this.#context, node, nowhere, nowhere, facts).mayRaise,
    );
  }

  #isNormal(leaf: CoreNode, { low, high, tiny }: NumberFacts): Fragment {
    const { dialect, facts } = this.#context;
    const known = facts.number(leaf);
    const value = this.#leaf(leaf);
    const size = apply(this.#context, "abs", dialect.operations.abs, value).sql;
    const bound = Math.max(Math.abs(low), Math.abs(high));
    const isSmall = sql`${size} <= ${numberLiteral(dialect, bound)}`;
    if (known.tiny < tiny) {
      const least = numberLiteral(dialect, tiny);
      return or(
        sql`${value} = ${numberLiteral(dialect, 0)}`,
        and(sql`${size} >= ${least}`, isSmall),
      );
    }
    return known.low < low || known.high > high ? isSmall : and();
  }

  /** The tree with each operation written in one way. */
  #write(
    node: CoreNode,
    operation: (node: ArithmeticNode, a: Fragment, b: Fragment) => Fragment,
  ): Fragment {
    if (!isInner(node)) return this.#leaf(node);
    if (isArithmetic(node)) {
      const [a, b] = operandsOf(node).map((operand) => this.#write(operand, operation));
      return operation(node, a ?? NULL, b ?? NULL);
    }
    const operand = this.#write(operandOf(node), operation);
    return apply(this.#context, node.op, this.#context.dialect.operations[node.op], operand).sql;
  }
}

function isInner(node: CoreNode): node is ArithmeticNode | (CoreNode & { op: "abs" | "floor" }) {
  return isArithmetic(node) || node.op === "abs" || node.op === "floor";
}
