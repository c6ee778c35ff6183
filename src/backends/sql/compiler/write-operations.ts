import { type NodeOf, type Operation, operandOf } from "../../../language/core/node.ts";
import { TRUE } from "../sql-fragment.ts";
import { among } from "./among.ts";
import { choice, orElse } from "./branches.ts";
import { compare, equal } from "./comparisons.ts";
import {
  ALWAYS,
  anyItemTruth,
  blankTruth,
  branchTruth,
  contains,
  endOfText,
  errorTruth,
  fieldTruth,
  has,
  NEVER,
  regexMatch,
} from "./conditions.ts";
import { literal, typedNull } from "./constants.ts";
import { type Context, NotInSql, type TruthSql, type ValueSql } from "./context.ts";
import { addMilliseconds, addMonths, datePart, startOf, timeBetween } from "./date-values.ts";
import { fieldValue } from "./field-value.ts";
import { join, listLength } from "./list-values.ts";
import { asNumber, ofNumber, parseNumber, sqrt } from "./number-values.ts";
import { arithmetic } from "./sql-arithmetic.ts";
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

/** Compiles a text, number or date. */
type WriteValue<O extends Operation> = (context: Context, node: NodeOf<O>) => ValueSql;

/** Compiles a condition to SQL that is TRUE exactly if the condition has the required truth. */
type WriteTruth<O extends Operation> = (
  context: Context,
  node: NodeOf<O>,
  wanted: boolean,
) => TruthSql;

/** The forms of an operation as a value and as a condition; most operations have only one of them. */
interface Writing<O extends Operation> {
  readonly value?: WriteValue<O>;
  readonly truth?: WriteTruth<O>;
}

/** The SQL of each operation of the core. */
const OPERATIONS: { readonly [O in Operation]: Writing<O> } = {
  literal: {
    value: (context, { type, data }) => ordinary(literal(context, type, data)),
    truth: (_, { data }, wanted) => (data === wanted ? ALWAYS : NEVER),
  },
  blank: {
    value: (context, { type }) => ({ ...ordinary(typedNull(context, type)), blank: TRUE }),
  },
  fail: {
    value: (context, { type }) => ({ ...ordinary(typedNull(context, type)), mayFail: true }),
    truth: () => NEVER,
  },
  field: { value: fieldValue, truth: fieldTruth },
  parameter: inMemory(() => "parameters are bound before SQL is written"),
  now: inMemory(() => "the clock is read before SQL is written"),
  // The compiler itself handles these three.
  and: {},
  or: {},
  not: {},
  if: { value: choice, truth: branchTruth },
  isError: { truth: errorTruth },
  isBlank: { truth: blankTruth },
  orElse: { value: orElse },
  among: { truth: among },
  equal: { truth: equal },
  less: { truth: compare },
  lessOrEqual: { truth: compare },
  add: { value: arithmetic },
  subtract: { value: arithmetic },
  multiply: { value: arithmetic },
  divide: { value: arithmetic },
  abs: { value: ofNumber },
  floor: { value: ofNumber },
  sqrt: { value: sqrt },
  length: { value: (context, node) => asNumber(context, ofText(context, node)) },
  find: { value: find },
  contains: { truth: contains },
  startsWith: { truth: endOfText },
  endsWith: { truth: endOfText },
  slice: { value: slice },
  lowerCase: { value: ofText },
  upperCase: { value: ofText },
  trim: { value: ofText },
  concat: { value: concat },
  substitute: { value: substitute },
  repeat: { value: repeat },
  regexMatch: { truth: regexMatch },
  numberText: { value: numberText },
  parseNumber: { value: parseNumber },
  dateText: { value: (context, node) => inWords(context, operandOf(node), "dateText") },
  datePart: { value: datePart },
  startOf: { value: startOf },
  localTime: inMemory(() => "times of a zone are computed in memory only"),
  instantAt: inMemory(() => "times of a zone are computed in memory only"),
  addMilliseconds: { value: addMilliseconds },
  addMonths: { value: addMonths },
  millisecondsBetween: { value: timeBetween },
  monthsBetween: { value: timeBetween },
  join: { value: join },
  listLength: { value: listLength },
  has: { truth: has },
  hasAny: { truth: anyItemTruth },
  singleton: inMemory(() => "only a field's own list is read in the database"),
  call: inMemory(({ data: { name } }) => `${name} is computed in memory only`),
};

/** Compiles a core node of type text, number or date. */
export function writeValue<O extends Operation>(context: Context, node: NodeOf<O>): ValueSql {
  const { value = misplaced }: Writing<O> = OPERATIONS[node.op];
  return value(context, node);
}

/** Compiles a condition to SQL that is TRUE exactly if the condition has the required truth. */
export function writeTruth<O extends Operation>(
  context: Context,
  node: NodeOf<O>,
  wanted: boolean,
): TruthSql {
  const { truth = misplaced }: Writing<O> = OPERATIONS[node.op];
  return truth(context, node, wanted);
}

function inMemory<O extends Operation>(reason: (node: NodeOf<O>) => string): Writing<O> {
  const refuse = (_: Context, node: NodeOf<O>): never => {
    throw new NotInSql(reason(node));
  };
  return { value: refuse, truth: refuse };
}

/** Unreachable: conditions are never used as values, nor values as conditions. */
function misplaced(_: Context, { op }: NodeOf<Operation>): never {
  throw new Error(`\`${op}\` cannot occur here`);
}
