/*
 * Two services over the same cars in one process: a bare Fastify handler with a handwritten filter, and isoform's. The
 * load comes from another process.
 */
import fastify from "fastify";
import { makeCars } from "../cars.ts";
import { filters } from "../filters.ts";
import { carSchema, importIsoform, importService } from "../isoform.ts";

export interface Addresses {
  readonly bare: string;
  readonly ours: string;
  readonly token: string;
}

const cars = makeCars(Number(process.argv[2]));
const { service, stores } = await importService();
const store = await stores.MemoryStore.from(cars, carSchema(await importIsoform()));
const { token, stored } = service.createKey("bench");
const running = await service.startService({
  collections: { cars: { store } },
  keys: service.createKeyring([stored]),
  port: 0,
  logLevel: "silent",
});

// In the order of the store.
cars.sort((a, b) => (a.vin < b.vin ? -1 : 1));
const bare = fastify();
for (const { id, matches } of filters) bare.get(`/${id}`, async () => cars.filter(matches));
const address = await bare.listen({ port: 0, host: "127.0.0.1" });

process.send?.({ bare: address, ours: running.url, token } satisfies Addresses);
process.on("disconnect", () => process.exit(0));
