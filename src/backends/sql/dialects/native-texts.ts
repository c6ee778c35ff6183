import { compareText } from "../../../language/values/text/index.ts";
import type { NativeText, TextColumnSql } from "../dialect-definition.ts";
import { integerText } from "../rows/decoded.ts";
import type { SqlFragment } from "../sql-fragment.ts";
import type { TypeText } from "../type-text.ts";
import { integerOf } from "./integers.ts";

type ReadText = (column: SqlFragment) => SqlFragment;

/** Values in the text form of the engine. */
export function writtenText(read: ReadText, native?: NativeText): TextColumnSql {
  return { read, isNeverEmpty: true, ...(native === undefined ? {} : { native }) };
}

/**
 * The labels of an enum. For a text that is no label, some engines would raise an error. Without any, the labels are
 * not known.
 */
export function labelText(
  read: ReadText,
  { args }: TypeText,
  constant: (label: string) => SqlFragment,
): TextColumnSql {
  const labels = args.filter((label) => typeof label === "string");
  if (labels.length === 0) return { read };
  return {
    read,
    isNeverEmpty: !labels.includes(""),
    native: {
      constant: (value) => (labels.includes(value) ? constant(value) : undefined),
      values: [...labels].sort(compareText),
    },
  };
}

/** Integers as texts of their digits, which are exact for any size. */
export function digitsText(
  read: ReadText,
  integer: (value: bigint) => SqlFragment,
  least: bigint,
  most: bigint,
): TextColumnSql {
  const native: NativeText = {
    constant: (value) => {
      const held = integerOf(value, least, most);
      return held === undefined ? undefined : integer(held);
    },
  };
  return { ...writtenText(read, native), cell: integerText };
}
