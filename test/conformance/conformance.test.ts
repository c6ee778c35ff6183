import { describe, expect, it } from "vitest";
import { readSchema } from "../../src/engine/index.ts";
import { isSame, lowerSource, REFERENCE, showOutcome, WAYS } from "../harness/ways.ts";
import { conformanceFiles, expectedOutcome, instantOf, lifted } from "./case.ts";

let count = 0;

for (const [name, file] of conformanceFiles()) {
  const { about, schema: fields, cases } = file;
  const schema = readSchema({ fields });
  const instant = instantOf(file);

  describe(`${name}: ${about}`, () => {
    if (!schema.ok) throw new Error(schema.problems.join("; "));

    it.each(cases)("$rule: $formula", ({ formula, timeZone, row, expect: expected }) => {
      count++;
      const result = lowerSource(formula, schema.schema, [], timeZone);
      const codes = [...new Set(result.diagnostics.map(({ code }) => code))].sort();
      if ("diagnostics" in expected) {
        expect(codes).toEqual([...expected.diagnostics].sort());
        return;
      }
      if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
      const { lowered } = result;
      const { type } = lowered.root;
      const outcome = expectedOutcome(expected, type);
      for (const way of WAYS) {
        const [found] = way.evaluate(lowered, [row], instant);
        const same = found !== undefined && isSame(found, outcome);
        const shown = found === undefined ? "nothing" : showOutcome(found, type);
        expect(same, `${way.name} answers ${shown}, not ${showOutcome(outcome, type)}`).toBe(true);
        const isReturned = way.filter(lowered, [row], instant).length === 1;
        expect(isReturned, `${way.name} as a filter`).toBe(
          REFERENCE.filter(lowered, [row], instant).length === 1,
        );
      }
      const moved = lifted(formula, fields, row);
      if (moved === undefined) return;
      const again = lowerSource(moved.formula, moved.schema, [], timeZone);
      if (!again.ok) throw new Error(again.diagnostics.map(({ message }) => message).join("\n"));
      for (const way of WAYS) {
        const [found] = way.evaluate(again.lowered, [moved.row], instant);
        expect(
          found !== undefined && isSame(found, outcome),
          `${way.name} with literals as fields`,
        ).toBe(true);
      }
    });
  });
}

it("holds at least 800 cases", () => {
  expect(count).toBeGreaterThanOrEqual(800);
});
