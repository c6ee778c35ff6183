import type { Field } from "../schema/field.ts";
import {
  DAY,
  type InstantRange,
  instantsBetween,
  LAST_DATE,
  MIN_DATE,
} from "../values/date/index.ts";
import type { Plain } from "../values/plain.ts";
import { compareText } from "../values/text/index.ts";
import { applyStrict } from "./evaluate.ts";
import { type CoreNode, type NodeOf, operandOf, operandsOf, type StrictOperation } from "./node.ts";

/** The ranges of dates that pass a test; if `isInside` is false, all other dates and blanks pass. */
export interface DateRanges {
  readonly field: Field;
  /** In order, within the dates of the language, and not empty. */
  readonly ranges: readonly InstantRange[];
  readonly isInside: boolean;
}

/** A monotonic function of a date: it never falls as the date grows, such as its year, its day or its text. */
interface Growing {
  readonly field: Field;
  /** The zone of the local time that the value is computed from; `undefined` for UTC. */
  readonly zone: string | undefined;
  readonly valueAt: (time: number) => Plain;
}

/** An operation that may be monotonic in its first operand. */
type Step = { [O in StepOperation]: NodeOf<O> }[StepOperation];
type StepOperation =
  | "startOf"
  | "dateText"
  | "floor"
  | "millisecondsBetween"
  | "datePart"
  | "divide"
  | "slice";

/** Bounds that contain the local times of all dates of the language, in every zone. */
const FIRST_TIME = MIN_DATE - DAY;
const END_OF_TIME = LAST_DATE + 1 + DAY;

/**
 * The dates for which a comparison with a constant holds, if it compares a date or a monotonic function of a date. The
 * ends of the ranges are found by bisection.
 */
export function dateRangesOf(node: CoreNode): DateRanges | undefined {
  if (node.op !== "equal" && node.op !== "less" && node.op !== "lessOrEqual") return undefined;
  const [a, b] = operandsOf(node);
  const isRight = b.op === "literal";
  const [value, constant] = isRight ? [a, b] : [b, a];
  if (constant.op !== "literal") return undefined;
  const growing = growingOf(value);
  if (growing === undefined) return undefined;
  const { field, zone, valueAt } = growing;
  if (constant.data === "") {
    // The text is blank only for a blank date, unless it is also blank for the first time.
    if (node.op !== "equal" || valueAt(FIRST_TIME) === "") return undefined;
    return { field, ranges: rangesIn(undefined, FIRST_TIME, END_OF_TIME), isInside: false };
  }
  const order = (time: number): number => compare(valueAt(time), constant.data);
  const reached = (): number => firstTime((time) => order(time) >= 0);
  const passed = (): number => firstTime((time) => order(time) > 0);
  if (node.op === "equal") {
    return { field, ranges: rangesIn(zone, reached(), passed()), isInside: true };
  }
  const split = (node.op === "lessOrEqual") === isRight ? passed() : reached();
  // The text of a blank date is the empty text, which precedes the constant.
  if (isRight && value.type === "text") {
    return { field, ranges: rangesIn(zone, split, END_OF_TIME), isInside: false };
  }
  const ranges = isRight ? rangesIn(zone, FIRST_TIME, split) : rangesIn(zone, split, END_OF_TIME);
  return { field, ranges, isInside: true };
}

function growingOf(value: CoreNode): Growing | undefined {
  const steps: Step[] = [];
  let node = value;
  while (growsWithFirst(node)) {
    steps.unshift(node);
    node = operandOf(node);
  }
  const zone = node.op === "localTime" ? node.data : undefined;
  const moment = node.op === "localTime" ? operandOf(node) : node;
  if (moment.op !== "field" || moment.type !== "date") return undefined;
  return { field: moment.data, zone, valueAt: computing(steps) };
}

function growsWithFirst(node: CoreNode): node is Step {
  const [operand, ...others] = node.operands;
  if (node.mayFail || !others.every(({ op }) => op === "literal")) return false;
  switch (node.op) {
    case "startOf":
    case "dateText":
    case "floor":
    case "millisecondsBetween":
      return true;
    case "datePart":
      return node.data === "year";
    case "divide":
      return Number(others[0]?.data) > 0;
    case "slice":
      // The parts of a date's text are ordered from the most to the least significant.
      return operand?.op === "dateText" && Number(others[0]?.data) === 1;
    default:
      return false;
  }
}

/** Composes the steps, each with constants as its other operands. */
function computing(steps: readonly Step[]): (time: number) => Plain {
  const computed = steps.map(({ op, operands, data }) => {
    const others = operands.slice(1).map((other) => other.data as Plain);
    return (value: Plain) => applyStrict<StrictOperation>(op, [value, ...others], data) as Plain;
  });
  return (time) => computed.reduce<Plain>((value, compute) => compute(value), time);
}

function compare(value: Plain, constant: unknown): number {
  return typeof value === "string"
    ? compareText(value, String(constant))
    : Number(value) - Number(constant);
}

/** The first time for which a monotonic condition holds; the end of time if there is none. */
function firstTime(holds: (time: number) => boolean): number {
  let [from, to] = [FIRST_TIME, END_OF_TIME];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function rangesIn(zone: string | undefined, from: number, to: number): readonly InstantRange[] {
  if (from >= to) return [];
  if (zone !== undefined) {
    // A bound beyond all local times needs no conversion.
    const first = from === FIRST_TIME ? Number.NEGATIVE_INFINITY : from;
    return instantsBetween(zone, first, to === END_OF_TIME ? Number.POSITIVE_INFINITY : to);
  }
  const range = { from: Math.max(from, MIN_DATE), to: Math.min(to, LAST_DATE + 1) };
  return range.from < range.to ? [range] : [];
}
