import type { NodeOf } from "../../../language/core/node.ts";
import { LAST_DATE, MIN_DATE } from "../../../language/values/date/index.ts";
import { and, choose, nullTest } from "../sql-fragment.ts";
import { emptyText } from "./constants.ts";
import { type Context, NotInSql, type ValueSql } from "./context.ts";
import { comparedDate } from "./date-test.ts";
import { ordinary } from "./strict.ts";
import { dateColumn, fieldColumn, numberColumn, textColumn } from "./typed-columns.ts";

export function fieldValue(context: Context, node: NodeOf<"field">): ValueSql {
  const { data: field } = node;
  const column = fieldColumn(context, field);
  switch (field.type) {
    case "text": {
      const { read } = textColumn(context, field);
      const text = read(column.sql);
      return ordinary(
        column.isNullable ? choose([[nullTest(column.sql), emptyText(context)]], text) : text,
      );
    }
    case "number": {
      const value = numberColumn(context, field).read(column.sql);
      return { ...ordinary(value), blank: column.isNullable ? nullTest(column.sql) : undefined };
    }
    case "date": {
      const kind = dateColumn(context, field);
      const value = kind.read(column.sql);
      if (column.isInRange) {
        return { ...ordinary(value), blank: column.isNullable ? nullTest(column.sql) : undefined };
      }
      const inside = and(
        comparedDate(context.dialect, kind, column.sql, ">=", MIN_DATE),
        comparedDate(context.dialect, kind, column.sql, "<", LAST_DATE + 1),
      );
      const dated = choose([[inside, value]]);
      return { ...ordinary(dated), blank: nullTest(dated) };
    }
    default:
      throw new NotInSql(`a field of type ${field.type} is not a single value`);
  }
}
