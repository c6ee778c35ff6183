import { describe, expect, it } from "vitest";
import { columnsOf, expected, formulaOf } from "./columns-of.ts";

const texts = (count: number, distinct: number): { id: string; t: string; n: number }[] =>
  Array.from({ length: count }, (_, index) => ({
    id: "same",
    t: `text ${(index * 7919) % distinct}`,
    n: index,
  }));

describe("append", () => {
  it("adds rows at the end, whatever they come in", () => {
    const rows = texts(10_000, 300);
    const columns = columnsOf([]);
    for (let at = 0, size = 1; at < rows.length; at += size, size += 37) {
      const part = rows.slice(at, at + size);
      columns.append(size % 2 === 0 ? part : new Set(part));
    }
    expect(columns.length).toBe(rows.length);
    const formula = formulaOf('AND({n} > 17, FIND("9", {t}))');
    expect(Array.from(columns.select(formula))).toEqual(expected(formula, rows));
    expect(rows.every((row, index) => columns.pick(index, ["t"]).t === row.t)).toBe(true);
  });

  it("leaves snapshots as they are while codes grow from one byte to two, to four, and to plain texts", () => {
    const columns = columnsOf([]);
    // Texts that repeat enough to stay codes, until the last part, where all are new.
    const parts = [
      texts(600, 200),
      texts(3_000, 900),
      texts(150_000, 60_000),
      texts(200_000, 80_000),
      Array.from({ length: 400_000 }, (_, index) => ({ id: "same", t: `new ${index}`, n: 0 })),
    ];
    const formulas = ['FIND("99", {t})', '{t} = "text 7"', 'AND({n} >= 10, {t} < "text 3")'].map(
      formulaOf,
    );
    const all: unknown[] = [];
    const seen = parts.map((part) => {
      columns.append(part);
      for (const row of part) all.push(row);
      return {
        snapshot: columns.snapshot(),
        length: all.length,
        before: formulas.map((formula) => columns.select(formula)),
      };
    });
    for (const { snapshot, length, before } of seen) {
      expect(snapshot.length).toBe(length);
      for (const [index, formula] of formulas.entries()) {
        const rows = Uint32Array.from(expected(formula, all.slice(0, length)));
        expect(before[index]).toEqual(rows);
        expect(snapshot.select(formula)).toEqual(rows);
      }
      expect(snapshot.pick(length - 1, ["t"])).toEqual({ t: (all[length - 1] as { t: string }).t });
      expect(() => snapshot.record(length)).toThrow(`there is no row ${length}`);
    }
  });

  it("lets a scan end with the rows that it began with", () => {
    const rows = texts(9_000, 10);
    const columns = columnsOf(rows);
    const formula = formulaOf("{n} >= 0");
    let count = 0;
    for (const block of columns.scan(formula)) {
      count += block.length;
      columns.append(texts(5_000, 4_000));
    }
    expect(count).toBe(9_000);
    expect(columns.count(formula)).toBe(columns.length);
  });

  it("keeps the rows before one that cannot be had, and goes on", () => {
    const columns = columnsOf([]);
    function* failing(): Generator<unknown> {
      for (let index = 0; index < 5_000; index++) yield { id: `a${index}`, n: 1, l: ["x"] };
      throw new Error("no more");
    }
    expect(() => columns.append(failing())).toThrow("no more");
    const kept = columns.length;
    expect(kept).toBe(4_096);
    columns.append([{ id: "last", n: 2, l: ["y"] }]);
    expect(Array.from(columns.select(formulaOf('HAS({l}, "y")')))).toEqual([kept]);
  });

  it("cannot be done by a row that is being read", () => {
    const columns = columnsOf([{ id: "first" }]);
    const row = {
      get n(): number {
        columns.append([{ id: "within" }]);
        return 1;
      },
      get t(): string {
        return String(columns.length);
      },
    };
    columns.append([row, { id: "after" }]);
    expect(columns.length).toBe(3);
    expect(columns.record(1)).toMatchObject({ n: null, t: "1" });
    expect(columns.record(2)).toMatchObject({ id: "after" });
  });
});

describe("numbers", () => {
  it("stay exact when the first comes that four bytes do not hold, and for readers from before", () => {
    const rows: { id: string; n: number | null }[] = Array.from({ length: 5_000 }, (_, index) => ({
      id: `k${index}`,
      n: index % 10 === 0 ? null : index,
    }));
    const columns = columnsOf(rows);
    const early = columns.snapshot();
    const formulas = ["{n} + 1 > 2500", "{n} >= 4990.5", "{n} = BLANK()", "{n} = 0.1"].map(
      formulaOf,
    );
    const before = formulas.map((formula) => expected(formula, rows));
    const more = [0.1, 2 ** 53 - 1, 1e300, null].map((n) => ({ id: "more", n }));
    columns.append(more);
    for (const [index, formula] of formulas.entries()) {
      expect(Array.from(early.select(formula))).toEqual(before[index]);
      expect(Array.from(columns.select(formula))).toEqual(expected(formula, [...rows, ...more]));
    }
    expect(more.map((_, index) => columns.pick(rows.length + index, ["n"]).n)).toEqual([
      0.1,
      2 ** 53 - 1,
      1e300,
      null,
    ]);
  });
});
