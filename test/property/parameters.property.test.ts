import fc from "fast-check";
import { expect, it } from "vitest";
import { Columns } from "../../src/columns.ts";
import { compileOrThrow } from "../../src/index.ts";
import { OPTIONS } from "../generate/clock.ts";
import { anyFormula } from "../generate/formula.ts";
import { parametrised } from "../generate/parametrised.ts";
import { randomBytes, SEED } from "../generate/random.ts";
import { RANDOM_SCHEMA } from "../generate/random-schema.ts";
import { hostileRow } from "../generate/rows.ts";
import { Tape } from "../generate/tape.ts";
import { inZone, zoneForBytes } from "../generate/zones.ts";
import { casesOf } from "../harness/extent.ts";
import { lowerSource } from "../harness/ways.ts";

const CASES = casesOf(5_000);

it(`a bound formula equals the formula with literals, for ${CASES} random formulas`, () => {
  let used = 0;
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 2, maxLength: 200, size: "max" }), (bytes) => {
      const tape = new Tape(bytes);
      const rowTape = new Tape(randomBytes(tape.below(65_536), 160));
      const rows = Array.from({ length: 4 }, () => hostileRow(rowTape));
      const source = anyFormula(tape);
      const options = { ...OPTIONS, ...inZone(zoneForBytes(bytes)) };
      if (!lowerSource(source, RANDOM_SCHEMA, [], options.timeZone).ok) return;
      const given = parametrised(source, RANDOM_SCHEMA);
      if (Object.keys(given.values).length === 0) return;
      used++;
      const literal = compileOrThrow(source, RANDOM_SCHEMA, options);
      const { parameters } = given;
      const template = compileOrThrow(given.source, RANDOM_SCHEMA, { ...options, parameters });
      const bound = template.with(given.values);
      expect(bound.type).toBe(literal.type);
      for (const row of rows) {
        expect(bound.evaluate(row), given.source).toEqual(literal.evaluate(row));
        expect(bound.reference(row), given.source).toEqual(literal.reference(row));
        expect(bound.matches(row), given.source).toBe(literal.matches(row));
        expect(bound.explain(row).value).toEqual(literal.explain(row).value);
      }
      // The rows themselves are compared by identity: they may throw when they are read.
      const found = [bound, literal].map((formula) =>
        formula.filter(rows).map((row) => rows.indexOf(row)),
      );
      expect(found[0], given.source).toEqual(found[1]);
      const columns = Columns.from(rows, RANDOM_SCHEMA);
      expect(bound.select(columns), given.source).toEqual(literal.select(columns));
    }),
    { numRuns: CASES, seed: SEED },
  );
  expect(used).toBeGreaterThan(CASES / 4);
});
