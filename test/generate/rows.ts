import type { ValueType } from "../../src/language/types/value-type.ts";
import type { Tape } from "./tape.ts";
import { DATES, LISTS, NUMBERS, TEXTS } from "./vocabulary.ts";

export interface GeneratedField {
  readonly name: string;
  readonly type: ValueType;
}

export const FIELDS: readonly GeneratedField[] = [
  { name: "n", type: "number" },
  { name: "m", type: "number" },
  { name: "t", type: "text" },
  { name: "u", type: "text" },
  { name: "b", type: "boolean" },
  { name: "d", type: "date" },
  { name: "e", type: "date" },
  { name: "l", type: "list" },
  { name: "odd {name}\\", type: "text" },
  { name: "constructor", type: "number" },
];

/** A value of a field's type, blank now and then. */
function fieldValue(type: ValueType, tape: Tape): unknown {
  if (tape.oneIn(5)) return tape.pick([null, undefined]);
  switch (type) {
    case "text":
      return tape.pick(TEXTS);
    case "number":
      return tape.pick(NUMBERS);
    case "boolean":
      return tape.oneIn(2);
    case "date": {
      const iso = tape.pick(DATES);
      return tape.oneIn(2) ? new Date(iso) : iso;
    }
    case "list":
      return tape.pick(LISTS);
  }
}

const throwing = {
  get(): never {
    throw new Error("hostile getter");
  },
};

const HOSTILE_VALUES: readonly (() => unknown)[] = [
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => Number.NEGATIVE_INFINITY,
  () => -0,
  () => "a\u0000b",
  () => "\ud800",
  () => "😀".slice(0, 1),
  () => 5,
  () => "5",
  () => true,
  () => ({}),
  () => [1, 2],
  () => ["a", 1],
  () => ["a", "\udc00"],
  () => new Array(3),
  () => new Date(Number.NaN),
  () => new Date(8.64e15),
  () => new Date(1.5),
  () => 10n,
  () => Symbol("x"),
  () => () => "a",
  () => new Proxy(new Date(), {}),
  () => new Proxy([], throwing),
  () => Object("a"),
  () => ({ valueOf: () => 1, toString: () => "a" }),
  () => "2024-02-30",
  () => "1899-12-31",
];

/** A row of values that are of their fields' types, or missing. */
export function ordinaryRow(tape: Tape): unknown {
  return rowOf((type) => fieldValue(type, tape));
}

/** A row that holds anything at all. */
export function hostileRow(tape: Tape): unknown {
  if (tape.oneIn(8)) return strangeRow(tape);
  return rowOf((type) => (tape.oneIn(12) ? tape.pick(HOSTILE_VALUES)() : fieldValue(type, tape)));
}

function rowOf(valueOfType: (type: ValueType) => unknown): unknown {
  const values: Record<string, unknown> = {};
  for (const { name, type } of FIELDS) {
    const value = valueOfType(type);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function strangeRow(tape: Tape): unknown {
  const name = tape.pick(FIELDS).name;
  switch (tape.below(7)) {
    case 0:
      return null;
    case 1:
      return tape.pick([undefined, "n", 5, true, Symbol("row")]);
    case 2:
      return [];
    case 3:
      return Object.create({ n: 1, t: "a", d: new Date(0) });
    case 4:
      return new Proxy({}, throwing);
    case 5:
      return Object.defineProperty({ t: "a", n: 1 }, name, { ...throwing, enumerable: true });
    default:
      return Object.assign(Object.create(null), { n: 2, t: "ab", b: true });
  }
}
