/** A value of a record. */
export type RecordValue = string | number | boolean | Date | readonly string[] | null;

/** A cell whose value cannot be told. */
export class Unreadable {
  /** The form that could be read: "a text". */
  readonly expected: string;
  /** What to do, as a clause without a full stop. */
  readonly advice: string;

  constructor(expected: string, advice: string) {
    this.expected = expected;
    this.advice = advice;
  }
}

export type Decoded = RecordValue | Unreadable;

/** What a driver returned in place of an integer beyond ±2^53 may be another integer. */
const ROUNDED = new Unreadable(
  "a text, a BigInt, or an integer within ±2^53",
  "let the driver return such integers as text or as BigInt, since a number has not all of their digits",
);

/** The digits of an integer that is the text of a field. */
export function integerText(cell: unknown): unknown {
  if (typeof cell === "bigint") return String(cell);
  if (typeof cell !== "number") return cell;
  return Number.isSafeInteger(cell) ? String(cell) : ROUNDED;
}

/** Drivers parse JSON, or do not: a text may be the document or its value, and `null` a document or a NULL. */
export function jsonText(): Unreadable {
  return JSON_TEXT;
}

const JSON_TEXT = new Unreadable(
  "the text of a JSON document, which drivers parse",
  "read the records by `toQuery`, or make the field a list if the documents are lists of texts",
);

/**
 * The text of a cell: of a text, of a big integer, and of an object that stands for one value and writes itself, as
 * decimals and times of several drivers do.
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
