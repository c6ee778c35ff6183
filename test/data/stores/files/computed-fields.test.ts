import { tableFromArrays, tableToIPC } from "apache-arrow";
import { describe, expect, it } from "vitest";
import { readColumns } from "../../../../src/data/stores/files/read-columns.ts";
import { writeParquet } from "../../../../src/data/stores/files/write-parquet.ts";
import { FileStore } from "../../../../src/data/stores/memory/file-store.ts";
import type { StoreRecord } from "../../../../src/data/stores/store.ts";
import { compileOrThrow, defineSchema } from "../../../../src/index.ts";
import { useFolder } from "./folder.ts";
import { NEVER, readAll } from "./read-all.ts";

const folder = useFolder();

const trips = defineSchema({
  id: { type: "text", key: true },
  price: "number",
  seats: "number",
  perSeat: { formula: "{price} / {seats}" },
});
const STORED = [
  { id: "A", price: 300, seats: 2 },
  { id: "B", price: 5, seats: 0 },
];
const COMPUTED = [
  { ...STORED[0], perSeat: 150 },
  { ...STORED[1], perSeat: null },
];

// The values of the computed field are those of somebody else, and of another type.
const GIVEN = STORED.map((record) => ({ ...record, perSeat: "cheap" }));

const FILES: Readonly<Record<string, () => Promise<string | Uint8Array>>> = {
  "trips.csv": async () => `id,perSeat,price,seats\nA,cheap,300,2\nB,"a ""b""",5,0\n`,
  "trips.json": async () => JSON.stringify(GIVEN),
  "trips.ndjson": async () => GIVEN.map((record) => `${JSON.stringify(record)}\n`).join(""),
  "trips.parquet": async () => {
    const schema = defineSchema({ id: "text", perSeat: "text", price: "number", seats: "number" });
    const file = await writeParquet([...schema.fields.values()]);
    return Buffer.concat([file.add(GIVEN), file.end()]);
  },
  "trips.arrow": async () =>
    tableToIPC(
      tableFromArrays({
        id: ["A", "B"],
        perSeat: ["cheap", "cheap"],
        price: Float64Array.of(300, 5),
        seats: Float64Array.of(2, 0),
      }),
      "file",
    ),
};

describe.each(Object.entries(FILES))(
  "%s with a column of the name of a computed field",
  (name, make) => {
    it("is read without that column, and the formula decides", async () => {
      const path = folder.write(name, await make());
      expect(await readAll(path, { schema: trips })).toEqual(STORED);
      const store = await FileStore.open(path, { schema: trips, watch: false });
      try {
        const found: StoreRecord[] = [];
        for await (const records of store.read({}, { signal: NEVER })) found.push(...records);
        expect(found).toEqual(COMPUTED);
        const filter = compileOrThrow("{perSeat} = 150", trips);
        expect(await store.count(filter, { signal: NEVER })).toBe(1);
      } finally {
        await store.close();
      }
      const columns = await readColumns(path, { schema: trips });
      expect(columns.record(0)).toEqual(COMPUTED[0]);
    });

    it("has that column as an ordinary field without a schema", async () => {
      const path = folder.write(`inferred-${name}`, await make());
      const [first] = await readAll(path);
      expect(first?.perSeat).toBe("cheap");
    });
  },
);

it("a file without a field that a formula reads gives blanks", async () => {
  const path = folder.write("few.ndjson", '{"id":"A","price":3}\n');
  const store = await FileStore.open(path, { schema: trips, watch: false });
  for await (const records of store.read({}, { signal: NEVER })) {
    // A blank number counts as 0, by which nothing is divided.
    expect(records).toEqual([{ id: "A", price: 3, seats: null, perSeat: null }]);
  }
  expect(await store.count(compileOrThrow("ISERROR({perSeat})", trips), { signal: NEVER })).toBe(1);
  await store.close();
});
