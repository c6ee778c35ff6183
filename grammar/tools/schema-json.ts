import { VALUE_TYPES } from "../../src/language/types/value-type.ts";

/** The JSON Schema of a schema's JSON form, which `readSchema` reads. */
const JSON_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "A schema of isoform",
  description:
    "The fields that formulas may use. Beyond what is stated here, at most one field may be the key, one `created` and one `modified`.",
  type: "object",
  required: ["fields"],
  properties: {
    fields: {
      description: "The fields by their exact names.",
      type: "object",
      propertyNames: { minLength: 1, pattern: "^[^\\u0000\\uD800-\\uDFFF]*$" },
      additionalProperties: { $ref: "#/$defs/field" },
    },
    timeZone: {
      description:
        "The time zone of the IANA database whose clock shows the days and hours to the formulas of fields; UTC unless given.",
      type: "string",
    },
    differences: {
      description:
        "A product whose formulas the authors know. The language server says where a formula finds other records than there; nothing else reads it.",
      enum: ["airtable"],
    },
    records: {
      description:
        "A file of records, from the folder of the schema. The language server offers the values of its fields; nothing else reads it.",
      type: "string",
      minLength: 1,
    },
  },
  $defs: {
    type: { description: "The type of a field's values.", enum: VALUE_TYPES },
    field: {
      description: "A field's type, an object that says more, or the formula that computes it.",
      anyOf: [
        { $ref: "#/$defs/type" },
        { $ref: "#/$defs/declaration" },
        { $ref: "#/$defs/computed" },
      ],
    },
    computed: {
      type: "object",
      required: ["formula"],
      additionalProperties: false,
      properties: {
        formula: {
          description: "The formula that computes the field. Its type is that of the formula.",
          type: "string",
        },
        hidden: {
          description: "Whether formulas are to see the field as one that does not exist.",
          type: "boolean",
        },
        description: { description: "One sentence for people who write formulas.", type: "string" },
      },
    },
    declaration: {
      type: "object",
      required: ["type"],
      additionalProperties: false,
      properties: {
        type: { $ref: "#/$defs/type" },
        key: {
          description: "Whether the field identifies a record: it answers RECORD_ID().",
          type: "boolean",
        },
        role: {
          description: "The field answers CREATED_TIME() or LAST_MODIFIED_TIME().",
          enum: ["created", "modified"],
        },
        time: {
          description:
            "Whether the dates of the field have a time of day: comparing it with a day then gives a warning.",
          type: "boolean",
        },
        choices: {
          description:
            "All values of a text field, or all items of a list: comparing the field with another text gives a warning.",
          type: "array",
          minItems: 1,
          uniqueItems: true,
          items: { type: "string", minLength: 1, pattern: "^[^\\u0000\\uD800-\\uDFFF]*$" },
        },
        hidden: {
          description: "Whether formulas are to see the field as one that does not exist.",
          type: "boolean",
        },
        description: { description: "One sentence for people who write formulas.", type: "string" },
      },
      allOf: [
        {
          if: { required: ["key"], properties: { key: { const: true } } },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { properties: { type: { enum: ["text", "number"] }, role: false } },
        },
        {
          if: { anyOf: [{ required: ["role"] }, { required: ["time"] }] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { properties: { type: { const: "date" } } },
        },
        {
          if: { required: ["choices"] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { properties: { type: { enum: ["text", "list"] } } },
        },
      ],
    },
  },
};

/** The JSON Schema as the content of a file. */
export function schemaJson(): string {
  return `${writeJson(JSON_SCHEMA, 0)}\n`;
}

const LINE_WIDTH = 100;

/** Formats JSON like the code formatter: arrays of words on one line if they fit. */
export function writeJson(value: unknown, depth: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = "  ".repeat(depth + 1);
  const lines = Array.isArray(value)
    ? value.map((item) => writeJson(item, depth + 1))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${writeJson(item, depth + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const isWords = Array.isArray(value) && value.every((item) => typeof item !== "object");
  const short = `${open}${lines.join(", ")}${close}`;
  if (isWords && inner.length + short.length < LINE_WIDTH) return short;
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${"  ".repeat(depth)}${close}`;
}
