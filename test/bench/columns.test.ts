import { describe, expect, it } from "vitest";
import { makeCars } from "../../bench/cars.ts";
import type { ColumnEngine } from "../../bench/engines/engine.ts";
import { columnEngines } from "../../bench/engines/index.ts";
import { filters } from "../../bench/filters.ts";
import { growthStep } from "../../bench/growth-step.ts";
import { carSchema } from "../../bench/isoform.ts";
import { limitsOf } from "../../bench/limits.ts";
import * as columns from "../../src/columns.ts";
import * as isoform from "../../src/index.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { start } from "../engines/engine.ts";

const cars = makeCars(5000, 3);

const wanted = new Map(
  filters.map(({ id, matches }) => [id, cars.flatMap((car, row) => (matches(car) ? [row] : []))]),
);

describe("columns in the benchmark", () => {
  const held = columns.Columns.from(cars, carSchema(isoform));

  it.each(filters)("select and count like the code by hand: $id", ({ id, formula }) => {
    const compiled = isoform.compileOrThrow(formula, carSchema(isoform));
    expect([...compiled.select(held)]).toEqual(wanted.get(id));
    expect(held.count(compiled)).toBe(wanted.get(id)?.length);
  });

  it("are the same if the cars are not held", () => {
    const step = growthStep({ isoform, columns }, { rows: 9000, rounds: 1, seed: 3 });
    expect(step.filters.map(({ id }) => id)).toEqual(filters.map(({ id }) => id));
    expect(step.resident.most).toBeGreaterThan(step.memory);
  });
});

describe("the limit in the benchmark", () => {
  // 17 and 1 fill no vector, and 0 is no column at all.
  it.each([5000, 17, 16, 1])("is a correct sum of %i rows", (rows) => {
    const some = cars.slice(0, rows);
    const sum = some.reduce((all, { price, tax }) => all + price + (tax ?? 0), 0);
    for (const { expected, run } of limitsOf(some, ["price", "tax"])) {
      expect(run()).toBe(sum | 0);
      expect(expected).toBe(sum | 0);
    }
  });

  it("is missing without numbers", () => {
    expect(limitsOf(cars, [])).toEqual([]);
  });
});

function answersAlike(engine: () => ColumnEngine): void {
  it.each(filters)("finds the same rows as the code by hand: $id", async (filter) => {
    const { rows, count } = await engine().prepare(filter);
    expect([...(await rows())]).toEqual(wanted.get(filter.id));
    expect(await count()).toBe(wanted.get(filter.id)?.length);
    // What is prepared is asked again and again.
    expect([...(await rows())]).toEqual(wanted.get(filter.id));
  });

  it("has a version", () => {
    expect(engine().version).toMatch(/^v?\d+\.\d+\.\d+/);
  });
}

describe("engines beside columns", () => {
  // Tests install no engine for the benchmark alone. The benchmark compares the rows of every engine before it measures.
  for (const name of ["arquero", "duckdb", "sqlite"] as const) {
    for (const variant of columnEngines[name]) {
      describeEngine(
        variant.name,
        () => start(variant.name, () => variant.start(cars)),
        answersAlike,
        // better-sqlite3 is compiled for one version of Node, and only where that was asked for.
        { isOptional: name === "sqlite" },
      );
    }
  }
});
