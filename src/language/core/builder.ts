import type { CalendarUnit, DatePart } from "../values/date/index.ts";
import { plainSearch, type Regex } from "../values/regex/index.ts";
import type { FoldedConstants } from "./folded-constants.ts";
import type { FunctionContext } from "./function-context.ts";
import type { Kernel } from "./kernel.ts";
import {
  type Alternatives,
  type CoreNode,
  type Operation,
  operandOf,
  operandsOf,
  threeOperandsOf,
} from "./node.ts";
import { DATE_BOUND, isConstant, NodeFactory } from "./node-factory.ts";

const UNBOUNDED = Number.POSITIVE_INFINITY;
const TEXT_LENGTH_BOUND = 2 ** 30;
const MOST_NESTED = 100;

/**
 * Creates core nodes, and rewrites some of them into simpler conditions for the back ends. Rewriting preserves every
 * value, blank and error. One builder serves one formula.
 */
export class CoreBuilder extends NodeFactory implements FunctionContext {
  /** The time zone of parts and units of dates; `undefined` for UTC. */
  readonly timeZone: string | undefined;
  #depth = 0;
  #guard: ((kernel: Kernel) => Kernel) | undefined;

  constructor(foldingWork?: number, timeZone?: string, folded?: FoldedConstants) {
    super(foldingWork, folded);
    this.timeZone = timeZone;
  }

  /** Returns the result of `build`. Meanwhile, `guard` wraps each kernel that is called. */
  guarded<T>(guard: (kernel: Kernel) => Kernel, build: () => T): T {
    const outer = this.#guard;
    this.#guard = guard;
    try {
      return build();
    } finally {
      this.#guard = outer;
    }
  }

  // Logic

  and(...conditions: readonly CoreNode[]): CoreNode {
    return this.#decide("and", conditions, this.false, this.true);
  }

  or(...conditions: readonly CoreNode[]): CoreNode {
    return this.#decide("or", conditions, this.true, this.false);
  }

  not(condition: CoreNode): CoreNode {
    if (condition.op === "not") return operandOf(condition);
    return this.strict("not", [condition], undefined);
  }

  /** The branch that the condition selects; an error if the condition is an error. The other branch is ignored. */
  if(condition: CoreNode, then: CoreNode, otherwise: CoreNode): CoreNode {
    if (then.type !== otherwise.type) throw new Error("the branches of `if` differ in type");
    if (condition.op === "fail") return this.fail(then.type);
    if (condition === this.true) return then;
    if (condition === this.false) return otherwise;
    if (condition.op === "not") return this.if(operandOf(condition), otherwise, then);
    if (then === this.true && otherwise === this.false) return condition;
    if (then === this.false && otherwise === this.true) return this.not(condition);
    if (!condition.mayFail) {
      if (then === otherwise) return then;
      if (otherwise === this.false) return this.and(condition, then);
      if (otherwise === this.true) return this.or(this.not(condition), then);
      if (then === this.true) return this.or(condition, otherwise);
      if (then === this.false) return this.and(this.not(condition), otherwise);
    }
    return this.share("if", then.type, [condition, then, otherwise], undefined, {
      mayBeBlank: then.mayBeBlank || otherwise.mayBeBlank,
      mayFail: condition.mayFail || then.mayFail || otherwise.mayFail,
      bound: Math.max(then.bound, otherwise.bound),
    });
  }

  isError(value: CoreNode): CoreNode {
    if (value.op === "fail") return this.true;
    if (!value.mayFail) return this.false;
    return this.share("isError", "boolean", [value], undefined, {});
  }

  // Blanks

  /** Whether a value of any type is blank. Booleans never are. */
  isBlank(value: CoreNode): CoreNode {
    switch (value.type) {
      case "text":
        return this.equal(value, this.text(""));
      case "list":
        return this.equal(this.listLength(value), this.number(0));
      case "boolean":
        return value.mayFail ? this.and(value, this.not(value)) : this.false;
      case "number":
      case "date":
        if (value.op === "blank") return this.true;
        if (!value.mayBeBlank && !value.mayFail) return this.false;
        return this.strict("isBlank", [value], undefined);
    }
  }

  /** The value, or `otherwise` if the value is blank. If it is not, an error in `otherwise` has no effect. */
  orElse(value: CoreNode, otherwise: CoreNode): CoreNode {
    sameType("orElse", value, otherwise);
    if (!value.mayBeBlank) return value;
    if (value.op === "blank") return otherwise;
    if (value.op === "if" && value.operands.some(isConstant)) {
      const [condition, then, ifNot] = threeOperandsOf(value);
      const spread = this.#nested(() =>
        this.if(condition, this.orElse(then, otherwise), this.orElse(ifNot, otherwise)),
      );
      if (spread !== undefined) return spread;
    }
    return this.share("orElse", value.type, [value, otherwise], undefined, {
      mayBeBlank: otherwise.mayBeBlank,
      mayFail: value.mayFail || otherwise.mayFail,
      bound: Math.max(value.bound, otherwise.bound),
    });
  }

  /** The value, or 0 if it is blank. */
  orZero(value: CoreNode): CoreNode {
    return this.orElse(value, this.number(0));
  }

  // Comparison

  /** A blank equals only a blank. */
  equal(a: CoreNode, b: CoreNode): CoreNode {
    sameType("equal", a, b);
    if (a === b && !a.mayFail) return this.true;
    if (isGiven(a) && !isGiven(b)) return this.equal(b, a);
    const spread = this.#overBranches(a, b, (x, y) => this.equal(x, y));
    if (spread !== undefined) return spread;
    if (b.op === "blank") return this.isBlank(a);
    if (b === this.true) return a;
    if (b === this.false) return this.not(a);
    if (a.op === "find" && b.op === "literal" && b.data === 0) {
      const contains = this.#asContains(a);
      if (contains !== undefined) return this.not(contains);
    }
    return this.strict("equal", [a, b], undefined);
  }

  /** Whether a text, number or date is one of several constants, none of which is blank. */
  among(value: CoreNode, alternatives: Alternatives): CoreNode {
    return this.strict("among", [value], alternatives);
  }

  /**
   * Like `or`. Tests of one value, or of one list, against several constants become one operation; against parameters,
   * they do so when these are bound.
   */
  anyOf(...conditions: readonly CoreNode[]): CoreNode {
    const parts: CoreNode[] = [];
    const groups = new Map<
      CoreNode,
      { readonly first: CoreNode; readonly among: Set<string | number> }
    >();
    for (const condition of conditions) {
      const found = alternativeIn(condition);
      if (found === undefined) {
        parts.push(condition);
        continue;
      }
      const group = groups.get(found.value) ?? { first: condition, among: new Set() };
      for (const constant of found.constants) group.among.add(constant);
      groups.set(found.value, group);
    }
    for (const [value, { first, among }] of groups) {
      if (among.size === 1) parts.push(first);
      else parts.push(value.type === "list" ? this.hasAny(value, among) : this.among(value, among));
    }
    const isOpen = parts.some(isOpenAlternative);
    return this.#decide("or", parts, this.true, this.false, isOpen ? "set" : undefined);
  }

  /** FALSE if a or b is blank. */
  less(a: CoreNode, b: CoreNode): CoreNode {
    sameType("less", a, b);
    if (a.op === "literal" && a.data === 0 && b.op === "find") {
      const contains = this.#asContains(b);
      if (contains !== undefined) return contains;
    }
    return this.#compare("less", a, b);
  }

  /** FALSE if a or b is blank. */
  lessOrEqual(a: CoreNode, b: CoreNode): CoreNode {
    sameType("lessOrEqual", a, b);
    if (a.op === "literal" && a.data === 1 && b.op === "find") {
      const contains = this.#asContains(b);
      if (contains !== undefined) return contains;
    }
    return this.#compare("lessOrEqual", a, b);
  }

  // Numbers

  add(a: CoreNode, b: CoreNode): CoreNode {
    return this.#arithmetic("add", a, b, a.bound + b.bound);
  }

  subtract(a: CoreNode, b: CoreNode): CoreNode {
    return this.#arithmetic("subtract", a, b, a.bound + b.bound);
  }

  multiply(a: CoreNode, b: CoreNode): CoreNode {
    return this.#arithmetic("multiply", a, b, a.bound * b.bound);
  }

  divide(a: CoreNode, b: CoreNode): CoreNode {
    const divisor = b.op === "literal" && typeof b.data === "number" ? Math.abs(b.data) : undefined;
    if (divisor === 0 && !a.mayBeBlank) return this.fail("number");
    return this.#arithmetic("divide", a, b, a.bound / (divisor ?? 0));
  }

  negate(a: CoreNode): CoreNode {
    return this.subtract(this.number(0), a);
  }

  abs(a: CoreNode): CoreNode {
    return this.strict("abs", [a], undefined, { bound: a.bound });
  }

  floor(a: CoreNode): CoreNode {
    return this.strict("floor", [a], undefined, { bound: a.bound + 1 });
  }

  /** Rounds toward zero. */
  truncate(a: CoreNode): CoreNode {
    const zero = this.number(0);
    return this.if(this.less(a, zero), this.negate(this.floor(this.negate(a))), this.floor(a));
  }

  /** The smallest whole number that is not less than a. */
  ceiling(a: CoreNode): CoreNode {
    return this.negate(this.floor(this.negate(a)));
  }

  sqrt(a: CoreNode): CoreNode {
    return this.strict("sqrt", [a], undefined, { bound: a.bound + 1 });
  }

  smaller(a: CoreNode, b: CoreNode): CoreNode {
    return this.if(this.less(b, a), b, a);
  }

  larger(a: CoreNode, b: CoreNode): CoreNode {
    return this.if(this.less(a, b), b, a);
  }

  // Text

  /** The number of code points. */
  length(text: CoreNode): CoreNode {
    return this.strict("length", [text], undefined, { bound: TEXT_LENGTH_BOUND });
  }

  /** The first position of the needle at or after `start`, counted from 1; 0 if not found. */
  find(needle: CoreNode, text: CoreNode, start: CoreNode = this.number(1)): CoreNode {
    return this.strict("find", [needle, text, start], undefined, { bound: TEXT_LENGTH_BOUND });
  }

  contains(text: CoreNode, needle: CoreNode): CoreNode {
    return this.#textTest("contains", text, needle);
  }

  startsWith(text: CoreNode, needle: CoreNode): CoreNode {
    return this.#textTest("startsWith", text, needle);
  }

  endsWith(text: CoreNode, needle: CoreNode): CoreNode {
    return this.#textTest("endsWith", text, needle);
  }

  /** The code points from position `start` (counted from 1) up to `start + count`, clipped to the text. */
  slice(text: CoreNode, start: CoreNode, count: CoreNode): CoreNode {
    return this.strict("slice", [text, start, count], undefined);
  }

  lowerCase(text: CoreNode): CoreNode {
    return this.strict("lowerCase", [text], undefined);
  }

  upperCase(text: CoreNode): CoreNode {
    return this.strict("upperCase", [text], undefined);
  }

  trim(text: CoreNode): CoreNode {
    return this.strict("trim", [text], undefined);
  }

  concat(...texts: readonly CoreNode[]): CoreNode {
    const parts: CoreNode[] = [];
    for (const text of texts) {
      if (text.op === "concat") parts.push(...text.operands);
      else if (text.op !== "literal" || text.data !== "") parts.push(text);
    }
    const [first] = parts;
    if (first === undefined) return this.text("");
    if (parts.length === 1) return first;
    return this.strict("concat", parts, undefined);
  }

  /** Replaces every occurrence of `old`, from the left, without overlap. */
  substitute(text: CoreNode, old: CoreNode, replacement: CoreNode): CoreNode {
    return this.strict("substitute", [text, old, replacement], undefined);
  }

  repeat(text: CoreNode, count: CoreNode): CoreNode {
    return this.strict("repeat", [text, count], undefined);
  }

  regexMatch(text: CoreNode, regex: Regex): CoreNode {
    const plain = plainSearch(regex.root);
    if (plain !== undefined) {
      const needle = this.text(plain.text);
      if (plain.atStart && plain.atEnd) return this.equal(text, needle);
      if (plain.atStart) return this.startsWith(text, needle);
      return plain.atEnd ? this.endsWith(text, needle) : this.contains(text, needle);
    }
    return this.strict("regexMatch", [text], regex);
  }

  // Between types

  numberText(value: CoreNode): CoreNode {
    return this.strict("numberText", [value], undefined);
  }

  parseNumber(text: CoreNode): CoreNode {
    return this.strict("parseNumber", [text], undefined, { mayBeBlank: true });
  }

  dateText(date: CoreNode): CoreNode {
    return this.strict("dateText", [date], undefined);
  }

  /** A value of any type as text. */
  toText(value: CoreNode): CoreNode {
    switch (value.type) {
      case "text":
        return value;
      case "number":
        return this.numberText(value);
      case "boolean":
        return this.if(value, this.text("TRUE"), this.text("FALSE"));
      case "date":
        return this.dateText(value);
      case "list":
        return this.join(value, this.text(", "));
    }
  }

  /** Whether a value of any type counts as true. */
  toCondition(value: CoreNode): CoreNode {
    switch (value.type) {
      case "boolean":
        return value;
      case "number":
        return this.not(this.equal(this.orZero(value), this.number(0)));
      case "text":
      case "date":
      case "list":
        return this.not(this.isBlank(value));
    }
  }

  // Dates

  datePart(date: CoreNode, part: DatePart): CoreNode {
    return this.strict("datePart", [date], part, { bound: 3000 });
  }

  /** The start of the unit that contains the date. */
  startOf(date: CoreNode, unit: CalendarUnit): CoreNode {
    return this.strict("startOf", [date], unit, { bound: DATE_BOUND });
  }

  /**
   * The local time at an instant in the formula's time zone, represented as if it were UTC, so that parts and units can
   * be computed. The date itself if the formula is in UTC.
   */
  local(date: CoreNode): CoreNode {
    return this.timeZone === undefined ? date : this.localTime(date, this.timeZone);
  }

  /** The instant of a local time in the formula's time zone; the time itself if the formula is in UTC. */
  fromLocal(time: CoreNode): CoreNode {
    return this.timeZone === undefined ? time : this.instantAt(time, this.timeZone);
  }

  localTime(date: CoreNode, zone: string): CoreNode {
    return this.strict("localTime", [date], zone, { bound: DATE_BOUND });
  }

  instantAt(time: CoreNode, zone: string): CoreNode {
    return this.strict("instantAt", [time], zone, { bound: DATE_BOUND });
  }

  addMilliseconds(date: CoreNode, amount: CoreNode): CoreNode {
    return this.strict("addMilliseconds", [date, amount], undefined, { bound: DATE_BOUND });
  }

  addMonths(date: CoreNode, months: CoreNode): CoreNode {
    return this.strict("addMonths", [date, months], undefined, { bound: DATE_BOUND });
  }

  /** The milliseconds from b to a. */
  millisecondsBetween(a: CoreNode, b: CoreNode): CoreNode {
    return this.strict("millisecondsBetween", [a, b], undefined, { bound: DATE_BOUND });
  }

  /** The whole months from b to a. */
  monthsBetween(a: CoreNode, b: CoreNode): CoreNode {
    return this.strict("monthsBetween", [a, b], undefined, { bound: 6000 });
  }

  // Lists

  join(list: CoreNode, separator: CoreNode): CoreNode {
    return this.strict("join", [list, separator], undefined);
  }

  listLength(list: CoreNode): CoreNode {
    return this.strict("listLength", [list], undefined, { bound: TEXT_LENGTH_BOUND });
  }

  has(list: CoreNode, text: CoreNode): CoreNode {
    return this.strict("has", [list, text], undefined);
  }

  /** Whether a list has at least one of several items. */
  hasAny(list: CoreNode, items: Alternatives): CoreNode {
    return this.strict("hasAny", [list], items);
  }

  /** A list with the text as its only item; the empty list if the text is blank. */
  singleton(text: CoreNode): CoreNode {
    return this.strict("singleton", [text], undefined);
  }

  /** The result of a kernel. The kernel receives blanks unchanged, but never an error. */
  call(given: Kernel, ...operands: readonly CoreNode[]): CoreNode {
    const kernel = this.#guard?.(given) ?? given;
    return this.strict("call", operands, kernel, {
      mayBeBlank: kernel.mayBeBlank,
      mayFail: kernel.mayFail,
      bound: kernel.result === "date" ? DATE_BOUND : UNBOUNDED,
    });
  }

  // Internals

  #decide(
    op: "and" | "or",
    conditions: readonly CoreNode[],
    deciding: CoreNode,
    neutral: CoreNode,
    data?: "set",
  ): CoreNode {
    const parts = new Set<CoreNode>();
    for (const condition of conditions) {
      if (condition.type !== "boolean") throw new Error(`\`${op}\` of ${condition.type}`);
      if (condition === deciding) return deciding;
      if (condition === neutral) continue;
      const isPart = condition.op === op && condition.data === data;
      for (const part of isPart ? condition.operands : [condition]) parts.add(part);
    }
    const operands = [...parts];
    const [first] = operands;
    if (first === undefined) return neutral;
    if (operands.length === 1) return first;
    const facts = { mayFail: operands.some((operand) => operand.mayFail) };
    return op === "or"
      ? this.share(op, "boolean", operands, data, facts)
      : this.share(op, "boolean", operands, undefined, facts);
  }

  #compare(op: "less" | "lessOrEqual", a: CoreNode, b: CoreNode): CoreNode {
    const spread = this.#overBranches(a, b, (x, y) => this[op](x, y));
    if (spread !== undefined) return spread;
    const node = this.strict(op, [a, b], undefined);
    const neverTrue = a.op === "blank" || b.op === "blank";
    return neverTrue && !a.mayFail && !b.mayFail ? this.false : node;
  }

  /**
   * Turns a comparison of a constant with an `if` that has a constant branch into an `if` of comparisons. One of these
   * is folded, and often the whole becomes a plain condition. `undefined` for other comparisons.
   */
  #overBranches(
    a: CoreNode,
    b: CoreNode,
    compare: (a: CoreNode, b: CoreNode) => CoreNode,
  ): CoreNode | undefined {
    const isFirst = a.op === "if" && isConstant(b);
    if (!isFirst && !(b.op === "if" && isConstant(a))) return undefined;
    const [condition, then, otherwise] = threeOperandsOf(isFirst ? a : b);
    if (!isConstant(then) && !isConstant(otherwise)) return undefined;
    return this.#nested(() =>
      isFirst
        ? this.if(condition, compare(then, b), compare(otherwise, b))
        : this.if(condition, compare(a, then), compare(a, otherwise)),
    );
  }

  /**
   * Runs a rewriting that recurses into the branches of nested `if`s; `undefined` if they nest too deep for the stack.
   */
  #nested(rewrite: () => CoreNode): CoreNode | undefined {
    if (this.#depth >= MOST_NESTED) return undefined;
    this.#depth++;
    const node = rewrite();
    this.#depth--;
    return node;
  }

  #arithmetic(
    op: "add" | "subtract" | "multiply" | "divide",
    a: CoreNode,
    b: CoreNode,
    bound: number,
  ): CoreNode {
    const known = Number.isNaN(bound) ? UNBOUNDED : bound;
    return this.strict(op, [a, b], undefined, {
      mayFail: known > Number.MAX_VALUE,
      bound: known,
    });
  }

  #textTest(
    op: "contains" | "startsWith" | "endsWith",
    text: CoreNode,
    needle: CoreNode,
  ): CoreNode {
    if (needle.op === "literal" && needle.data === "" && !text.mayFail) return this.true;
    return this.strict(op, [text, needle], undefined);
  }

  /** Rewrites `find(needle, text, 1) > 0` as `contains`. */
  #asContains(node: CoreNode): CoreNode | undefined {
    const [needle, text, start] = threeOperandsOf(node);
    const fromTheStart = start.op === "literal" && Number(start.data) < 2;
    return fromTheStart ? this.contains(text, needle) : undefined;
  }
}

/** Whether a value is known before records are read, at the latest when the formula is bound. */
function isGiven(node: CoreNode): boolean {
  return isConstant(node) || node.op === "parameter";
}

/**
 * The value or list of a condition, and the one constant that it is tested against; `undefined` for other conditions.
 */
function alternativeIn(
  condition: CoreNode,
): { readonly value: CoreNode; readonly constants: Iterable<string | number> } | undefined {
  if (condition.op === "among" || condition.op === "hasAny") {
    return { value: operandOf(condition), constants: condition.data };
  }
  if (condition.op !== "equal" && condition.op !== "has") return undefined;
  const [value, { op, data: constant }] = operandsOf(condition);
  if (op !== "literal" || typeof constant === "boolean" || typeof constant === "object") {
    return undefined;
  }
  return constant === "" && condition.op === "equal" ? undefined : { value, constants: [constant] };
}

/** Whether a condition tests a value against a parameter, so that it may become one of several alternatives. */
function isOpenAlternative(condition: CoreNode): boolean {
  if (condition.op !== "equal" && condition.op !== "has") return false;
  return operandsOf(condition)[1].op === "parameter";
}

function sameType(op: Operation, a: CoreNode, b: CoreNode): void {
  if (a.type !== b.type) throw new Error(`\`${op}\` of ${a.type} and ${b.type}`);
}
