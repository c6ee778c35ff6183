import { expect, it } from "vitest";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import { jsonOf, queryOf } from "../harness/client.ts";
import { type Served, serve } from "../harness/serve.ts";
import { FIELDS, formulaOf, pathOf, RECORDS, schema, valuesOf } from "../harness/valued.ts";
import { describeServed, type StartedDatabase, serveTable } from "./serve-table.ts";

const REQUESTS = [
  ...FIELDS.flatMap((field) => [
    pathOf(field),
    pathOf(field, { order: "name" }),
    pathOf(field, { limit: 3 }),
    pathOf(field, { order: "name", filterByFormula: "{price} > 1" }),
  ]),
  pathOf("name", { prefix: "a" }),
  pathOf("name", { prefix: "A", filterByFormula: "OR({price} < 5, {isNew})" }),
  pathOf("name", { prefix: "%" }),
  pathOf("name", { prefix: "_" }),
  pathOf("name", { prefix: "a\\" }),
  pathOf("name", { prefix: 'a"' }),
  pathOf("name", { prefix: "" }),
  pathOf("name", { prefix: "nobody" }),
  pathOf("name", { prefix: "ÖST", ignoreCase: "true" }),
  pathOf("name", { prefix: "a", ignoreCase: "true", filterByFormula: "{price} > 1" }),
  pathOf("tags", { prefix: "X", ignoreCase: "true" }),
  pathOf("tags", { prefix: "É", ignoreCase: "true", filterByFormula: "{price} > 1" }),
  pathOf("price", { prefix: "1E", ignoreCase: "true" }),
  pathOf("price", { prefix: "2" }),
  pathOf("price", { prefix: "1e+" }),
  pathOf("price", { prefix: "-" }),
  pathOf("day", { prefix: "2024-0", order: "name" }),
  pathOf("isNew", { prefix: "T" }),
  pathOf("tags", { prefix: "x" }),
  pathOf("tags", { prefix: "x", filterByFormula: "{price} > 1" }),
  pathOf("name", {
    filterByFormula: 'DATETIME_FORMAT({day}, "YYYY-MM") = "2023-12"',
    timeZone: "America/New_York",
  }),
];

/** The values of a field are those that a filter for each of them finds. */
export function valuesOfFilters(service: () => Served): void {
  const countOf = async (filterByFormula: string): Promise<unknown> =>
    jsonOf(await service().ask(`/cars/count${queryOf({ filterByFormula })}`));

  it.each(FIELDS)("has the values of %s that filters find", async (field) => {
    const values = valuesOf(await service().ask(pathOf(field, { limit: 1_000 })));
    expect(values.length).toBeGreaterThan(1);
    // One of many is like the others.
    for (const one of values.slice(0, 20)) {
      expect(await countOf(formulaOf(field, one)), String(one.value)).toEqual({
        count: one.count,
      });
    }
    // Nothing is left out.
    const sum = values.reduce((all, { count }) => all + count, 0);
    const elements = RECORDS.map(({ tags }) => Math.max(1, new Set(tags as string[]).size));
    expect(sum).toBe(field === "tags" ? elements.reduce((a, b) => a + b) : RECORDS.length);
  });
}

/** The values of fields over a database are those over memory. */
export function sameValues(database: StartedDatabase): void {
  describeServed(
    "the values of fields",
    database,
    (started) => serveTable(started, { name: "valued", schema, records: RECORDS }),
    (service) => {
      valuesOfFilters(service);

      it("are those of memory, byte for byte", async () => {
        const store = await MemoryStore.from(RECORDS, schema);
        const memory = await serve({ collections: { cars: { store } } });
        for (const path of REQUESTS) {
          const [wanted, found] = [await memory.ask(path), await service().ask(path)];
          expect([path, found.status, found.text]).toEqual([path, 200, wanted.text]);
        }
      });
    },
  );
}
