import type { StoredDeclaration } from "../../../language/schema/index.ts";
import { describeType } from "../../../language/types/value-type.ts";
import { quote } from "../../../util/quote.ts";
import { didYouMean } from "../../../util/suggest.ts";
import type { CatalogueColumn } from "../catalogue.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { SqlMappingError } from "../sql-mapping-error.ts";
import { type ColumnMapping, nativeType } from "../table-mapping.ts";
import { parseType } from "../type-text.ts";
import {
  type DescribeOptions,
  expressionText,
  isStoredAsItIs,
  overrideText,
} from "./describe-options.ts";
import { declarationOf, fieldOf, mappingOf, type StoredField } from "./field-of-column.ts";
import { type DescribedField, expressionField, overriddenField } from "./override-field.ts";

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

/**
 * Describes the columns of a table as fields.
 *
 * @throws {@link SqlMappingError} for an option that does not fit the table
 */
export function describeColumns(
  columns: readonly CatalogueColumn[],
  dialect: DialectDefinition,
  { key, fields: overrides = {}, hidden = [] }: DescribeOptions = {},
): DescribedColumns {
  const described: DescribedField[] = [];
  const refused: RefusedColumn[] = [];
  const warnings: string[] = [];
  for (const column of columns) {
    const { name, type } = column;
    const override = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
    if (override === false) continue;
    const field = fieldOf(column, dialect);
    if (override !== undefined) {
      described.push(overriddenField(column, override, dialect));
    } else if ("reason" in field) {
      refused.push({ column: name, type, reason: withOverride(name, field.reason) });
      continue;
    } else {
      const mapping = mappingOf(column, field.type);
      described.push({
        name,
        declaration: declarationOf(column, field.type, field.hasTime),
        mapping,
      });
    }
    const isRounded = "isRounded" in field && field.isRounded && column.isCounted !== true;
    if (isRounded && isStoredAsItIs(override)) warnings.push(roundingOf(column, dialect));
  }
  const known = new Set(columns.map(({ name }) => name));
  for (const [name, override] of Object.entries(overrides)) {
    if (known.has(name)) continue;
    if (override === false || override.sql === undefined) throw noColumn(name, known);
    described.push(expressionField(name, override, override.type, dialect));
  }
  requireNames(described, refused, key, hidden);
  if (key !== undefined) requireKeyType(key, described, dialect);
  const fields = described.map(({ name, declaration }): [string, StoredDeclaration] => {
    const { key: isOwnKey = false, ...others } = declaration;
    const isKey = key === undefined ? isOwnKey : name === key;
    const whole: StoredField = {
      ...others,
      ...(isKey ? { key: true } : {}),
      ...(hidden.includes(name) ? { hidden: true } : {}),
    };
    return [name, Object.keys(whole).length === 1 ? whole.type : whole];
  });
  // `fromEntries` creates an own property for any name, including `__proto__`.
  return {
    fields: Object.fromEntries(fields),
    columns: Object.fromEntries(described.map(({ name, mapping }) => [name, mapping])),
    refused,
    warnings,
  };
}

function roundingOf({ name, type }: CatalogueColumn, dialect: DialectDefinition): string {
  const parsed = parseType(type);
  const isText = nativeType(parsed, dialect)?.fields.text?.(parsed) !== undefined;
  const advice = isText
    ? overrideText(name, { type: "text" })
    : expressionText(name, "text", dialect);
  return `${quote(name)} is ${type}: a number that is not exactly a float64 counts, and is read, as the nearest one. If the column holds such numbers, make the field a text: ${advice}`;
}

/** The reason why a column has no field, with the option that gives it one. */
function withOverride(name: string, reason: string): string {
  if (reason.includes("`fields: {")) return reason;
  const advice = `say what formulas need of it: ${overrideText(name, { type: "text", sql: "…" })}`;
  return reason.includes(": ") ? `${reason}, or ${advice}` : `${reason}: ${advice}`;
}

function noColumn(name: string, known: ReadonlySet<string>): SqlMappingError {
  const advice = didYouMean(name, known, quote) || `; the columns are ${listed([...known])}`;
  return new SqlMappingError(
    `\`fields\` names ${quote(name)}, but the table has no such column, and without \`sql\` the field is no expression${advice}`,
  );
}

/** @throws {@link SqlMappingError} if two fields have one name, or an option names a field that there is not */
function requireNames(
  described: readonly DescribedField[],
  refused: readonly RefusedColumn[],
  key: string | undefined,
  hidden: readonly string[],
): void {
  const names = described.map(({ name }) => name);
  const twin = names.find((name, index) => names.indexOf(name) < index);
  if (twin !== undefined) {
    throw new SqlMappingError(
      `two columns would be the field ${quote(twin)}: leave one out with \`false\`, or give it another \`name\``,
    );
  }
  const wanted = [
    ...(key === undefined ? [] : [["key", key] as const]),
    ...hidden.map((name) => ["hidden", name] as const),
  ];
  for (const [option, name] of wanted) {
    if (names.includes(name)) continue;
    const left = refused.find(({ column }) => column === name);
    const problem =
      left === undefined
        ? `the field ${quote(name)}, which does not exist${didYouMean(name, names, quote) || `; the fields are ${listed(names)}`}`
        : `${quote(name)}, which cannot be a field: ${left.reason}`;
    throw new SqlMappingError(`\`${option}\` names ${problem}`);
  }
}

function requireKeyType(
  key: string,
  described: readonly DescribedField[],
  dialect: DialectDefinition,
): void {
  const { declaration, mapping } = described.find(({ name }) => name === key) ?? {};
  if (declaration === undefined) return;
  const { type } = declaration;
  if (type === "text" || type === "number") return;
  throw new SqlMappingError(
    `\`key\` names ${quote(key)}, which is ${describeType(type)}: a key is a text or a number, such as by ${expressionText(mapping?.column ?? key, "text", dialect)}`,
  );
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, 20).map(quote).join(", ")}${names.length > 20 ? ", …" : ""}`;
}
