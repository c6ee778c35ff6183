import type { Plain } from "../values/plain.ts";

/**
 * What a formula is compiled of, without anything that belongs to one thread: `structuredClone` copies it, and elsewhere it
 * compiles to a formula with the same meaning.
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
  /** The parameters that were declared, by their names, and the values of those that the core has, by their places. */
  readonly parameters?: object | undefined;
  readonly values?: readonly Plain[];
}

export interface JoinedRecipe {
  readonly joining: "and" | "or" | "not";
  readonly parts: readonly Recipe[];
}
