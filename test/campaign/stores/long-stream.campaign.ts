import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { readColumns } from "../../../src/data/stores/index.ts";
import { defineSchema } from "../../../src/language/schema/index.ts";

const MIB = 2 ** 20;
const schema = defineSchema({ vin: { type: "text", key: true }, country: "text" });

it("reading columns holds no more of a long stream than the columns and some chunks", async () => {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  const gc = (): void => {
    if (typeof collect !== "function") throw new Error("the engine does not collect when asked");
    collect();
  };
  // A text of each chunk is kept, which must not keep the chunk.
  const line = (count: number): string =>
    `{"vin":"a","country":"a country of a long name ${count}","x":"${"y".repeat(400)}"}\n`;
  let most = 0;
  async function* long(): AsyncIterable<Uint8Array> {
    for (let count = 0; count < 300; count++) {
      if (count % 50 === 49) {
        gc();
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        most = Math.max(most, heapUsed + arrayBuffers);
      }
      yield Buffer.from(line(count).repeat(2_000));
    }
  }
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const columns = await readColumns(long(), { schema, format: "ndjson" });
  expect(columns.length).toBe(600_000);
  const growth = (most - heapUsed - arrayBuffers) / MIB;
  console.info(`of a stream of 290 MB, ${growth.toFixed(0)} MiB were held at most`);
  expect(growth).toBeLessThan(100);
});
