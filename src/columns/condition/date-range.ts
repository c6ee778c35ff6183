import type { CoreNode } from "../../core/node.ts";
import { Closures } from "../../in-memory/closures.ts";
import { Run } from "../../in-memory/compute.ts";
import type { Encoded } from "../../in-memory/encoding.ts";
import type { Field } from "../../schema/field.ts";
import { LAST_DATE, MIN_DATE } from "../../values/date/index.ts";
import { compareText } from "../../values/text/index.ts";

/** The dates from `first` to `last` pass a test, or all others and the blanks do (`isInside` is false). */
export interface DateRange {
  readonly field: Field;
  readonly first: number;
  readonly last: number;
  readonly isInside: boolean;
}

/**
 * The dates for which a comparison with a constant holds, if it compares a value that never falls while the date grows, as
 * its year, its day or its text do. The ends of the range are found by bisection.
 */
export function dateRangeOf(node: CoreNode): DateRange | undefined {
  const [a, b] = node.operands;
  if (a === undefined || b === undefined || node.mayFail) return undefined;
  const isRight = b.op === "literal";
  const [value, constant] = isRight ? [a, b] : [b, a];
  const field = growingField(value);
  if (field === undefined || constant.op !== "literal" || constant.data === "") return undefined;
  const valueAt = growing(value);
  const order = (date: number): number => compare(valueAt(date), constant.data);
  const reached = firstDate((date) => order(date) >= 0);
  const passed = firstDate((date) => order(date) > 0);
  const split = (node.op === "lessOrEqual") === isRight ? passed : reached;
  const [first, after] =
    node.op === "equal" ? [reached, passed] : isRight ? [MIN_DATE, split] : [split, LAST_DATE + 1];
  // The text of a blank date is the empty text, which comes before the constant.
  const takesBlanks = value.type === "text" && node.op !== "equal" && isRight;
  if (!takesBlanks) return { field, first, last: after - 1, isInside: true };
  return { field, first: after, last: Math.max(after, LAST_DATE), isInside: false };
}

/** The field of dates that a value never falls with; `undefined` for other values. */
function growingField(root: CoreNode): Field | undefined {
  for (let node = root; ; ) {
    if (node.op === "field") return node.type === "date" && node !== root ? node.data : undefined;
    const [operand, ...others] = node.operands;
    if (operand === undefined || !growsWithFirst(node, others)) return undefined;
    node = operand;
  }
}

function growsWithFirst(node: CoreNode, others: readonly CoreNode[]): boolean {
  if (!others.every(({ op }) => op === "literal")) return false;
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
      // The parts of a date's text stand in the order of their weight.
      return node.operands[0]?.op === "dateText" && Number(others[0]?.data) === 1;
    default:
      return false;
  }
}

function growing(value: CoreNode): (date: number) => Encoded {
  const compute = new Closures<number>(BY_DATE, value).computing(value);
  const run = new Run(0);
  return (date) => compute(date, run.next());
}

/** Reads a date as the value of every field. */
const BY_DATE = {
  read: () => (date: number) => date,
  test: () => undefined,
};

function compare(value: Encoded, constant: unknown): number {
  return typeof value === "string"
    ? compareText(value, String(constant))
    : Number(value) - Number(constant);
}

/** The first date for which a condition holds that holds for all later dates, too; the one after all dates if there is none. */
function firstDate(holds: (date: number) => boolean): number {
  let [from, to] = [MIN_DATE, LAST_DATE + 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
