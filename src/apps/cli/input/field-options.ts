import { isComputed, type Schema, type SortKey } from "../../../language/schema/index.ts";
import { didYouMean } from "../../../util/suggest.ts";
import { CliFailure } from "../cli-failure.ts";

export const FIELDS_OPTION = {
  type: "text",
  value: "names",
  repeats: true,
  description:
    "The fields to return, in this order, with commas between them; the default is all fields.",
} as const;

export const SORT_OPTION = {
  type: "text",
  value: "order",
  repeats: true,
  description:
    "The fields to sort by, such as `price:desc,year`. Blanks come last in both directions.",
} as const;

/**
 * The fields of an option: each value is a name, or a comma-separated list of names.
 *
 * @throws {@link Failure} for an unknown field
 */
export function fieldNames(
  schema: Schema,
  given: readonly string[],
): readonly string[] | undefined {
  if (given.length === 0) return undefined;
  return splitNames(schema, given).map((name) => known(schema, name));
}

/**
 * The fields to index.
 *
 * @throws {@link Failure} for an unknown field, or one without a column
 */
export function indexedFields(schema: Schema, given: readonly string[]): readonly string[] {
  const names = fieldNames(schema, given) ?? [];
  const computed = names.find((name) => {
    const field = schema.fields.get(name);
    return field !== undefined && isComputed(field);
  });
  if (computed === undefined) return names;
  throw new CliFailure(
    "usage",
    `--index: ${JSON.stringify(computed)} is computed, so the table has no column for it`,
  );
}

/** @throws {@link Failure} for an unknown field, or one that cannot be sorted */
export function sortKeys(schema: Schema, given: readonly string[]): readonly SortKey[] {
  return splitNames(schema, given).map((text) => {
    const [, name = text, direction] = /^(.*):(asc|desc)$/s.exec(text) ?? [];
    const field = schema.fields.has(text) ? text : known(schema, name);
    if (schema.fields.get(field)?.type === "list") {
      throw new CliFailure(
        "usage",
        `--sort: ${JSON.stringify(field)} is a list, and lists have no order`,
      );
    }
    return direction === "desc" && field !== text ? { field, direction } : { field };
  });
}

/** Splits at commas. A value that is a field's name is not split, since names may contain commas. */
function splitNames(schema: Schema, given: readonly string[]): readonly string[] {
  return given.flatMap((text) => (schema.fields.has(text) ? [text] : text.split(",")));
}

function known(schema: Schema, given: string): string {
  const name = schema.fields.has(given) ? given : given.trim();
  if (schema.fields.has(name)) return name;
  const question = didYouMean(name, schema.fields.keys(), JSON.stringify);
  throw new CliFailure("usage", `there is no field ${JSON.stringify(name)}${question}`);
}
