import type { Field, Schema } from "../../schema/index.ts";
import { quote } from "../../util/quote.ts";
import { ColumnsError } from "../columns-error.ts";

/** By which field rows are put in order; blanks come last in both directions. */
export interface SortKey {
  readonly field: string;
  /** Ascending unless given. */
  readonly direction?: "asc" | "desc";
}

export interface OrderKey {
  readonly field: Field;
  readonly isDescending: boolean;
}

/**
 * The keys of an order: those asked for, then the schema's key field, where it has one.
 *
 * @throws {@link ColumnsError} for a field that there is not, and a list.
 */
export function orderKeys(schema: Schema, sort: readonly SortKey[]): readonly OrderKey[] {
  const keys = new Map<Field, OrderKey>();
  for (const { field: name, direction } of sort) {
    const field = schema.fields.get(name);
    if (field === undefined) throw new ColumnsError(`there is no field ${quote(name)} to sort by`);
    if (field.type === "list")
      throw new ColumnsError(`${quote(name)} is a list, and lists have no order`);
    // A field once more decides nothing.
    if (!keys.has(field)) keys.set(field, { field, isDescending: direction === "desc" });
  }
  const { key } = schema;
  if (key !== undefined && !keys.has(key)) keys.set(key, { field: key, isDescending: false });
  return [...keys.values()];
}
