import type { Recipe, TextRecipe } from "../language/core/recipe.ts";
import type { Schema } from "../language/schema/index.ts";
import { defined } from "../util/defined.ts";
import { UNLIMITED } from "./assume.ts";
import type { ParameterDeclarations } from "./bind-parameters.ts";
import { compileOrThrow } from "./compile.ts";
import type { Formula } from "./formula.ts";

/**
 * Compiles a recipe for a schema with the same fields.
 *
 * @throws {@link FormulaError} if the schema has other fields
 */
export function fromRecipe(recipe: Recipe, schema: Schema, clock: () => Date): Formula {
  if (!("joining" in recipe)) return fromText(recipe, schema, clock);
  const { joining, parts } = recipe;
  const [first, second = first] = parts.map((part) => fromRecipe(part, schema, clock));
  if (first === undefined || second === undefined) throw new Error("there is nothing to join");
  return joining === "complement" ? first.complement() : first[joining](second);
}

function fromText(recipe: TextRecipe, schema: Schema, clock: () => Date): Formula {
  const { source, timeZone, codeGeneration, mostWork, parameters, values = [] } = recipe;
  const options = {
    // The formula was within its limits when it was first compiled.
    limits: { ...UNLIMITED, work: mostWork },
    clock,
    codeGeneration,
    ...defined({ timeZone }),
  };
  if (parameters === undefined) return compileOrThrow(source, schema, options);
  const declared = parameters as ParameterDeclarations;
  const given = Object.entries(declared).map(([name, type], index) => {
    const value = values[index] ?? null;
    return [name, type === "date" && typeof value === "number" ? new Date(value) : value] as const;
  });
  const template = compileOrThrow(source, schema, { ...options, parameters: declared });
  return template.with(Object.fromEntries(given) as never);
}
