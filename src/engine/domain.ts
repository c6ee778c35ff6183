import type { CoreNode } from "../language/core/node.ts";
import type { ValueType } from "../language/types/value-type.ts";
import type { Plain } from "../language/values/plain.ts";
import { compareText } from "../language/values/text/index.ts";

type Point = number | string;

/** An end of a range; a strict one is excluded. */
export interface Limit {
  readonly value: Point;
  readonly strict: boolean;
}

/** A requirement on a value that is not an error. */
export interface ValueBounds {
  readonly low?: Limit;
  readonly high?: Limit;
  readonly without?: Point;
  /** It may be blank. */
  readonly blank?: boolean;
  /** The value must be blank. */
  readonly none?: boolean;
}

/** The possible values of a number, date or text of the core: a range without some points, blank, or an error. */
export class Domain {
  readonly #type: ValueType;
  readonly #mayFail: boolean;
  readonly #mayBeBlank: boolean;
  readonly low: Limit | undefined;
  readonly high: Limit | undefined;
  readonly #without: ReadonlySet<Point>;
  readonly #hasValues: boolean;

  private constructor(
    type: ValueType,
    mayFail: boolean,
    mayBeBlank: boolean,
    hasValues: boolean,
    low?: Limit,
    high?: Limit,
    without: ReadonlySet<Point> = new Set(),
  ) {
    this.#type = type;
    this.#mayFail = mayFail;
    this.#mayBeBlank = mayBeBlank;
    this.low = low;
    this.high = high;
    this.#without = without;
    this.#hasValues = hasValues && isRange(low, high, without);
  }

  /** Every value that the node can have. */
  static of({ type, mayFail, mayBeBlank }: CoreNode): Domain {
    return new Domain(type, mayFail, mayBeBlank, true);
  }

  within(bounds: ValueBounds, mayFail: boolean): Domain {
    const { low, high, without, blank = false, none = false } = bounds;
    return new Domain(
      this.#type,
      this.#mayFail && mayFail,
      this.#mayBeBlank && blank,
      this.#hasValues && !none,
      tighter(this.low, low, 1),
      tighter(this.high, high, -1),
      without === undefined ? this.#without : new Set([...this.#without, without]),
    );
  }

  errorOnly(): Domain {
    return new Domain(this.#type, this.#mayFail, false, false);
  }

  /** Whether it is neither blank nor an error. */
  isPresent(): boolean {
    return !this.#mayFail && !this.#mayBeBlank;
  }

  isEmpty(): boolean {
    return !this.#mayFail && !this.#mayBeBlank && !this.#hasValues;
  }

  /** Whether the only requirement is that it is not blank. */
  isFree(): boolean {
    return this.low === undefined && this.high === undefined && this.#hasValues;
  }

  /** The only possible value, if there is just one. */
  only(): Plain | undefined {
    if (this.#mayFail) return undefined;
    if (!this.#hasValues) return this.#mayBeBlank ? null : undefined;
    const isPoint = this.low !== undefined && this.low.value === this.high?.value;
    return isPoint && !this.#mayBeBlank ? this.low?.value : undefined;
  }

  /** A candidate value. For a small range, it may lie outside. */
  example(): Plain {
    if (!this.#hasValues) return null;
    let value = this.#type === "text" ? this.#text() : this.#number();
    for (let tries = 0; this.#without.has(value) && tries < 100; tries++) {
      value = typeof value === "string" ? `${value}x` : value + (this.high === undefined ? 1 : -1);
    }
    return value;
  }

  #text(): string {
    const low = String(this.low?.value ?? "");
    return this.low?.strict === true ? `${low} ` : low;
  }

  #number(): number {
    const low = this.low === undefined ? undefined : Number(this.low.value);
    const high = this.high === undefined ? undefined : Number(this.high.value);
    if (low !== undefined && high !== undefined) {
      if (this.low?.strict !== true) return low;
      if (this.high?.strict !== true) return high;
      return this.#type === "date" ? low + 1 : (low + high) / 2;
    }
    if (low !== undefined) return this.low?.strict === true ? low + 1 : low;
    if (high !== undefined) return this.high?.strict === true ? high - 1 : high;
    return 1;
  }
}

function tighter(a: Limit | undefined, b: Limit | undefined, sign: 1 | -1): Limit | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const order = sign * compare(a.value, b.value);
  if (order === 0) return a.strict ? a : b;
  return order > 0 ? a : b;
}

function isRange(
  low: Limit | undefined,
  high: Limit | undefined,
  without: ReadonlySet<Point>,
): boolean {
  if (low === undefined || high === undefined) return true;
  const order = compare(low.value, high.value);
  if (order !== 0) return order < 0;
  return !low.strict && !high.strict && !without.has(low.value);
}

function compare(a: Point, b: Point): number {
  return typeof a === "string" ? compareText(a, String(b)) : a - Number(b);
}
