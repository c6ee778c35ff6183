import type { Plain } from "../../language/values/plain.ts";
import { BLANK, type Encoded, encode } from "./encoded-value.ts";
import { interned } from "./interned.ts";

/**
 * The values of a formula's parameters, by index. They are encoded on the first test of a row, which keeps binding
 * cheap.
 */
export class BoundParameters {
  readonly plain: readonly Plain[];
  #values: readonly Encoded[] | undefined;
  #limits: readonly number[] | undefined;

  constructor(plain: readonly Plain[]) {
    this.plain = plain;
  }

  /** The encoded values. */
  get values(): readonly Encoded[] {
    // Among plain values, `null` is a blank number or date.
    this.#values ??= this.plain.map((value) =>
      typeof value === "string" ? interned(value) : encode("number", value),
    );
    return this.#values;
  }

  /** Numbers and dates as bounds for the ordering operators: a blank is `NaN`, for which every comparison is false. */
  get limits(): readonly number[] {
    this.#limits ??= this.values.map((value) => (value === BLANK ? Number.NaN : Number(value)));
    return this.#limits;
  }
}

/** For a formula without parameters. */
export const NOTHING_BOUND: BoundParameters = /* @__PURE__ */ new BoundParameters([]);
