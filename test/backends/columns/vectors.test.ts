import { afterEach, describe, expect, it, vi } from "vitest";
import { BranchlessForms } from "../../../src/backends/columns/condition/branchless.ts";
import { ColumnLayout } from "../../../src/backends/columns/condition/column-layout.ts";
import type { Flag } from "../../../src/backends/columns/condition/forms.ts";
import type { Column } from "../../../src/backends/columns/storage/column.ts";
import { NumberStore } from "../../../src/backends/columns/storage/number-store.ts";
import { TextStore } from "../../../src/backends/columns/storage/text-store.ts";
import { vectorCount, vectorScan } from "../../../src/backends/columns/wasm/vector-loop.ts";
import { PAGES } from "../../../src/backends/columns/wasm/vector-memory.ts";
import { CoreBuilder } from "../../../src/language/core/builder.ts";
import type { CoreNode } from "../../../src/language/core/node.ts";

const ROWS = 5_000;
const BLOCK = 4_096;

// Node's types have no `WebAssembly`.
const platform = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Memory: new (limits: object) => object;
    readonly Module: unknown;
    readonly Instance: unknown;
  };
};
const core = new CoreBuilder();
const n = core.field({ name: "n", type: "number" });
const m = core.field({ name: "m", type: "number" });
const few = core.field({ name: "few", type: "text" });
const some = core.field({ name: "some", type: "text" });
const many = core.field({ name: "many", type: "text" });

const numbers = Array.from({ length: ROWS }, (_, index) => (index % 11 === 0 ? null : index % 97));
const wide = core.field({ name: "wide", type: "number" });
const wides = numbers.map((value) => (value === null ? null : value + 0.1 - 48));
const others = Array.from({ length: ROWS }, (_, index) => (index % 13) - 6);
const textsOf = (distinct: number): string[] =>
  Array.from({ length: ROWS }, (_, index) => `t${(index * 31) % distinct}`);

function layoutOf(): ColumnLayout {
  const store = {
    n: new NumberStore("number"),
    m: new NumberStore("number"),
    wide: new NumberStore("number"),
  };
  store.n.write(numbers, ROWS, 0);
  store.m.write(others, ROWS, 0);
  store.wide.write(wides, ROWS, 0);
  const text = (values: readonly string[], mostDistinct: number): TextStore => {
    const made = new TextStore(mostDistinct);
    made.write(values, ROWS, 0);
    return made;
  };
  return new ColumnLayout(
    ROWS,
    new Map<string, Column>([
      ["n", store.n.read(ROWS)],
      ["m", store.m.read(ROWS)],
      ["wide", store.wide.read(ROWS)],
      ["few", text(textsOf(5), 9_999).read(ROWS)],
      ["some", text(textsOf(40), 9_999).read(ROWS)],
      ["many", text(textsOf(600), 9_999).read(ROWS)],
    ]),
  );
}

function flagOf(condition: CoreNode): Flag {
  const flag = new BranchlessForms(layoutOf()).flag(condition, true);
  if (flag === undefined) throw new Error("the condition has no branchless form");
  return flag;
}

function scanOf(condition: CoreNode): ReturnType<typeof vectorScan> {
  return vectorScan([flagOf(condition)]);
}

const text = (value: string): CoreNode => core.text(value);
const number = (value: number): CoreNode => core.number(value);
const anyOf = (field: CoreNode, wanted: readonly string[]): CoreNode =>
  core.or(...wanted.map((each) => core.equal(field, text(each))));

const FORMS: readonly (readonly [string, CoreNode, (row: number) => boolean])[] = [
  ["a range", core.less(n, number(50)), (row) => (numbers[row] ?? 99) < 50],
  ["what is blank", core.isBlank(n), (row) => numbers[row] === null],
  ["all others", core.not(core.equal(n, number(5))), (row) => numbers[row] !== 5],
  [
    "two columns",
    core.less(m, n),
    (row) => numbers[row] !== null && (others[row] ?? 0) < (numbers[row] ?? 0),
  ],
  [
    "arithmetic",
    core.less(number(3), core.divide(core.orZero(n), core.abs(core.orZero(m)))),
    (row) => others[row] !== 0 && (numbers[row] ?? 0) / Math.abs(others[row] ?? 0) > 3,
  ],
  ["one code of a byte", core.equal(few, text("t3")), (row) => (row * 31) % 5 === 3],
  ["one code of two bytes", core.equal(many, text("t599")), (row) => (row * 31) % 600 === 599],
  ["most codes", core.not(core.equal(some, text("t7"))), (row) => (row * 31) % 40 !== 7],
  [
    "a table of bytes",
    anyOf(some, ["t1", "t5", "t17", "t33", "t39"]),
    (row) => [1, 5, 17, 33, 39].includes((row * 31) % 40),
  ],
  [
    "and, or, not",
    core.and(
      core.or(core.less(n, number(10)), core.equal(few, text("t1"))),
      core.not(core.and(core.less(number(0), m), core.equal(few, text("t2")))),
    ),
    (row) =>
      ((numbers[row] ?? 99) < 10 || (row * 31) % 5 === 1) &&
      !((others[row] ?? 0) > 0 && (row * 31) % 5 === 2),
  ],
];

describe("loops of vectors", () => {
  it.each(FORMS)("find rows by %s", (_name, condition, matches) => {
    const scan = scanOf(condition);
    const hits = new Int32Array(ROWS + 2).fill(-1);
    // Neither end is a multiple of sixteen.
    for (const [from, to] of [
      [0, 4_095],
      [4_096, ROWS],
      [17, 18],
    ] as const) {
      const size = scan?.(from, to, hits, 2);
      const wanted: number[] = [];
      for (let row = from; row < to; row++) if (matches(row)) wanted.push(row);
      expect(Array.from(hits.subarray(2, size))).toEqual(wanted);
      expect(Array.from(hits.subarray(0, 2))).toEqual([-1, -1]);
    }
  });

  it.each(FORMS)("count the rows of %s", (_name, condition, matches) => {
    const count = vectorCount([flagOf(condition)]);
    for (const [from, to] of [
      [0, 4_096],
      [4_096, 4_096 + 16],
      [64, 1_024],
    ] as const) {
      let wanted = 0;
      for (let row = from; row < to; row++) if (matches(row)) wanted++;
      expect(count?.(from, to)).toBe(wanted);
    }
  });

  it.each([
    ["of four bytes", n, numbers],
    ["of eight bytes", wide, wides],
  ])("compare with bounds that columns %s cannot represent", (_name, field, values) => {
    const bounds = [0.1, 49.99999999999, 50.00000000001, 16_777_217, 1e300, 1e-60];
    const hits = new Int32Array(ROWS);
    for (const bound of [...bounds, ...bounds.map((each) => -each), 0]) {
      const constant = number(bound);
      const conditions: readonly (readonly [CoreNode, (value: number) => boolean])[] = [
        [core.less(field, constant), (value) => value < bound],
        [core.lessOrEqual(field, constant), (value) => value <= bound],
        [core.less(constant, field), (value) => bound < value],
        [core.lessOrEqual(constant, field), (value) => bound <= value],
        [core.equal(field, constant), (value) => value === bound],
      ];
      for (const [condition, matches] of conditions) {
        const holds = (value: number | null): boolean => value !== null && matches(value);
        const rows = values.slice(0, 4_096);
        expect(scanOf(condition)?.(0, 4_096, hits, 0), `${condition.op} ${bound}`).toBe(
          rows.filter(holds).length,
        );
        expect(scanOf(core.not(condition))?.(0, 4_096, hits, 0), `not ${condition.op}`).toBe(
          rows.filter((value) => !holds(value)).length,
        );
      }
    }
  });

  it("are not built for operations without vector instructions", () => {
    const wanted = Array.from({ length: 100 }, (_, index) => `t${index * 3}`);
    expect(scanOf(anyOf(many, wanted))).toBeUndefined();
  });

  it("share a module if only constants differ", () => {
    const early = scanOf(core.less(n, number(3)));
    const late = scanOf(core.less(n, number(90)));
    const hits = new Int32Array(ROWS);
    const count = (bound: number): number =>
      numbers.slice(0, 4_096).filter((value) => value !== null && value < bound).length;
    expect(early?.(0, 4_096, hits, 0)).toBe(count(3));
    expect(late?.(0, 4_096, hits, 0)).toBe(count(90));
    expect(early?.(0, 4_096, hits, 0)).toBe(count(3));
  });
});

describe("columns in the memory of the loops", () => {
  const below = (rows: number): number =>
    Array.from({ length: rows }, (_, row) => row % 97).filter((value) => value < 50).length;

  function columnOf(rows: number): NumberStore {
    const store = new NumberStore("number");
    store.write(
      Array.from({ length: rows }, (_, row) => row % 97),
      rows,
      0,
    );
    return store;
  }

  function countIn(column: Column, rows: number): number {
    const flag = new BranchlessForms(new ColumnLayout(rows, new Map([["n", column]]))).flag(
      core.less(n, number(50)),
      true,
    );
    const scan = flag && vectorScan([flag]);
    const hits = new Int32Array(BLOCK);
    let count = 0;
    for (let from = 0; from < rows; from += BLOCK)
      count += scan?.(from, Math.min(from + BLOCK, rows), hits, 0) ?? Number.NaN;
    return count;
  }

  it("have the rows that were appended to a block after a loop had read it", () => {
    const store = columnOf(100);
    let written = 100;
    // The column has spare capacity for some of the rows, and not for others.
    for (const rows of [100, 101, 130, 140, 141, BLOCK, BLOCK + 1, BLOCK + 40]) {
      const more = Array.from({ length: rows - written }, (_, row) => (written + row) % 97);
      store.write(more, more.length, written);
      written = rows;
      expect(countIn(store.read(rows), rows)).toBe(below(rows));
    }
  });
});

describe("memory for vector loops", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  async function expectSame(): Promise<void> {
    const { vectorScan: scanOfFresh } = await import(
      "../../../src/backends/columns/wasm/vector-loop.ts"
    );
    const flag = new BranchlessForms(layoutOf()).flag(core.less(m, n), true);
    const hits = new Int32Array(ROWS);
    const size = flag && scanOfFresh([flag])?.(0, BLOCK, hits, 0);
    const wanted = others
      .slice(0, BLOCK)
      .filter((value, row) => numbers[row] !== null && value < (numbers[row] ?? 0));
    expect(size).toBe(wanted.length);
  }

  it("is not needed: a loop returns the same rows without it", async () => {
    vi.resetModules();
    const { vectorMemory: fresh } = await import(
      "../../../src/backends/columns/wasm/vector-memory.ts"
    );
    fresh()?.keepNoColumns();
    await expectSame();
    expect(fresh()?.views.bytes.length).toBe(PAGES * 65_536);
  });

  it("is not needed: a loop returns the same rows if the memory cannot grow", async () => {
    vi.resetModules();
    const { Memory, Module, Instance } = platform.WebAssembly;
    const grow = (): number => {
      throw new RangeError("there is no more");
    };
    function Fixed(limits: object): object {
      return Object.assign(new Memory(limits), { grow });
    }
    vi.stubGlobal("WebAssembly", { Memory: Fixed, Module, Instance });
    await expectSame();
  });
});

describe("without WebAssembly", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it.each([
    ["missing", undefined],
    [
      "forbidden",
      {
        Memory: class {
          readonly buffer = new ArrayBuffer(1 << 20);
        },
        Module: class {
          constructor() {
            throw new EvalError("forbidden");
          }
        },
      },
    ],
    ["broken", {}],
  ])("%s, there are no vector loops", async (_name, webAssembly) => {
    vi.resetModules();
    vi.stubGlobal("WebAssembly", webAssembly);
    const fresh = await import("../../../src/backends/columns/wasm/vector-loop.ts");
    const flag = new BranchlessForms(layoutOf()).flag(core.less(n, number(3)), true);
    expect(flag && fresh.vectorScan([flag])).toBeUndefined();
  });
});
