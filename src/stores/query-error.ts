import type { Schema } from "../schema/index.ts";
import { SqlMappingError } from "../sql/mapping.ts";
import { orderKeys } from "../sql/query/order.ts";
import { quote } from "../util/quote.ts";
import type { StoreQuery } from "./store.ts";

/** A query that the schema of a store does not allow: a mistake of the program. */
export class QueryError extends TypeError {
  override readonly name = "QueryError";
}

/**
 * Checks a query before a store reads anything.
 *
 * @throws {@link QueryError} for a field that does not exist, an order that cannot be, and a limit that is not a whole
 * number from 0
 */
export function checkQuery(schema: Schema, { fields = [], sort = [], limit }: StoreQuery): void {
  for (const name of fields) {
    if (!schema.fields.has(name)) throw new QueryError(`there is no field ${quote(name)}`);
  }
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new QueryError("a limit is a whole number from 0");
  }
  try {
    orderKeys(schema, sort);
  } catch (error) {
    throw error instanceof SqlMappingError ? new QueryError(error.message) : error;
  }
}
