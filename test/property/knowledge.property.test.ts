import fc from "fast-check";
import { expect, it } from "vitest";
import { compile, compileOrThrow, implies } from "../../src/index.ts";
import { readField } from "../../src/language/values/row-value.ts";
import { OPTIONS } from "../generate/clock.ts";
import { filterFormula } from "../generate/filter.ts";
import { anyFormula } from "../generate/formula.ts";
import { randomBytes, SEED } from "../generate/random.ts";
import { RANDOM_SCHEMA } from "../generate/random-schema.ts";
import { FIELDS, ordinaryRow } from "../generate/rows.ts";
import { Tape } from "../generate/tape.ts";
import { inZone, zoneForBytes } from "../generate/zones.ts";
import { casesOf } from "../harness/extent.ts";
import { lowerSource } from "../harness/ways.ts";

const CASES = Math.max(casesOf(1_000), 60);
const BYTES = fc.uint8Array({ minLength: 2, maxLength: 200, size: "max" });

/** A random formula that compiles, and some rows. */
function given(bytes: Uint8Array) {
  const tape = new Tape(bytes);
  const options = { ...OPTIONS, ...inZone(zoneForBytes(bytes)) };
  const rowTape = new Tape(randomBytes(tape.below(65_536), 400));
  const rows = Array.from({ length: 2 }, () => Object(ordinaryRow(rowTape)));
  const sources = [anyFormula(tape), filterFormula(tape)].filter(
    (one) => lowerSource(one, RANDOM_SCHEMA, [], options.timeZone).ok,
  );
  return { rows, tape, sources, options };
}

it("the remainder of a formula has the same value for records with the known values", () => {
  let left = 0;
  fc.assert(
    fc.property(BYTES, (bytes) => {
      const { rows, tape, sources, options } = given(bytes);
      const names = FIELDS.map(({ name }) => name).filter(() => tape.oneIn(2));
      for (const source of sources) {
        const formula = compileOrThrow(source, RANDOM_SCHEMA, options);
        for (const row of rows) {
          const known = knownIn(row, names);
          if (known === undefined) continue;
          const rest = formula.assume(known);
          const about = `${source}\n${rest.source}\n${JSON.stringify(known)}`;
          expect(rest.evaluate(row), about).toEqual(formula.evaluate(row));
          expect(rest.matches(row), about).toBe(formula.matches(row));
          expect(
            rest.fields.filter((name) => names.includes(name)),
            about,
          ).toEqual([]);
          const again = compile(rest.source, RANDOM_SCHEMA, {
            ...options,
            limits: { ...OPTIONS.limits, length: 1e6, nodes: 1e6, arguments: 1e6, depth: 150 },
          });
          // A known value may make a text too long, which is a mistake if it is written.
          if (again.ok) expect(again.formula.evaluate(row), about).toEqual(formula.evaluate(row));
          else expect(again.diagnostics.map(({ code }) => code)).toContain("text-too-long");
          if (rest.fields.length > 0) left++;
          const all = knownIn(
            row,
            FIELDS.map(({ name }) => name),
          );
          if (all !== undefined) expect(formula.assume(all).fields, source).toEqual([]);
        }
      }
    }),
    { numRuns: CASES, seed: SEED },
  );
  expect(left).toBeGreaterThan(CASES / 10);
});

/** The values of some fields of a row; `undefined` if one of them cannot be known. */
function knownIn(row: object, names: readonly string[]): Record<string, unknown> | undefined {
  const known: Record<string, unknown> = {};
  for (const { name, type } of FIELDS) {
    if (!names.includes(name)) continue;
    const value = readField(row, name, type);
    if (Array.isArray(value) && value.includes("")) return undefined;
    known[name] = type === "date" && value !== null ? new Date(Number(value)) : value;
  }
  return known;
}

it("a reported implication holds", () => {
  const found = { true: 0, false: 0, unknown: 0 };
  fc.assert(
    fc.property(BYTES, (bytes) => {
      const { rows, tape, options } = given(bytes);
      const [a, b] = [simple(tape), simple(tape)].map((source) =>
        compileOrThrow(source, RANDOM_SCHEMA, options),
      );
      if (a === undefined || b === undefined) return;
      const about = `${a.source}\n${b.source}`;
      const answer = implies(a, b);
      found[answer]++;
      for (const row of rows) {
        if (answer === "true" && a.matches(row)) expect(b.matches(row), about).toBe(true);
      }
      // The laws that follow from the meaning of the formulas.
      expect(implies(a, a), a.source).not.toBe("false");
      expect(implies(a.and(b), a), about).not.toBe("false");
      expect(implies(a, a.or(b)), about).not.toBe("false");
    }),
    { numRuns: CASES, seed: SEED },
  );
  expect(found.true).toBeGreaterThan(0);
  expect(found.false).toBeGreaterThan(CASES / 20);
});

/** A condition on few fields and values, so that two of them often have to do with each other. */
function simple(tape: Tape, depth = 2): string {
  if (depth > 0 && tape.oneIn(2)) {
    const [first, second] = [simple(tape, depth - 1), simple(tape, depth - 1)];
    return tape.pick([
      `AND(${first}, ${second})`,
      `OR(${first}, ${second})`,
      `NOT(${first})`,
      `IF(${first}, ${second}, FALSE())`,
      `IF({n} / {n} = 1, ${first}, ${second})`,
    ]);
  }
  const operator = tape.pick(["=", "!=", "<", "<=", ">", ">="]);
  return tape.pick([
    `{n} ${operator} ${tape.pick(["0", "1", "2", "BLANK()"])}`,
    `${tape.pick(["0", "1", "2"])} ${operator} {n}`,
    `{t} ${operator} ${tape.pick(['"a"', '"b"', '""'])}`,
    `{d} ${operator} ${tape.pick(['"2024-01-01"', '"2024-02-29"', "TODAY()"])}`,
    `1 / {n} ${operator} ${tape.pick(["0", "1"])}`,
    `CONTAINS({t}, "a")`,
    "{b}",
    "{l}",
  ]);
}
