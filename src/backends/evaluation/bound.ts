import type { Plain } from "../../language/values/plain.ts";
import { BLANK, type Encoded, encode } from "./encoded-value.ts";
import { interned } from "./interned.ts";

/**
 * The values of a formula's parameters, by their places. They are encoded when rows are first tested, so that binding
 * a formula stays cheap.
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
    // Among the plain values, only the blanks of numbers and dates are `null`.
    this.#values ??= this.plain.map((value) =>
      typeof value === "string" ? interned(value) : encode("number", value),
    );
    return this.#values;
  }

  /** The numbers and dates as limits for `<` and its like: a blank is `NaN`, for which every comparison is false. */
  get limits(): readonly number[] {
    this.#limits ??= this.values.map((value) => (value === BLANK ? Number.NaN : Number(value)));
    return this.#limits;
  }
}

/** For a formula without parameters. */
export const NOTHING_BOUND: BoundParameters = /* @__PURE__ */ new BoundParameters([]);
