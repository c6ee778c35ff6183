import { BLANK } from "../../evaluation/encoded-value.ts";
import type { Numbers } from "./grow.ts";

/** Makes the numbers of a column that is whole, with 0 in place of blanks, when they are first asked for. */
export function zeroing(values: Numbers, hasBlanks: boolean): () => Numbers {
  let zeroed = hasBlanks ? undefined : values;
  return () => {
    zeroed ??= values.map((value) => (value === BLANK ? 0 : value));
    return zeroed;
  };
}
