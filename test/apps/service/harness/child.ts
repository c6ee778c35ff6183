import { demoCars, demoSchema } from "../../../../src/apps/demo/index.ts";
import { createKey, createKeyring, startService } from "../../../../src/apps/service/index.ts";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import { FaultInjector } from "./fault-injector.ts";
import { Gate } from "./waiting.ts";

// A service in a process of its own, whose answers wait until they are told to go on. It sends its address and its key, the number
// of requests that it reads records for, and that it stops. It ends by itself when nothing is left to do.

/** What it sends. */
export type ChildMessage =
  | { readonly url: string; readonly token: string }
  | { readonly begun: number }
  | { readonly state: "stopping" | "stopped" };

const send = (message: ChildMessage): unknown => process.send?.(message);

const gate = new Gate();
const { token, stored } = createKey("tester");
const memory = await MemoryStore.from(demoCars(1_000), demoSchema);
const store = new FaultInjector(memory, {
  before: (batch) => {
    if (batch === 0) send({ begun: store.begun });
    return gate.opened;
  },
  // Long enough to be streamed.
  repeat: 3,
});
const service = await startService({
  collections: { cars: { store } },
  keys: createKeyring([stored]),
  port: 0,
  logTo: { write: () => undefined },
});
process.once("SIGTERM", () => {
  send({ state: "stopping" });
  service.stop().then(() => send({ state: "stopped" }));
});
process.once("message", () => gate.open());
// Neither its listener nor the channel itself may keep the process from ending.
process.channel?.unref();
send({ url: service.url, token });
