import { type CoreNode, operandsOf } from "../../../language/core/node.ts";
import { firstNumber, numberBefore } from "../../../language/values/number/index.ts";
import { and, choose, NULL, or, type SqlFragment, sql } from "../sql-fragment.ts";
import {
  boundsOfOperands,
  mayDivideByZero,
  mayOverflow,
  mayRaise,
  mayVanish,
} from "./arithmetic-range.ts";
import { equated, integerLiteral, numberLiteral } from "./constants.ts";
import { apply, type Context } from "./context.ts";
import { LARGEST, type NumberBounds } from "./number-bounds.ts";
import { type ArithmeticNode, constantOf } from "./number-nodes.ts";
import { numberColumn } from "./typed-columns.ts";

/**
 * TRUE only if a number is not 0. A column of integers is compared directly, so that the planner can use what it knows
 * of the column.
 */
export function notZeroTest(context: Context, node: CoreNode, value: SqlFragment): SqlFragment {
  const { dialect } = context;
  const [field, otherwise] = node.op === "orElse" ? operandsOf(node) : [node, undefined];
  const isBlankZero = otherwise === undefined || constantOf(otherwise) === 0;
  const isColumn = field.op === "field" && isBlankZero;
  if (isColumn && numberColumn(context, field.data).whole !== undefined) {
    return sql`${context.column(field.data)} <> ${integerLiteral(dialect, 0)}`;
  }
  return sql`${equated(dialect, value)} <> ${numberLiteral(dialect, 0)}`;
}

const HALF_LARGEST_POWER = 2 ** 1022;
const LARGEST_POWER = 2 ** 1023;

/** An arithmetic operation on two SQL numbers: plain, or guarded for engines that raise errors. */
export class GuardedArithmetic {
  readonly #context: Context;
  readonly #node: ArithmeticNode;
  readonly #a: SqlFragment;
  readonly #b: SqlFragment;
  /** They decide which guards are needed. */
  readonly #bounds: readonly [NumberBounds, NumberBounds];

  constructor(context: Context, node: ArithmeticNode, a: SqlFragment, b: SqlFragment) {
    this.#context = context;
    this.#node = node;
    this.#a = a;
    this.#b = b;
    this.#bounds = boundsOfOperands(node, context.bounds);
  }

  get mayOverflow(): boolean {
    return mayOverflow(this.#op, this.#bounds);
  }

  get #op(): ArithmeticNode["op"] {
    return this.#node.op;
  }

  get #mayVanish(): boolean {
    return mayVanish(this.#context.dialect, this.#op, this.#bounds);
  }

  get #mayDivideByZero(): boolean {
    return mayDivideByZero(this.#op, this.#bounds);
  }

  plain(): SqlFragment {
    return apply(this.#op, this.#context.dialect.operations[this.#op], this.#a, this.#b);
  }

  /** The guarded operation: NULL if the result is an error. Never raises one. */
  guarded(): SqlFragment {
    const { dialect } = this.#context;
    if (!mayRaise(dialect, this.#node, this.#bounds)) {
      const isSure = !this.#mayDivideByZero || dialect.zeroDivision === "null";
      if (isSure) return this.plain();
      return choose([
        [notZeroTest(this.#context, operandsOf(this.#node)[1], this.#b), this.plain()],
      ]);
    }
    return (
      this.#besideConstant() ??
      (this.#op === "multiply"
        ? this.#product()
        : this.#op === "divide"
          ? this.#quotient()
          : this.#sum())
    );
  }

  /** With a constant operand, thresholds for the other operand are enough. */
  #besideConstant(): SqlFragment | undefined {
    const [left, right] = operandsOf(this.#node).map(constantOf);
    if (right !== undefined) return this.#thresholds(this.#a, (m) => this.#compute(m, right));
    if (left === undefined) return undefined;
    if (this.#op === "divide") return this.#constantOver(left);
    return this.#thresholds(this.#b, (m) => this.#compute(left, m));
  }

  #compute(a: number, b: number): number {
    switch (this.#op) {
      case "add":
        return a + b;
      case "subtract":
        return a - b;
      case "multiply":
        return a * b;
      case "divide":
        return a / b;
    }
  }

  #thresholds(varying: SqlFragment, compute: (m: number) => number): SqlFragment {
    const result = this.plain();
    const size = this.#abs(varying);
    if (this.#op === "add" || this.#op === "subtract") {
      // An operand of one sign can cause an overflow; one of the other sign cannot.
      const most = largestWhere((m) => Number.isFinite(compute(m)) && Number.isFinite(compute(-m)));
      const upward = !Number.isFinite(compute(LARGEST));
      return choose([
        upward
          ? [sql`${varying} <= ${this.#number(most)}`, result]
          : [sql`${varying} >= ${this.#number(-most)}`, result],
      ]);
    }
    const branches: (readonly [SqlFragment, SqlFragment])[] = [];
    if (!Number.isFinite(compute(LARGEST))) {
      const most = largestWhere((m) => Number.isFinite(compute(m)));
      branches.push([sql`${size} > ${this.#number(most)}`, NULL]);
    }
    if (compute(Number.MIN_VALUE) === 0 && compute(1) !== 0 && this.#mayVanish) {
      const most = largestWhere((m) => compute(m) === 0);
      branches.push([sql`${size} <= ${this.#number(most)}`, this.#number(0)]);
    }
    return choose(branches, result);
  }

  /** A constant divided by a value: overflows if the value is near 0, and underflows if it is far from it. */
  #constantOver(constant: number): SqlFragment {
    const size = this.#abs(this.#b);
    const branches: (readonly [SqlFragment, SqlFragment])[] = [
      [sql`${this.#b} = ${this.#number(0)}`, NULL],
    ];
    if (!Number.isFinite(constant / Number.MIN_VALUE)) {
      const most = largestWhere((m) => m === 0 || !Number.isFinite(constant / m));
      branches.push([sql`${size} <= ${this.#number(most)}`, NULL]);
    }
    if (constant !== 0 && constant / LARGEST === 0) {
      const most = largestWhere((m) => constant / m !== 0);
      branches.push([sql`${size} > ${this.#number(most)}`, this.#number(0)]);
    }
    return choose(branches, this.plain());
  }

  /** The sum of the halves cannot overflow, and shows whether the sum does. */
  #sum(): SqlFragment {
    const { dialect } = this.#context;
    const result = this.plain();
    const [a, b] = [this.#abs(this.#a), this.#abs(this.#b)];
    const small = and(
      sql`${a} < ${this.#number(HALF_LARGEST_POWER)}`,
      sql`${b} < ${this.#number(HALF_LARGEST_POWER)}`,
    );
    const one = this.#number(1);
    const half = this.#number(0.5);
    const halves = apply(
      this.#op,
      dialect.operations[this.#op],
      this.#times(this.#a, half),
      this.#times(this.#b, half),
    );
    return choose([
      [or(small, sql`${a} < ${one}`, sql`${b} < ${one}`), result],
      [sql`${this.#abs(halves)} < ${this.#number(LARGEST_POWER)}`, result],
    ]);
  }

  /**
   * A product overflows only if both factors are above 1, and underflows only if both are below. Scaling it by a power
   * of two is exact, and shows whether the product itself overflows or underflows.
   */
  #product(): SqlFragment {
    const result = this.plain();
    const [a, b] = [this.#abs(this.#a), this.#abs(this.#b)];
    const one = this.#number(1);
    const branches: (readonly [SqlFragment, SqlFragment])[] = [];
    if (this.#mayVanish) {
      const up = this.#number(2 ** 512);
      const tiny = this.#number(2 ** -540);
      const scaled = this.#times(this.#times(a, up), this.#times(b, up));
      const vanishes = choose(
        [
          [sql`${this.#a} = ${this.#number(0)}`, this.#number(0)],
          [sql`${this.#b} = ${this.#number(0)}`, this.#number(0)],
          [and(sql`${a} < ${tiny}`, sql`${b} < ${tiny}`), this.#number(0)],
          [sql`${scaled} <= ${this.#number(2 ** -51)}`, this.#number(0)],
        ],
        result,
      );
      branches.push([and(sql`${a} < ${one}`, sql`${b} < ${one}`), vanishes]);
    }
    const down = this.#number(2 ** -512);
    const scaled = this.#times(this.#times(a, down), this.#times(b, down));
    branches.push(
      [or(sql`${a} < ${one}`, sql`${b} < ${one}`), result],
      [sql`${scaled} < ${one}`, result],
    );
    return choose(branches);
  }

  #quotient(): SqlFragment {
    const result = this.plain();
    const zero = this.#number(0);
    const [a, b] = [this.#abs(this.#a), this.#abs(this.#b)];
    const one = this.#number(1);
    const half = this.#number(0.5);
    const power = this.#times(b, this.#number(LARGEST_POWER));
    const branches: (readonly [SqlFragment, SqlFragment])[] = [];
    if (this.#mayDivideByZero) branches.push([sql`${this.#b} = ${zero}`, NULL]);
    const [, { tiny }] = this.#bounds;
    if (tiny < 0.5) {
      const most = this.#times(power, this.#number(2));
      branches.push([sql`${b} < ${half}`, choose([[sql`${a} < ${most}`, result]])]);
    }
    if (tiny < 1) {
      branches.push([
        sql`${b} < ${one}`,
        choose([
          [sql`${a} < ${this.#number(LARGEST_POWER)}`, result],
          [sql`${this.#times(a, half)} < ${power}`, result],
        ]),
      ]);
    }
    if (this.#mayVanish) {
      const up = this.#times(a, this.#number(2 ** 537));
      const down = this.#times(b, this.#number(2 ** -538));
      branches.push([sql`${a} >= ${one}`, result], [sql`${up} <= ${down}`, zero]);
    }
    return choose(branches, result);
  }

  #number(value: number): SqlFragment {
    return numberLiteral(this.#context.dialect, value);
  }

  #abs(value: SqlFragment): SqlFragment {
    return apply("abs", this.#context.dialect.operations.abs, value);
  }

  #times(a: SqlFragment, b: SqlFragment): SqlFragment {
    return apply("multiply", this.#context.dialect.operations.multiply, a, b);
  }
}

/** The largest number that satisfies a monotonic test, which holds for 0. */
function largestWhere(holds: (magnitude: number) => boolean): number {
  const first = firstNumber(0, LARGEST, (magnitude) => !holds(magnitude));
  return first === undefined ? LARGEST : numberBefore(first);
}
