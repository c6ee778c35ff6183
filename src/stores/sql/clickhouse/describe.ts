import type { Row, Statement, TableDescription, TableName } from "../driver.ts";
import { partsOf } from "../new-table.ts";
import { type Described, describedTable, leaveOut } from "../sessions/described.ts";

/**
 * The comment of a table whose keys are known to differ: several rows of a table of ClickHouse may have the same
 * primary key.
 */
export const KEY_COMMENT = "one record for each key";

/** The condition for rows of the catalogue: they are of the database named, or else of the connection's. */
export const IN_DATABASE = "database = if({p1:String} = '', currentDatabase(), {p1:String})";

/** Asks the catalogue for a table's comment and primary key. */
export function catalogueOf(table: TableName): Statement {
  const { place, name } = partsOf(table);
  return {
    text: `SELECT comment, primary_key FROM system.tables WHERE ${IN_DATABASE} AND name = {p2:String}`,
    params: [place[0] ?? "", name],
  };
}

/**
 * @param rows those of DESCRIBE TABLE
 * @param comment the table's
 * @param primaryKey the table's, as SQL has it
 */
export function describeTable(
  rows: readonly Row[],
  comment: string,
  primaryKey: string,
  quote: (name: string) => string | undefined,
): TableDescription {
  return describedTable(
    rows.map(([column, columnType, defaultKind]) => {
      const name = String(column);
      const type = plainType(String(columnType));
      const isKey = comment === KEY_COMMENT && [name, quote(name)].includes(primaryKey);
      const meaning =
        defaultKind === "EPHEMERAL" ? leaveOut("it cannot be read") : meaningOf(type.name);
      return {
        name,
        isNotNull: !type.isNullable,
        isNotBlank: isKey,
        isKey,
        meaning,
      };
    }),
  );
}

/** A type without what says how it is stored. */
function plainType(type: string): { readonly name: string; readonly isNullable: boolean } {
  const [, dictionary = type] = /^LowCardinality\((.*)\)$/.exec(type) ?? [];
  const [, nullable] = /^Nullable\((.*)\)$/.exec(dictionary) ?? [];
  return { name: nullable ?? dictionary, isNullable: nullable !== undefined };
}

function meaningOf(type: string): Described {
  const [word = ""] = /^\w+/.exec(type) ?? [];
  switch (word) {
    case "String":
      return { type: "text", mapping: {} };
    case "Float32":
    case "Float64":
      return { type: "number", mapping: { storage: "double" } };
    case "Int8":
    case "Int16":
    case "Int32":
    case "Int64":
    case "UInt8":
    case "UInt16":
    case "UInt32":
    case "UInt64":
      return { type: "number", mapping: { storage: "integer" } };
    case "Decimal":
      return { type: "number", mapping: { storage: "decimal" } };
    case "Bool":
      return { type: "boolean", mapping: { storage: "boolean" } };
    case "DateTime":
    case "DateTime64":
      return { type: "date", mapping: { storage: "timestamp" } };
    case "Array":
      if (type === "Array(String)") return { type: "list", mapping: { storage: "array" } };
      break;
    default:
  }
  return leaveOut(`no field stands for the type ${type}`);
}
