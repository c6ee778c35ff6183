import { mayGenerate } from "../../evaluation/may-generate.ts";

/** What tests rows, from the least work before the first row to the least work for each. */
export type Tier = "closures" | "generated" | "vectors";

/** The tier of a plan: the one that suits the number of rows, or always the same, for tests. */
export type ColumnStrategy = "adaptive" | Tier;

/** From this many rows on, generating code pays off. */
const WORTH_GENERATING = 2_000;
/** From this many rows on, a module of WebAssembly pays off; making one costs more than generating code. */
const WORTH_VECTORS = 50_000;

/** The tier for this many rows. */
export function tierFor(strategy: ColumnStrategy, rows: number, codeGeneration: boolean): Tier {
  // The platform is asked last, because it may report the question as a violation of its policy.
  if (strategy === "closures" || !codeGeneration || !mayGenerate()) return "closures";
  if (strategy !== "adaptive") return strategy;
  if (rows < WORTH_GENERATING) return "closures";
  return rows < WORTH_VECTORS ? "generated" : "vectors";
}
