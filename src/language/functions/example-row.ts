import type { Field } from "../schema/field.ts";
import type { Plain } from "../values/plain.ts";

/** A field of the record that the examples read, with its value. */
export interface ExampleField extends Field {
  readonly value: Plain;
}

/** One record for all examples, with a blank value of every type that has one. */
export const EXAMPLE_FIELDS: readonly ExampleField[] = [
  { name: "vin", type: "text", role: "key", value: "5YJ3E7EB1LF764754" },
  { name: "title", type: "text", value: "Model 3 Long Range AWD" },
  { name: "notes", type: "text", value: "" },
  { name: "price", type: "number", value: 53_000 },
  { name: "tax", type: "number", value: null },
  { name: "year", type: "number", value: 2020 },
  { name: "sold", type: "boolean", value: false },
  { name: "createdAt", type: "date", role: "created", value: Date.UTC(2022, 3, 6, 8, 24, 28) },
  { name: "updatedAt", type: "date", role: "modified", value: Date.UTC(2022, 4, 1) },
  { name: "soldAt", type: "date", value: null },
  { name: "tags", type: "list", value: ["AD15", "AF00", "APF1", "AD15"] },
  { name: "photos", type: "list", value: [] },
];

/** The value of `NOW()` in the examples. */
export const EXAMPLE_NOW: number = Date.UTC(2024, 1, 29, 12, 30, 15, 250);
