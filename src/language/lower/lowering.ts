import { type Argument, insideOf, type Typed } from "../check/index.ts";
import { CoreBuilder } from "../core/builder.ts";
import { type CoresByNode, computationOf } from "../core/computation.ts";
import type { FoldedConstants } from "../core/folded-constants.ts";
import { guardKernel, type Kernel, promiseOf } from "../core/kernel.ts";
import type { CoreNode } from "../core/node.ts";
import { Specialiser } from "../core/specialise.ts";
import type { ArgumentProblem } from "../functions/define.ts";
import { BUILT_IN } from "../functions/registry.ts";
import type { Field } from "../schema/index.ts";
import type { Finding } from "../source/finding.ts";
import type { Span } from "../source/span.ts";
import type { ComparisonOperator } from "../syntax/index.ts";
import { namesOffset } from "../values/date/index.ts";

const MILLISECONDS_A_DAY = 86_400_000;
const ARITHMETIC = { "+": "add", "-": "subtract", "*": "multiply", "/": "divide" } as const;

/** A formula in the core. */
export interface Lowered {
  readonly root: CoreNode;
  /** Whether the formula, as a filter, selects the record. */
  readonly condition: CoreNode;
  readonly byNode: CoresByNode;
  /** Warnings that need folded constants: a condition that is constant, or an error for every record. */
  readonly findings: readonly Finding[];
}

/**
 * Lowers a checked formula: every rule on blanks, errors and coercions becomes explicit in core operations, so that
 * back ends decide nothing.
 *
 * @param onProblem called once, when a kernel of a custom function first throws or returns a wrong value
 * @param work the budget for folding constants
 * @param timeZone the zone for parts and units of dates; UTC unless given
 * @param folded cached constants of other formulas
 */
export function lower(
  typed: Typed,
  onProblem?: (problem: Error) => void,
  work?: number,
  timeZone?: string,
  folded?: FoldedConstants,
): Lowered {
  return lowerInto(new CoreBuilder(work, timeZone, folded), typed, onProblem);
}

/**
 * Like `lower`, with a shared builder.
 *
 * @param isOwn whether the computed fields that the formula uses are in the same builder
 */
export function lowerInto(
  builder: CoreBuilder,
  typed: Typed,
  onProblem?: (problem: Error) => void,
  isOwn = false,
): Lowered {
  const lowering = new Lowering(builder, isOwn, onProblem);
  const root = lowering.lower(typed);
  return {
    root,
    condition: lowering.core.toCondition(root),
    byNode: lowering.byNode,
    findings: lowering.findings,
  };
}

class Lowering {
  readonly core: CoreBuilder;
  readonly byNode: (CoreNode | undefined)[] = [];
  readonly findings: Finding[] = [];
  readonly #known = new Map<Typed, CoreNode>();
  /** Expressions that are known to contain ERROR(). */
  readonly #withError = new Set<Typed>();
  readonly #guardedKernels = new Map<Kernel, Kernel>();
  /** Copies the cores of computed fields into this builder. Shared nodes are copied once. */
  #import: Specialiser | undefined;
  /** Whether computed fields are in the same builder. */
  readonly #isOwn: boolean;
  #onProblem: ((problem: Error) => void) | undefined;
  /** The kernel that returned a promise for constant operands. */
  #promising: string | undefined;

  constructor(core: CoreBuilder, isOwn: boolean, onProblem?: (problem: Error) => void) {
    this.core = core;
    this.#isOwn = isOwn;
    this.#onProblem = onProblem;
  }

  lower(typed: Typed): CoreNode {
    // The left side is lowered in a loop: recursion into a long chain of operators could overflow the stack.
    const left = leftOf(typed);
    if (left !== undefined && leftOf(left) !== undefined) this.#lowerChain(left);
    return this.#lowerOnce(typed);
  }

  #lowerChain(outermost: Typed): void {
    const chain: Typed[] = [];
    let left: Typed | undefined = outermost;
    for (; left !== undefined && !this.#known.has(left); left = leftOf(left)) chain.push(left);
    for (const one of chain.reverse()) this.#lowerOnce(one);
  }

  #lowerOnce(typed: Typed): CoreNode {
    // SWITCH compares one value with each pattern. Lowering that value each time would multiply the cost of nested
    // SWITCHes at each level.
    const isLeaf = typed.kind !== "call" && leftmostIn(typed) === undefined;
    const known = isLeaf ? undefined : this.#known.get(typed);
    if (known !== undefined) return known;
    const node = this.#lower(typed);
    if (!isLeaf) this.#known.set(typed, node);
    // The comparison of a SWITCH pattern has the pattern's node and is lowered after it: the first one is recorded.
    const isOwn = typed.kind !== "convert" && typed.kind !== "condition";
    if (isOwn) this.byNode[typed.node.id] ??= node;
    return node;
  }

  #lower(typed: Typed): CoreNode {
    const { core } = this;
    switch (typed.kind) {
      case "text":
        return core.text(typed.value);
      case "number":
        return core.number(typed.value);
      case "date": {
        // A date without an offset is a local time in the formula's time zone.
        const date = core.date(typed.milliseconds);
        const isInstant = typed.node.kind === "text" && namesOffset(typed.node.value);
        return isInstant ? date : core.fromLocal(date);
      }
      case "blank":
        return core.blank("text");
      case "error":
        return core.fail("text");
      case "unknown":
        throw new Error("a formula with errors was lowered");
      case "field":
        return this.#field(typed.field);
      case "parameter":
        return core.parameter(typed.parameter);
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

  /** A stored field, or the core of a computed field. */
  #field(field: Field): CoreNode {
    const computation = computationOf(field);
    if (computation === undefined) return this.core.field(field);
    if (this.#isOwn) return computation.root;
    this.#import ??= new Specialiser({}, this.core);
    return this.#import.of(computation.root);
  }

  #convert({ operand, type, node }: Typed & { readonly kind: "convert" }): CoreNode {
    const { core } = this;
    if (operand.kind === "blank" || operand.kind === "error") {
      const adapted = operand.kind === "blank" ? core.blank(type) : core.fail(type);
      this.byNode[node.id] = adapted;
      return adapted;
    }
    const value = this.lower(operand);
    if (type === "text") return core.toText(value);
    if (type === "list" && value.type === "text") return core.singleton(value);
    // Only the conversion from boolean to number remains.
    return core.if(value, core.number(1), core.number(0));
  }

  #arithmetic(typed: Typed & { readonly kind: "arithmetic" }): CoreNode {
    const { core } = this;
    const left = this.lower(typed.left);
    const right = this.lower(typed.right);
    switch (typed.form) {
      case "numbers":
        return core[ARITHMETIC[typed.operator]](core.orZero(left), core.orZero(right));
      case "days-between":
        return core.divide(core.millisecondsBetween(left, right), core.number(MILLISECONDS_A_DAY));
      case "date-first":
        return this.#moveByDays(left, right, typed.operator === "-");
      case "number-first":
        return this.#moveByDays(right, left, false);
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
      const data = { value: node.data === true };
      this.findings.push({ code: "constant-condition", span: typed.node.span, data });
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

  /** The checker allows a list only beside a blank, so one of the two is the empty list. */
  #equal(a: CoreNode, b: CoreNode): CoreNode {
    if (a.type !== "list") return this.core.equal(a, b);
    return this.core.isBlank(isEmptyList(a) ? b : a);
  }

  /**
   * In the core's order, the blank text precedes all other texts. In the language, an order comparison with a blank
   * text is false, so the lesser text is tested for blank. If the greater one may fail, an `if` preserves its error:
   * `and` would lose it if the test for blank is false.
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
      this.findings.push(findingOf(problem, node.span));
    }
    if (BUILT_IN.get(definition.name) === definition) return definition.lower(this.core, lowered);
    this.#promising = undefined;
    const root = this.core.guarded(
      (kernel) => this.#guarded(kernel),
      () => definition.lower(this.core, lowered),
    );
    if (this.#promising !== undefined) {
      const data = { reason: "custom", message: promiseOf(this.#promising) } as const;
      this.findings.push({ code: "invalid-argument", span: node.span, data });
    }
    return root;
  }

  #guarded(kernel: Kernel): Kernel {
    const known = this.#guardedKernels.get(kernel);
    if (known !== undefined) return known;
    const guarded = guardKernel(kernel, (problem, isPromise) => {
      if (isPromise === true) this.#promising = kernel.name;
      this.#report(problem);
    });
    this.#guardedKernels.set(kernel, guarded);
    return guarded;
  }

  /** Reports only the first problem of a formula: the same problem may recur for every record. */
  #report(problem: () => Error): void {
    const report = this.#onProblem;
    if (report === undefined) return;
    this.#onProblem = undefined;
    try {
      report(problem());
    } catch {
      // An exception of the caller's function must not affect a result.
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

  /** Warns of an expression that is an error for every record. Only the innermost one is reported. */
  #warnOfError(typed: Typed, node: CoreNode): CoreNode {
    const isNew = node.op === "fail" && !this.findings.some(({ span }) => within(span, typed));
    if (isNew && !this.#mentionsError(typed)) {
      this.findings.push({ code: "always-error", span: typed.node.span, data: {} });
    }
    return node;
  }

  /** Whether the expression contains ERROR(): then the error is intended. */
  #mentionsError(typed: Typed): boolean {
    const seen = new Set<Typed>();
    const waiting = [typed];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      /* v8 ignore next -- reached by random formulas only: SWITCH shares its value between comparisons */
      if (seen.has(next)) continue;
      seen.add(next);
      if (next.kind === "error" || this.#withError.has(next)) {
        this.#withError.add(typed);
        return true;
      }
      // The left operand is pushed last, so it is visited first: it is probably known already.
      waiting.push(...insideOf(next).toReversed());
    }
    return false;
  }
}

function findingOf(problem: ArgumentProblem, span: Span): Finding {
  if ("data" in problem) return { ...problem, span };
  const { code, message } = problem;
  return code === "text-too-long"
    ? { code, span, data: { message } }
    : { code, span, data: { reason: "custom", message } };
}

/**
 * The left operand of an operator, or the operand of a conversion. `undefined` if it is a blank or an error, which are
 * lowered together with the expression around them.
 */
function leftOf(typed: Typed): Typed | undefined {
  const left = leftmostIn(typed);
  return left?.kind === "blank" || left?.kind === "error" ? undefined : left;
}

function leftmostIn(typed: Typed): Typed | undefined {
  return typed.kind === "call" ? undefined : insideOf(typed)[0];
}

function isEmptyList(node: CoreNode): boolean {
  return node.op === "literal" && Array.isArray(node.data) && node.data.length === 0;
}

function within(span: { readonly start: number; readonly end: number }, typed: Typed): boolean {
  return span.start >= typed.node.span.start && span.end <= typed.node.span.end;
}
