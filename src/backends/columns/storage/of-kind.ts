import { ColumnsError } from "../columns-error.ts";
import type { Column } from "./column.ts";

/** Narrows a column to a kind. @throws {@link ColumnsError} if it is of another kind */
export function ofKind<Kind extends Column["kind"]>(
  column: Column,
  kind: Kind,
): Extract<Column, { readonly kind: Kind }> {
  if (column.kind === kind) return column as Extract<Column, { readonly kind: Kind }>;
  throw new ColumnsError(`a column of ${column.kind} is not one of ${kind}`);
}
