import { describeType, type ValueType } from "../../../language/types/value-type.ts";
import { defined } from "../../../util/defined.ts";
import { quote } from "../../../util/quote.ts";
import type { CatalogueColumn } from "../catalogue.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { programExpression } from "../program-sql.ts";
import { SqlMappingError } from "../sql-mapping-error.ts";
import { type ColumnMapping, kindOf } from "../table-mapping.ts";
import { expressionText, type FieldOverride, overrideText } from "./describe-options.ts";
import {
  declarationOf,
  type FieldOfColumn,
  fieldOf,
  mappingOf,
  type StoredField,
} from "./field-of-column.ts";

/** A field of a description. */
export interface DescribedField {
  readonly name: string;
  readonly declaration: StoredField;
  readonly mapping: ColumnMapping;
}

/**
 * The field of a column with the program's override.
 *
 * @throws {@link SqlMappingError} if the column cannot be such a field
 */
export function overriddenField(
  column: CatalogueColumn,
  override: FieldOverride,
  dialect: DialectDefinition,
): DescribedField {
  const { name = column.name, type, sql, storage } = override;
  const own = fieldOf(column, dialect);
  const ownType = "type" in own ? own.type : undefined;
  const wanted = type ?? ownType;
  if (sql !== undefined) return expressionField(column.name, override, wanted, dialect);
  const isPossible =
    wanted === ownType || storage !== undefined || "type" in asType(column, wanted, dialect);
  if (wanted === undefined || !isPossible) throw cannotBe(column, type, own, dialect);
  const isRenamed = name !== column.name;
  const mapping: ColumnMapping = {
    ...(isRenamed ? { column: column.name } : {}),
    ...(isRenamed && column.name.includes(".") ? { quoted: true } : {}),
    ...mappingOf(column, wanted),
    ...mappingIn(override),
  };
  if (storage !== undefined) requireStorage(name, wanted, mapping, dialect);
  const isOwn = wanted === ownType;
  const hasTime = isOwn && storage === undefined && "hasTime" in own && own.hasTime;
  const { choices, ...declared } = declarationOf(column, wanted, hasTime);
  const known = isOwn ? defined({ choices }) : {};
  return { name, declaration: { ...declared, ...known, ...declarationIn(override) }, mapping };
}

function asType(
  column: CatalogueColumn,
  type: ValueType | undefined,
  dialect: DialectDefinition,
): FieldOfColumn {
  return fieldOf(type === undefined ? column : { ...column, field: type }, dialect);
}

/**
 * A field whose values are those of an expression.
 *
 * @throws {@link SqlMappingError} if it has no type, or the expression cannot stand in SQL
 */
export function expressionField(
  column: string,
  override: FieldOverride,
  type: ValueType | undefined,
  dialect: DialectDefinition,
): DescribedField {
  const { name = column, sql = "" } = override;
  if (type === undefined) {
    throw new SqlMappingError(
      `the field ${quote(column)} is an expression: say the type of its values, such as ${overrideText(column, { type: "text", sql })}`,
    );
  }
  programExpression(sql, `the expression of ${quote(name)}`, dialect);
  const mapping = mappingIn(override);
  requireStorage(name, type, mapping, dialect);
  return { name, declaration: { type, ...declarationIn(override) }, mapping };
}

/** @throws {@link SqlMappingError} if a field of this type cannot be stored so */
function requireStorage(
  name: string,
  type: ValueType,
  mapping: ColumnMapping,
  dialect: DialectDefinition,
): void {
  kindOf({ name, type }, { columns: Object.fromEntries([[name, mapping]]) }, dialect, type);
}

/** The properties of an override that are those of a mapping. */
function mappingIn({
  name: _name,
  type: _type,
  choices: _choices,
  role: _role,
  time: _time,
  description: _description,
  ...mapping
}: FieldOverride): ColumnMapping {
  return mapping;
}

/** The properties of an override that are those of a declaration. */
function declarationIn(override: FieldOverride): Omit<StoredField, "type"> {
  const { choices, role, time, description } = override;
  return defined({ choices, role, time, description });
}

function cannotBe(
  { name, type: stored }: CatalogueColumn,
  type: ValueType | undefined,
  own: FieldOfColumn,
  dialect: DialectDefinition,
): SqlMappingError {
  const wanted = type ?? "text";
  const advice = `write ${expressionText(name, wanted, dialect)} with an expression that yields ${describeType(wanted)}, or say the \`storage\``;
  const problem =
    "reason" in own
      ? `cannot be a field: ${own.reason}, or`
      : `is ${stored}, which cannot be ${describeType(wanted)}:`;
  return new SqlMappingError(`the column ${quote(name)} ${problem} ${advice}`);
}
