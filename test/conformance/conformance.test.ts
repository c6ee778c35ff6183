import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSchema } from "../../src/schema/index.ts";
import { isSame, lowerSource, REFERENCE, showOutcome, WAYS } from "../harness/ways.ts";
import { type ConformanceFile, expectedOutcome, lifted } from "./case.ts";

const folder = new URL("../../grammar/conformance/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
let count = 0;

for (const file of files) {
  const {
    about,
    now,
    schema: fields,
    cases,
  } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as ConformanceFile;
  const schema = readSchema({ fields });
  const instant = Date.parse(now ?? "2024-02-29T12:30:15.250Z");

  describe(`${file}: ${about}`, () => {
    if (!schema.ok) throw new Error(schema.problems.join("; "));

    it.each(cases)("$rule: $formula", ({ formula, row, expect: expected }) => {
      count++;
      const result = lowerSource(formula, schema.schema);
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
      const again = lowerSource(moved.formula, moved.schema);
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
