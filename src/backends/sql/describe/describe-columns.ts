import type { StoredDeclaration } from "../../../language/schema/index.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import { quote } from "../../../util/quote.ts";
import type { CatalogueColumn } from "../catalogue.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { type ColumnMapping, nativeType } from "../table-mapping.ts";
import { parseType } from "../type-text.ts";

/** A column that has no field. */
export interface RefusedColumn {
  /** The name of the column. */
  readonly column: string;
  /** The type, as the database names it; empty for a column of a file. */
  readonly type: string;
  /** The reason, and the alternative. */
  readonly reason: string;
}

/** The description of a table. */
export interface DescribedColumns {
  readonly fields: Readonly<Record<string, StoredDeclaration>>;
  readonly columns: Readonly<Record<string, ColumnMapping>>;
  readonly refused: readonly RefusedColumn[];
  /** Values of the table that mean something else in formulas. */
  readonly warnings: readonly string[];
}

/** Describes the columns of a table as fields. */
export function describeColumns(
  columns: readonly CatalogueColumn[],
  dialect: DialectDefinition,
): DescribedColumns {
  const fields: [string, StoredDeclaration][] = [];
  const mappings: [string, ColumnMapping][] = [];
  const refused: RefusedColumn[] = [];
  const warnings: string[] = [];
  for (const column of columns) {
    const { name, type, isKey } = column;
    const field = fieldOf(column, dialect);
    if ("reason" in field) {
      refused.push({ column: name, type, reason: field.reason });
      continue;
    }
    const canBeKey = field.type === "text" || field.type === "number";
    fields.push([name, declarationOf(field, isKey && canBeKey)]);
    mappings.push([name, mappingOf(column, field.type)]);
    if (field.isRounded && column.isCounted !== true) {
      warnings.push(
        `${quote(name)} is ${type}: a number that is not exactly a float64 counts, and is read, as the nearest one. Make the field a text if the column holds such numbers`,
      );
    }
  }
  // `fromEntries` creates an own property for any name, including `__proto__`.
  return {
    fields: Object.fromEntries(fields),
    columns: Object.fromEntries(mappings),
    refused,
    warnings,
  };
}

function declarationOf(
  { type, hasTime }: { readonly type: ValueType; readonly hasTime: boolean },
  isKey: boolean,
): StoredDeclaration {
  if (isKey) return { type, key: true };
  return hasTime ? { type, time: true } : type;
}

function mappingOf(
  { type, isNotNull, isNotBlank = false }: CatalogueColumn,
  field: ValueType,
): ColumnMapping {
  return {
    storage: type,
    ...(isNotNull ? { notNull: true } : {}),
    ...(isNotNull && isNotBlank && field === "text" ? { notBlank: true } : {}),
  };
}

const VIEW = "make a view, or a generated column, that has it as a text or a number";

type FieldOfColumn =
  | { readonly type: ValueType; readonly isRounded: boolean; readonly hasTime: boolean }
  | { readonly reason: string };

function fieldOf(
  { type, field, refused }: CatalogueColumn,
  dialect: DialectDefinition,
): FieldOfColumn {
  if (refused !== undefined) return { reason: refused };
  const parsed = parseType(type);
  const native = nativeType(parsed, dialect);
  const isStorage = field !== undefined && Object.hasOwn(dialect.columns[field], type);
  if (isStorage && native?.fields[field] === undefined) {
    return { type: field, isRounded: false, hasTime: field === "date" };
  }
  const unknown = { reason: `a field cannot have the type ${type}: ${VIEW}` };
  if (native === undefined) return unknown;
  const { fields, note = "", instead = "" } = native;
  // `Object.keys` has the type `string[]`, but the keys of `fields` are types of values.
  const possible = field === undefined ? (Object.keys(fields) as ValueType[]) : [field];
  if (possible.length === 0) return { reason: `${note}: ${instead}` };
  for (const one of possible) {
    const kind = fields[one]?.(parsed);
    if (kind === undefined) continue;
    const isDay = "zone" in kind && kind.zone === "day";
    return { type: one, isRounded: "isRounded" in kind, hasTime: one === "date" && !isDay };
  }
  return unknown;
}
