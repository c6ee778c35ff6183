import type { DialectDefinition } from "../../../sql/dialect-definition.ts";
import { isImpossible } from "../../../sql/dialect-definition.ts";
import type { ColumnMapping } from "../../../sql/mapping.ts";
import type { ValueType } from "../../../types/value-type.ts";
import type { Row, TableDescription } from "../driver.ts";
import { type Described, describedTable, leaveOut } from "../sessions/described.ts";

/**
 * The comments of columns that hold lists of texts, as JSON or with commas between them: no type of the database says
 * so.
 */
export const LIST_COMMENTS = { json: "list of texts", delimited: "list of texts, with commas" };

interface Column {
  readonly name: string;
  /** In small letters, such as `bigint(20) unsigned`. */
  readonly type: string;
  readonly collation: string;
  readonly isNotNull: boolean;
  readonly isPartOfKey: boolean;
  readonly isCounted: boolean;
  readonly comment: string;
}

/**
 * @param rows those of SHOW FULL COLUMNS
 * @param definition the statement that makes the table, as SHOW CREATE TABLE has it
 */
export function describeTable(
  rows: readonly Row[],
  definition: string,
  dialect: DialectDefinition,
): TableDescription {
  const columns = rows.map(columnOf);
  const key = columns.filter(({ isPartOfKey }) => isPartOfKey);
  return describedTable(
    columns.map((column) => ({
      name: column.name,
      isNotNull: column.isNotNull,
      isKey: key.length === 1 && column.isPartOfKey,
      meaning: meaningOf(column, definition, dialect),
    })),
  );
}

function columnOf([name, type, collation, isNullable, key, , extra, , comment]: Row): Column {
  return {
    name: String(name),
    type: String(type).toLowerCase(),
    collation: String(collation ?? ""),
    isNotNull: isNullable === "NO",
    isPartOfKey: key === "PRI",
    isCounted: /\bauto_increment\b/i.test(String(extra)),
    comment: String(comment),
  };
}

function meaningOf(column: Column, definition: string, dialect: DialectDefinition): Described {
  const { type } = column;
  if (type === "tinyint(1)") return field("boolean", { storage: "boolean" });
  const [word = ""] = /^[a-z]+/.exec(type) ?? [];
  switch (word) {
    case "char":
    case "varchar":
    case "tinytext":
    case "text":
    case "mediumtext":
    case "longtext":
      return textOf(column, definition, dialect);
    case "tinyint":
    case "smallint":
    case "mediumint":
    case "int":
      return field("number", { storage: "integer" });
    case "bigint":
      // Numbers that are counted up stay within 2^53; others may be beyond, and are compared as float64, without an
      // index.
      return field("number", { storage: column.isCounted ? "integer" : "double" });
    case "float":
    case "double":
      return field("number", { storage: "double" });
    case "decimal": {
      const { decimal } = dialect.columns.number;
      return isImpossible(decimal)
        ? leaveOut(decimal.impossible)
        : field("number", { storage: "decimal" });
    }
    case "datetime":
    case "timestamp":
      // The session is in UTC, as all fields are.
      return field("date", { storage: "timestamp" });
    default:
      return leaveOut(`no field stands for the type ${type}`);
  }
}

function field(type: ValueType, mapping: ColumnMapping): Described {
  return { type, mapping };
}

/** Collations that tell all texts apart: of such a column, a CHECK that it is not the empty text is true. */
const EXACT = new Set(["utf8mb4_nopad_bin", "utf8mb4_0900_bin"]);

function textOf(column: Column, definition: string, dialect: DialectDefinition): Described {
  const { name, type, collation, comment, isNotNull } = column;
  if (!/^(utf8mb4|uca1400)_/.test(collation)) {
    return leaveOut(`its characters are ${collation.split("_")[0]}, and have to be utf8mb4`);
  }
  if (comment === LIST_COMMENTS.json) return field("list", { storage: "json" });
  if (comment === LIST_COMMENTS.delimited) return field("list", { storage: "delimited" });
  const [, length] = /^(?:var)?char\((\d+)\)/.exec(type) ?? [];
  const check = `CHECK (${dialect.quote(name)} <> '')`;
  const isNotBlank = isNotNull && EXACT.has(collation) && definition.includes(check);
  return field("text", {
    ...(EXACT.has(collation) ? { storage: "exact" } : {}),
    ...(length === undefined ? {} : { maxLength: Number(length) }),
    ...(isNotBlank ? { notBlank: true } : {}),
  });
}
