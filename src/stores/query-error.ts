import {
  fieldNamed,
  orderKeys,
  requireLimit,
  requirePosition,
  type Schema,
} from "../schema/index.ts";
import type { StoreQuery } from "./store.ts";

/** A query that the schema of a store does not allow: a mistake of the program. */
export class QueryError extends TypeError {
  override readonly name = "QueryError";
}

/**
 * Checks a query before a store reads anything.
 *
 * @throws {@link QueryError} for a field that does not exist, an order or a position that cannot be, and a limit that
 * is not a whole number from 0
 */
export function checkQuery(
  schema: Schema,
  { fields = [], sort = [], limit, after }: StoreQuery,
): void {
  try {
    for (const name of fields) fieldNamed(schema, name, "read");
    requireLimit(limit, "read");
    const keys = orderKeys(schema, sort, "read");
    if (after !== undefined) requirePosition(schema, keys, after, "read");
  } catch (error) {
    throw error instanceof TypeError ? new QueryError(error.message) : error;
  }
}
