import type { Field } from "../../schema/index.ts";
import { describeType } from "../../types/value-type.ts";
import { quote } from "../../util/quote.ts";
import { shownValue } from "./data-error.ts";

/** A raw record that does not fit the schema. */
export class SchemaMismatch extends Error {
  override readonly name = "SchemaMismatch";
  /** Where the record stands, as far as whoever looked at it knows. */
  readonly place: number | undefined;

  constructor(problem: string, place?: number) {
    super(problem);
    this.place = place;
  }
}

/** A raw value that is none of its field's type. */
export function mismatch({ name, type }: Field, value: unknown, place?: number): SchemaMismatch {
  return new SchemaMismatch(
    `${quote(name)} is not ${describeType(type)}: ${shownValue(value)}`,
    place,
  );
}
