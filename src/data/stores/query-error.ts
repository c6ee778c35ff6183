import {
  orderKeys,
  readableField,
  requireLimit,
  requirePosition,
  requireSchema,
  type Schema,
} from "../../language/schema/index.ts";
import { requireKind } from "../../util/misuse.ts";
import type { StoreQuery } from "./store.ts";

/** A query that is invalid for the store's schema: a mistake of the program. */
export class QueryError extends TypeError {
  override readonly name = "QueryError";
}

/**
 * Validates a query before a store reads anything.
 *
 * @throws {@link QueryError} for an unknown field, an invalid order or position, and a limit that is not a non-negative
 * integer
 */
export function checkQuery(schema: Schema, query: StoreQuery): void {
  try {
    requireSchema(schema, "checkQuery");
    requireKind(query, "object", "`read`: the query", "for all records it is `{}`");
    const { fields = [], sort = [], limit, after } = query;
    requireKind(fields, "texts", "`read`: the fields");
    for (const name of fields) readableField(schema, name, "read");
    requireLimit(limit, "read");
    const keys = orderKeys(schema, sort, "read");
    if (after !== undefined) requirePosition(schema, keys, after, "read");
  } catch (error) {
    throw error instanceof TypeError ? new QueryError(error.message) : error;
  }
}
