import { LongNumber } from "../../../language/values/exact-number.ts";
import { quote } from "../../../util/quote.ts";
import { StoreError } from "../store.ts";

/** The unit in which a file's records are numbered. */
export type PositionUnit = "line" | "record";

/** The error for a file with invalid content, with the position if it is known. */
export function dataError(
  name: string,
  position: readonly [unit: PositionUnit, number: number] | undefined,
  problem: string,
  cause?: unknown,
): StoreError {
  const where = position === undefined ? name : `${name}, ${position[0]} ${position[1]}`;
  return new StoreError("data", `${where}: ${problem}`, cause);
}

/** The most names that a message lists: a file may have a million columns. */
const MOST_NAMES = 20;

/** Names for a message: the first of them. */
export function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(quote).join(", ");
  return names.length > MOST_NAMES ? `${shown}, …` : shown;
}

/** A value for a message: shortened, without hidden characters. */
export function shownValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quote(JSON.stringify(value));
    case "bigint":
      return quote(String(value));
    case "object":
      if (value instanceof LongNumber) return quote(value.text);
      return quote(value instanceof Uint8Array ? "bytes that are not UTF-8" : jsonOf(value));
    default:
      return quote(String(value));
  }
}

function jsonOf(value: object | null): string {
  try {
    return JSON.stringify(value) ?? "something that is not a value";
  } catch {
    // A cyclic object or a big integer.
    return Object.prototype.toString.call(value);
  }
}

/** The message of a foreign error, on one line and without hidden characters. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const shown = text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON - 1)}…` : text;
  return shown.replace(HIDDEN, " ");
}

const LONGEST_REASON = 200;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;
