import { afterEach, describe, expect, it, vi } from "vitest";
import type { Stage } from "../../../src/backends/columns/select/stage.ts";
import { allSteps } from "../../../src/util/steps.ts";
import { columnsOf, formulaOf } from "./columns-of.ts";

/** Rows with distinct texts `id`, which are stored without a dictionary. */
function rowsOf(length: number): readonly object[] {
  return Array.from({ length }, (_, index) => ({
    id: `k${index}`,
    n: index % 7,
    m: index,
    t: ["red", "green"][index % 2],
    b: index % 3 === 0,
    l: ["a", "b"].slice(index % 2),
  }));
}

function loopsOf(source: string, rows: readonly object[]): readonly Stage["loop"][] {
  return allSteps(columnsOf(rows).snapshot().table.planning(formulaOf(source))).loops;
}

const [FEW, SOME, MANY] = [rowsOf(1_999), rowsOf(2_000), rowsOf(50_000)];

/** Spies on the ways to read a clock. */
function spyOnClocks() {
  vi.spyOn(Date, "now");
  vi.spyOn(performance, "now");
  const construct = vi.fn((target: DateConstructor, given: unknown[]) =>
    Reflect.construct(target, given),
  );
  vi.stubGlobal("Date", new Proxy(Date, { construct }));
  return () => [
    vi.mocked(Date.now).mock.calls,
    vi.mocked(performance.now).mock.calls,
    construct.mock.calls.filter(([, given]) => given.length === 0),
  ];
}

describe("a plan", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it.each<[source: string, few: Stage["loop"][], some: Stage["loop"][], many: Stage["loop"][]]>([
    ["{n} > 3", ["closures"], ["generated"], ["vectors"]],
    ['LOWER({t}) = "red"', ["closures"], ["generated"], ["vectors"]],
    ["{n} + {m} > 9", ["closures"], ["generated"], ["vectors"]],
    ['FIND("k1", {id})', ["search"], ["search"], ["search"]],
    ['REGEX_MATCH({id}, "^k[34]")', ["closures"], ["generated"], ["generated"]],
    // Tests of single columns share a loop; then come other branchless forms, then the rest by cost.
    [
      'AND(REGEX_MATCH({id}, "^k[34]"), {n} + {m} > 9, {n} > 3, FIND("k1", {id}), {t} = "red")',
      ["closures", "closures", "closures", "search", "closures"],
      ["generated", "generated", "search", "generated"],
      ["vectors", "vectors", "search", "generated"],
    ],
    ["{n} > 1 / 0", ["none"], ["none"], ["none"]],
    ["TRUE()", [], [], []],
  ])(
    "of %s follows from the condition, the columns and the number of rows",
    (source, ...wanted) => {
      expect([FEW, SOME, MANY].map((rows) => loopsOf(source, rows))).toEqual(wanted);
    },
  );

  it("is made without reading a clock, so it is the same at any time", () => {
    const readings = spyOnClocks();
    for (const source of [
      'AND({n} > 3, FIND("k1", {id}), {n} + {m} > 9, REGEX_MATCH({id}, "^k[34]"))',
      'OR(REGEX_MATCH({t}, "^r"), {id} < "k5")',
      'IF({b}, FIND("k1", {id}, 2) > 1, HAS({l}, "a"))',
    ]) {
      const columns = columnsOf(MANY);
      const first = allSteps(columns.snapshot().table.planning(formulaOf(source))).loops;
      // Neither elapsed time nor earlier searches change a plan.
      for (let time = 0; time < 10; time++) {
        const formula = formulaOf(source);
        columns.count(formula);
        expect(allSteps(columns.snapshot().table.planning(formula)).loops).toEqual(first);
      }
    }
    expect(readings().flat()).toEqual([]);
  });

  it("of a formula with NOW() reads only the formula's own clock", () => {
    const readings = spyOnClocks();
    const formula = formulaOf("{d} < NOW()").at(Date.UTC(2024, 0, 1));
    expect(formula.select(columnsOf(MANY))).toHaveLength(0);
    expect(readings().flat()).toEqual([]);
  });
});
