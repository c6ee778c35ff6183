import { type CoreNode, operandOf } from "../../core/node.ts";
import { assertNever } from "../../util/assert-never.ts";
import { TRUE } from "../fragment.ts";
import { arithmetic } from "./arithmetic.ts";
import { choice, orElse } from "./branches.ts";
import { literal, typedNull } from "./constants.ts";
import { apply, type Context, NotInSql, type ValueSql } from "./context.ts";
import { addMilliseconds, addMonths, datePart, startOf, timeBetween } from "./date-values.ts";
import { fieldValue } from "./field-value.ts";
import { join, listLength } from "./list-values.ts";
import { asNumber, parseNumber, sqrt } from "./number-values.ts";
import { ordinary } from "./strict.ts";
import {
  concat,
  find,
  inWords,
  numberText,
  ofText,
  repeat,
  slice,
  substitute,
} from "./text-values.ts";

/** A core node of type text, number or date as SQL. */
export function compileValue(context: Context, node: CoreNode): ValueSql {
  switch (node.op) {
    case "literal":
      return ordinary(literal(context, node.type, node.data));
    case "blank":
      return { ...ordinary(typedNull(context, node.type)), blank: TRUE };
    case "fail":
      return { ...ordinary(typedNull(context, node.type)), mayFail: true };
    case "field":
      return fieldValue(context, node);
    case "if":
      return choice(context, node);
    case "orElse":
      return orElse(context, node);
    case "add":
    case "subtract":
    case "multiply":
    case "divide":
      return arithmetic(context, node);
    case "abs":
    case "floor": {
      const a = context.value(operandOf(node));
      const { sql: result } = apply(context, node.op, context.dialect.operations[node.op], a.sql);
      return { ...a, sql: result };
    }
    case "sqrt":
      return sqrt(context, node);
    case "length":
      return asNumber(context, ofText(context, operandOf(node), "length"));
    case "find":
      return find(context, node);
    case "slice":
      return slice(context, node);
    case "lower":
    case "upper":
    case "trim":
      return ofText(context, operandOf(node), node.op);
    case "concat":
      return concat(context, node);
    case "substitute":
      return substitute(context, node);
    case "repeat":
      return repeat(context, node);
    case "numberText":
      return numberText(context, node);
    case "dateText":
      return inWords(context, operandOf(node), "dateText");
    case "parseNumber":
      return parseNumber(context, node);
    case "datePart":
      return datePart(context, node);
    case "startOf":
      return startOf(context, node);
    case "addMilliseconds":
      return addMilliseconds(context, node);
    case "addMonths":
      return addMonths(context, node);
    case "millisecondsBetween":
    case "monthsBetween":
      return timeBetween(context, node);
    case "listLength":
      return listLength(context, operandOf(node));
    case "join":
      return join(context, node);
    case "call":
      throw new NotInSql(`${node.data.name} is computed in memory only`);
    case "now":
    case "and":
    case "or":
    case "not":
    case "isError":
    case "isBlank":
    case "equal":
    case "less":
    case "lessOrEqual":
    case "contains":
    case "startsWith":
    case "endsWith":
    case "regexMatch":
    case "has":
    case "singleton":
      throw new NotInSql(`${node.op} is not a value that a column holds`);
    default:
      return assertNever(node);
  }
}
