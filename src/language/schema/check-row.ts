import { requireOptions } from "../../util/misuse.ts";
import { type ProblemOf, problemText } from "../source/coded-problem.ts";
import { ENGLISH_ROW } from "../source/messages/english-problems.ts";
import type { Messages } from "../source/messages/messages.ts";
import { toDateValue } from "../values/date/index.ts";
import { readProperty } from "../values/row-value.ts";
import { isText } from "../values/text/index.ts";
import type { Schema } from "./declarations.ts";
import type { Field } from "./field.ts";
import { requireSchema } from "./schema.ts";
import { isTextList } from "./text-list.ts";

/** A value of another type than its field's, which counts as blank. */
export type RowProblem = ProblemOf<"wrong-type">;

/** Options of `checkRow`. */
export interface CheckRowOptions {
  /** The catalogue of the texts of problems; English unless given. */
  readonly messages?: Messages | undefined;
}

/**
 * Lists the values of a row that count as blank because they do not have their field's type. Computed fields are
 * ignored.
 */
export function checkRow(
  schema: Schema,
  row: unknown,
  options: CheckRowOptions = {},
): readonly RowProblem[] {
  requireSchema(schema, "checkRow");
  requireOptions(options, "checkRow", { messages: "object" });
  const problems: RowProblem[] = [];
  for (const field of schema.stored.values()) {
    if (fits(field, row)) continue;
    const found = { code: "wrong-type", data: { field: field.name, type: field.type } } as const;
    problems.push({ ...found, message: problemText(found, ENGLISH_ROW, options.messages) });
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
