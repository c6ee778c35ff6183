/* The core: the operations that formulas are lowered to, their meaning, and the reference evaluator. */

import type { Field } from "../schema/field.ts";
import type { ValueType } from "../types/value-type.ts";
import type { CalendarUnit, DatePart } from "../values/date/index.ts";
import type { Plain } from "../values/plain.ts";
import type { Regex } from "../values/regex/index.ts";
import type { Expr } from "./function-context.ts";
import type { Kernel } from "./kernel.ts";
import type { NamedParameter } from "./named-parameter.ts";

/*
 * The operations of the core, and the data of each besides its operands. A record in `operations.ts` holds everything
 * else about an operation; `grammar/reference/core.md` defines it in words.
 */

export interface LeafData {
  literal: Exclude<Plain, null>;
  blank: undefined;
  fail: undefined;
  field: Field;
  parameter: NamedParameter;
  now: undefined;
}

/** Operations that are not strict in errors. */
export interface LazyData {
  and: undefined;
  /** `set` if alternatives become one operation once its parameters are bound: see `anyOf`. */
  or: "set" | undefined;
  if: undefined;
  isError: undefined;
  orElse: undefined;
}

/** Tests of values. The operands of a comparison have one type. */
export interface ConditionData {
  not: undefined;
  isBlank: undefined;
  equal: undefined;
  among: Alternatives;
  less: undefined;
  lessOrEqual: undefined;
}

export interface NumberData {
  add: undefined;
  subtract: undefined;
  multiply: undefined;
  divide: undefined;
  abs: undefined;
  floor: undefined;
  sqrt: undefined;
  numberText: undefined;
  parseNumber: undefined;
}

export interface TextData {
  length: undefined;
  find: undefined;
  contains: undefined;
  startsWith: undefined;
  endsWith: undefined;
  slice: undefined;
  lowerCase: undefined;
  upperCase: undefined;
  trim: undefined;
  concat: undefined;
  substitute: undefined;
  repeat: undefined;
  regexMatch: Regex;
}

export interface DateData {
  dateText: undefined;
  datePart: DatePart;
  startOf: CalendarUnit;
  /** An IANA time zone. */
  localTime: string;
  instantAt: string;
  addMilliseconds: undefined;
  addMonths: undefined;
  millisecondsBetween: undefined;
  monthsBetween: undefined;
}

export interface ListData {
  join: undefined;
  listLength: undefined;
  has: undefined;
  hasAny: Alternatives;
  singleton: undefined;
  /** Other operations, which run in memory only. */
  call: Kernel;
}

interface StrictData extends ConditionData, NumberData, TextData, DateData, ListData {}

export interface OperationData extends LeafData, LazyData, StrictData {}

/** Constants of one type in source order, none of them blank. */
export type Alternatives = ReadonlySet<string | number>;

export type Operation = keyof OperationData;

/** The operations that are strict in errors: if an operand is an error, the result is an error. */
export type StrictOperation = Exclude<Operation, keyof LeafData | keyof LazyData>;

/** A node of a strict operation. */
export type StrictNode = { [O in StrictOperation]: NodeOf<O> }[StrictOperation];

/** The properties of a node. */
export interface NodeParts<O extends Operation> {
  readonly op: O;
  /** Unique in its builder, and larger than the ids of the operands. */
  readonly id: number;
  readonly type: ValueType;
  readonly operands: readonly CoreNode[];
  readonly data: OperationData[O];
  /** Whether the value can be blank; only numbers and dates have a separate blank. */
  readonly mayBeBlank: boolean;
  readonly mayFail: boolean;
  /** An upper bound for the magnitude of the node's numbers; `Infinity` if unknown. */
  readonly bound: number;
  /** Whether the value depends on a field, a parameter or the clock. */
  readonly varies: boolean;
}

/** A node of the core: an operation on nodes, with one type. Nodes are shared: the core is an acyclic graph. */
export interface NodeOf<O extends Operation> extends NodeParts<O>, Expr {}

export type CoreNode = { [O in Operation]: NodeOf<O> }[Operation];

/** The parts of a node that the functions below read. */
type WithOperands = Pick<CoreNode, "op" | "operands">;

/** The operand of a unary operation. */
export function operandOf(node: WithOperands): CoreNode {
  const [operand] = node.operands;
  if (operand === undefined) throw new Error(`\`${node.op}\` has no operand`);
  return operand;
}

export function operandsOf(node: WithOperands): readonly [CoreNode, CoreNode] {
  const [first, second] = node.operands;
  if (first === undefined || second === undefined) {
    throw new Error(`\`${node.op}\` has fewer than two operands`);
  }
  return [first, second];
}

export function threeOperandsOf(node: WithOperands): readonly [CoreNode, CoreNode, CoreNode] {
  const third = node.operands[2];
  if (third === undefined) throw new Error(`\`${node.op}\` has fewer than three operands`);
  return [...operandsOf(node), third];
}
