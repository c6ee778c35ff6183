import { setTimeout as sleep } from "node:timers/promises";
import { demoCars, demoSchema } from "../../../src/demo/index.ts";
import { createKey, keyringOf, startService } from "../../../src/service/index.ts";
import { MemoryStore } from "../../../src/stores/memory/memory-store.ts";
import { FaultInjector } from "./fault-injector.ts";

// A service in a process of its own, whose answers take their time. It tells its address and its key, and ends by itself when it is
// told to stop and nothing is left to do.

const { token, stored } = createKey("tester");
const memory = await MemoryStore.from(demoCars(5_000), demoSchema);
const store = new FaultInjector(memory, { before: () => sleep(150) });
const service = await startService({
  collections: { cars: { store } },
  keys: keyringOf([stored]),
  port: 0,
  logTo: { write: () => undefined },
});
process.once("SIGTERM", () => {
  console.log("stopping");
  service.stop().then(() => console.log("stopped"));
});
console.log(JSON.stringify({ url: service.url, token }));
