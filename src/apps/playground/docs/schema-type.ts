import { type JsonSchema, referredName } from "./open-api-shapes.ts";

/** Longer lists of values and properties are truncated: a table may have hundreds of fields. */
const MOST_VALUES = 12;
const MOST_PROPERTIES = 60;

/** A schema in the syntax of TypeScript, such as `{ field: string; direction?: "asc" | "desc" }[]`. */
export function typeText(schema: JsonSchema, indent = ""): string {
  if (schema.$ref !== undefined) return referredName(schema.$ref);
  if (schema.enum !== undefined) return cut(schema.enum.map(jsonText), MOST_VALUES, " | ");
  if (schema.properties !== undefined) return objectText(schema, schema.properties, indent);
  if (schema.items !== undefined) {
    const item = typeText(schema.items, indent);
    return item.includes(" | ") && schema.items.properties === undefined
      ? `(${item})[]`
      : `${item}[]`;
  }
  const { type = "any", format } = schema;
  const name = typeof type === "string" ? type : type.join(" | ");
  const range = [
    schema.minimum === undefined ? "" : `at least ${schema.minimum}`,
    schema.maximum === undefined ? "" : `at most ${schema.maximum}`,
    format ?? "",
  ].filter((word) => word !== "");
  return range.length === 0 ? name : `${name} (${range.join(", ")})`;
}

function objectText(
  { required = [] }: JsonSchema,
  properties: NonNullable<JsonSchema["properties"]>,
  indent: string,
): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? "" : "?";
    return `${inner}${key}${mark}: ${typeText(property, inner)};`;
  });
  return lines.length === 0 ? "{}" : `{\n${cut(lines, MOST_PROPERTIES, "\n", inner)}\n${indent}}`;
}

function cut(parts: readonly string[], most: number, between: string, before = ""): string {
  const some = parts.slice(0, most);
  const more = parts.length - some.length;
  return [...some, ...(more > 0 ? [`${before}… ${more} more`] : [])].join(between);
}

function jsonText(value: unknown): string {
  return JSON.stringify(value);
}
