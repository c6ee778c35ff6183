import { describe, expect, it } from "vitest";
import { readSchema } from "../../src/engine/index.ts";
import { toValue } from "../../src/engine/value.ts";
import type { Outcome } from "../../src/values/plain.ts";
import { isSame, REFERENCE, showOutcome, waysFor } from "../harness/ways.ts";
import {
  type CompiledCase,
  compileCase,
  conformanceFiles,
  type Expected,
  expectedOutcome,
  instantOf,
  lifted,
} from "./case.ts";

let count = 0;

for (const [name, file] of conformanceFiles()) {
  const { about, schema: fields, cases, parameters } = file;
  const schema = readSchema({ fields });
  const instant = instantOf(file);

  describe(`${name}: ${about}`, () => {
    if (!schema.ok) throw new Error(schema.problems.join("; "));

    it.each(cases)("$rule: $formula", (one) => {
      count++;
      const { formula: source, row, expect: expected } = one;
      const options = { parameters, now: instant };
      const compiled = compileCase(one, schema.schema, options);
      if ("diagnostics" in expected) {
        expect(compiled.codes).toEqual([...expected.diagnostics].sort());
        return;
      }
      if ("refused" in expected) {
        expect(compiled.kind).toBe("refused");
        return;
      }
      const wanted = expectIn(compiled, expected, row, "");
      if ("left" in expected) return;
      const moved = lifted(source, fields, row);
      if (moved === undefined) return;
      const again = compileCase({ ...one, formula: moved.formula }, moved.schema, options);
      expect(expectIn(again, expected, moved.row, "with literals as fields")).toEqual(wanted);
    });

    /** Every way to run a formula gives what is expected. The result is the value. */
    function expectIn(
      compiled: CompiledCase,
      expected: Expected | { readonly returned: boolean } | { readonly left: string },
      row: unknown,
      place: string,
    ): Outcome {
      if (compiled.kind === "refused") throw compiled.problem;
      if (compiled.kind === "mistaken") throw new Error(compiled.codes.join());
      const { lowered, formula } = compiled;
      const { type } = formula;
      if ("left" in expected) expect(formula.source).toBe(expected.left);
      const rows = [row];
      const [reference] = REFERENCE.evaluate(lowered, rows, instant);
      const outcome =
        "left" in expected || "returned" in expected ? reference : expectedOutcome(expected, type);
      if (outcome === undefined) throw new Error("the reference evaluator gives no value");
      const isReturned = REFERENCE.filter(lowered, rows, instant).length === 1;
      if ("returned" in expected) expect(isReturned).toBe(expected.returned);
      for (const way of waysFor(formula.source)) {
        const [found] = way.evaluate(lowered, rows, instant);
        const same = found !== undefined && isSame(found, outcome);
        const shown = found === undefined ? "nothing" : showOutcome(found, type);
        const about = `${way.name} ${place}`;
        expect(same, `${about} answers ${shown}, not ${showOutcome(outcome, type)}`).toBe(true);
        const isFound = way.filter(lowered, rows, instant).length === 1;
        expect(isFound, `${about} as a filter`).toBe(isReturned);
      }
      // A bound formula runs the code of its template, and its values are not in the core.
      expect(formula.evaluate(row)).toEqual(toValue(type, outcome));
      expect(formula.reference(row)).toEqual(toValue(type, outcome));
      expect(formula.matches(row)).toBe(isReturned);
      expect(formula.filter([row])).toHaveLength(Number(isReturned));
      return outcome;
    }
  });
}

it("holds at least 800 cases", () => {
  expect(count).toBeGreaterThanOrEqual(800);
});
