import { demoCars, demoSchema } from "../../../src/apps/demo/index.ts";
import { createKey, createKeyring, startService } from "../../../src/apps/service/index.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { WritingFaultInjector } from "../../apps/service/harness/fault-injector.ts";

// A service over many cars in memory, in a process of its own, whose memory is its own too.

/** What it says when it serves. */
export interface LargeStarted {
  readonly url: string;
  readonly token: string;
}

/** What it says of itself when it is asked to. */
export interface LargeState {
  /** Batches that were read since it started. */
  readonly batches: number;
  readonly begun: number;
  readonly ended: number;
  /** The most memory that the process ever had, in mebibytes. */
  readonly peak: number;
  /** And what it has now. */
  readonly resident: number;
  readonly heap: number;
}

const store = new WritingFaultInjector(
  await MemoryStore.from(demoCars(Number(process.argv[2])), demoSchema),
  // As it comes: the injector's own turn in between would cost more than a batch.
  { before: () => Promise.resolve() },
);
const { token, stored } = createKey("tester");
const service = await startService({
  collections: { cars: { store } },
  keys: createKeyring([stored]),
  port: 0,
  logTo: { write: () => undefined },
  metrics: false,
});

process.on("message", (message) => {
  if (message === "state") process.send?.(state());
  if (message === "stop") service.stop().then(() => process.disconnect());
});
process.send?.({ url: service.url, token } satisfies LargeStarted);

function state(): LargeState {
  const { rss, heapUsed } = process.memoryUsage();
  const { batches, begun, ended } = store;
  // In kibibytes on every system.
  const peak = process.resourceUsage().maxRSS / 2 ** 10;
  return { batches, begun, ended, peak, resident: rss / 2 ** 20, heap: heapUsed / 2 ** 20 };
}
