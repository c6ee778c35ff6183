import type { AnyFormula, CompiledFormula } from "../../../language/core/compiled.ts";
import { computedBy } from "../../../language/core/computation.ts";
import { type Field, readableField, type Schema } from "../../../language/schema/index.ts";
import { recordValue } from "../../../language/values/record-value.ts";
import { misuse, requireKind } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import { fieldsOf } from "../compiler/sql-field-test.ts";
import type { CellColumn } from "../rows/decode.ts";
import type { SqlRecord } from "../rows/record-reader.ts";
import type { Fragment } from "../sql-fragment.ts";
import { compiledFormula } from "./computed.ts";

/** A formula whose value records have beside their fields. */
export interface QueryFormula {
  /** The name of the value in records. No field of the schema has it. */
  readonly name: string;
  /** What computes the value. */
  readonly formula: AnyFormula;
}

/** A formula among the fields of a query. */
interface NamedFormula {
  readonly name: string;
  readonly compiled: CompiledFormula;
}

export type SelectedValue = Field | NamedFormula;

export function isFormula(one: SelectedValue): one is NamedFormula {
  return "compiled" in one;
}

/** What a query is to return: each field once. */
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

/** A cell of a row: its SQL, how it is read, and what it is called. */
interface SelectedCell {
  readonly sql: Fragment;
  readonly column: CellColumn;
  readonly field: Field;
}

/** The cells of a query, and what makes its records of them. */
export interface Selection {
  readonly cells: readonly SelectedCell[];
  /** The record that the caller gets, for one with all cells. */
  readonly finish: (record: SqlRecord, now: () => number) => SqlRecord;
}

/** What writes the SQL of cells. */
interface CellWriter {
  readonly ofField: (field: Field) => Omit<SelectedCell, "field">;
  /** `undefined` if only memory computes the formula. */
  readonly ofFormula: (formula: CompiledFormula) => Omit<SelectedCell, "field"> | undefined;
}

/** @param needed fields that the query needs beside those that are wanted */
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
