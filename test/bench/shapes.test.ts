import { expect, it } from "vitest";
import { carShapes } from "../../bench/shapes/by-hand.ts";
import { drawShapes } from "../../bench/shapes/draw.ts";
import { makeTables } from "../../bench/shapes/tables.ts";
import { shareKept } from "../../bench/shapes/weights.ts";
import { type Car, demoCars, demoSchema } from "../../src/apps/demo/index.ts";
import { compileOrThrow } from "../../src/index.ts";

const cars: readonly Car[] = [...demoCars(3000, 3)];
const tables = makeTables(2000, 1);

it.each(carShapes)(
  "the code by hand selects what the formula does: $formula",
  ({ formula, matches }) => {
    const wanted = cars.filter(matches);
    expect(compileOrThrow(formula, demoSchema).filter(cars)).toEqual(wanted);
    expect(wanted.length).toBeLessThan(cars.length);
  },
);

it("a seed always draws the same formulas, which match some rows of both tables", () => {
  const draw = () => drawShapes(tables, 20, 5);
  const shapes = draw();
  expect(draw().map(({ source }) => source)).toEqual(shapes.map(({ source }) => source));
  expect(new Set(shapes.map(({ table }) => table.name))).toEqual(new Set(["cars", "tickets"]));
  for (const { table, formula } of shapes) {
    const found = formula.filter(table.rows).length;
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(table.rows.length);
  }
});

it("rarely used functions are drawn less often", () => {
  expect(shareKept(["AND", "FIND"])).toBe(1);
  expect(shareKept(["AND", "WORKDAY"])).toBe(0.25);
  expect(shareKept([])).toBe(1);
});
