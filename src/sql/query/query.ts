import { CoreBuilder } from "../../core/builder.ts";
import {
  type AnyFormula,
  COMPILE,
  type CompiledFormula,
  requireDialect,
  requireFormula,
} from "../../core/compiled.ts";
import {
  type Field,
  fieldNamed,
  orderKeys,
  requireKey,
  requireLimit,
  requirePosition,
  requireSchema,
  type Schema,
  type SortKey,
} from "../../schema/index.ts";
import { misuse, requireKind } from "../../util/misuse.ts";
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
import { fieldsOf } from "../compiler/field-test.ts";
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
import { mappingOf, requireTable, type TableMapping, tableName } from "../mapping.ts";
import { decodeCell } from "./decode.ts";
import { afterPosition, orderTerms } from "./order.ts";

/** The records that a query selects, and their order. */
export interface QueryOptions extends TableMapping {
  readonly schema: Schema;
  readonly table: string | readonly string[];
  /** The fields of the records; all fields of the schema unless given. */
  readonly fields?: readonly string[];
  /** A compiled formula. Without one, every record is selected. */
  readonly filter?: AnyFormula;
  /** The order. Records that are the same in it, or all if there is no order, are in the order of the key. */
  readonly sort?: readonly SortKey[];
  /** The most records. */
  readonly limit?: number;
  /** A record with the sorted fields and the key. Only records after it in the order are selected. */
  readonly after?: unknown;
}

/** One record that a query returns. */
export type SqlRecord = Record<string, string | number | boolean | Date | readonly string[] | null>;

/** Makes records of the rows of a result. Each result needs its own reader, since a reader counts records. */
export interface RecordReader {
  /**
   * The record of a row; `undefined` if the formula does not return it, or if the limit is reached.
   *
   * @param cells the row's cells in the order of the SELECT, or by their names
   */
  readonly read: (
    cells: readonly unknown[] | Readonly<Record<string, unknown>>,
  ) => SqlRecord | undefined;
  /** Whether the limit is reached, so that no more rows are needed. */
  readonly isDone: () => boolean;
}

/** A whole SELECT. */
export interface SqlQuery {
  readonly text: string;
  readonly params: readonly SqlValue[];
  /** `text` cut at its placeholders. It has one text more than `values`. */
  readonly strings: readonly string[];
  readonly values: readonly SqlValue[];
  /** The part of the formula that the database cannot decide. A reader applies it. */
  readonly residual: Residual | undefined;
  /** Whether the SQL has the limit. Otherwise a reader counts the records. */
  readonly limitsInDatabase: boolean;
  readonly reader: () => RecordReader;
}

/**
 * One SELECT for records of a table in a total order, with a reader that makes records of its rows. The records are
 * exactly those of the formula, even if the database decides it in part only.
 *
 * @throws `TypeError` for wrong arguments, such as fields that the schema does not have, and {@link SqlMappingError}
 * for a mapping that is not possible.
 */
export function toQuery(dialect: Dialect, options: QueryOptions): SqlQuery {
  requireDialect(dialect, "toQuery");
  requireQuery(options, "toQuery");
  const { schema, filter, sort = [], limit, after } = options;
  if (options.fields !== undefined) requireKind(options.fields, "texts", "`toQuery`: `fields`");
  requireSchema(schema, "toQuery");
  requireKey(schema, "toQuery");
  requireLimit(limit, "toQuery");
  const { definition } = dialect;
  fieldsByName(schema, Object.keys(options.columns ?? {}));
  const wanted = fieldsByName(schema, options.fields ?? [...schema.fields.keys()]);
  const keys = orderKeys(schema, sort, "toQuery");
  if (after !== undefined) requirePosition(schema, keys, after, "toQuery");
  const compiler = new Compiler(definition, options);
  const builder = new CoreBuilder();
  const division = divisionOf(filter, dialect, options, "toQuery");
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
    // The limit is written as digits, since drivers differ in how they bind it. It was checked to be a number.
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
 * The statement that counts the records of a table that a formula returns; `undefined` if the database cannot decide
 * the whole formula. Then the records have to be read and counted.
 */
export function toCount(
  dialect: Dialect,
  options: Pick<QueryOptions, "table" | "columns" | "filter">,
): Pick<SqlQuery, "text" | "params" | "strings" | "values"> | undefined {
  requireDialect(dialect, "toCount");
  requireQuery(options, "toCount");
  const { definition } = dialect;
  const division = divisionOf(options.filter, dialect, options, "toCount");
  if (division?.residual !== undefined) return undefined;
  const where = division?.sql ?? TRUE;
  const from = atom`SELECT COUNT(*) AS ${name("c0")} FROM ${name(tableName(options.table, definition))}`;
  return render(
    where === TRUE ? from : atom`${from}${atom` WHERE ${where}`}`,
    placeholdersOf(definition),
  );
}

/** @throws `TypeError` unless the options name a table. */
function requireQuery(options: TableMapping, call: string): void {
  requireKind(options, "object", `\`${call}\`: the options`);
  requireTable(options, call);
  if (options.table === undefined) throw misuse(`\`${call}\`: \`table\``, "a name", undefined);
}

function fieldsByName(schema: Schema, names: readonly string[]): readonly Field[] {
  return [...new Set(names)].map((name) => fieldNamed(schema, name, "toQuery"));
}

function divisionOf(
  filter: AnyFormula | undefined,
  { definition }: Dialect,
  options: TableMapping & { readonly schema?: Schema },
  call: string,
): Division | undefined {
  if (filter === undefined) return undefined;
  requireFormula(filter, `\`${call}\``);
  return filter.to<undefined, Division>({
    [COMPILE]: (formula: CompiledFormula) => {
      if (options.schema !== undefined) requireFields(options.schema, formula);
      return divide(formula, definition, options);
    },
  });
}

/** A formula of another schema may need columns that the table does not have, or that have other types there. */
function requireFields({ fields }: Schema, { condition }: CompiledFormula): void {
  for (const { name, type } of fieldsOf(condition)) {
    if (fields.get(name)?.type === type) continue;
    throw new TypeError(
      `\`toQuery\`: the filter reads ${quote(name)}, a ${type}, which the schema does not have; ` +
        "compile the formula with the schema of the query",
    );
  }
}

/**
 * A column in a form that all drivers return alike: numbers as float64, dates as milliseconds, booleans as 0 and 1.
 */
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
    // A field may have any name, even `__proto__`, to which a plain assignment would not add a property.
    Object.defineProperty(record, field.name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return record;
}
