import type { ValueType } from "../../types/value-type.ts";

// This folder writes whole SELECTs for the records of a formula, and turns rows that a driver returns into records.

/**
 * The value of a record, made from a cell that a driver returned. Drivers return numbers as numbers, texts or big
 * integers, and lists in several forms.
 */
export function decodeCell(
  type: ValueType,
  cell: unknown,
  delimiter: string | undefined,
): string | number | boolean | Date | readonly string[] | null {
  if (cell === null || cell === undefined) return null;
  switch (type) {
    case "text":
      return String(cell);
    case "number":
      return Number(cell);
    case "boolean":
      return Number(cell) === 1;
    case "date":
      return new Date(Number(cell));
    case "list":
      return decodeList(cell, delimiter);
  }
}

/** @param delimiter the text between elements, if the column is a delimited list; `undefined` for arrays and JSON */
function decodeList(cell: unknown, delimiter: string | undefined): readonly string[] | null {
  if (Array.isArray(cell)) return cell.map(String);
  if (typeof cell === "object" && cell !== null && "items" in cell)
    return decodeList(cell.items, delimiter);
  if (typeof cell !== "string") return null;
  if (delimiter === undefined) return parseJson(cell);
  return cell === "" ? [] : cell.split(delimiter);
}

function parseJson(text: string): readonly string[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : null;
  } catch {
    return null;
  }
}
