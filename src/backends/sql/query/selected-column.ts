import type { CoreBuilder } from "../../../language/core/builder.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { Compiler } from "../compiler/compiler.ts";
import { apply } from "../compiler/context.ts";
import {
  booleanColumn,
  dateColumn,
  fieldColumn,
  numberColumn,
  textColumn,
} from "../compiler/typed-columns.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { cellColumn } from "../rows/cell-column.ts";
import type { CellColumn } from "../rows/decode.ts";
import { choose, type SqlFragment, sql } from "../sql-fragment.ts";
import { kindOf, type TableMapping } from "../table-mapping.ts";
import { SELECTED_DATE } from "./computed.ts";

/** A column in a form that all drivers return alike: numbers as float64, dates as milliseconds, booleans as 0 and 1. */
export function selectedValue(compiler: Compiler, builder: CoreBuilder, field: Field): SqlFragment {
  const { sql: column } = fieldColumn(compiler, field);
  const { literal, operations } = compiler.dialect;
  switch (field.type) {
    case "text":
      return textColumn(compiler, field).read(column);
    case "number": {
      const { select, read } = numberColumn(compiler, field);
      return (select ?? read)(column);
    }
    case "boolean": {
      const { trueTest, falseTest, select } = booleanColumn(compiler, field);
      if (select !== undefined) return select(column);
      return choose([
        [trueTest(column), sql`1`],
        [falseTest(column), sql`0`],
      ]);
    }
    case "date": {
      // A date outside the range of the language is blank here as well.
      const date = compiler.value(builder.field(field)).sql;
      const { millisecondsBetween } = operations;
      const value = apply("a date", millisecondsBetween, date, literal.date(0));
      const { dateTest } = dateColumn(compiler, field);
      return dateTest === undefined ? value : choose([[dateTest(column, false), column]], value);
    }
    case "list": {
      const { select } = kindOf(field, compiler.table, compiler.dialect, "list");
      return select === undefined ? column : select(column);
    }
  }
}

/** How to read the cells of such a column. */
export function selectedCell(
  field: Field,
  table: TableMapping,
  dialect: DialectDefinition,
): CellColumn {
  const cell = cellColumn(field, table, dialect);
  return { ...cell, ...(field.type === "date" ? SELECTED_DATE : {}), cell: undefined };
}
