import { isObject, own } from "../foreign-value.ts";
import {
  type FieldDescription,
  type FieldMapping,
  LIST_OF_OTHERS,
  textOf,
  type Unmapped,
} from "./field-mapping.ts";

const COLUMNS = Symbol.for("drizzle:Columns");

/** Whether a value is a table of Drizzle, or what `getTableConfig` returns of one. */
export function isDrizzleTable(value: unknown): boolean {
  if (isObject(own(value, COLUMNS))) return true;
  const columns = own(value, "columns");
  return Array.isArray(columns) && columns.some((column) => dataTypeOf(column) !== undefined);
}

/** The fields of rows as Drizzle returns them: by the names of the table's properties. */
export function drizzleFields(table: unknown): readonly FieldDescription[] {
  const columns = own(table, COLUMNS);
  const list = own(table, "columns");
  const named: readonly (readonly [string, unknown])[] = isObject(columns)
    ? Object.entries(columns)
    : (Array.isArray(list) ? list : []).map((column: unknown) => [
        String(own(column, "name")),
        column,
      ]);
  const keys = named.filter(([, column]) => own(column, "primary") === true);
  return named.map(([name, column]) => {
    const mapping = mappingOf(column);
    const isKey = keys.length === 1 && own(column, "primary") === true && "type" in mapping;
    return {
      name,
      mapping: isKey ? { ...mapping, key: true } : mapping,
      isRequired: own(column, "notNull") === true,
    };
  });
}

function dataTypeOf(column: unknown): string | undefined {
  const type = own(column, "dataType");
  return typeof type === "string" ? type : undefined;
}

/** The values of a column. Drizzle 1.0 adds a second word to the type, as in `object date`. */
function mappingOf(column: unknown): FieldMapping | Unmapped {
  const [first, second] = (dataTypeOf(column) ?? "").split(" ");
  const kind = String(own(column, "columnType"));
  if (first === "date" || second === "date") {
    return { type: "date", ...(/Timestamp|DateTime/.test(kind) && { time: true }) };
  }
  switch (first) {
    case "string":
      return stringMapping(kind, own(column, "enumValues"));
    case "number":
      return { type: "number" };
    case "boolean":
      return { type: "boolean" };
    case "array":
      return listMapping(own(column, "baseColumn"));
    case "bigint":
      return { reason: 'its values are BigInts: declare the column with `mode: "number"`' };
    default:
      return { reason: `no type has the values of a ${kind}` };
  }
}

function stringMapping(kind: string, choices: unknown): FieldMapping | Unmapped {
  if (/(?:Numeric|Decimal)$/.test(kind)) {
    return { reason: 'its values are texts of numbers: declare the column with `mode: "number"`' };
  }
  if (/(?:Timestamp|DateTime)String$/.test(kind)) {
    return { reason: 'its values are texts of dates: declare the column with `mode: "date"`' };
  }
  if (kind.endsWith("DateString")) return { type: "date", time: false };
  return textOf(Array.isArray(choices) ? choices : undefined);
}

function listMapping(item: unknown): FieldMapping | Unmapped {
  const mapping = dataTypeOf(item) === undefined ? LIST_OF_OTHERS : mappingOf(item);
  return "type" in mapping && mapping.type === "text"
    ? { ...mapping, type: "list" }
    : LIST_OF_OTHERS;
}
