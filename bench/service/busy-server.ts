/*
 * A service over cars in memory, searched by threads, if any. The load comes from another process, which may ask for
 * the time of processors that this one has used.
 */
import { makeCars } from "../cars.ts";
import { carSchema, importIsoform, importService } from "../isoform.ts";

export interface Busy {
  readonly url: string;
  readonly token: string;
}

const [rows, threads] = process.argv.slice(2, 4).map(Number);
const modules = process.argv[4] === undefined ? undefined : new URL(process.argv[4]);
const { service, stores } = await importService(modules);
const pool = threads ? stores.ScanPool.open({ threads }) : undefined;
const schema = carSchema(await importIsoform(modules));
const store = await stores.MemoryStore.from(makeCars(rows ?? 0), schema, pool ? { pool } : {});
const { token, stored } = service.createKey("bench");
const { url } = await service.startService({
  collections: { cars: { store } },
  keys: service.createKeyring([stored]),
  port: 0,
  logLevel: "silent",
});
process.send?.({ url, token } satisfies Busy);
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit(0));
