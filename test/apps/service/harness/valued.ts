import { expect } from "vitest";
import type { StoreRecord } from "../../../../src/data/stores/store.ts";
import { schemaOf } from "../../../hostile/everywhere.ts";
import { type Answer, jsonOf, queryOf } from "./client.ts";

// Records whose fields have few values each, and requests for these values.

export const schema = schemaOf({
  id: { type: "text", key: true },
  name: "text",
  price: "number",
  day: "date",
  isNew: "boolean",
  tags: "list",
});

const NAMES = ["Ada", "ada", "Österreich", "🇮", "￮", 'a"b', "a b", "a\\b", "", null, "%", "_"];
const LISTS = [["x", "y"], ["x"], [], null, ["x, y"], ["y", "x", "y"], ["é"]];
export const RECORDS: readonly StoreRecord[] = Array.from(
  { length: 240 },
  (_, index) =>
    ({
      id: `r${String(index).padStart(3, "0")}`,
      name: NAMES[((index * 7) % 31) % NAMES.length] ?? null,
      price: index % 9 === 0 ? null : [0, 1.5, -2, 1e21, 20, 200, 0.1][index % 7],
      day: index % 8 === 0 ? null : new Date(Date.UTC(2023 + (index % 3), index % 12, 1)),
      isNew: [true, false, null][index % 3],
      tags: LISTS[index % LISTS.length] ?? null,
    }) as StoreRecord,
);

export interface ValueCount {
  readonly value: string | number | boolean | null;
  readonly count: number;
}

export const valuesOf = (answer: Answer): readonly ValueCount[] => {
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as readonly ValueCount[];
};
export const pathOf = (
  field: string,
  query: Readonly<Record<string, string | number>> = {},
): string => `/cars/values/${encodeURIComponent(field)}${queryOf(query)}`;

/** A formula for the records that have a value. */
export function formulaOf(field: string, { value }: ValueCount): string {
  const name = `{${field}}`;
  if (field === "tags")
    return value === null ? "{tags} = BLANK()" : `HAS({tags}, ${JSON.stringify(value)})`;
  if (value === null) return `${name} = BLANK()`;
  if (field === "day") return `IS_SAME({day}, DATETIME_PARSE("${value}"))`;
  if (typeof value === "boolean") return value ? name : `NOT(${name})`;
  if (typeof value === "number") return `${name} = ${value}`;
  return `${name} = "${value.replace(/[\\"]/g, "\\$&")}"`;
}

export const FIELDS = [...schema.fields.keys()];
