import { describe, expect, it } from "vitest";
import { TokenIndex } from "../../../src/backends/columns/storage/token-index.ts";
import { columnsOf, expected, formulaOf } from "./columns-of.ts";

const rows = Array.from({ length: 6_000 }, (_, index) => ({
  id: `k${index}`,
  t: [
    `Ä${index % 3}`,
    `AD${index % 17}`,
    `long piece ${index % 40}`,
    index % 2 === 0 ? "😀x" : "",
    `Z${index % 5}`,
  ]
    .slice(index % 2, 3 + (index % 3))
    .join(","),
}));

const NEEDLES = [
  "AD1",
  "AD16",
  "piece 39",
  "ä1",
  "Ä1",
  "😀",
  "x",
  ",",
  ",A",
  "0,long",
  "2,AD",
  "AD1,",
  "Z4,",
  "zz",
  "e",
];

describe("texts of few distinct tokens", () => {
  const all = [{}, { strategy: "vectors" }, { strategy: "closures" }] as const;
  const columns = all.map((options) => columnsOf(rows, { ...options, mostDistinct: 0 }));

  it("have an index of their tokens", () => {
    expect(TokenIndex.for(rows.map(({ t }) => t))?.delimiter).toBe(",");
  });

  it.each(NEEDLES)("are searched for %s exactly, with case and without", (needle) => {
    for (const source of [
      `FIND("${needle}", {t})`,
      `NOT(FIND("${needle}", {t}))`,
      `SEARCH("${needle}", {t})`,
      `CONTAINS(UPPER({t}), "${needle}")`,
    ]) {
      const formula = formulaOf(source);
      for (const each of columns) {
        expect(Array.from(formula.select(each)), source).toEqual(expected(formula, rows));
      }
    }
  });

  it("stay exact when tokens become many or long", () => {
    for (const more of [
      Array.from({ length: 300 }, (_, index) => ({ id: "", t: `new ${index},AD1` })),
      [{ id: "", t: `${"y".repeat(65)},AD1` }],
    ]) {
      const growing = columnsOf(rows, { mostDistinct: 0 });
      const formula = formulaOf('FIND("AD1", {t})');
      const early = growing.snapshot();
      growing.append(more.slice(0, 50));
      const before = growing.snapshot();
      growing.append(more.slice(50));
      growing.append([
        { id: "", t: "AD1" },
        { id: "", t: "AD2" },
      ]);
      const whole = [...rows, ...more, { t: "AD1" }, { t: "AD2" }];
      expect(Array.from(formula.select(growing))).toEqual(expected(formula, whole));
      expect(Array.from(early.select(formula))).toEqual(expected(formula, rows));
      expect(Array.from(before.select(formula))).toEqual(
        expected(formula, whole.slice(0, before.length)),
      );
    }
  });

  it("are distinguished from other texts", () => {
    const distinct = Array.from(
      { length: 400 },
      (_, index) => `${index} ${index},${index};${index}|${index}`,
    );
    expect(TokenIndex.for(distinct)).toBeUndefined();
    expect(TokenIndex.for(["a".repeat(65)])).toBeUndefined();
  });
});
