import type { Fit } from "../cursor/fitting.ts";

type Weighed = "field" | "function" | "constant" | "parameter" | "value";

/**
 * What decides between items if nothing is written yet: the less, the earlier. Functions are spread among the fields by
 * how frequent they are.
 */
const WEIGHTS: Readonly<Record<Weighed, Readonly<Record<Fit, number>>>> = {
  value: { exact: 0, condition: 0, converted: 0, never: 100 },
  field: { exact: 10, condition: 10, converted: 30, never: 200 },
  function: { exact: 8, condition: 30, converted: 40, never: 300 },
  constant: { exact: 12, condition: 60, converted: 60, never: 300 },
  parameter: { exact: 11, condition: 25, converted: 35, never: 250 },
};

export function fitWeight(fit: Fit, kind: Weighed): number {
  return WEIGHTS[kind][fit];
}
