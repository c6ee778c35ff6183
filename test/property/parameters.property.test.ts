import fc from "fast-check";
import { expect, it } from "vitest";
import { Columns } from "../../src/columns.ts";
import { compileOrThrow } from "../../src/index.ts";
import { anyFormula } from "../generate/formula.ts";
import { parametrised } from "../generate/parametrised.ts";
import { randomBytes } from "../generate/random.ts";
import { hostileRow } from "../generate/rows.ts";
import { Tape } from "../generate/tape.ts";
import { inZone, zoneForBytes } from "../generate/zones.ts";
import { casesOf } from "../harness/extent.ts";
import { lowerSource } from "../harness/ways.ts";
import { SCHEMA } from "./agreement.ts";

const CASES = casesOf(5_000);
const SEED = Number(process.env.ISOFORM_SEED ?? 20_261_121);
const NOW = Date.UTC(2024, 1, 29, 12, 30, 15, 250);
const OPTIONS = { clock: () => new Date(NOW), limits: { work: Number.POSITIVE_INFINITY } };

it(`a bound formula is the formula with literals, for ${CASES} random formulas`, {
  timeout: 600_000,
}, () => {
  let used = 0;
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 2, maxLength: 200, size: "max" }), (bytes) => {
      const tape = new Tape(bytes);
      const rowTape = new Tape(randomBytes(tape.below(65_536), 160));
      const rows = Array.from({ length: 4 }, () => hostileRow(rowTape));
      const source = anyFormula(tape);
      const options = { ...OPTIONS, ...inZone(zoneForBytes(bytes)) };
      if (!lowerSource(source, SCHEMA, [], options.timeZone).ok) return;
      const given = parametrised(source, SCHEMA);
      if (Object.keys(given.values).length === 0) return;
      used++;
      const literal = compileOrThrow(source, SCHEMA, options);
      const { parameters } = given;
      const template = compileOrThrow(given.source, SCHEMA, { ...options, parameters });
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
      const columns = Columns.from(rows, SCHEMA);
      expect(bound.select(columns), given.source).toEqual(literal.select(columns));
    }),
    { numRuns: CASES, seed: SEED },
  );
  expect(used).toBeGreaterThan(CASES / 4);
});
