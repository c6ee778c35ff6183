import { mayGenerate } from "../../evaluation/may-generate.ts";

/** The kinds of loops, ordered by rising start-up cost and falling cost per row. */
export type Tier = "closures" | "generated" | "vectors";

/** How the tier of a plan is chosen: by the number of rows, or fixed, for tests. */
export type ColumnStrategy = "adaptive" | Tier;

/** Generating code pays off from this number of rows. */
const GENERATION_THRESHOLD = 2_000;
/** A WebAssembly module pays off from this number of rows; building one costs more than generating code. */
const VECTOR_THRESHOLD = 50_000;

/** The tier for a number of rows. */
export function tierFor(strategy: ColumnStrategy, rows: number, codeGeneration: boolean): Tier {
  // `mayGenerate` comes last: a page may report the check as a violation of its content security policy.
  if (strategy === "closures" || !codeGeneration || !mayGenerate()) return "closures";
  if (strategy !== "adaptive") return strategy;
  if (rows < GENERATION_THRESHOLD) return "closures";
  return rows < VECTOR_THRESHOLD ? "generated" : "vectors";
}
