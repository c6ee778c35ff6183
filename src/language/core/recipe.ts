import type { Plain } from "../values/plain.ts";

/**
 * The inputs from which a formula can be compiled, independent of the thread: `structuredClone` copies a recipe, and
 * another thread compiles it to a formula with the same meaning.
 */
export type Recipe = TextRecipe | JoinedRecipe;

/** A text that was compiled without custom functions. */
export interface TextRecipe {
  readonly source: string;
  /** `undefined` for UTC. */
  readonly timeZone: string | undefined;
  readonly codeGeneration: boolean;
  /** The limit of the work for one record. */
  readonly mostWork: number;
  /** The declared parameters by name, and the values of bound parameters by index. */
  readonly parameters?: object | undefined;
  readonly values?: readonly Plain[];
}

export interface JoinedRecipe {
  readonly joining: "and" | "or" | "complement";
  readonly parts: readonly Recipe[];
}
