import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Columns, ColumnsError } from "../../../src/columns.ts";
import { defineSchema } from "../../../src/index.ts";
import { runsOf } from "../../harness/extent.ts";
import { columnsOf, expected, formulaOf } from "./columns-of.ts";

const texts = (count: number, distinct: number): { id: string; t: string; n: number }[] =>
  Array.from({ length: count }, (_, index) => ({
    id: "same",
    t: `text ${(index * 7919) % distinct}`,
    n: index,
  }));

describe("append", () => {
  it("adds rows at the end, from any iterable", () => {
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

  it("leaves snapshots unchanged while codes grow from one byte to two, to four, and to plain texts", () => {
    const columns = columnsOf([]);
    // Texts that repeat enough to stay codes, until the last part, in which all are new.
    const parts = [
      texts(600, 200),
      texts(3_000, 900),
      texts(135_000, 66_000),
      Array.from({ length: 40_000 }, (_, index) => ({ id: "same", t: `new ${index}`, n: 0 })),
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
    const wanted = formulas.map((formula) => Uint32Array.from(expected(formula, all)));
    for (const { snapshot, length, before } of seen) {
      expect(snapshot.length).toBe(length);
      for (const [index, formula] of formulas.entries()) {
        const rows = wanted[index]?.filter((row) => row < length);
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

  it("keeps the rows before an iterator that throws, and can be repeated", () => {
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

  it("throws if a getter of a row calls it", () => {
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

describe("appendColumns", () => {
  const byField = (
    rows: readonly Record<string, unknown>[],
    names: readonly string[],
  ): Record<string, unknown[]> =>
    Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
  const all = (columns: Columns): readonly unknown[] =>
    Array.from({ length: columns.length }, (_, row) => columns.record(row));

  it("adds the same as rows of the same values do", () => {
    const value = fc.oneof(
      fc.constantFrom("a", "b", "", "2024-02-29", "x\0", "\ud800", "é", -0, 1.5, Number.NaN),
      fc.constantFrom(true, false, null, undefined, 7n, Number.POSITIVE_INFINITY),
      fc.constantFrom(new Date(0), new Date(Number.NaN), ["a"], ["a", 1], [], {}),
      fc.array(fc.string({ maxLength: 2 }), { maxLength: 2 }),
    );
    const row = fc.record({
      id: value,
      n: value,
      m: value,
      t: value,
      b: value,
      d: value,
      l: value,
    });
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 12 }),
        fc.subarray(["id", "n", "m", "t", "b", "d", "l"], { minLength: 1 }),
        fc.nat({ max: 12 }),
        (rows, names, at) => {
          const columns = columnsOf([]);
          columns.appendColumns(byField(rows.slice(0, at), names));
          columns.appendColumns(byField(rows.slice(at), names));
          const given = rows.map((one) =>
            Object.fromEntries(names.map((name) => [name, Reflect.get(one, name)])),
          );
          expect(all(columns)).toEqual(all(columnsOf(given)));
        },
      ),
      { numRuns: runsOf(1_000) },
    );
  });

  it("takes typed arrays, and more than a block at a time", () => {
    const rows = texts(10_001, 300);
    const columns = columnsOf(rows.slice(0, 7));
    const before = columns.snapshot();
    columns.appendColumns({
      t: rows.slice(7).map(({ t }) => t),
      n: Float64Array.from(rows.slice(7), ({ n }) => n),
      m: Int16Array.from(rows.slice(7), ({ n }) => n),
    });
    expect(before.length).toBe(7);
    expect(columns.length).toBe(10_001);
    for (const row of [7, 4_095, 4_096, 4_103, 8_192, 10_000]) {
      expect(columns.record(row)).toEqual({
        id: null,
        n: row,
        m: row,
        t: rows[row]?.t,
        b: false,
        d: null,
        l: null,
      });
    }
    const formula = formulaOf('AND({n} > 17, FIND("9", {t}))');
    expect(Array.from(columns.select(formula))).toEqual(expected(formula, rows));
  });

  it("adds nothing without fields, and nothing for fields without values", () => {
    const columns = columnsOf([]);
    columns.appendColumns({});
    columns.appendColumns({ n: [], t: [] });
    expect(columns.length).toBe(0);
  });

  it("refuses invalid arguments before it adds any row", () => {
    const columns = columnsOf([{ id: "a", n: 1 }]);
    const cases: readonly (readonly [values: Record<string, never>, problem: string])[] = [
      [{ n: [1], wheels: [4] } as never, "there is no field `wheels`"],
      [{ n: [1], t: ["a", "b"] } as never, "there are 2 values of `t`, and 1 of another field"],
      [{ n: [], t: ["a"] } as never, "there are 1 values of `t`, and 0 of another field"],
      [{ t: "text" } as never, "the values of `t` are not an array"],
      [{ t: { length: 1 } } as never, "the values of `t` are not an array"],
      [{ t: null } as never, "the values of `t` are not an array"],
      [{ t: new DataView(new ArrayBuffer(1)) } as never, "the values of `t` are not an array"],
      [JSON.parse('{"__proto__":[1]}') as never, "there is no field `__proto__`"],
      [{ constructor: [1] } as never, "there is no field `constructor`"],
    ];
    for (const [values, problem] of cases) {
      expect(() => columns.appendColumns(values)).toThrow(new ColumnsError(problem));
    }
    expect(all(columns)).toEqual(all(columnsOf([{ id: "a", n: 1 }])));
  });

  it("accepts fields of any name", () => {
    const schema = defineSchema(JSON.parse('{"__proto__":"number","constructor":"text"}'));
    const columns = Columns.from([], schema);
    columns.appendColumns(JSON.parse('{"__proto__":[1,null],"constructor":["a","b"]}'));
    // Inherited properties are not values.
    columns.appendColumns(JSON.parse('{"constructor":["c"]}'));
    expect(all(columns).map((record) => Object.entries(Object(record)))).toEqual([
      [
        ["__proto__", 1],
        ["constructor", "a"],
      ],
      [
        ["__proto__", null],
        ["constructor", "b"],
      ],
      [
        ["__proto__", null],
        ["constructor", "c"],
      ],
    ]);
  });

  it("treats values that throw or are missing as blank, and refuses a call from within", () => {
    const columns = columnsOf([]);
    const hostile: unknown[] = ["a", "b", "c", "d"];
    Object.defineProperty(hostile, 1, {
      get: () => {
        throw new Error("no");
      },
    });
    Object.defineProperty(hostile, 2, {
      get: () => {
        columns.appendColumns({ t: ["within"] });
      },
    });
    delete hostile[3];
    columns.appendColumns({ id: ["1", "2", "3", "4"], t: hostile });
    expect(all(columns)).toMatchObject([
      { id: "1", t: "a" },
      { id: "2", t: null },
      { id: "3", t: null },
      { id: "4", t: null },
    ]);
  });
});

describe("numbers", () => {
  it("stay exact when the first float64 follows float32 values, and for earlier snapshots", () => {
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
