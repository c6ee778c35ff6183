/* The core: the operations that formulas are lowered to, their meaning, and the reference evaluator. */

import type { Field } from "../schema/field.ts";
import type { ValueType } from "../types/value-type.ts";
import type { CalendarUnit, DatePart } from "../values/date/index.ts";
import type { Plain } from "../values/plain.ts";
import type { Regex } from "../values/regex/index.ts";
import type { Kernel } from "./kernel.ts";
import type { NamedParameter } from "./parameter.ts";

/**
 * The operations of the core, and the data that each has beside its operands. Their exact meaning is in `meaning.ts`
 * and, in words, in `grammar/reference/core.md`.
 */
export interface OperationData {
  // leaves
  literal: Exclude<Plain, null>;
  blank: undefined;
  fail: undefined;
  field: Field;
  parameter: NamedParameter;
  now: undefined;
  // logic; except for `not`, these are not strict in errors, and neither is `orElse`
  and: undefined;
  /** `set` if alternatives of it become one operation as soon as its parameters have values: see `anyOf`. */
  or: "set" | undefined;
  not: undefined;
  if: undefined;
  isError: undefined;
  // blank numbers and dates
  isBlank: undefined;
  orElse: undefined;
  // comparison: two operands of one type
  equal: undefined;
  among: Alternatives;
  less: undefined;
  lessOrEqual: undefined;
  // numbers
  add: undefined;
  subtract: undefined;
  multiply: undefined;
  divide: undefined;
  abs: undefined;
  floor: undefined;
  sqrt: undefined;
  // text
  length: undefined;
  find: undefined;
  contains: undefined;
  startsWith: undefined;
  endsWith: undefined;
  slice: undefined;
  lower: undefined;
  upper: undefined;
  trim: undefined;
  concat: undefined;
  substitute: undefined;
  repeat: undefined;
  regexMatch: Regex;
  // between types
  numberText: undefined;
  parseNumber: undefined;
  dateText: undefined;
  // dates
  datePart: DatePart;
  startOf: CalendarUnit;
  /** A time zone, by its name in the IANA database. */
  localTime: string;
  instantAt: string;
  addMilliseconds: undefined;
  addMonths: undefined;
  millisecondsBetween: undefined;
  monthsBetween: undefined;
  // lists
  join: undefined;
  listLength: undefined;
  has: undefined;
  hasAny: Alternatives;
  singleton: undefined;
  // anything else, in memory only
  call: Kernel;
}

/** Constants of one type, none of them blank, in the order in which they are written. */
export type Alternatives = ReadonlySet<string | number>;

export type Operation = keyof OperationData;

/** A node of the core: an operation on nodes, with one type. Nodes are shared: the core is a graph without cycles. */
export interface NodeOf<O extends Operation> {
  readonly op: O;
  /** Unique in its builder, and larger than the ids of the operands. */
  readonly id: number;
  readonly type: ValueType;
  readonly operands: readonly CoreNode[];
  readonly data: OperationData[O];
  /** Whether the value can be blank; only numbers and dates have a blank beside their values. */
  readonly mayBeBlank: boolean;
  readonly mayFail: boolean;
  /** An upper limit for the magnitude of the node's numbers; `Infinity` if none is known. */
  readonly bound: number;
  /** Whether the value depends on a field, a parameter or the clock. */
  readonly varies: boolean;
}

export type CoreNode = { [O in Operation]: NodeOf<O> }[Operation];

/** The parts of a node that the functions below read. */
type Operands = Pick<CoreNode, "op" | "operands">;

/** The first operand, of an operation that has only one. */
export function operandOf(node: Operands): CoreNode {
  const [operand] = node.operands;
  if (operand === undefined) throw new Error(`\`${node.op}\` has no operand`);
  return operand;
}

export function operandsOf(node: Operands): readonly [CoreNode, CoreNode] {
  const [first, second] = node.operands;
  if (first === undefined || second === undefined) {
    throw new Error(`\`${node.op}\` has fewer than two operands`);
  }
  return [first, second];
}

export function threeOperandsOf(node: Operands): readonly [CoreNode, CoreNode, CoreNode] {
  const third = node.operands[2];
  if (third === undefined) throw new Error(`\`${node.op}\` has fewer than three operands`);
  return [...operandsOf(node), third];
}
