import { BLANK } from "../../evaluation/encoded-value.ts";
import type { Numbers } from "./grow.ts";

/** Returns a function that replaces the blanks of a complete column with 0. The result is built on the first call. */
export function zeroing(values: Numbers, hasBlanks: boolean): () => Numbers {
  let zeroed = hasBlanks ? undefined : values;
  return () => {
    zeroed ??= values.map((value) => (value === BLANK ? 0 : value));
    return zeroed;
  };
}
