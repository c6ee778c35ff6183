import type { Argument, Typed } from "../check/index.ts";
import { CoreBuilder } from "../core/builder.ts";
import { guardKernel, type Kernel } from "../core/kernel.ts";
import type { CoreNode } from "../core/node.ts";
import { BUILT_IN } from "../functions/registry.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { diagnostic } from "../source/report.ts";
import type { ComparisonOperator } from "../syntax/index.ts";

const MILLISECONDS_A_DAY = 86_400_000;

/** A formula in the core. */
export interface Lowered {
  readonly root: CoreNode;
  /** Whether the record is returned when the formula is a filter. */
  readonly condition: CoreNode;
  /** The core of each node of the syntax tree, by its id. */
  readonly byNode: ReadonlyMap<number, CoreNode>;
  /** What only shows once constants are folded: conditions that never change, errors that always come. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Makes every rule on blanks, errors and coercions explicit in core operations, so that back ends decide nothing.
 *
 * @param onProblem is called once, when a kernel of a custom function first breaks the rules
 */
export function lower(typed: Typed, onProblem?: (problem: Error) => void): Lowered {
  const lowering = new Lowering(onProblem);
  const root = lowering.lower(typed);
  return {
    root,
    condition: lowering.core.toCondition(root),
    byNode: lowering.byNode,
    diagnostics: lowering.diagnostics,
  };
}

class Lowering {
  readonly core = new CoreBuilder();
  readonly byNode = new Map<number, CoreNode>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #known = new Map<Typed, CoreNode>();
  /** Expressions in which ERROR() stands, as far as they were looked at. */
  readonly #withError = new Set<Typed>();
  readonly #guardedKernels = new Map<Kernel, Kernel>();
  #onProblem: ((problem: Error) => void) | undefined;

  constructor(onProblem?: (problem: Error) => void) {
    this.#onProblem = onProblem;
  }

  lower(typed: Typed): CoreNode {
    // A loop up the left side, where a chain of operators is as deep as it is long.
    const chain: Typed[] = [];
    for (
      let left = leftOf(typed);
      left !== undefined && !this.#known.has(left);
      left = leftOf(left)
    ) {
      chain.push(left);
    }
    for (const left of chain.reverse()) this.#lowerOnce(left);
    return this.#lowerOnce(typed);
  }

  #lowerOnce(typed: Typed): CoreNode {
    // SWITCH compares one value with each pattern: without this, nesting would cost as many times more at each level.
    const known = this.#known.get(typed);
    if (known !== undefined) return known;
    const node = this.#lower(typed);
    this.#known.set(typed, node);
    // A pattern of SWITCH stands for itself, not for its comparison, which shares its place and is lowered after it.
    const isOwn = typed.kind !== "convert" && typed.kind !== "condition";
    if (isOwn && !this.byNode.has(typed.node.id)) this.byNode.set(typed.node.id, node);
    return node;
  }

  #lower(typed: Typed): CoreNode {
    const { core } = this;
    switch (typed.kind) {
      case "text":
        return core.text(typed.value);
      case "number":
        return core.number(typed.value);
      case "date":
        return core.date(typed.milliseconds);
      case "blank":
        return core.blank("text");
      case "error":
        return core.fail("text");
      case "unknown":
        throw new Error("a formula with errors was lowered");
      case "field":
        return core.field(typed.field);
      case "convert":
        return this.#convert(typed);
      case "condition":
        return core.toCondition(this.lower(typed.operand));
      case "sign": {
        const value = core.orZero(this.lower(typed.operand));
        return typed.operator === "-" ? core.negate(value) : value;
      }
      case "concat":
        return this.#warnOfError(
          typed,
          core.concat(this.lower(typed.left), this.lower(typed.right)),
        );
      case "arithmetic":
        return this.#warnOfError(typed, this.#arithmetic(typed));
      case "compare":
        return this.#compare(typed);
      case "call":
        return this.#warnOfError(typed, this.#call(typed));
    }
  }

  #convert({ operand, type, node }: Typed & { readonly kind: "convert" }): CoreNode {
    const { core } = this;
    if (operand.kind === "blank" || operand.kind === "error") {
      const adapted = operand.kind === "blank" ? core.blank(type) : core.fail(type);
      this.byNode.set(node.id, adapted);
      return adapted;
    }
    const value = this.lower(operand);
    if (type === "text") return core.toText(value);
    if (type === "list" && value.type === "text") return core.singleton(value);
    // What is left is a boolean where a number is wanted.
    return core.if(value, core.number(1), core.number(0));
  }

  #arithmetic(typed: Typed & { readonly kind: "arithmetic" }): CoreNode {
    const { core } = this;
    const left = this.lower(typed.left);
    const right = this.lower(typed.right);
    switch (typed.form) {
      case "numbers":
        return this.#numbers(typed.operator, core.orZero(left), core.orZero(right));
      case "days-between":
        return core.divide(core.millisecondsBetween(left, right), core.number(MILLISECONDS_A_DAY));
      case "date-first":
        return this.#moveByDays(left, right, typed.operator === "-");
      case "number-first":
        return this.#moveByDays(right, left, false);
    }
  }

  #numbers(operator: "+" | "-" | "*" | "/", a: CoreNode, b: CoreNode): CoreNode {
    const { core } = this;
    switch (operator) {
      case "+":
        return core.add(a, b);
      case "-":
        return core.subtract(a, b);
      case "*":
        return core.multiply(a, b);
      case "/":
        return core.divide(a, b);
    }
  }

  #moveByDays(date: CoreNode, days: CoreNode, back: boolean): CoreNode {
    const { core } = this;
    const amount = core.multiply(core.orZero(days), core.number(MILLISECONDS_A_DAY));
    return core.addMilliseconds(date, back ? core.negate(amount) : amount);
  }

  #compare(typed: Typed & { readonly kind: "compare" }): CoreNode {
    const node = this.#comparison(typed.operator, this.lower(typed.left), this.lower(typed.right));
    if (node.op === "literal") {
      this.diagnostics.push(
        diagnostic(
          "constant-condition",
          typed.node.span,
          `this is ${node.data === true ? "true" : "false"} for every record`,
        ),
      );
    }
    return node;
  }

  #comparison(operator: ComparisonOperator, a: CoreNode, b: CoreNode): CoreNode {
    const { core } = this;
    switch (operator) {
      case "=":
        return this.#equal(a, b);
      case "!=":
        return core.not(this.#equal(a, b));
      case "<":
        return this.#ordered(core.less(a, b), a, b);
      case "<=":
        return this.#ordered(core.lessOrEqual(a, b), a, b);
      case ">":
        return this.#ordered(core.less(b, a), b, a);
      case ">=":
        return this.#ordered(core.lessOrEqual(b, a), b, a);
    }
  }

  /** Lists stand here only beside a blank. */
  #equal(a: CoreNode, b: CoreNode): CoreNode {
    if (a.type !== "list") return this.core.equal(a, b);
    return this.core.isBlank(isEmptyList(a) ? b : a);
  }

  /**
   * The blank text stands before all others in the core's order; in the language it stands in no order. An error on
   * the other side must not get lost beside a FALSE, as it would in an `and`.
   */
  #ordered(comparison: CoreNode, lesser: CoreNode, greater: CoreNode): CoreNode {
    const { core } = this;
    if (lesser.type !== "text") return comparison;
    const isPresent = core.not(core.isBlank(lesser));
    return greater.mayFail
      ? core.if(comparison, isPresent, core.false)
      : core.and(isPresent, comparison);
  }

  #call({ definition, arguments: arguments_, node }: Typed & { readonly kind: "call" }): CoreNode {
    const lowered = arguments_.map((argument) => this.#argument(argument));
    const problem = definition.inspect?.(lowered);
    if (problem !== undefined) {
      this.diagnostics.push(diagnostic(problem.code, node.span, problem.message));
    }
    if (BUILT_IN.get(definition.name) === definition) return definition.lower(this.core, lowered);
    return this.core.guarded(
      (kernel) => this.#guarded(kernel),
      () => definition.lower(this.core, lowered),
    );
  }

  #guarded(kernel: Kernel): Kernel {
    const known = this.#guardedKernels.get(kernel);
    if (known !== undefined) return known;
    const guarded = guardKernel(kernel, (problem) => this.#report(problem));
    this.#guardedKernels.set(kernel, guarded);
    return guarded;
  }

  /** Only the first problem of a formula is reported: the others come with every record. */
  #report(problem: Error): void {
    const report = this.#onProblem;
    this.#onProblem = undefined;
    try {
      report?.(problem);
    } catch {
      // What the caller's function throws must not change a result.
    }
  }

  #argument(argument: Argument): unknown {
    switch (argument.kind) {
      case "static":
        return argument.value;
      case "value":
        return this.#value(argument.value, argument.keepsBlank);
      case "rest":
        return argument.values.map((value) => this.#value(value, argument.keepsBlank));
    }
  }

  #value(typed: Typed, keepsBlank: boolean): CoreNode {
    const value = this.lower(typed);
    return value.type === "number" && !keepsBlank ? this.core.orZero(value) : value;
  }

  /** Warns where an error comes whatever the record holds, at the innermost place only. */
  #warnOfError(typed: Typed, node: CoreNode): CoreNode {
    const isNew = node.op === "fail" && !this.diagnostics.some(({ span }) => within(span, typed));
    if (isNew && !this.#mentionsError(typed)) {
      this.diagnostics.push(
        diagnostic("always-error", typed.node.span, "this is an error for every record"),
      );
    }
    return node;
  }

  /** Whether ERROR() stands below: then an error is what the author asked for. */
  #mentionsError(typed: Typed): boolean {
    const seen = new Set<Typed>();
    const waiting = [typed];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      if (next.kind === "error" || this.#withError.has(next)) {
        this.#withError.add(typed);
        return true;
      }
      // The left operand last, to be looked at first: it was asked about before.
      waiting.push(...insideOf(next).toReversed());
    }
    return false;
  }
}

/** What stands directly inside an expression, from left to right. */
function insideOf(typed: Typed): readonly Typed[] {
  switch (typed.kind) {
    case "convert":
    case "condition":
    case "sign":
      return [typed.operand];
    case "arithmetic":
    case "concat":
    case "compare":
      return [typed.left, typed.right];
    case "call":
      return typed.arguments.flatMap((argument) => {
        if (argument.kind === "static") return [];
        return argument.kind === "rest" ? argument.values : [argument.value];
      });
    default:
      return [];
  }
}

/** What stands at the left of an operator or in a conversion; a blank and an error are lowered with what is around them. */
function leftOf(typed: Typed): Typed | undefined {
  const [left] = typed.kind === "call" ? [] : insideOf(typed);
  return left?.kind === "blank" || left?.kind === "error" ? undefined : left;
}

function isEmptyList(node: CoreNode): boolean {
  return node.op === "literal" && Array.isArray(node.data) && node.data.length === 0;
}

function within(span: { readonly start: number; readonly end: number }, typed: Typed): boolean {
  return span.start >= typed.node.span.start && span.end <= typed.node.span.end;
}
