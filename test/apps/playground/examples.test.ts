import { expect, it } from "vitest";
import { demoCars, demoSchema } from "../../../src/apps/demo/index.ts";
import { EXAMPLES } from "../../../src/apps/playground/formula/examples.ts";
import { Columns } from "../../../src/columns.ts";
import { compile } from "../../../src/index.ts";

const cars = Columns.from(demoCars(20_000, 1), demoSchema);
const all = Object.values(EXAMPLES).flat();

it("are at least the required number, and distinct", () => {
  expect(all.length).toBeGreaterThanOrEqual(20);
  expect(new Set(all.map(({ formula }) => formula)).size).toBe(all.length);
});

it.each(all)("$title: $formula", ({ formula }) => {
  const result = compile(formula, demoSchema);
  expect(result.diagnostics).toEqual([]);
  const count = result.ok ? cars.count(result.formula) : 0;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(cars.length);
});
