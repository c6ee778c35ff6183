import { CoreBuilder } from "../../core/builder.ts";
import { type AnyFormula, COMPILE, type CompiledFormula } from "../../core/compiled.ts";
import type { Field, Schema } from "../../schema/index.ts";
import { quote } from "../../util/quote.ts";
import {
  booleanColumn,
  dateColumn,
  fieldColumn,
  numberColumn,
  textColumn,
} from "../compiler/columns.ts";
import { Compiler } from "../compiler/compiler.ts";
import { apply } from "../compiler/context.ts";
import { type Dialect, type Division, divide, placeholdersOf, type Residual } from "../filter.ts";
import {
  and,
  atom,
  choose,
  commas,
  type Fragment,
  name,
  render,
  type SqlValue,
  sql,
  TRUE,
} from "../fragment.ts";
import { mappingOf, SqlMappingError, type TableMapping, tableName } from "../mapping.ts";
import { decodeCell } from "./decode.ts";
import { afterPosition, orderKeys, orderTerms, type SortKey } from "./order.ts";

/** What to select. */
export interface QueryOptions extends TableMapping {
  readonly schema: Schema;
  readonly table: string | readonly string[];
  /** The fields that records are to have; all of the schema unless given. */
  readonly fields?: readonly string[];
  /** A compiled formula; every record where there is none. */
  readonly filter?: AnyFormula;
  /** The order; ties, and all where there is no order, are put in the order of the key. */
  readonly sort?: readonly SortKey[];
  /** How many records at most. */
  readonly limit?: number;
  /** A record with the sorted fields and the key: only what comes after it in the order. */
  readonly after?: unknown;
}

/** One record of the answer. */
export type SqlRecord = Record<string, string | number | boolean | Date | readonly string[] | null>;

/** Makes records of an answer's rows; one for each answer, since it counts. */
export interface RecordReader {
  /**
   * The record that a row stands for, or `undefined` where the formula does not return it.
   *
   * @param cells the row's cells in the order of the SELECT, or by their names
   */
  readonly read: (
    cells: readonly unknown[] | Readonly<Record<string, unknown>>,
  ) => SqlRecord | undefined;
  /** Whether there were records enough: no more need be fetched. */
  readonly isDone: () => boolean;
}

/** A whole SELECT. */
export interface SqlQuery {
  readonly text: string;
  readonly params: readonly SqlValue[];
  /** `text` cut at its placeholders; one more than `values`. */
  readonly strings: readonly string[];
  readonly values: readonly SqlValue[];
  /** What the database cannot decide: a reader applies it. */
  readonly residual: Residual | undefined;
  /** Whether the limit is the database's; otherwise a reader counts. */
  readonly limitsInDatabase: boolean;
  readonly reader: () => RecordReader;
}

/**
 * One SELECT for records of a table in a total order, with what is needed to make records of its rows. The answer is exact
 * whatever the database cannot decide.
 *
 * @throws {@link SqlMappingError} for fields that there are not and other mistakes of the program.
 */
export function toQuery(dialect: Dialect, options: QueryOptions): SqlQuery {
  const { schema, filter, sort = [], limit, after } = options;
  const { definition } = dialect;
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new SqlMappingError("a limit is a whole number from 0");
  }
  fieldsByName(schema, Object.keys(options.columns ?? {}));
  const wanted = fieldsByName(schema, options.fields ?? [...schema.fields.keys()]);
  const keys = orderKeys(schema, sort);
  const compiler = new Compiler(definition, options);
  const builder = new CoreBuilder();
  const division = filter?.to<undefined, Division>({
    [COMPILE]: (formula: CompiledFormula) => divide(formula, definition, options),
  });
  const residual = division?.residual;
  const selected = [...new Set([...wanted, ...fieldsByName(schema, residual?.fields ?? [])])];
  const where = and(
    division?.sql ?? TRUE,
    after === undefined
      ? TRUE
      : compiler.truth(afterPosition(builder, keys, after, options), true).sql,
  );
  const limitsInDatabase = residual === undefined;
  const statement = [
    atom`SELECT ${commas(selected.map((field, index) => sql`${selectedValue(compiler, field)} AS ${name(`c${index}`)}`))}`,
    atom` FROM ${name(tableName(options.table, definition))}`,
    ...(where === TRUE ? [] : [atom` WHERE ${where}`]),
    atom` ORDER BY ${commas(orderTerms(compiler, builder, keys))}`,
    // Digits of a number that was checked: drivers differ in how they bind a limit.
    ...(limit === undefined || !limitsInDatabase ? [] : [atom` LIMIT ${name(String(limit))}`]),
  ];
  const whole = statement.reduce((left, right) => atom`${left}${right}`);
  const rendered = render(whole, placeholdersOf(definition));
  const delimiters = selected.map((field) => {
    const { storage, delimiter = "," } = mappingOf(field, options);
    return storage === "delimited" ? delimiter : undefined;
  });

  function reader(): RecordReader {
    let count = 0;
    const most = limit ?? Number.POSITIVE_INFINITY;
    return {
      isDone: () => count >= most,
      read: (cells) => {
        if (count >= most) return;
        const record = recordOf(selected, delimiters, cells);
        if (residual !== undefined && !residual.matches(record)) return;
        count++;
        if (selected.length > wanted.length) {
          for (const field of selected.slice(wanted.length)) delete record[field.name];
        }
        return record;
      },
    };
  }

  const { text, params, strings, values } = rendered;
  return { text, params, strings, values, residual, limitsInDatabase, reader };
}

/**
 * The statement that counts the records of a table that a formula returns, as `count` says; `undefined` where the database cannot decide
 * the whole formula: its records then have to be read.
 */
export function toCount(
  dialect: Dialect,
  options: Pick<QueryOptions, "table" | "columns" | "filter">,
): Pick<SqlQuery, "text" | "params" | "strings" | "values"> | undefined {
  const { definition } = dialect;
  const division = options.filter?.to<undefined, Division>({
    [COMPILE]: (formula: CompiledFormula) => divide(formula, definition, options),
  });
  if (division?.residual !== undefined) return undefined;
  const where = division?.sql ?? TRUE;
  const from = atom`SELECT COUNT(*) AS ${name("c0")} FROM ${name(tableName(options.table, definition))}`;
  return render(
    where === TRUE ? from : atom`${from}${atom` WHERE ${where}`}`,
    placeholdersOf(definition),
  );
}

function fieldsByName(schema: Schema, names: readonly string[]): readonly Field[] {
  return [...new Set(names)].map((field) => {
    const known = schema.fields.get(field);
    if (known === undefined) throw new SqlMappingError(`there is no field ${quote(field)}`);
    return known;
  });
}

/** A column in a form that every driver hands over alike: numbers as float64, dates as milliseconds, booleans as 0 and 1. */
function selectedValue(compiler: Compiler, field: Field): Fragment {
  const { sql: column } = fieldColumn(compiler, field);
  const { literal, operations } = compiler.dialect;
  switch (field.type) {
    case "text":
      return textColumn(compiler, field).read(column);
    case "number":
      return numberColumn(compiler, field).read(column);
    case "boolean": {
      const kind = booleanColumn(compiler, field);
      return choose([
        [kind.isTrue(column), sql`1`],
        [kind.isFalse(column), sql`0`],
      ]);
    }
    case "date": {
      const date = dateColumn(compiler, field).read(column);
      return apply(compiler, "a date", operations.millisecondsBetween, date, literal.date(0)).sql;
    }
    case "list":
      return column;
  }
}

function recordOf(
  fields: readonly Field[],
  delimiters: readonly (string | undefined)[],
  cells: readonly unknown[] | Readonly<Record<string, unknown>>,
): SqlRecord {
  const record: SqlRecord = {};
  for (const [index, field] of fields.entries()) {
    const cell = Array.isArray(cells) ? cells[index] : Reflect.get(cells, `c${index}`);
    const value = decodeCell(field.type, cell, delimiters[index]);
    // A field may have any name, `__proto__` too.
    Object.defineProperty(record, field.name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return record;
}
