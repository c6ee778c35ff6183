import { mayGenerate } from "../../in-memory/may-generate.ts";

/** How a plan tests rows: as the number of rows suggests, or always in one way, for tests. */
export type ColumnStrategy = "adaptive" | "vectors" | "generated" | "strings" | "closures";

/** From this many rows on, generating code and testing a sample of rows pays off. */
const WORTH_GENERATING = 2_000;
/** From this many rows on, a module of WebAssembly pays off; making one costs more than generating code. */
const WORTH_VECTORS = 50_000;

/**
 * The work before rows are tested: 0 makes closures only, 1 generates code for loops that read texts as strings, 2 also
 * for loops that read bytes, 3 makes vector loops as well.
 */
export type Effort = 0 | 1 | 2 | 3;

export const STRINGS = 1;
export const CODE = 2;
export const VECTORS = 3;

/** The effort that pays off for this many rows. */
export function effortFor(strategy: ColumnStrategy, rows: number, codeGeneration: boolean): Effort {
  // The platform is asked last, because it may report the question as a violation of its policy.
  if (strategy === "closures" || !codeGeneration || !mayGenerate()) return 0;
  if (strategy === "vectors" || (strategy === "adaptive" && rows >= WORTH_VECTORS)) return VECTORS;
  if (strategy === "strings") return STRINGS;
  return strategy === "generated" || rows >= WORTH_GENERATING ? CODE : 0;
}
