import { describe, expect, it } from "vitest";
import { Columns } from "../../../src/columns.ts";
import {
  compileOrThrow,
  defineFunction,
  defineKernel,
  defineSchema,
  parameter,
} from "../../../src/index.ts";
import { recordOrder } from "../../../src/sql.ts";
import { allSteps } from "../../../src/util/steps.ts";

const trips = defineSchema({
  id: { type: "number", key: true },
  price: "number",
  seats: "number",
  perSeat: { formula: "{price} / {seats}" },
  isDear: { formula: "{perSeat} > 100" },
  label: { formula: '"n" & {seats}' },
  when: { formula: 'DATEADD(DATETIME_PARSE("2024-01-01"), {seats}, "days")' },
  tags: { formula: "ARRAYFLATTEN({label}, {label})" },
  age: { formula: "NOW()" },
});
const rows = Array.from({ length: 5_000 }, (_, id) => ({
  id,
  price: (id * 7919) % 1_000,
  ...(id % 3 === 0 ? {} : { seats: id % 5 }),
}));

it("columns compute the fields that formulas compute", () => {
  const columns = Columns.from(rows, trips);
  const formula = compileOrThrow("OR({isDear}, ISERROR({perSeat}))", trips);
  const expected = formula.filter(rows).map(({ id }) => id);
  expect([...formula.select(columns)]).toEqual(expected);
  for (const field of ["perSeat", "isDear", "label", "when"]) {
    for (const direction of ["asc", "desc"] as const) {
      const sort = [{ field, direction }];
      const sorted = [...rows].sort(recordOrder(trips, sort)).map(({ id }) => id);
      const all = compileOrThrow("TRUE()", trips);
      expect([...all.select(columns, { sort })], field).toEqual(sorted);
      expect([...all.select(columns, { sort, limit: 10 })], field).toEqual(sorted.slice(0, 10));
      const after = columns.record(sorted[1_234] ?? 0);
      expect([...all.select(columns, { sort, after, limit: 7 })], field).toEqual(
        sorted.slice(1_235, 1_242),
      );
    }
  }
});

it("a position needs the computed field that is sorted by", () => {
  const columns = Columns.from(rows, trips);
  const all = compileOrThrow("TRUE()", trips);
  const sort = [{ field: "perSeat" }];
  expect(() => all.select(columns, { sort, after: rows[1] })).toThrow(
    "a record with the sorted field `perSeat`",
  );
  expect(
    all.select(columns, { sort: [{ field: "price" }], after: rows[1] }).length,
  ).toBeGreaterThan(0);
});

it("records of columns have computed fields; an error is null", () => {
  const columns = Columns.from(
    [
      { id: 1, price: 5, seats: 2 },
      { id: 2, price: 5, seats: 0, label: "mine" },
    ],
    trips,
  );
  const { age, ...first } = columns.record(0);
  expect(age).toBeInstanceOf(Date);
  expect(first).toEqual({
    id: 1,
    price: 5,
    seats: 2,
    perSeat: 2.5,
    isDear: false,
    label: "n2",
    when: new Date("2024-01-03"),
    tags: ["n2", "n2"],
  });
  expect(columns.pick(1, ["perSeat", "isDear", "label"])).toEqual({
    perSeat: null,
    isDear: null,
    label: "n0",
  });
  expect(() => columns.appendColumns({ label: ["a"] })).toThrow("`label` is computed by a formula");
});

it("a snapshot keeps its computed columns, and later rows have their own", () => {
  const columns = Columns.from([{ id: 1, price: 1, seats: 1 }], trips);
  const all = compileOrThrow("TRUE()", trips);
  const sort = [{ field: "perSeat", direction: "desc" as const }];
  expect([...all.select(columns, { sort })]).toEqual([0]);
  columns.append([{ id: 2, price: 9, seats: 3 }]);
  expect([...all.select(columns, { sort })]).toEqual([1, 0]);
});

describe("a column of a computed field", () => {
  const shop = defineSchema({
    id: { type: "number", key: true },
    price: "number",
    seats: "number",
    perSeat: { formula: "ROUND({price} / IF({seats} > 0, {seats}, 1), 2)" },
    isDear: { formula: "{perSeat} > 300" },
    risky: { formula: "{price} / {seats}" },
    label: { formula: '"n" & {seats}' },
    age: { formula: "NOW()" },
  });
  const few = rows.slice(0, 3_000);
  const idsOf = (source: string): readonly number[] =>
    compileOrThrow(source, shop)
      .filter(few)
      .map(({ id }) => id as number);
  const selected = (source: string, columns: Columns): readonly number[] => [
    ...compileOrThrow(source, shop).select(columns),
  ];
  const all = compileOrThrow("TRUE()", shop);

  it.each(["adaptive", "vectors", "generated", "closures"] as const)(
    "is built when filters have used the field often, and read by them (%s)",
    (strategy) => {
      const columns = Columns.from(few, shop, { strategy });
      let before: number | undefined;
      for (let time = 0; time < 3; time++) {
        expect(selected("{perSeat} > 200", columns)).toEqual(idsOf("{perSeat} > 200"));
        // The first filter may allocate caches for the fields that it reads.
        before ??= columns.memory;
      }
      expect(columns.memory).toBe(before);
      const sources = [
        "{perSeat} > 200",
        "AND({perSeat} <= 200, {price} > 10)",
        "NOT({perSeat} = 200)",
        "{isDear}",
        "IF({isDear}, {price} > 900, {perSeat} < 5)",
        "AND({perSeat} > 10, {age} > '1990-01-01')",
        "{perSeat} & '' = '200'",
      ];
      for (const source of [...sources, ...sources]) {
        expect(selected(source, columns), source).toEqual(idsOf(source));
      }
      expect(columns.memory).toBeGreaterThan((before ?? 0) + few.length * 3);
      expect(columns.count(compileOrThrow("{perSeat} > 200", shop))).toBe(
        idsOf("{perSeat} > 200").length,
      );
    },
  );

  it("replaces the formula in a plan that exists", () => {
    const ascending = Array.from({ length: 20_000 }, (_, id) => ({ id, price: id, seats: 1 }));
    const columns = Columns.from(ascending, shop);
    const formula = compileOrThrow("{perSeat} >= 19990", shop);
    const planned = (): unknown => allSteps(columns.snapshot().table.planning(formula));
    const computing = planned();
    expect(formula.select(columns)).toHaveLength(10);
    expect(planned()).toBe(computing);
    all.select(columns, { sort: [{ field: "perSeat" }], limit: 1 });
    const reading = planned();
    expect(reading).not.toBe(computing);
    expect(formula.select(columns)).toHaveLength(10);
    expect(planned()).toBe(reading);
  });

  it("does not replace a formula with errors", () => {
    const columns = Columns.from(few, shop);
    for (let time = 0; time < 8; time++) {
      for (const source of ["ISERROR({risky})", "NOT({risky} > 200)", "{risky} = BLANK()"]) {
        expect(selected(source, columns), source).toEqual(idsOf(source));
      }
    }
    expect(idsOf("ISERROR({risky})").length).toBeGreaterThan(0);
  });

  it("is not built of texts for a filter, but is read if it exists", () => {
    const columns = Columns.from(few, shop);
    const before = columns.memory;
    const source = '{label} = "n3"';
    for (let time = 0; time < 8; time++) expect(selected(source, columns)).toEqual(idsOf(source));
    expect(columns.memory).toBe(before);
    all.select(columns, { sort: [{ field: "label" }] });
    expect(columns.memory).toBeGreaterThan(before);
    expect(selected(source, columns)).toEqual(idsOf(source));
  });

  it("is rebuilt when rows are appended; a snapshot keeps its own", () => {
    const columns = Columns.from(few.slice(0, 1_000), shop);
    const source = "{perSeat} > 200";
    const formula = compileOrThrow(source, shop);
    for (let time = 0; time < 6; time++) formula.select(columns);
    const snapshot = columns.snapshot();
    columns.append(few.slice(1_000));
    for (let time = 0; time < 6; time++) {
      expect([...formula.select(columns)]).toEqual(idsOf(source));
      expect([...snapshot.select(formula)]).toEqual(idsOf(source).filter((id) => id < 1_000));
    }
  });

  it("is built later if the filter that started it was aborted", () => {
    const many = Array.from({ length: 200_000 }, (_, id) => ({ id, price: id, seats: 1 }));
    const columns = Columns.from(many, shop, { strategy: "closures" });
    const formula = compileOrThrow("{perSeat} > 100", shop);
    for (let time = 0; time < 3; time++) formula.select(columns);
    const before = columns.memory;
    const steps = columns.snapshot().table.planning(formula);
    expect(steps.next().done).toBe(false);
    steps.return(undefined as never);
    expect(columns.memory).toBe(before);
    for (let time = 0; time < 6; time++) formula.select(columns);
    expect(columns.memory).toBeGreaterThan(before);
  });

  it("can be requested while it is built", () => {
    const inner: { columns?: Columns; depth: number; most: number } = { depth: 0, most: 0 };
    const asking = defineKernel({
      name: "asking",
      parameters: ["number"],
      result: "number",
      price: () => ({ work: 1, length: 0 }),
      evaluate: (value) => {
        inner.most = Math.max(inner.most, ++inner.depth);
        const { columns } = inner;
        // Only one call searches again: otherwise the recursion would not end.
        if (inner.depth === 1 && columns !== undefined && value === 7) {
          columns.count(compileOrThrow("{asked} > 1", own));
        }
        inner.depth--;
        return value;
      },
    });
    const definition = defineFunction({
      name: "ASKING",
      parameters: [parameter.number("value")],
      result: "number",
      lower: (core, value) => core.call(asking, value),
    });
    const own = defineSchema(
      { id: { type: "number", key: true }, asked: { formula: "ASKING({id}) * 2" } },
      { functions: [definition] },
    );
    const some = Array.from({ length: 100 }, (_, id) => ({ id }));
    const columns = Columns.from(some, own);
    inner.columns = columns;
    const formula = compileOrThrow("{asked} > 100", own);
    for (let time = 0; time < 6; time++) expect(formula.select(columns)).toHaveLength(49);
    expect(inner.most).toBe(2);
  });
});
