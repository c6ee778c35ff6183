import { quote } from "../../util/quote.ts";
import { describeType } from "../types/value-type.ts";
import { toDateValue } from "../values/date/index.ts";
import { readProperty } from "../values/row-value.ts";
import { isText } from "../values/text/index.ts";
import type { Schema } from "./declarations.ts";
import type { Field } from "./field.ts";
import { requireSchema } from "./schema.ts";
import { isTextList } from "./text-list.ts";

/** A value of another type than its field's, which counts as blank. */
export interface RowProblem {
  /** The name of the field. */
  readonly field: string;
  /** The problem with its value. */
  readonly message: string;
}

/**
 * Lists the values of a row that count as blank because they do not have their field's type. Computed fields are
 * ignored.
 */
export function checkRow(schema: Schema, row: unknown): readonly RowProblem[] {
  requireSchema(schema, "checkRow");
  const problems: RowProblem[] = [];
  for (const field of schema.stored.values()) {
    if (!fits(field, row)) {
      problems.push({
        field: field.name,
        message: `${quote(field.name)} does not hold ${describeType(field.type)}`,
      });
    }
  }
  return problems;
}

function fits(field: Field, row: unknown): boolean {
  try {
    const value = readProperty(row, field.name);
    if (value === undefined || value === null) return true;
    switch (field.type) {
      case "text":
        return isText(value);
      case "number":
        return typeof value === "number" && Number.isFinite(value);
      case "boolean":
        return typeof value === "boolean";
      case "date":
        return toDateValue(value) !== undefined;
      case "list":
        return isTextList(value);
    }
  } catch {
    return false;
  }
}
