import type { ValueType } from "../../../language/types/value-type.ts";
import { type DateReading, decodeDate } from "./decode-date.ts";
import { decodeList } from "./decode-list.ts";
import { type Decoded, textOf, Unreadable } from "./decoded.ts";

// Reads rows that drivers return: converts every cell to a value of the language.

/** The properties of a column that are needed to read its cells. */
export interface CellColumn {
  readonly type: ValueType;
  readonly storage: string;
  readonly dates: DateReading;
  /** The delimiter of a delimited list. */
  readonly delimiter: string;
  /** Whether bytes are text in UTF-8. */
  readonly hasTextAsBytes: boolean;
  /** Whether drivers may return the shortest digits of a float32 instead of the number itself. */
  readonly isSingle: boolean;
  /** Converts a cell, or an element of a list, if the column has another form than its field. */
  readonly cell: ((cell: unknown) => unknown) | undefined;
}

/**
 * Returns the function that reads the cells of a column: `null` for every blank, including the empty text and the empty
 * list.
 */
export function decoderOf(column: CellColumn): (cell: unknown) => Decoded {
  const { type, storage, delimiter, dates, hasTextAsBytes, isSingle } = column;
  switch (type) {
    case "text": {
      const decode = orBlank((cell) =>
        cell instanceof Unreadable ? cell : decodeText(cell, hasTextAsBytes),
      );
      const { cell: formed } = column;
      return formed === undefined ? decode : (cell) => decode(formed(cell));
    }
    case "number":
      return orBlank(isSingle ? decodeSingle : decodeNumber);
    case "boolean":
      return orBlank(decodeBoolean);
    case "date":
      return orBlank((cell) =>
        storage === "epochMilliseconds" ? decodeMilliseconds(cell) : decodeDate(cell, dates),
      );
    case "list":
      return orBlank((cell) =>
        decodeList(cell, storage === "delimited" ? delimiter : undefined, column.cell),
      );
  }
}

function orBlank(decode: (cell: unknown) => Decoded): (cell: unknown) => Decoded {
  return (cell) => {
    if (cell === null) return null;
    const value = decode(cell);
    return value === "" || (Array.isArray(value) && value.length === 0) ? null : value;
  };
}

function decodeText(cell: unknown, hasTextAsBytes: boolean): Decoded {
  if (typeof cell === "string") return cell;
  if (cell instanceof Uint8Array && hasTextAsBytes) return utf8(cell);
  // The text of a number may differ: drivers return a big integer for a time of day, and 5 for `5.00`.
  const text = typeof cell === "bigint" ? undefined : textOf(cell);
  return text ?? new Unreadable("a text", MAPPING);
}

function utf8(bytes: Uint8Array): Decoded {
  try {
    // Not every platform has a TextDecoder.
    return decodeURIComponent(
      Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
    );
  } catch {
    return new Unreadable("a text in UTF-8", MAPPING);
  }
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const NOT_FINITE = /^(?:[+-]?inf(?:inity)?|nan)$/i;

function decodeNumber(cell: unknown): number | Unreadable {
  // The language has one zero: the sum turns -0 into 0.
  if (typeof cell === "number" && Number.isFinite(cell)) return cell + 0;
  const text = textOf(cell);
  const number = text !== undefined && NUMBER.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(number)) return number + 0;
  const isNumber = typeof cell === "number" || NOT_FINITE.test(text ?? "");
  return new Unreadable("a finite number", isNumber ? BEYOND_FLOATS : MAPPING);
}

function decodeSingle(cell: unknown): number | Unreadable {
  const number = decodeNumber(cell);
  return number instanceof Unreadable ? number : Math.fround(number);
}

const TRUE: ReadonlySet<unknown> = new Set([true, 1, 1n, "1", "t", "true"]);
const FALSE: ReadonlySet<unknown> = new Set([false, 0, 0n, "0", "f", "false"]);

function decodeBoolean(cell: unknown): Decoded {
  // A BIT(1) of MySQL is one byte.
  const value = cell instanceof Uint8Array && cell.length === 1 ? cell[0] : cell;
  if (TRUE.has(value)) return true;
  return FALSE.has(value) ? false : new Unreadable("`true`, `false`, 0 or 1", MAPPING);
}

/** The driver may be configured to convert the number to a Date. */
function decodeMilliseconds(cell: unknown): Decoded {
  if (cell instanceof Date) return decodeDate(cell, INSTANT);
  const milliseconds = decodeNumber(cell);
  if (milliseconds instanceof Unreadable) {
    return new Unreadable("a number of milliseconds since 1970", MAPPING);
  }
  return decodeDate(new Date(milliseconds), INSTANT);
}

const INSTANT: DateReading = { zone: "instant", dates: undefined, isTextInUtc: true };

const MAPPING = "correct the mapping of the column, or what the driver makes of its type";
const BEYOND_FLOATS = "no formula has infinity or NaN: read a view that has NULL in their place";
