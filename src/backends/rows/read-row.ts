import type { Field } from "../../language/schema/field.ts";
import { toDateValue } from "../../language/values/date/index.ts";
import { toTexts } from "../../language/values/row-value.ts";
import { isText } from "../../language/values/text/index.ts";
import type { Compute } from "../evaluation/compute.ts";
import { BLANK } from "../evaluation/encoded-value.ts";

/** An object whose properties are read as fields. */
export type RowObject = Readonly<Record<string, unknown>>;

/** Everything but a finite number is blank. */
function readNumber(raw: unknown): number {
  return typeof raw === "number" && raw - raw === 0 ? raw : BLANK;
}

export function readDate(raw: unknown): number {
  return toDateValue(raw) ?? BLANK;
}

export function readText(raw: unknown): string {
  return isText(raw) ? raw : "";
}

/** Returns a function that reads a field of untrusted rows as its encoded value. */
export function reading({ name, type }: Field): Compute<RowObject> {
  switch (type) {
    case "text":
      return (row) => readText(row[name]);
    case "number":
      return (row) => readNumber(row[name]);
    case "boolean":
      return (row) => row[name] === true;
    case "date":
      return (row) => readDate(row[name]);
    case "list":
      return (row) => toTexts(row[name]);
  }
}
