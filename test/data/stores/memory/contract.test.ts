import { afterAll, describe, it } from "vitest";
import {
  csvHeader,
  csvLines,
  ndjsonLines,
} from "../../../../src/data/stores/files/write-records.ts";
import { FileStore } from "../../../../src/data/stores/memory/file-store.ts";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import { ScanPool } from "../../../../src/data/stores/scans/scan-pool.ts";
import { type OpenStore, storeContract } from "../../../../src/data/testing/index.ts";
import { useFolder } from "../files/folder.ts";

const folder = useFolder();
const pool = ScanPool.open({ threads: 2, isEager: true });
afterAll(() => pool.close());

const STORES: Readonly<Record<string, OpenStore>> = {
  "records of a program": (records, schema) => MemoryStore.from(records, schema),
  "records that threads search": (records, schema) => MemoryStore.from(records, schema, { pool }),
  "a file of NDJSON": (records, schema) =>
    FileStore.open(folder.write("contract.ndjson", ndjsonLines(records)), { schema }),
  "a file of CSV": (records, schema) => {
    const fields = [...schema.fields.keys()];
    const text = csvHeader(fields) + csvLines(records, fields);
    return FileStore.open(folder.write("contract.csv", text), { schema });
  },
};

describe.each(Object.entries(STORES))("a store of %s", (_, open) => {
  for (const { name, run } of storeContract(open)) it(name, run);
});
