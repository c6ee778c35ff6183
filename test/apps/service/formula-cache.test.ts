import { describe, expect, it } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import { FormulaCache } from "../../../src/apps/service/formula-cache.ts";
import { allSteps } from "../../../src/util/steps.ts";
import { jsonOf, queryOf } from "./harness/client.ts";
import { asJson, carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
const MB = 2 ** 20;
const cars = someCars(1_000);
const cacheOf = (bytes: number): FormulaCache =>
  new FormulaCache(demoSchema, { limits: { work: 1e12 } }, bytes);

/** Compiles a formula, unless the cache has it, and uses it. */
function use(cache: FormulaCache, source: string): void {
  const compiled = allSteps(cache.compiling(source));
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message);
  for (const car of cars.slice(0, 20)) compiled.bind(new Map()).matches(car);
}

describe("the formula cache", () => {
  it("charges patterns with the memory that they hold, and evicts beyond its limit", () => {
    const cache = cacheOf(MB);
    use(cache, "{price} < 50000");
    expect(cache.bytes).toBeLessThan(10_000);
    use(cache, 'REGEX_MATCH({title}, "(Long|Standard) Range")');
    expect(cache.bytes).toBeLessThan(100_000);
    // Its automaton has a state for each set of positions where an `a` was.
    const heavy = (index: number): string =>
      `REGEX_MATCH(REPT({vin} & {title}, 50), ".*[${index % 10}a].{${20 + index}}Q")`;
    const count = 40;
    let most = 0;
    for (let index = 0; index < count; index++) {
      use(cache, heavy(index));
      most = Math.max(most, cache.bytes);
    }
    expect(most).toBeGreaterThan(MB);
    // One more is weighed after it was used.
    use(cache, "{price} < 1");
    expect(cache.bytes).toBeLessThan(MB);
    const { misses } = cache;
    use(cache, heavy(count - 1));
    expect(cache.misses).toBe(misses);
    use(cache, heavy(0));
    expect(cache.misses).toBe(misses + 1);
  });

  it("holds a limited number of formulas: the most recently used", () => {
    const cache = cacheOf(100 * MB);
    const formula = (index: number): string => `{price} < ${index}`;
    for (let index = 0; index <= 1_000; index++) allSteps(cache.compiling(formula(index)));
    expect([cache.hits, cache.misses]).toEqual([0, 1_001]);
    allSteps(cache.compiling(formula(1)));
    allSteps(cache.compiling(formula(0)));
    expect([cache.hits, cache.misses]).toEqual([1, 1_002]);
    // The last formula but one took the place of the one that was used longest ago.
    allSteps(cache.compiling(formula(2)));
    expect([cache.hits, cache.misses]).toEqual([1, 1_003]);
  });

  it("holds fewer long formulas", () => {
    const cache = cacheOf(4 * MB);
    const formula = (index: number): string => `{price} < ${index} /* ${"x".repeat(12_000)} */`;
    for (let index = 0; index < 20; index++) allSteps(cache.compiling(formula(index)));
    expect(cache.bytes).toBeLessThan(4 * MB);
    allSteps(cache.compiling(formula(19)));
    allSteps(cache.compiling(formula(0)));
    expect([cache.hits, cache.misses]).toEqual([1, 21]);
  });
});

it("concurrent requests with the same formula are each answered", async () => {
  const service = await serve({ collections: { cars: { store: await carStore(cars) } } });
  const filterByFormula = 'REGEX_MATCH({title}, "(Long|Standard) Range")';
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.ask(`/cars${queryOf({ filterByFormula })}`)),
  );
  const expected = asJson(cars.filter(({ title }) => /(Long|Standard) Range/.test(title)));
  for (const answer of answers) expect(jsonOf(answer)).toEqual(expected);
});
