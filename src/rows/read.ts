import { toDateValue } from "../values/date/index.ts";
import { isText } from "../values/text/index.ts";
import { BLANK } from "./encoding.ts";

/** An object whose properties are read as fields. */
export type RowObject = Readonly<Record<string, unknown>>;

/** A raw number field: what is no finite number is blank. */
export function readNumber(raw: unknown): number {
  return typeof raw === "number" && raw - raw === 0 ? raw : BLANK;
}

export function readDate(raw: unknown): number {
  return toDateValue(raw) ?? BLANK;
}

export function readText(raw: unknown): string {
  return isText(raw) ? raw : "";
}

export { toTexts as readList } from "../values/row-value.ts";
