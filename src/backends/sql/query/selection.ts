import type { AnyFormula, CompiledFormula } from "../../../language/core/compiled.ts";
import { computedBy } from "../../../language/core/computation.ts";
import { type Field, readableField, type Schema } from "../../../language/schema/index.ts";
import { recordValue } from "../../../language/values/record-value.ts";
import { misuse, requireKind } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import { fieldsOf } from "../compiler/sql-field-test.ts";
import type { CellColumn } from "../rows/decode.ts";
import type { SqlRecord } from "../rows/record-reader.ts";
import type { SqlFragment } from "../sql-fragment.ts";
import { compiledFormula } from "./computed.ts";

/** A formula whose value is added to the records of a query. */
export interface QueryFormula {
  /** The name of the value in records. It must not be the name of a field. */
  readonly name: string;
  /** The formula that computes the value. */
  readonly formula: AnyFormula;
}

/** A formula in the fields of a query. */
interface NamedFormula {
  readonly name: string;
  readonly compiled: CompiledFormula;
}

export type SelectedValue = Field | NamedFormula;

export function isFormula(one: SelectedValue): one is NamedFormula {
  return "compiled" in one;
}

/** The fields and formulas that a query returns, without duplicates. */
export function wantedOf(
  schema: Schema,
  given: readonly (string | QueryFormula)[] = [...schema.fields.keys()],
): readonly SelectedValue[] {
  if (!Array.isArray(given)) {
    throw misuse("`toQuery`: `fields`", "an array of names, and of `{ name, formula }`", given);
  }
  const wanted = new Map<string, SelectedValue>();
  for (const one of given) {
    if (typeof one !== "object" || one === null) {
      const field = readableField(schema, one, "toQuery");
      const compiled = computedBy(field);
      wanted.set(field.name, compiled === undefined ? field : { name: field.name, compiled });
      continue;
    }
    const { name, formula } = one;
    requireKind(name, "text", "`toQuery`: the name of a formula");
    if (schema.fields.has(name) || wanted.has(name)) {
      const advice = "a name stands for one value";
      throw misuse("`toQuery`: the name of a formula", "one that no field has", name, advice);
    }
    const what = `\`toQuery\`: the formula ${quote(name)}`;
    wanted.set(name, { name, compiled: compiledFormula(formula, what) });
  }
  return [...wanted.values()];
}

/** A column of the SELECT: its SQL, its decoding and its name. */
interface SelectedCell {
  readonly sql: SqlFragment;
  readonly column: CellColumn;
  readonly field: Field;
}

/** The columns of a query, and how to convert its rows to records. */
export interface Selection {
  readonly cells: readonly SelectedCell[];
  /** Converts a record of all selected columns to the record for the caller. */
  readonly finish: (record: SqlRecord, now: () => number) => SqlRecord;
}

/** Writes the SQL of selected columns. */
interface CellWriter {
  readonly ofField: (field: Field) => Omit<SelectedCell, "field">;
  /** `undefined` if the formula must be computed in memory. */
  readonly ofFormula: (formula: CompiledFormula) => Omit<SelectedCell, "field"> | undefined;
}

/** @param needed additional fields that the query needs */
export function selectionOf(
  wanted: readonly SelectedValue[],
  needed: readonly Field[],
  { ofField, ofFormula }: CellWriter,
): Selection {
  const cells = new Map<string, SelectedCell>();
  const inMemory: NamedFormula[] = [];
  for (const one of wanted) {
    if (!isFormula(one)) {
      cells.set(one.name, { ...ofField(one), field: one });
      continue;
    }
    const { name, compiled } = one;
    const written = ofFormula(compiled);
    if (written === undefined) inMemory.push(one);
    else cells.set(name, { ...written, field: { name, type: compiled.root.type } });
  }
  const ownCells = cells.size;
  for (const field of [
    ...needed,
    ...inMemory.flatMap(({ compiled }) => [...fieldsOf(compiled.root)]),
  ]) {
    if (!cells.has(field.name)) cells.set(field.name, { ...ofField(field), field });
  }
  const others = [...cells.keys()].slice(ownCells);
  return { cells: [...cells.values()], finish };

  function finish(record: SqlRecord, now: () => number): SqlRecord {
    if (inMemory.length === 0) {
      for (const name of others) delete record[name];
      return record;
    }
    const computed = new Map(
      inMemory.map(({ name, compiled }) => [
        name,
        recordValue(compiled.root.type, compiled.evaluate(record, now())),
      ]),
    );
    const finished: SqlRecord = {};
    for (const { name } of wanted) {
      const value = computed.has(name) ? computed.get(name) : record[name];
      const shape = { enumerable: true, writable: true, configurable: true };
      Object.defineProperty(finished, name, { value, ...shape });
    }
    return finished;
  }
}
