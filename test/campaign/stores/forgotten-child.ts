import { Columns } from "../../../src/backends/columns/columns.ts";
import { ScanPool } from "../../../src/data/stores/scans/scan-pool.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";

// Has a thread search one table after the other, each of which is forgotten, and says how much memory there is in between.

const ROWS = 2_000_000;
const TABLES = 30;

const schema = defineSchema({ vin: { type: "number", key: true }, price: "number", tax: "number" });
const filter = compileOrThrow("AND({vin} > 5, {price} < {tax})", schema);
const pool = ScanPool.open({ threads: 1, isEager: true });
const values = (share: number): Float64Array =>
  Float64Array.from({ length: ROWS }, (_, row) => (row * share) % 1);
const [price, tax] = [values(0.37), values(0.61)];
const vin = Float64Array.from(price.keys());

const mebibytes: number[] = [];
for (let table = 0; table < TABLES; table++) {
  const columns = Columns.from([], schema);
  columns.appendColumns({ vin, price, tax });
  const rows = columns.snapshot();
  await pool.count(filter, rows);
  pool.release(rows.table);
  mebibytes.push(process.memoryUsage().rss / 2 ** 20);
}
await pool.close();
process.send?.(mebibytes);
