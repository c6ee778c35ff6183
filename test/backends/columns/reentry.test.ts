import { describe, expect, it } from "vitest";
import { Columns } from "../../../src/backends/columns/columns.ts";
import type { ColumnStrategy } from "../../../src/backends/columns/select/tier.ts";
import {
  compileOrThrow,
  defineFunction,
  defineKernel,
  defineSchema,
  type Formula,
  parameter,
} from "../../../src/index.ts";
import { countOf } from "../../harness/extent.ts";

interface Item {
  readonly id: string;
  readonly n: number;
  readonly group: string;
}

const schema = defineSchema({
  id: { type: "text", key: true },
  n: "number",
  group: "text",
});

const STRATEGIES: readonly ColumnStrategy[] = ["vectors", "generated", "closures"];

/** Less than a block, and more than two blocks. */
const SIZES = [30, 8_300];

function items(count: number, step: number): readonly Item[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index).padStart(6, "0"),
    n: (index * step) % 97,
    group: `group ${index % 11}`,
  }));
}

/** A formula with `ASK(n)`, which returns its argument and sometimes runs a search. */
function asking(source: string, question: () => void): Formula<object> {
  let calls = 0;
  const ask = defineKernel({
    name: "ask",
    parameters: ["number"],
    result: "number",
    evaluate: (value) => {
      if (calls++ % 13_000 === 5) question();
      return value;
    },
  });
  const definition = defineFunction({
    name: "ASK",
    parameters: [parameter.number("value")],
    result: "number",
    lower: (core, value) => core.call(ask, value),
  });
  return compileOrThrow<object>(source, schema, { functions: [definition] });
}

const PLAIN = 'AND(n > 40, OR(group = "group 3", n * 2 < 150), n + 1 != 60)';
const ASKING = PLAIN.replace("n * 2", "ASK(n) * 2").replace("n + 1", "ASK(n) + 1");
const SORT = { sort: [{ field: "group", direction: "desc" }, { field: "n" }] } as const;

describe.each(STRATEGIES.slice(0, countOf(1, 3)))(
  "a function that queries columns during a query of columns, %s",
  (strategy) => {
    describe.each(SIZES)("of %i rows", (size) => {
      const columns = Columns.from(items(size, 7), schema, { strategy });
      const others = Columns.from(items(size, 5), schema, { strategy });
      const plain = compileOrThrow<object>(PLAIN, schema);

      /** The rows, their count and their order, as one string. */
      function answers(of: Columns, formula: Formula<object>): string {
        return JSON.stringify([
          of.count(formula),
          ...of.select(formula),
          "in order",
          ...of.select(formula, { ...SORT, limit: 5 }),
          "all in order",
          ...of.select(formula, SORT),
          "in blocks",
          ...[...of.scan(formula)].map((rows) => rows.length),
        ]);
      }

      const expected = answers(columns, plain);
      const expectedOfOthers = answers(others, plain);

      it.each([
        ["the same columns", columns, expected],
        ["other columns", others, expectedOfOthers],
      ])("%s", (_, asked, expectedInside) => {
        const inside = new Set<string>();
        const formula = asking(ASKING, () => inside.add(answers(asked, plain)));
        expect(answers(columns, formula)).toBe(expected);
        expect([...inside]).toEqual([expectedInside]);
      });

      it("the same columns with the same formula", () => {
        let isInside = false;
        const inside = new Set<string>();
        const formula: Formula<object> = asking(ASKING, () => {
          if (isInside) return;
          isInside = true;
          inside.add(answers(columns, formula));
          isInside = false;
        });
        expect(answers(columns, formula)).toBe(expected);
        expect([...inside]).toEqual([expected]);
      });

      it("rows, with the same formula", () => {
        let isInside = false;
        const rows = items(size, 7);
        const wanted = rows.filter((row) => plain.matches(row));
        const formula: Formula<object> = asking(ASKING, () => {
          if (isInside) return;
          isInside = true;
          expect(formula.filter(rows)).toEqual(wanted);
          expect(rows[45] && formula.matches(rows[45])).toBe(rows[45] && plain.matches(rows[45]));
          isInside = false;
        });
        expect(formula.filter(rows)).toEqual(wanted);
        expect(answers(columns, formula)).toBe(expected);
      });
    });

    it("a clock that queries columns", () => {
      const columns = Columns.from(items(3_000, 7), schema, { strategy });
      const plain = compileOrThrow<object>(PLAIN, schema);
      const expected = [...columns.select(plain)];
      const inside: unknown[] = [];
      const formula = compileOrThrow<object>(`AND(YEAR(NOW()) = 2024, ${PLAIN})`, schema, {
        clock: () => {
          inside.push([...columns.select(plain)]);
          return new Date("2024-02-29T12:00:00Z");
        },
      });
      expect([...columns.select(formula)]).toEqual(expected);
      expect([...columns.select(formula, SORT)].sort((a, b) => a - b)).toEqual(expected);
      expect(columns.count(formula)).toBe(expected.length);
      for (const found of inside) expect(found).toEqual(expected);
    });
  },
);
