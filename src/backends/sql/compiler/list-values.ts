import { type CoreNode, operandOf, operandsOf } from "../../../language/core/node.ts";
import { choose, nullTest } from "../sql-fragment.ts";
import { emptyText, numberLiteral } from "./constants.ts";
import { apply, type Context, NotInSql, type ValueSql } from "./context.ts";
import { ordinary } from "./strict.ts";
import { limited } from "./text-values.ts";
import { listColumn } from "./typed-columns.ts";

export function listLength(context: Context, node: CoreNode): ValueSql {
  const list = listColumn(context, operandOf(node));
  const length = apply("a number", context.dialect.operations.float, list.kind.length(list.sql));
  const zero = numberLiteral(context.dialect, 0);
  return ordinary(list.isNullable ? choose([[nullTest(list.sql), zero]], length) : length);
}

/** With a longer separator, a text could exceed the engine's limit before its length is tested. */
const LONGEST_SEPARATOR = 16;

export function join(context: Context, node: CoreNode): ValueSql {
  const [listNode, separatorNode] = operandsOf(node);
  if (separatorNode.op !== "literal" || context.bounds.bytes(separatorNode) > LONGEST_SEPARATOR) {
    throw new NotInSql("a list is joined with a short constant separator only");
  }
  const list = listColumn(context, listNode);
  const separator = context.value(separatorNode).sql;
  const joined = apply("join", list.kind.join, list.sql, separator);
  const text = limited(context, joined);
  return {
    ...ordinary(list.isNullable ? choose([[nullTest(list.sql), emptyText(context)]], text) : text),
    mayFail: true,
  };
}
