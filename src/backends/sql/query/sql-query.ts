import {
  type AnyFormula,
  type CompiledFormula,
  internals,
  requireDialect,
  requireFormula,
} from "../../../language/core/compiled.ts";
import type { CoreNode } from "../../../language/core/node.ts";
import { Specialiser } from "../../../language/core/specialise.ts";
import { usesClock } from "../../../language/core/uses.ts";
import {
  type Field,
  readableField,
  requireKey,
  requireLimit,
  requireSchema,
  type Schema,
  type SortKey,
} from "../../../language/schema/index.ts";
import type { Plain } from "../../../language/values/plain.ts";
import { misuse, requireKind } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import { Compiler } from "../compiler/compiler.ts";
import { TOO_LONG } from "../compiler/context.ts";
import { type ExpressionResult, type Obstacle, writeExpression } from "../compiler/expression.ts";
import { fieldsOf } from "../compiler/sql-field-test.ts";
import type { Dialect } from "../dialect.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { namesSelected } from "../program-sql.ts";
import { recordReader, type SqlRecord } from "../rows/record-reader.ts";
import { type Division, divide, type Residual } from "../sql-filter.ts";
import { and, atom, commas, name, render, type SqlFragment, sql, TRUE } from "../sql-fragment.ts";
import type { SqlPart, SqlText } from "../sql-part.ts";
import { neverBlankFields, placeholdersOf, roomOf } from "../sql-settings.ts";
import { undecidedParts } from "../sql-value.ts";
import {
  mappingOf,
  type RecordSource,
  requireTable,
  sourceName,
  type TableMapping,
} from "../table-mapping.ts";
import { computedCell, selectedExpression } from "./computed.ts";
import { requireExactPosition } from "./exact-position.ts";
import { afterPosition, orderTerms, type Sorted } from "./order-terms.ts";
import {
  type FormulaSortKey,
  isFormulaKey,
  positionReader,
  type QueryKey,
  queryKeys,
} from "./query-keys.ts";
import { selectedCell, selectedValue } from "./selected-column.ts";
import { isFormula, type QueryFormula, selectionOf, wantedOf } from "./selection.ts";

/** The records that a query selects, and their order. */
export interface QueryOptions extends RecordSource {
  /** The schema of the records. */
  readonly schema: Schema;
  /**
   * The fields of the records, and formulas whose values are added by name: `null` for a blank and for an error. All
   * fields of the schema unless given. If the database cannot compute a formula exactly, the reader computes it.
   */
  readonly fields?: readonly (string | QueryFormula)[];
  /** A compiled formula. Without one, every record is selected. */
  readonly filter?: AnyFormula;
  /** The order: by fields, by formulas, or by the names of formulas in `fields`. The key breaks ties. */
  readonly sort?: readonly (SortKey | FormulaSortKey)[];
  /** The maximum number of records. */
  readonly limit?: number;
  /**
   * A record with the sorted fields, the key, and the fields of unnamed formulas to sort by. Only records after it in
   * the order are selected.
   */
  readonly after?: unknown;
}

/** The database cannot order by a formula, since it does not compute its values exactly. */
export class SqlOrderError extends Error {
  override readonly name = "SqlOrderError";
  /** The parts of the formula that must be computed in memory. */
  readonly undecided: readonly SqlPart[];

  constructor(message: string, undecided: readonly SqlPart[]) {
    super(message);
    this.undecided = undecided;
  }
}

/** Converts the rows of a result to records. Each result needs its own reader, since a reader counts records. */
export interface RecordReader {
  /**
   * Converts a row; `undefined` if the formula does not select the record, or if the limit is reached.
   *
   * @param cells the row's cells in the order of the SELECT, or by name
   */
  readonly read: (
    cells: readonly unknown[] | Readonly<Record<string, unknown>>,
  ) => SqlRecord | undefined;
  /** Whether the limit is reached, so that no more rows are needed. */
  readonly isDone: () => boolean;
}

/** A whole statement. */
export interface SqlStatement extends SqlText {
  /** The statement, with a placeholder for each parameter. */
  readonly text: string;
}

/** A whole SELECT. */
export interface SqlQuery extends SqlStatement {
  /** The part of the formula that the database cannot decide. A reader applies it. */
  readonly residual: Residual | undefined;
  /** @internal The fields of a row's cells. */
  readonly selected: readonly Field[];
  /** Whether the SQL contains the limit. Otherwise a reader counts the records. */
  readonly limitsInDatabase: boolean;
  /** Creates a reader for the rows that the statement returns. */
  readonly reader: () => RecordReader;
}

/**
 * One SELECT for records of a table in a total order, with a reader that converts its rows to records. The records are
 * exactly those of the formula, even if the database can evaluate only a part of it.
 *
 * @throws `TypeError` for wrong arguments, such as fields that the schema does not have, {@link SqlMappingError} for an
 * impossible mapping, and {@link SqlOrderError} for an order by a formula that the database does not compute.
 */
export function toQuery(dialect: Dialect, options: QueryOptions): SqlQuery {
  requireDialect(dialect, "toQuery");
  requireKind(options, "object", "`toQuery`: the options");
  const { schema, filter, sort = [], limit, after } = options;
  requireSchema(schema, "toQuery");
  requireQuery(options, "toQuery", dialect.definition, schema);
  requireKey(schema, "toQuery");
  requireLimit(limit, "toQuery");
  const { definition } = dialect;
  const wanted = wantedOf(schema, options.fields);
  const named = new Map(
    wanted.filter(isFormula).map(({ name: given, compiled }) => [given, compiled]),
  );
  const keys = queryKeys(schema, sort, named, "toQuery");
  const formulas = [
    ...named.values(),
    ...keys.flatMap((key) => (isFormulaKey(key) ? [key.formula] : [])),
  ];
  for (const { root } of formulas) requireFields(schema, root, "a formula");
  let instant: number | undefined;
  const clock = formulas.find(({ root }) => usesClock(root));
  const readClock = (): number => (instant ??= clock?.now() ?? 0);
  const neverBlank = neverBlankFields(schema.stored.values(), options);
  const specialiser = new Specialiser(
    clock === undefined ? { neverBlank } : { now: readClock(), neverBlank },
  );
  const { builder } = specialiser;
  const compiler = new Compiler(definition, options);
  const division = divisionOf(filter, dialect, options, "toQuery", clock && readClock);
  const residual = division?.residual;

  const position =
    after === undefined
      ? undefined
      : keys.map(positionReader(schema, keys, after, readClock, "toQuery"));
  for (const [index, key] of keys.entries()) {
    if (!isFormulaKey(key)) requireExactPosition(compiler, key.field, position?.[index]);
  }
  // The statement's limits apply to its parts together.
  const { limits } = definition;
  const left = { size: limits.size ?? Number.POSITIVE_INFINITY, parameters: limits.parameters };

  function take(part: SqlFragment): void {
    left.size -= part.size;
    if (formulas.length > 0) left.parameters -= parametersOf(part, definition);
  }

  function written(formula: CompiledFormula): ExpressionResult {
    const own = roomOf(formula, definition);
    const room = {
      ...own,
      size: Math.min(own.size, left.size),
      parameters: Math.min(own.parameters, left.parameters),
    };
    const ownCompiler = new Compiler(definition, options, room.size);
    return writeExpression(ownCompiler, specialiser.of(formula.root), room);
  }

  if (division !== undefined) take(division.sql);

  /** The database cannot order by a part that must be computed in memory. */
  function sortedBy(key: QueryKey): Sorted {
    const { isDescending } = key;
    if (!isFormulaKey(key)) {
      return { node: builder.field(key.field), isDescending, field: key.field };
    }
    const node = specialiser.of(key.formula.root);
    // The order of a column may use an index.
    if (node.op === "field") return { node, isDescending, field: node.data };
    const found = written(key.formula);
    if (found.ok) return { node, isDescending, value: found.value };
    throw orderError(key.formula, found.obstacles, specialiser, dialect);
  }

  const sorted = keys.map(sortedBy);
  const terms = orderTerms(compiler, builder, sorted);
  take(commas(terms));
  const where = and(division?.sql ?? TRUE, position === undefined ? TRUE : afterWhere(position));

  function afterWhere(values: readonly Plain[]): SqlFragment {
    const condition = afterPosition(builder, sorted, values, compiler);
    compiler.prepare(condition);
    const { sql: truth, valid } = compiler.truth(condition, true);
    take(truth);
    const problem = `${dialect.title} cannot compare the formulas to sort by`;
    /* v8 ignore next -- a value that a database computes exactly is also compared exactly */
    if (valid !== undefined) throw new SqlOrderError(problem, []);
    const isFit = left.size >= 0 && left.parameters >= 0;
    if (formulas.length === 0 || isFit) return truth;
    throw new SqlOrderError(`${problem}: ${TOO_LONG}`, []);
  }

  const needed = (residual?.fields ?? []).map((name) => readableField(schema, name, "toQuery"));
  const selection = selectionOf(wanted, needed, {
    ofField: (field) => ({
      sql: selectedValue(compiler, builder, field),
      column: selectedCell(field, options, definition),
    }),
    ofFormula: (formula) => {
      const found = written(formula);
      if (!found.ok) return;
      take(found.value);
      const node = specialiser.of(formula.root);
      const column = computedCell(node, options, definition);
      return { sql: selectedExpression(compiler, node, found.value), column };
    },
  });
  const limitsInDatabase = residual === undefined;
  const statement = [
    atom`SELECT ${commas(selection.cells.map(({ sql: value }, index) => sql`${value} AS ${name(`c${index}`)}`))}`,
    atom` FROM ${sourceName(options, definition)}`,
    ...(where === TRUE ? [] : [atom` WHERE ${where}`]),
    atom` ORDER BY ${commas(terms)}`,
    // The limit is written as digits, since drivers differ in how they bind it. It is known to be a number.
    ...(limit === undefined || !limitsInDatabase ? [] : [atom` LIMIT ${name(String(limit))}`]),
  ];
  const whole = statement.reduce((left, right) => atom`${left}${right}`);
  const rendered = render(whole, placeholdersOf(definition));
  const readRow = recordReader(
    selection.cells.map(({ column, field: { name: field } }, index) => {
      return { ...column, cell: undefined, field, property: `c${index}`, shown: field };
    }),
    "`toQuery`",
  );

  function reader(): RecordReader {
    let count = 0;
    const most = limit ?? Number.POSITIVE_INFINITY;
    return {
      isDone: () => count >= most,
      read: (row) => {
        if (count >= most) return;
        const record = readRow(row);
        if (residual !== undefined && !residual.matches(record)) return;
        count++;
        return selection.finish(record, readClock);
      },
    };
  }

  const { text, params, strings, values } = rendered;
  const selected = selection.cells.map(({ field }) => field);
  return { text, params, strings, values, residual, selected, limitsInDatabase, reader };
}

/**
 * The statement that counts the records that a formula selects; `undefined` if the database cannot evaluate the whole
 * formula. The records then have to be read and counted.
 */
export function toCount(
  dialect: Dialect,
  options: Pick<QueryOptions, "table" | "from" | "columns" | "filter">,
): SqlStatement | undefined {
  requireDialect(dialect, "toCount");
  requireKind(options, "object", "`toCount`: the options");
  requireQuery(options, "toCount", dialect.definition);
  const { definition } = dialect;
  const division = divisionOf(options.filter, dialect, options, "toCount");
  if (division?.residual !== undefined) return undefined;
  const where = division?.sql ?? TRUE;
  const from = atom`SELECT COUNT(*) AS ${name("c0")} FROM ${sourceName(options, definition)}`;
  return render(
    where === TRUE ? from : atom`${from}${atom` WHERE ${where}`}`,
    placeholdersOf(definition),
  );
}

/** @throws `TypeError` unless the options name a table, or say what to read from. */
function requireQuery(
  options: RecordSource,
  call: string,
  dialect: DialectDefinition,
  schema?: Schema,
): void {
  requireTable(options, call, schema);
  const { from, table } = options;
  if (from !== undefined) requireKind(from, "text", `\`${call}\`: \`from\``);
  else if (table === undefined) throw misuse(`\`${call}\`: \`table\``, "a name", undefined);
  if (schema === undefined) return;
  for (const field of schema.stored.values()) {
    const { column = field.name, sql: text = table === undefined ? column : "" } = mappingOf(
      field,
      options,
    );
    if (!namesSelected(text, dialect)) continue;
    throw new TypeError(
      `\`${call}\`: ${quote(field.name)} reads ${quote(text)}, which is also a name in the result: qualify it by its table`,
    );
  }
}

/** @throws `TypeError` for a filter that is not a formula, or not one for these fields. */
export function divisionOf(
  filter: AnyFormula | undefined,
  { definition }: Dialect,
  options: TableMapping & { readonly schema?: Schema },
  call: string,
  now?: () => number,
): Division | undefined {
  if (filter === undefined) return undefined;
  requireFormula(filter, `\`${call}\``);
  const formula = internals(filter);
  if (options.schema === undefined) requireTable(options, call, formula.schema);
  else requireFields(options.schema, formula.condition, "the filter");
  return divide(now === undefined ? formula : { ...formula, now }, definition, options);
}

/** A formula of another schema may need columns that the table does not have, or that have other types there. */
function requireFields({ stored }: Schema, root: CoreNode, what: string): void {
  for (const { name, type } of fieldsOf(root)) {
    if (stored.get(name)?.type === type) continue;
    throw new TypeError(
      `\`toQuery\`: ${what} reads ${quote(name)}, a ${type}, which the schema does not have; ` +
        "compile the formula with the schema of the query",
    );
  }
}

/** The number of parameters if each is bound once. */
function parametersOf(part: SqlFragment, definition: DialectDefinition): number {
  if (!definition.reusesPlaceholders) return part.parameters;
  return render(part, placeholdersOf(definition)).params.length;
}

function orderError(
  formula: CompiledFormula,
  obstacles: readonly Obstacle[],
  specialiser: Specialiser,
  { title }: Dialect,
): SqlOrderError {
  const undecided = undecidedParts(formula, obstacles, specialiser);
  const why = undecided.map(({ text, reasons }) => {
    const about = text === undefined ? "" : `${text}: `;
    return `${about}${reasons.join(", ")}`;
  });
  return new SqlOrderError(
    `${title} cannot order by ${quote(formula.source)} (${why.join("; ")}); read the records and order them in memory`,
    undecided,
  );
}
