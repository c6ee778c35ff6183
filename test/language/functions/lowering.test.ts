import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { CoreBuilder } from "../../../src/language/core/builder.ts";
import { evaluate } from "../../../src/language/core/evaluate.ts";
import type { CoreNode } from "../../../src/language/core/node.ts";
import { DATE_FUNCTIONS } from "../../../src/language/functions/date/index.ts";
import { NUMBER_FUNCTIONS } from "../../../src/language/functions/number/index.ts";
import type { Field } from "../../../src/language/schema/field.ts";
import type { ValueType } from "../../../src/language/types/value-type.ts";
import {
  formatDate,
  LAST_DATE,
  MIN_DATE,
  parseDateFormat,
  weekOfYear,
} from "../../../src/language/values/date/index.ts";
import { ERROR, type Outcome, type Plain } from "../../../src/language/values/plain.ts";
import { runsOf } from "../../harness/extent.ts";

// If a function has two lowerings, or one beside a formula in its documentation, both must agree exactly.

const definitions = new Map(
  [...NUMBER_FUNCTIONS, ...DATE_FUNCTIONS].map((definition) => [definition.name, definition]),
);

type Operand = readonly [type: ValueType, value: Plain];

/** Calls a function with operands in fields, which are known only at run time. */
function run(
  name: string,
  operands: readonly Operand[],
  complete: (core: CoreBuilder, nodes: readonly CoreNode[]) => readonly unknown[] = (_, nodes) =>
    nodes,
): Outcome {
  const definition = definitions.get(name);
  if (definition === undefined) throw new Error(`no function ${name}`);
  const core = new CoreBuilder();
  const nodes = operands.map(([type], index) => core.field({ name: `f${index}`, type }));
  const read = (field: Field): Plain => operands[Number(field.name.slice(1))]?.[1] ?? null;
  return evaluate(definition.lower(core, complete(core, nodes)), { read, now: 0 });
}

const double = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -1e17, max: 1e17 }),
  fc.integer({ min: -(10 ** 6), max: 10 ** 6 }).map((whole) => whole / 1000),
  fc.maxSafeInteger(),
);
const number = double.map((value) => value + 0);
const maybeNumber = fc.option(number, { nil: null, freq: 3 });
const instant = fc.integer({ min: MIN_DATE, max: LAST_DATE });

const digits = fc.oneof(
  fc.integer({ min: -4, max: 16 }),
  fc.integer({ min: -320, max: 320 }),
  fc.double({ noNaN: true, min: -5, max: 5 }),
);

describe.each(["ROUND", "ROUNDDOWN", "ROUNDUP"])("%s", (name) => {
  test.prop([number, digits], { numRuns: runsOf(4_000) })(
    "is the same for digits in the formula and in a field",
    (value, digits) => {
      const written = run(name, [["number", value]], (core, [x]) => [x, core.number(digits)]);
      expect(
        run(name, [
          ["number", value],
          ["number", digits],
        ]),
      ).toBe(written);
    },
  );

  test.prop([fc.integer({ min: -(2 ** 50), max: 2 ** 50 }), fc.integer({ min: 0, max: 15 })], {
    numRuns: runsOf(4_000),
  })("leaves a decimal with so few digits unchanged", (whole, digits) => {
    const value = Number(`${whole}e-${digits}`) + 0;
    expect(run(name, [["number", value]], (core, [x]) => [x, core.number(digits)])).toBe(value);
  });
});

test.prop([fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 })], {
  numRuns: runsOf(4_000),
})("ROUND to whole numbers is exact", (value) => {
  const below = Math.floor(value);
  const expected = value - below >= 0.5 ? below + 1 : below;
  expect(run("ROUND", [["number", value]])).toBe(expected);
});

test("ROUND is exact where adding a half is not", () => {
  for (const [value, rounded] of [
    [0.49999999999999994, 0],
    [0.5, 1],
    [2 ** 52 + 1, 2 ** 52 + 1],
    [2 ** 53 - 1, 2 ** 53 - 1],
    [-0.49999999999999994, 0],
    [-2.5, -3],
  ] as const) {
    expect(run("ROUND", [["number", value]])).toBe(rounded);
  }
});

test.prop([number, fc.integer({ min: 0, max: 10 })], { numRuns: runsOf(2_000) })(
  "POWER is the same for a power in the formula and in a field",
  (base, exponent) => {
    const written = run("POWER", [["number", base]], (core, [x]) => [x, core.number(exponent)]);
    expect(
      run("POWER", [
        ["number", base],
        ["number", exponent],
      ]),
    ).toBe(written);
  },
);

const numbers = fc.array(maybeNumber, { minLength: 1, maxLength: 9 });
const restOf = (_: CoreBuilder, nodes: readonly CoreNode[]) => [nodes];

test.prop([numbers])("MAX, MIN and AVERAGE skip blanks", (values) => {
  const operands = values.map((value): Operand => ["number", value]);
  const known = values.filter((value) => value !== null);
  expect(run("MAX", operands, restOf)).toBe(known.length === 0 ? null : Math.max(...known));
  expect(run("MIN", operands, restOf)).toBe(known.length === 0 ? null : Math.min(...known));
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const hasOverflow = values.some(
    (_, index) =>
      !Number.isFinite(values.slice(0, index + 1).reduce<number>((a, b) => a + (b ?? 0), 0)),
  );
  const mean = hasOverflow ? ERROR : known.length === 0 ? null : sum / known.length + 0;
  expect(run("AVERAGE", operands, restOf)).toBe(mean);
});

test.prop([instant], { numRuns: runsOf(2_000) })("WEEKNUM is the week of the calendar", (ms) => {
  const week = (start: string) => run("WEEKNUM", [["date", ms]], (_, [moment]) => [moment, start]);
  expect(week("Sunday")).toBe(weekOfYear(ms, 0));
  expect(week("Monday")).toBe(weekOfYear(ms, 1));
});

const token = fc.constantFrom(
  ..."YYYY,YY,Y,Q,M,MM,D,DD,DDD,DDDD,d,e,E,w,ww,W,WW,gggg,GGGG,H,HH,h,hh,k,m,mm,s,ss,S,SS,SSS,SSSS".split(
    ",",
  ),
  ..."x,X,Do,A,MMM,dddd,Z,z, ,-,:,T,.,[Z],[at],/,[],LT,L".split(","),
);

test.prop([fc.option(instant, { nil: null, freq: 9 }), fc.array(token, { maxLength: 12 })], {
  numRuns: runsOf(2_000),
})("DATETIME_FORMAT writes the same as formatDate, however it is lowered", (ms, tokens) => {
  const format = parseDateFormat(tokens.join(""));
  const written = run("DATETIME_FORMAT", [["date", ms]], (_, [moment]) => [moment, format, {}]);
  expect(written).toBe(ms === null ? "" : formatDate(ms, format));
});
