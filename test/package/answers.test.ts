import { describe, expect, it } from "vitest";
import * as columns from "../../src/columns.ts";
import { toValue } from "../../src/engine/formula-value.ts";
import * as root from "../../src/index.ts";
import { DOCUMENTED_FUNCTIONS } from "../../src/language/functions/documentation.ts";
import { EXAMPLE_NOW } from "../../src/language/functions/example-row.ts";
import * as sql from "../../src/sql.ts";
import { compileCase, conformanceFiles, expectedOutcome, instantOf } from "../conformance/case.ts";
import { anyFormula } from "../generate/formula.ts";
import { randomBytes } from "../generate/random.ts";
import { FIELDS, ordinaryRow } from "../generate/rows.ts";
import { Tape } from "../generate/tape.ts";
import { casesOf, countOf } from "../harness/extent.ts";
import { EXAMPLE_DECLARATIONS, EXAMPLE_ROW } from "../language/functions/example-record.ts";
import { ask, type Package, shippedPackages, shown } from "./shipped.ts";

// What is shipped answers as the sources do, and as the language says.

const SOURCES: Package = { name: "sources", root, columns, sql };
const PACKAGES = await shippedPackages();
/** Each package gets one in this number of cases. The sources get all cases in the tests of conformance. */
const TURNS = countOf(4, 2) * PACKAGES.length;

describe.each(PACKAGES.map((shipped, turn) => ({ ...shipped, turn })))(
  "the package through $name",
  ({ turn, ...shipped }) => {
    it.each(conformanceFiles())("returns the same for %s", (_, file) => {
      const { schema: fields, parameters } = file;
      const options = { parameters, now: instantOf(file) };
      const read = root.readSchema({ fields });
      if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
      for (const [number, one] of file.cases.entries()) {
        if (number % TURNS !== turn) continue;
        const { rule: _, row, expect: expected, ...asked } = one;
        const question = { ...asked, ...options, fields, rows: [row] };
        const answer = ask(shipped, question);
        expect(answer).toEqual(ask(SOURCES, question));
        expect(answer.refused !== undefined).toBe("refused" in expected);
        if ("returned" in expected) expect(answer.filtered).toEqual(expected.returned ? [0] : []);
        const compiled = compileCase(one, read.schema, options);
        const isValued = !(
          "diagnostics" in expected ||
          "left" in expected ||
          "returned" in expected
        );
        if ("refused" in expected || !isValued || compiled.kind !== "compiled") continue;
        const [value] = answer.values ?? [];
        const { type } = compiled.formula;
        const wanted = toValue(type, expectedOutcome(expected, type));
        expect(value, one.formula).toEqual(shown(SOURCES, wanted));
      }
    });

    it.each(DOCUMENTED_FUNCTIONS)(
      "returns the results of the examples of $definition.name",
      ({ documentation: { examples } }) => {
        for (const [number, [formula]] of examples.entries()) {
          if (number % PACKAGES.length !== turn) continue;
          const question = {
            formula,
            fields: EXAMPLE_DECLARATIONS,
            rows: [EXAMPLE_ROW],
            now: EXAMPLE_NOW,
          };
          expect(ask(shipped, question)).toEqual(ask(SOURCES, question));
        }
      },
    );

    const formulas = casesOf(2_000);
    it(`returns the results of ${formulas} random formulas`, () => {
      const fields = Object.fromEntries(FIELDS.map(({ name, type }) => [name, type]));
      const now = Date.UTC(2024, 1, 29, 12, 30, 15, 250);
      let answered = 0;
      for (let index = 0; index < formulas; index++) {
        const tape = new Tape(randomBytes(index, 20 + ((index * 7919) % 200)));
        const rowTape = new Tape(randomBytes(index + formulas, 200));
        const rows = Array.from({ length: 4 }, () => ordinaryRow(rowTape));
        const question = { formula: anyFormula(tape), fields, rows, now };
        const answer = ask(shipped, question);
        expect(answer, question.formula).toEqual(ask(SOURCES, question));
        if (answer.values !== undefined) answered++;
      }
      expect(answered / formulas).toBeGreaterThan(0.5);
    });
  },
);
