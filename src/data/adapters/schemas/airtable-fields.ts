import { quote } from "../../../util/quote.ts";
import { isObject, own } from "../foreign-value.ts";
import {
  choicesOf,
  type FieldDescription,
  type FieldMapping,
  LIST_OF_OTHERS,
  type Unmapped,
} from "./field-mapping.ts";

/** The types of Airtable by the values that its API returns. */
const TYPES: Readonly<Record<string, FieldMapping | Unmapped>> = {
  ...named({ type: "text" }, [
    "singleLineText",
    "multilineText",
    "richText",
    "email",
    "url",
    "phoneNumber",
    "singleSelect",
    "externalSyncSource",
  ]),
  ...named({ type: "number" }, [
    "number",
    "percent",
    "currency",
    "rating",
    "duration",
    "count",
    "autoNumber",
  ]),
  ...named({ type: "list" }, ["multipleSelects", "multipleRecordLinks"]),
  ...named({ reason: "its values are objects" }, [
    "singleCollaborator",
    "multipleCollaborators",
    "createdBy",
    "lastModifiedBy",
    "multipleAttachments",
    "barcode",
    "button",
    "aiText",
  ]),
  checkbox: { type: "boolean" },
  date: { type: "date", time: false },
  dateTime: { type: "date", time: true },
  createdTime: { type: "date", time: true, role: "created" },
  lastModifiedTime: { type: "date", time: true, role: "modified" },
};

function named<T>(value: T, names: readonly string[]): Readonly<Record<string, T>> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** Whether a value is a table of Airtable's metadata. */
export function isAirtableTable(value: unknown): boolean {
  return Array.isArray(own(value, "fields"));
}

/** The fields of a table of Airtable's metadata, which are required in no record. */
export function airtableFields(table: unknown): readonly FieldDescription[] {
  const fields = own(table, "fields");
  const roles = new Set<string>();
  return (Array.isArray(fields) ? fields : []).map((field: unknown, index) => {
    const name = own(field, "name");
    const description = own(field, "description");
    if (typeof name !== "string")
      return { name: `fields[${index}]`, mapping: { reason: "it has no name" } };
    const mapping = mappingOf(field);
    // A table may have several such fields, of which the first counts.
    const isSecond = "role" in mapping && mapping.role !== undefined && roles.has(mapping.role);
    if ("role" in mapping && mapping.role !== undefined) roles.add(mapping.role);
    return {
      name,
      mapping: isSecond ? { type: "date", time: true } : mapping,
      ...(typeof description === "string" && { description }),
    };
  });
}

function mappingOf(field: unknown): FieldMapping | Unmapped {
  const type = own(field, "type");
  const options = own(field, "options");
  if (type === "formula" || type === "rollup" || type === "multipleLookupValues") {
    const result = own(options, "result");
    if (!isObject(result)) return { reason: "Airtable reports an error for it" };
    const mapping = plainMapping(own(result, "type"), own(result, "options"));
    if ("reason" in mapping) return mapping;
    if (type === "multipleLookupValues") {
      const isText = mapping.type === "text" || mapping.type === "list";
      return isText ? { ...mapping, type: "list" } : LIST_OF_OTHERS;
    }
    // The time of another record is no role.
    return mapping.role === undefined ? mapping : { type: "date", time: true };
  }
  return plainMapping(type, options);
}

function plainMapping(type: unknown, options: unknown): FieldMapping | Unmapped {
  const mapping = typeof type === "string" && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (mapping === undefined) return { reason: `the type ${quote(String(type))} is unknown` };
  const choices = own(options, "choices");
  if (!Array.isArray(choices) || "reason" in mapping) return mapping;
  return { ...mapping, ...choicesOf(choices.map((choice) => own(choice, "name"))) };
}
