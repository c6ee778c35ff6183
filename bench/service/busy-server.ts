// A service over cars in memory, searched by threads, if any. The load comes from another process.
import { makeCars } from "../cars.ts";
import { carSchema, importIsoform, importService } from "../isoform.ts";

export interface Busy {
  readonly url: string;
  readonly token: string;
}

const [rows, threads] = process.argv.slice(2).map(Number);
const { service, stores } = await importService();
const pool = threads ? stores.ScanPool.open({ threads }) : undefined;
const schema = carSchema(await importIsoform());
const store = await stores.MemoryStore.from(makeCars(rows ?? 0), schema, pool ? { pool } : {});
const { token, stored } = service.createKey("bench");
const { url } = await service.startService({
  collections: { cars: { store } },
  keys: service.createKeyring([stored]),
  port: 0,
  logLevel: "silent",
});
process.send?.({ url, token } satisfies Busy);
process.on("disconnect", () => process.exit(0));
