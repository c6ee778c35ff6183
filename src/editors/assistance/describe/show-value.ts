import { isErrorValue, type Value } from "../../../engine/index.ts";
import type { EditorTexts } from "../editor-texts.ts";
import { ENGLISH_TYPES } from "../english-editor.ts";

const MOST = 60;

/** A value on one line, in the syntax of formulas; `blank` and `error` have no literal. */
export function showValue(value: Value, types: EditorTexts["types"] = ENGLISH_TYPES): string {
  if (value === null || value === "") return types.blank;
  if (isErrorValue(value)) return types.error;
  if (typeof value === "string") return short(JSON.stringify(value));
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (value instanceof Date) return value.toISOString();
  return short(`[${value.map((item) => JSON.stringify(item)).join(", ")}]`);
}

function short(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
}
