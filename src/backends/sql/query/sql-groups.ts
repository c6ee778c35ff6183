import { CoreBuilder } from "../../../language/core/builder.ts";
import type { AnyFormula } from "../../../language/core/compiled.ts";
import type { CoreNode } from "../../../language/core/node.ts";
import type { Field, Schema } from "../../../language/schema/index.ts";
import { Compiler } from "../compiler/compiler.ts";
import { numberLiteral } from "../compiler/constants.ts";
import { apply, NotInSql, type TruthSql } from "../compiler/context.ts";
import { checkedValue } from "../compiler/strict.ts";
import type { Dialect } from "../dialect.ts";
import type { CellColumn } from "../rows/decode.ts";
import type { RecordValue } from "../rows/decoded.ts";
import { type ReadColumn, recordReader } from "../rows/record-reader.ts";
import {
  atom,
  choose,
  commas,
  name,
  render,
  type SqlFragment,
  type SqlValue,
  sql,
  TRUE,
} from "../sql-fragment.ts";
import { placeholdersOf } from "../sql-settings.ts";
import { type RecordSource, sourceName } from "../table-mapping.ts";
import { selectedCell, selectedValue } from "./selected-column.ts";
import { divisionOf } from "./sql-query.ts";

/** A measure that a database can compute: the number of all records, or a measure of a field. */
export type GroupMeasure =
  | { readonly measure: "count"; readonly field: undefined }
  | {
      readonly measure: "countBlank" | "countDistinct" | "min" | "max" | "sum";
      readonly field: Field;
    };

interface GroupsOptions extends RecordSource {
  readonly schema: Schema;
  readonly filter?: AnyFormula;
  /** The fields to group by. None of them may be a list. */
  readonly keys: readonly Field[];
  readonly measures: readonly GroupMeasure[];
}

/** One group: its keys and measures. */
interface SqlGroup {
  readonly keys: readonly RecordValue[];
  readonly measures: readonly RecordValue[];
}

/** A SELECT of groups, and the function that reads its rows. */
export interface SqlGroups {
  readonly text: string;
  readonly params: readonly SqlValue[];
  /** Reads a row; `undefined` if the database's arithmetic was not exact for the group. */
  readonly read: (cells: readonly unknown[]) => SqlGroup | undefined;
}

/** The limit of exact integers in float64. */
const LARGEST_WHOLE = 2 ** 53;

/**
 * One SELECT for the groups of a table and their measures; `undefined` if the database cannot evaluate the filter or
 * compute a measure exactly. Rows come in any order.
 */
export function toGroups(dialect: Dialect, options: GroupsOptions): SqlGroups | undefined {
  const division = divisionOf(options.filter, dialect, options, "toGroups");
  if (division?.residual !== undefined) return undefined;
  try {
    return new GroupsWriter(dialect, options).write(division?.sql ?? TRUE);
  } catch (error) {
    if (error instanceof NotInSql) return undefined;
    throw error;
  }
}

/** A column of the SELECT, and its decoding. */
interface SelectColumn {
  readonly sql: SqlFragment;
  readonly cell: CellColumn;
}

const one = sql`1`;
const zero = sql`0`;
const COUNT_ALL = sql`COUNT(*)`;
const EXTREMES: ReadonlySet<GroupMeasure["measure"] | undefined> = new Set(["min", "max"]);

class GroupsWriter {
  readonly #dialect: Dialect;
  readonly #options: GroupsOptions;
  readonly #compiler: Compiler;
  readonly #builder = new CoreBuilder();
  readonly #columns: SelectColumn[] = [];
  /** The columns that must be 0 in each row: they count values that the database may round. */
  readonly #inexact: number[] = [];

  constructor(dialect: Dialect, options: GroupsOptions) {
    this.#dialect = dialect;
    this.#options = options;
    this.#compiler = new Compiler(dialect.definition, options);
  }

  write(where: SqlFragment): SqlGroups {
    const { keys, measures } = this.#options;
    const { definition } = this.#dialect;
    for (const field of keys) this.#columns.push(this.#key(field));
    const indexes = measures.map((measure) => this.#measure(measure));
    // Without keys, all records are one group, which may be empty; with keys, no group is empty.
    const records = keys.length === 0 ? this.#add(COUNT_ALL, NUMBER) : undefined;
    const selected = this.#columns.map(
      ({ sql: value }, index) => sql`${value} AS ${name(`c${index}`)}`,
    );
    const statement = [
      atom`SELECT ${commas(selected)}`,
      atom` FROM ${sourceName(this.#options, definition)}`,
      ...(where === TRUE ? [] : [atom` WHERE ${where}`]),
      // GROUP BY uses positions, since engines do not recognise an expression with parameters as the same expression.
      ...(keys.length === 0
        ? []
        : [atom` GROUP BY ${commas(keys.map((_, index) => name(String(index + 1))))}`]),
    ];
    const whole = statement.reduce((left, right) => atom`${left}${right}`);
    const { text, params } = render(whole, placeholdersOf(definition));
    return { text, params, read: this.#reader(indexes, records) };
  }

  /** @param records the index of the count of all records; given if a group may be empty */
  #reader(indexes: readonly number[], records: number | undefined): SqlGroups["read"] {
    const columns: readonly ReadColumn[] = this.#columns.map(({ cell }, index) => {
      const property = `c${index}`;
      return { ...cell, field: property, property, shown: property };
    });
    const readRow = recordReader(columns, "`summarize`");
    const { keys, measures: requested } = this.#options;
    const inexact = this.#inexact;
    return (cells) => {
      const record = readRow(cells);
      const at = (column: number): RecordValue => record[`c${column}`] ?? null;
      if (inexact.some((column) => Number(at(column)) !== 0)) return;
      // For an empty group, ClickHouse returns 0 or "" as the minimum of a column that is never NULL.
      const isOfNone = records !== undefined && Number(at(records)) === 0;
      const measures = indexes.map((column, index) =>
        isOfNone && EXTREMES.has(requested[index]?.measure) ? null : at(column),
      );
      const values = keys.map(({ type }, column) =>
        type === "boolean" ? at(column) === true : at(column),
      );
      return { keys: values, measures };
    };
  }

  #key(field: Field): SelectColumn {
    const { definition } = this.#dialect;
    const cell = selectedCell(field, this.#options, definition);
    const node = this.#builder.field(field);
    if (field.type === "boolean") {
      return { cell, sql: choose([[this.#truth(node, true), one]], zero) };
    }
    if (field.type === "text") return { cell, sql: this.#text(field) };
    return { cell, sql: selectedValue(this.#compiler, this.#builder, field) };
  }

  /** A text in the order of code points, with NULL for the empty text. */
  #text(field: Field): SqlFragment {
    const node = this.#builder.field(field);
    const text = exactly(checkedValue(this.#compiler, node));
    const ordered = this.#compiler.dialect.textOrder(text);
    return choose([[this.#truth(this.#builder.isBlank(node), false), ordered]]);
  }

  #truth(node: CoreNode, wanted: boolean): SqlFragment {
    return exactly(this.#compiler.truth(node, wanted));
  }

  /** Adds the columns of a measure; returns the index of its value. */
  #measure({ measure, field }: GroupMeasure): number {
    if (measure === "count") return this.#add(COUNT_ALL, NUMBER);
    const node = this.#builder.field(field);
    switch (measure) {
      case "countBlank":
        return this.#add(this.#counted(this.#truth(this.#builder.isBlank(node), true)), NUMBER);
      case "countDistinct":
        return this.#add(sql`COUNT(DISTINCT ${this.#value(field)})`, NUMBER);
      case "min":
        return this.#add(sql`MIN(${this.#value(field)})`, this.#cellOf(field));
      case "max":
        return this.#add(sql`MAX(${this.#value(field)})`, this.#cellOf(field));
      case "sum":
        return this.#sum(node);
    }
  }

  #add(column: SqlFragment, cell: CellColumn): number {
    this.#columns.push({ sql: column, cell });
    return this.#columns.length - 1;
  }

  #counted(condition: SqlFragment): SqlFragment {
    return sql`COUNT(${choose([[condition, one]])})`;
  }

  /** A value that the database compares exactly, with NULL for a blank. */
  #value(field: Field): SqlFragment {
    const node = this.#builder.field(field);
    switch (field.type) {
      case "text":
        return this.#text(field);
      case "boolean":
        return choose([[this.#truth(node, true), one]], zero);
      case "date":
        return selectedValue(this.#compiler, this.#builder, field);
      case "number":
        // Larger numbers may be integers that only the database represents exactly.
        this.#mustBe(node, this.#belowCondition(node));
        return this.#number(node);
      case "list":
        throw new NotInSql("lists are measured in memory");
    }
  }

  /** Adding 0 turns -0 into 0. */
  #number(node: CoreNode): SqlFragment {
    const value = exactly(checkedValue(this.#compiler, node));
    const { operations } = this.#compiler.dialect;
    return apply("+", operations.add, value, this.#zero);
  }

  #cellOf(field: Field): CellColumn {
    if (field.type === "number") return NUMBER;
    return selectedCell(field, this.#options, this.#dialect.definition);
  }

  /**
   * Whole numbers add up exactly in any order, as long as the sum of their magnitudes is in the exact range of float64.
   */
  #sum(node: CoreNode): number {
    const builder = this.#builder;
    const isWhole = builder.and(
      this.#belowCondition(node),
      builder.equal(node, builder.floor(node)),
    );
    this.#mustBe(node, isWhole);
    const fits = this.#truth(builder.and(builder.not(builder.isBlank(node)), isWhole), true);
    const { sql: magnitude } = checkedValue(this.#compiler, builder.abs(node));
    const total = this.#add(sql`SUM(${choose([[fits, this.#number(node)]], this.#zero)})`, NUMBER);
    const magnitudes = sql`SUM(${choose([[fits, magnitude]], this.#zero)})`;
    const largest = numberLiteral(this.#compiler.dialect, LARGEST_WHOLE);
    const isTooLarge = choose([[sql`${magnitudes} >= ${largest}`, one]], zero);
    this.#inexact.push(this.#add(isTooLarge, NUMBER));
    return total;
  }

  get #zero(): SqlFragment {
    return numberLiteral(this.#compiler.dialect, 0);
  }

  #belowCondition(node: CoreNode): CoreNode {
    return this.#builder.less(this.#builder.abs(node), this.#builder.number(LARGEST_WHOLE));
  }

  /** Counts the values that violate a condition; blanks are skipped. */
  #mustBe(node: CoreNode, condition: CoreNode): void {
    const builder = this.#builder;
    const wrong = builder.and(builder.not(builder.isBlank(node)), builder.not(condition));
    this.#inexact.push(this.#add(this.#counted(this.#truth(wrong, true)), NUMBER));
  }
}

/** The SQL of a value of columns. It is exact for all records: only some functions are not. */
function exactly({ sql: value, valid }: TruthSql): SqlFragment {
  /* v8 ignore next -- unreachable, see above */
  if (valid !== undefined) throw new NotInSql("a column is exact for some records only");
  return value;
}

/** A number that the database has computed. */
const NUMBER: CellColumn = {
  type: "number",
  storage: "double",
  dates: { zone: "instant", dates: undefined, isTextInUtc: true },
  delimiter: ",",
  hasTextAsBytes: false,
  isSingle: false,
  cell: undefined,
};
