import { defineSchema } from "../../../engine/index.ts";
import type { FieldDeclaration, Schema } from "../../../language/schema/index.ts";
import { isText } from "../../../language/values/text/index.ts";
import { describe, requireOptions } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import { didYouMean } from "../../../util/suggest.ts";
import { isObject, own } from "../foreign-value.ts";
import { airtableFields, isAirtableTable } from "./airtable-fields.ts";
import { drizzleFields, isDrizzleTable } from "./drizzle-columns.ts";
import type { FieldDescription, FieldMapping } from "./field-mapping.ts";
import { invalidDescription } from "./invalid-description.ts";
import { JsonSchemaReader } from "./json-schema.ts";

/** Options of `schemaFrom`. */
export interface SchemaFromOptions {
  /** The table or schema, if the document describes several: its name, or its id in Airtable. */
  readonly table?: string;
  /** The field that identifies a record, if the description does not name it. */
  readonly key?: string;
}

/** A part of a description that is no field of the schema. */
export interface UnmappedField {
  /** The name of the field. */
  readonly field: string;
  /** The reason why none of the five types has its values. */
  readonly reason: string;
}

/** The schema of a description. */
export interface SchemaFromResult {
  /** The fields that the description maps to. */
  readonly schema: Schema;
  /** The fields that are not in the schema, each with the reason. */
  readonly unmapped: readonly UnmappedField[];
  /** The names of the fields that have a value in each record. */
  readonly required: readonly string[];
}

/**
 * The schema of records that another library describes: a JSON Schema, such as that of `z.toJSONSchema` of zod 4,
 * `toJsonSchema` of valibot, or a schema of TypeBox; a document of OpenAPI or Swagger; a table of Drizzle; a table of
 * Airtable's metadata, or all of them.
 *
 * @throws {@link SchemaError} if the description cannot be read, with the position of what is wrong
 *
 * @example
 * ```ts
 * const { schema, unmapped } = schemaFrom(z.toJSONSchema(Order), { key: "id" });
 * ```
 */
export function schemaFrom(
  description: unknown,
  options: SchemaFromOptions = {},
): SchemaFromResult {
  requireOptions(options, "schemaFrom", { table: "text", key: "text" });
  const { table, key } = options;
  const described = fieldsOf(description, table);
  const fields = new Map<string, FieldDeclaration>();
  const unmapped: UnmappedField[] = [];
  const required: string[] = [];
  for (const { name, mapping, description: about, isRequired } of described) {
    const reason =
      name === "" || !isText(name)
        ? "its name is not well-formed text"
        : fields.has(name)
          ? "another field has the same name"
          : "reason" in mapping
            ? mapping.reason
            : undefined;
    if (reason !== undefined || "reason" in mapping) {
      unmapped.push({ field: name, reason: reason ?? "" });
      continue;
    }
    fields.set(name, declarationOf(mapping, about, name === key, key !== undefined));
    if (isRequired) required.push(name);
  }
  if (key !== undefined && !fields.has(key)) {
    throw invalidDescription(
      `the key ${quote(key)} is not a field${didYouMean(key, fields.keys(), quote)}`,
    );
  }
  return { schema: defineSchema(Object.fromEntries(fields)), unmapped, required };
}

function declarationOf(
  { type, choices, role, time, key }: FieldMapping,
  description: string | undefined,
  isKey: boolean,
  hasKey: boolean,
): FieldDeclaration {
  const more = {
    ...((hasKey ? isKey : key) && { key: true }),
    ...(choices !== undefined && { choices }),
    ...(role !== undefined && !isKey && { role }),
    ...(time !== undefined && role === undefined && { time }),
    ...(description !== undefined && isText(description) && { description }),
  };
  return Object.keys(more).length === 0 ? type : { type, ...more };
}

/** The fields of a description of any kind. */
function fieldsOf(description: unknown, table: string | undefined): readonly FieldDescription[] {
  if (isDrizzleTable(description)) return drizzleFields(description);
  if (!isObject(description)) {
    throw invalidDescription(`a description is an object, not ${describe(description)}`);
  }
  const isRecord = RECORD_KEYWORDS.some((name) => own(description, name) !== undefined);
  if ("~standard" in description && !isRecord) {
    throw invalidDescription(
      "this is a schema of a validation library: pass its JSON Schema, as `z.toJSONSchema(schema)`",
    );
  }
  if (isAirtableTable(description)) return airtableFields(description);
  const { tables } = description;
  if (Array.isArray(tables)) {
    const found = chosen(tables.filter(isAirtableTable).map(namesOf), "tables", table);
    return airtableFields(found);
  }
  if (isObject(own(description, "fields"))) {
    throw invalidDescription("this is a schema of isoform already: `readSchema` reads it");
  }
  const reader = new JsonSchemaReader(description);
  if (isRecord && table === undefined) return reader.fields(description, "#");
  for (const path of DEFINITIONS) {
    const definitions = path.reduce<unknown>(own, description);
    if (!isObject(definitions)) continue;
    const named = Object.entries(definitions).map(([name, schema]) => ({
      names: [name],
      value: { name, schema },
    }));
    const { name, schema } = chosen(named, `#/${path.join("/")}`, table);
    return reader.fields(schema, `#/${path.join("/")}/${name}`);
  }
  throw invalidDescription(
    table === undefined
      ? "this describes no records: pass a JSON Schema, a document of OpenAPI, a table of Drizzle or the metadata of Airtable"
      : `this is one schema, without a table ${quote(table)}`,
  );
}

/** Keywords of which a JSON Schema of records has at least one at its root. */
const RECORD_KEYWORDS = ["properties", "$ref", "items", "allOf", "anyOf", "oneOf"] as const;

/** Where documents have their schemas: OpenAPI 3, JSON Schema, Swagger 2 and older drafts. */
const DEFINITIONS = [["components", "schemas"], ["$defs"], ["definitions"]] as const;

/** A table with the names that choose it. */
interface Named<T> {
  readonly names: readonly string[];
  readonly value: T;
}

function namesOf(table: unknown): Named<unknown> {
  const names = [own(table, "name"), own(table, "id")].filter((name) => typeof name === "string");
  return { names, value: table };
}

/** The description that `table` names; without `table`, the only one. */
function chosen<T>(all: readonly Named<T>[], path: string, table: string | undefined): T {
  const [first, ...others] = all;
  if (first === undefined) throw invalidDescription(`${path}: it is empty`);
  if (table === undefined && others.length === 0) return first.value;
  const found = all.find(({ names }) => table !== undefined && names.includes(table));
  if (found !== undefined) return found.value;
  const known = all.flatMap(({ names: [name] }) => name ?? []);
  const list = `${known.slice(0, MOST_NAMED).map(quote).join(", ")}${known.length > MOST_NAMED ? ", …" : ""}`;
  throw invalidDescription(
    table === undefined
      ? `${path}: name one of several as the table: ${list}`
      : `${path}: there is no ${quote(table)}${didYouMean(table, known, quote)}; it has ${list}`,
  );
}

const MOST_NAMED = 20;
