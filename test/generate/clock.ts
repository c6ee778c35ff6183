import type { CompileOptions } from "../../src/index.ts";

/** The instant that generated formulas run at. */
export const NOW: number = Date.UTC(2024, 1, 29, 12, 30, 15, 250);

/** Random formulas may be costly: what they mean is the same. */
export const OPTIONS: CompileOptions = {
  clock: () => new Date(NOW),
  limits: { work: Number.POSITIVE_INFINITY },
};
