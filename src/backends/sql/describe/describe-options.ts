import { VALUE_TYPES, type ValueType } from "../../../language/types/value-type.ts";
import { type ArgumentKind, misuse, requireKind, requireOptions } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import { didYouMean } from "../../../util/suggest.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import {
  type ColumnMapping,
  MAPPING_PROPERTIES,
  requireProperties,
  requireRange,
} from "../table-mapping.ts";

/** How a field differs from the one that the catalogue describes. Omitted properties stay as they are. */
export interface FieldOverride extends Omit<ColumnMapping, "column" | "quoted"> {
  /** The name of the field; that of the column unless given. */
  readonly name?: string;
  /** The type of the field: `text` for the digits of a `bigint`, or `number` for the nearest float64. */
  readonly type?: ValueType;
  /** All values of the field, or all items of a list. */
  readonly choices?: readonly string[];
  /** The role of a field that is the value of `CREATED_TIME()` or `LAST_MODIFIED_TIME()`. */
  readonly role?: "created" | "modified";
  /** Whether the dates of the field have a time of day. */
  readonly time?: boolean;
  /** One sentence for people who write formulas. */
  readonly description?: string;
}

/** Options of `describeTable`: how the fields differ from what the catalogue says. */
export interface DescribeOptions {
  /**
   * The field that identifies a row, if the primary key is none or has several columns, as in a view or a file. No two
   * rows may have the same value in it, and no row a blank.
   */
  readonly key?: string;
  /**
   * Overrides by the names of columns; `false` leaves a column out. With `sql`, a name may be that of a new field, whose
   * values are those of an expression.
   */
  readonly fields?: Readonly<Record<string, FieldOverride | false>>;
  /** The fields that are described, but do not exist for formulas, as if they were declared with `hidden: true`. */
  readonly hidden?: readonly string[];
}

const OPTIONS = { key: "text", fields: "object", hidden: "texts" } as const;

/** The properties of an override. */
const PROPERTIES: ReadonlyMap<string, ArgumentKind> = new Map([
  ["name", "text"],
  ["type", "text"],
  ["choices", "texts"],
  ["role", "text"],
  ["time", "boolean"],
  ["description", "text"],
  ...[...MAPPING_PROPERTIES].filter(([name]) => name !== "column" && name !== "quoted"),
]);

/** @throws `TypeError` unless these are options of `describeTable` */
export function requireDescribeOptions(options: DescribeOptions, call: string): void {
  if (Array.isArray(options?.key)) {
    const columns = options.key.map((name) => (/^[a-z_]\w*$/i.test(name) ? name : "…"));
    const advice = overrideText("id", { type: "text", sql: `CONCAT(${columns.join(", '/', ")})` });
    throw new TypeError(
      `\`${call}\`: a key is one field: for several columns, write ${advice}, with a separator that none of their values has, and \`key: "id"\``,
    );
  }
  requireOptions(options, call, OPTIONS);
  // A description may come from a file of JSON, which no types check.
  const unknown = Object.keys(options ?? {}).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined) {
    const names = Object.keys(OPTIONS);
    const advice =
      didYouMean(unknown, names, quote) || `; the options are ${names.map(quote).join(", ")}`;
    throw new TypeError(`\`${call}\`: a description has no option ${quote(unknown)}${advice}`);
  }
  for (const [column, override] of Object.entries(options.fields ?? {})) {
    if (override === false) continue;
    const what = `\`${call}\`: the override of ${quote(column)}`;
    requireKind(override, "object", what, "write `false` to leave the column out");
    requireProperties(override, PROPERTIES, what);
    requireRange(override, what);
    const { type } = override;
    if (type === undefined || VALUE_TYPES.includes(type)) continue;
    throw misuse(`${what}: its type`, `one of ${VALUE_TYPES.join(", ")}`, type);
  }
}

/** Whether an override, if there is one, leaves the type and the storage of the column as they are. */
export function isStoredAsItIs(override: FieldOverride | false | undefined): boolean {
  if (override === undefined) return true;
  return override !== false && (override.type ?? override.sql ?? override.storage) === undefined;
}

/** An override as the options have it: `fields: { price: { type: "text" } }`, in backticks. */
export function overrideText(
  column: string,
  override: Pick<FieldOverride, "type" | "sql" | "storage">,
): string {
  const name = /^[a-z_$][\w$]*$/i.test(column) ? column : JSON.stringify(column);
  const properties = Object.entries(override).map(([key, value]) => `${key}: ${literal(value)}`);
  return `\`fields: { ${name}: { ${properties.join(", ")} } }\``;
}

function literal(text: string): string {
  return text.includes('"') && !/['\\]/.test(text) ? `'${text}'` : JSON.stringify(text);
}

/** The override that makes a column a field of a type, by an expression; only a text has one that always holds. */
export function expressionText(
  column: string,
  type: ValueType,
  { quote: quoted, textType }: DialectDefinition,
): string {
  const name = quoted(column);
  const sql = type === "text" && name !== undefined ? `CAST(${name} AS ${textType})` : "…";
  return overrideText(column, { type, sql });
}
