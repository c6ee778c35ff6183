import { copyText } from "../../../backends/evaluation/copy-text.ts";
import { BLANK } from "../../../backends/evaluation/encoded-value.ts";
import { compareText } from "../../../language/values/text/index.ts";
import { reserved } from "../groups/group-counts.ts";
import type { Accumulator, Measured } from "./measure.ts";

/** The minimum or the maximum of each group. */
export function extreme({ type }: Measured, wanted: "least" | "largest"): Accumulator {
  return type === "text" ? extremeText(wanted === "least" ? 1 : -1) : extremeNumber(wanted);
}

function extremeNumber(wanted: "least" | "largest"): Accumulator {
  const none = wanted === "least" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  let best = new Float64Array(0);
  const addAll = wanted === "least" ? addLeast : addLargest;
  return {
    get bytes() {
      return best.byteLength;
    },
    reserve: (groups) => {
      best = reserved(best, groups, none);
    },
    add: (groups, values, count) => addAll(best, groups, values as Float64Array, count),
    divided: {
      part: (groups) => Float64Array.from(groups, (group) => best[group] as number),
      merge: (part: Float64Array, groups) => addAll(best, groups, part, part.length),
    },
    result: (group) => {
      /* v8 ignore next -- the index is inside */
      const value = best[group] ?? none;
      return value === none ? null : value + 0;
    },
  };
}

/** A blank is encoded as the largest number. */
function addLeast(
  best: Float64Array,
  groups: Uint32Array,
  values: Float64Array,
  count: number,
): void {
  for (let index = 0; index < count; index++) {
    const group = groups[index] as number;
    const value = values[index] as number;
    if (value < (best[group] as number)) best[group] = value;
  }
}

function addLargest(
  best: Float64Array,
  groups: Uint32Array,
  values: Float64Array,
  count: number,
): void {
  for (let index = 0; index < count; index++) {
    const group = groups[index] as number;
    const value = values[index] as number;
    if (value > (best[group] as number) && value !== BLANK) best[group] = value;
  }
}

/** @param direction 1 for the minimum, -1 for the maximum */
function extremeText(direction: 1 | -1): Accumulator {
  const best: string[] = [];
  let characters = 0;
  const add = (groups: Uint32Array, values: readonly string[], count: number): void => {
    for (let index = 0; index < count; index++) {
      const value = values[index] as string;
      const group = groups[index] as number;
      const known = best[group] as string;
      if (value === "" || value === known) continue;
      if (known !== "" && compareText(value, known) * direction >= 0) continue;
      characters += value.length - known.length;
      best[group] = copyText(value);
    }
  };
  return {
    get bytes() {
      return best.length * 8 + characters * 2;
    },
    reserve: (groups) => {
      while (best.length < groups) best.push("");
    },
    add: (groups, values, count) => add(groups, values as string[], count),
    divided: {
      part: (groups) => Array.from(groups, (group) => best[group] as string),
      merge: (part: readonly string[], groups) => add(groups, part, part.length),
    },
    /* v8 ignore next -- the index is inside */
    result: (group) => best[group] ?? "",
  };
}
