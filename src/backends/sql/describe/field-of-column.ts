import type { StoredDeclaration } from "../../../language/schema/index.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import { isText } from "../../../language/values/text/index.ts";
import { defined } from "../../../util/defined.ts";
import type { CatalogueColumn } from "../catalogue.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { type ColumnMapping, nativeType } from "../table-mapping.ts";
import { parseType, type TypeText } from "../type-text.ts";

/** The declaration of a field, with all its properties by name. */
export type StoredField = Exclude<StoredDeclaration, ValueType>;

export function declarationOf(
  column: CatalogueColumn,
  type: ValueType,
  hasTime: boolean,
): StoredField {
  const canBeKey = type === "text" || type === "number";
  const choices = type === "text" || type === "list" ? choicesOf(column) : undefined;
  return {
    type,
    ...(column.isKey && canBeKey ? { key: true } : {}),
    ...(hasTime ? { time: true } : {}),
    ...defined({ choices }),
  };
}

/** The labels of an enum, or the texts that a check allows. Blanks, and labels that are no text, are no choices. */
function choicesOf({ type, choices }: CatalogueColumn): readonly string[] | undefined {
  const found = (choices ?? labelsOf(parseType(type))).filter((one) => one !== "" && isText(one));
  return found.length === 0 ? undefined : [...new Set(found)];
}

const WITH_LABELS = /^(?:enum|enum8|enum16|set)$/;
const AROUND_LABELS = /^(?:array|nullable|lowcardinality)$/;

function labelsOf({ name, args }: TypeText): readonly string[] {
  if (WITH_LABELS.test(name)) return args.filter((label) => typeof label === "string");
  const [inner] = args;
  return AROUND_LABELS.test(name) && typeof inner === "object" ? labelsOf(inner) : [];
}

export function mappingOf(
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

/** The field that a column can be, or the reason why it can be none. */
export type FieldOfColumn =
  | { readonly type: ValueType; readonly isRounded: boolean; readonly hasTime: boolean }
  | { readonly reason: string };

/** The field of a column: of the type that the catalogue says, or of the first possible one. */
export function fieldOf(
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
