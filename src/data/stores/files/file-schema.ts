import type { StoredColumn } from "../../../backends/arrow-layout/stored-column.ts";
import {
  defineSchema,
  type Field,
  type FieldDeclaration,
  inferSchema,
  isComputed,
  type Schema,
} from "../../../language/schema/index.ts";
import { isExact } from "../../../language/values/exact-number.ts";
import { isText } from "../../../language/values/text/index.ts";
import { defined } from "../../../util/defined.ts";
import { quote } from "../../../util/quote.ts";
import { StoreError } from "../store.ts";
import type { Cell } from "./csv-parser.ts";
import { shownNames } from "./data-error.ts";
import type { TextForms } from "./text-forms.ts";

/** Infers the schema from the first records of CSV; a column without values is text. */
export function schemaOfCells(
  header: readonly string[],
  records: readonly (readonly Cell[])[],
  forms: TextForms,
): Schema {
  function* rows(): Iterable<object> {
    for (const cells of records) {
      yield Object.fromEntries(header.map((name, index) => [name, guess(cells[index], forms)]));
    }
  }
  const inferred = inferSchema(rows());
  const declarations = header
    .filter((name) => name !== "" && isText(name))
    .map((name) => {
      const { type = "text", time } = inferred.fields.get(name) ?? {};
      return [name, time === undefined ? type : { type, time }] as const;
    });
  return defineSchema(Object.fromEntries(declarations));
}

/**
 * The schema of columns that declare their types.
 *
 * @param long the columns of numbers that a double does not hold; they are texts
 */
export function schemaOfColumns(
  columns: readonly StoredColumn[],
  long: ReadonlySet<string>,
): Schema {
  return defineSchema(
    Object.fromEntries(
      columns.map(({ name, type, time }) => [
        name,
        long.has(name) ? "text" : time === undefined ? type : { type, time },
      ]),
    ),
  );
}

/** Numbers that a double holds exactly. Others, such as `007` or a long card number, are inferred as text. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?$/;

function guess(cell: unknown, forms: TextForms): unknown {
  if (typeof cell !== "string") return null;
  const number = forms.plainNumber(cell);
  if (PLAIN_NUMBER.test(number)) {
    const value = Number(number);
    return isExact(number, value) ? value : cell;
  }
  const date = forms.hasDateFormats ? forms.date(cell) : undefined;
  if (date !== undefined) return new Date(date);
  if (/^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === "true";
  if (!cell.startsWith("[")) return cell;
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) && list.every((item) => typeof item === "string") ? list : cell;
  } catch {
    return cell;
  }
}

/**
 * The schema with a field as its key.
 *
 * @param wasGiven whether the field's type was declared; an inferred date becomes text as a key
 * @throws {@link StoreError} if the field cannot be the key
 */
export function schemaWithKey(schema: Schema, key: string | undefined, wasGiven: boolean): Schema {
  if (key === undefined || schema.key?.name === key) return schema;
  if (schema.key !== undefined) {
    throw new StoreError(
      "setup",
      `the key is set to ${quote(key)}, but the schema's key is ${quote(schema.key.name)}`,
    );
  }
  const field = schema.fields.get(key);
  if (field === undefined) {
    throw new StoreError("setup", `the key is set to ${quote(key)}, but ${fieldsThereAre(schema)}`);
  }
  if (isComputed(field)) {
    const problem = `the key is set to ${quote(key)}, which a formula computes: a key is a field of the records`;
    throw new StoreError("setup", problem);
  }
  const type = wasGiven || field.type === "number" ? field.type : "text";
  if (type !== "text" && type !== "number") {
    throw new StoreError(
      "setup",
      `the key is set to ${quote(key)}, which is ${type}: a key is a text or a number`,
    );
  }
  const { fields } = schema.toJSON();
  const keyed = schema.redeclare({ ...fields, [key]: asKey(fields[key], type) });
  if (!keyed.ok)
    throw new StoreError("setup", keyed.problems.map(({ message }) => message).join("; "));
  return keyed.schema;
}

function asKey(
  declaration: FieldDeclaration | undefined,
  type: "text" | "number",
): FieldDeclaration {
  const isStored = typeof declaration === "object" && "type" in declaration;
  const { description, choices } = isStored ? declaration : {};
  return { type, key: true, ...defined({ choices, description }) };
}

/**
 * The key field.
 *
 * @throws {@link StoreError} if the schema has none
 */
export function needKey(schema: Schema, name: string): Field {
  if (schema.key !== undefined) return schema.key;
  throw new StoreError(
    "setup",
    `${name}: it is not known which field identifies a record: give the option \`key\`, or a schema with a key that is not hidden (${fieldsThereAre(schema)})`,
  );
}

function fieldsThereAre({ fields }: Schema): string {
  const names = [...fields.keys()];
  if (names.length === 0) return "there are no fields";
  return `the fields are ${shownNames(names)}`;
}
