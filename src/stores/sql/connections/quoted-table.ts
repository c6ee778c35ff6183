import type { Dialect } from "../../../sql/filter.ts";
import { SqlMappingError, tableName } from "../../../sql/mapping.ts";
import { StoreError } from "../../store.ts";
import type { TableName } from "../driver.ts";

/** A table's name as the dialect writes it; a store's error where there can be no such name. */
export function quotedTable(name: TableName, dialect: Dialect): string {
  try {
    return tableName(name, dialect.definition);
  } catch (error) {
    if (error instanceof SqlMappingError) throw new StoreError("setup", error.message);
    throw error;
  }
}
