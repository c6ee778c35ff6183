/** A value of a record. */
export type RecordValue = string | number | boolean | Date | readonly string[] | null;

/** A cell whose value cannot be determined. */
export class Unreadable {
  /** The form that could be read: "a text". */
  readonly expected: string;
  /** The advice, as a clause without a full stop. */
  readonly advice: string;

  constructor(expected: string, advice: string) {
    this.expected = expected;
    this.advice = advice;
  }
}

export type Decoded = RecordValue | Unreadable;

/** The number that a driver returned for an integer beyond ±2^53 may be rounded. */
const ROUNDED = new Unreadable(
  "a text, a BigInt, or an integer within ±2^53",
  "let the driver return such integers as text or as BigInt, since a number has not all of their digits",
);

/** The digits of an integer, for a field of texts. */
export function integerText(cell: unknown): unknown {
  if (typeof cell === "bigint") return String(cell);
  if (typeof cell !== "number") return cell;
  return Number.isSafeInteger(cell) ? String(cell) : ROUNDED;
}

/** Some drivers parse JSON: a string may be the document or its value, and `null` a document or a NULL. */
export function jsonText(): Unreadable {
  return JSON_TEXT;
}

const JSON_TEXT = new Unreadable(
  "the text of a JSON document, which drivers parse",
  "read the records by `toQuery`, or make the field a list if the documents are lists of texts",
);

/**
 * The text of a cell: of a string, a big integer, or an object that represents one value and has its own `toString`,
 * such as decimals and times of several drivers.
 */
export function textOf(cell: unknown): string | undefined {
  if (typeof cell === "string") return cell;
  if (typeof cell === "bigint") return String(cell);
  if (typeof cell !== "object" || cell === null || typeof cell.toString !== "function") {
    return undefined;
  }
  if (Array.isArray(cell) || ArrayBuffer.isView(cell) || cell instanceof Date) return undefined;
  const text = String(cell);
  return text.startsWith("[object ") ? undefined : text;
}
