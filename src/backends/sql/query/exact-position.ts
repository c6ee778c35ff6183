import type { Field } from "../../../language/schema/index.ts";
import type { Plain } from "../../../language/values/plain.ts";
import { quote } from "../../../util/quote.ts";
import type { Compiler } from "../compiler/compiler.ts";
import { numberColumn } from "../compiler/typed-columns.ts";
import { overrideText } from "../describe/describe-options.ts";
import { SqlValueError } from "../rows/record-reader.ts";

/** No page can start after a rounded integer. */
export class InexactPositionError extends SqlValueError {
  readonly field: Field;
  readonly value: number;

  constructor(field: Field, value: number, message: string) {
    super(message);
    this.field = field;
    this.value = value;
  }
}

/** The range of 64-bit integers. */
const MOST_INTEGER = 2 ** 63;

/**
 * Rejects a page that starts after a rounded integer, which could skip rows: the column is ordered by its integers,
 * several of which round to the number of the position.
 */
export function requireExactPosition(
  compiler: Compiler,
  field: Field,
  value: Plain | undefined,
): void {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return;
  const { isRounded, compared, whole = MOST_INTEGER } = numberColumn(compiler, field);
  if (isRounded !== true || compared !== undefined) return;
  if (!Number.isInteger(value) || Math.abs(value) > whole) return;
  throw new InexactPositionError(
    field,
    value,
    `\`toQuery\`: \`after\` has ${value} in ${quote(field.name)}, to which several integers of the column round, so that rows could be skipped: make the field a text, as ${overrideText(field.name, { type: "text" })} of \`describeTable\` does`,
  );
}
