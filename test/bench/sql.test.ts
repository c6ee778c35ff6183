import { describe, expect, it } from "vitest";
import { makeCars } from "../../bench/cars.ts";
import { filters } from "../../bench/filters.ts";
import { conditionsFor, loadCars, ranges } from "../../bench/sql.ts";
import { ENGINES_WITH_DIALECT } from "../backends/sql/dialects.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { type Engine, startEngine } from "../engines/engine.ts";

const cars = makeCars(2000, 3);

it("declares ranges that hold for the cars", () => {
  for (const car of cars) {
    for (const [name, [least, most]] of Object.entries(ranges)) {
      const value = Reflect.get(car, name) ?? least;
      expect(value).toBeGreaterThanOrEqual(least);
      expect(value).toBeLessThanOrEqual(most);
    }
  }
});

function answersAlike(engine: () => Engine): void {
  let loaded: Promise<void> | undefined;

  describe.each(filters)("$id", (filter) => {
    const expected = cars
      .filter(filter.matches)
      .map(({ vin }) => vin)
      .sort();

    it.each(Object.keys(conditionsFor("sqlite", filter)))(
      "%s returns the same as the code by hand",
      async (name) => {
        loaded ??= loadCars(engine(), cars);
        await loaded;
        const condition = conditionsFor(engine().name, filter)[name];
        const found = await engine().query(
          `SELECT vin FROM cars WHERE ${condition?.where}`,
          condition?.params,
        );
        expect(found.map(([vin]) => vin).sort()).toEqual(expected);
      },
    );
  });
}

describe("SQL of the benchmark", () => {
  for (const name of ENGINES_WITH_DIALECT) {
    describeEngine<Engine>(name, () => startEngine(name), answersAlike, {
      isOptional: name === "mariadb",
    });
  }
});
