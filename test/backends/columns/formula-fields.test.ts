import { expect, it } from "vitest";
import { Columns } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { recordOrder } from "../../../src/sql.ts";

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
