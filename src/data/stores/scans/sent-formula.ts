import { type AnyFormula, internals } from "../../../language/core/compiled.ts";
import type { Recipe } from "../../../language/core/recipe.ts";
import type { Schema } from "../../../language/schema/index.ts";

/** A formula as it is sent to threads. */
export interface SentFormula {
  readonly recipe: Recipe;
  /** The recipe as a text, by which a thread knows the formula again. */
  readonly name: string;
  /** The time that the formula's clock shows. */
  readonly now: number;
}

/** A formula for records of a schema; `undefined` if others cannot compile it, or if it is for another schema. */
export function sentFormula(formula: AnyFormula, records: Schema): SentFormula | undefined {
  const { recipe, schema, now } = internals(formula);
  return recipe === undefined || schema !== records
    ? undefined
    : { recipe, name: JSON.stringify(recipe), now: now() };
}
