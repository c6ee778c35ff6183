import { type AnyFormula, internals } from "../../../language/core/compiled.ts";
import type { Recipe } from "../../../language/core/recipe.ts";
import type { Schema } from "../../../language/schema/index.ts";

/** A formula, serialized for threads. */
export interface SentFormula {
  readonly recipe: Recipe;
  /** Identifies the formula in a thread's cache. */
  readonly name: string;
  /** The current time of the formula's clock. */
  readonly now: number;
}

/**
 * Serializes a formula for records of a schema; `undefined` if threads cannot compile it, or if it belongs to another
 * schema.
 */
export function sentFormula(formula: AnyFormula, records: Schema): SentFormula | undefined {
  const { recipe, schema, now } = internals(formula);
  return recipe === undefined || schema !== records
    ? undefined
    : { recipe, name: JSON.stringify(recipe), now: now() };
}
