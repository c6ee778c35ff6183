import { describe, expect, it } from "vitest";
import { type FileProcess, startProcess } from "../../../../src/data/stores/memory/file-process.ts";
import { FileStore, type FileStoreOptions } from "../../../../src/data/stores/memory/file-store.ts";
import { READINGS_AT_ONCE, readApart } from "../../../../src/data/stores/memory/read-apart.ts";
import { defineSchema } from "../../../../src/engine/index.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";
import { startFileProcess } from "../../../harness/start-file-process.ts";
import { useFolder } from "../files/folder.ts";
import { errorOf, NEVER } from "../files/read-all.ts";
import { poolOf } from "../scans/pools.ts";

const folder = useFolder();

const RECORDS = Array.from({ length: 300 }, (_, index) => ({
  vin: `V${(index * 7919) % 1_000}`,
  price: index % 9 === 0 ? null : index / 4,
  sold: index % 3 === 0 ? null : index % 2 === 0,
  title: index % 5 === 0 ? "" : `title ${index} größer`,
  country: ["Italy", "France"][index % 2],
  tags: index % 4 === 0 ? [] : ["a", `b${index % 7}`],
}));
const NDJSON = RECORDS.map((record) => JSON.stringify(record)).join("\n");

async function recordsOf(path: string, options: FileStoreOptions): Promise<readonly unknown[]> {
  const store = await FileStore.open(path, { key: "vin", watch: false, ...options });
  const records: unknown[] = [];
  for await (const some of store.read({}, { signal: NEVER })) records.push(...some);
  const { version, refused } = store;
  await store.close();
  return [version, refused, records];
}

/** A process with another program, which gets no request. */
function programOf(name: string, source: string) {
  const path = folder.write(`${name}.mjs`, source);
  return (request: string, heap: number): Promise<FileProcess | undefined> =>
    startProcess(path, request, heap);
}

describe("a file that another process reads", () => {
  it("has the same records as in this process, for a pool as well", async () => {
    const path = folder.write("cars.ndjson", NDJSON);
    const here = await recordsOf(path, { reading: false });
    expect(await recordsOf(path, { startProcess: startFileProcess })).toEqual(here);
    const pool = poolOf({ threads: 1, isEager: true });
    const apart = await recordsOf(path, { startProcess: startFileProcess, pool });
    expect(apart).toEqual(here);
  });

  it("may have computed fields, which this process computes", async () => {
    const path = folder.write("computed.ndjson", NDJSON);
    const schema = defineSchema({
      vin: { type: "text", key: true },
      price: { type: "number", hidden: true },
      double: { formula: "{price} * 2" },
    });
    const store = await FileStore.open(path, {
      schema,
      watch: false,
      startProcess: startFileProcess,
    });
    const records: unknown[] = [];
    for await (const some of store.read({ limit: 2 }, { signal: NEVER })) records.push(...some);
    const { version } = store;
    await store.close();
    expect(records).toEqual([
      { vin: "V0", double: 0 },
      { vin: "V102", double: 129 },
    ]);
    const { fields } = schema.toJSON();
    const other = defineSchema({ ...fields, double: { formula: "{price} * 3" } });
    const again = await FileStore.open(path, {
      schema: other,
      watch: false,
      startProcess: startFileProcess,
    });
    expect(again.version).not.toBe(version);
    await again.close();
  });

  it("has the same errors as in this process", async () => {
    const path = folder.write("wrong.ndjson", `${NDJSON}\n{"vin": 5`);
    const [here, apart] = await Promise.all(
      [{ reading: false } as const, { startProcess: startFileProcess }].map((options) =>
        errorOf(FileStore.open(path, { key: "vin", ...options })),
      ),
    );
    expect(apart).toMatchObject({ code: "data", message: (here as Error).message });
    const missing = FileStore.open(folder.path("none.csv"), { startProcess: startFileProcess });
    expect(await errorOf(missing)).toMatchObject({ code: "setup" });
  });

  it("is read in this process if no other can be started", async () => {
    const path = folder.write("here.ndjson", NDJSON);
    const none = async (): Promise<undefined> => undefined;
    const [, , records] = await recordsOf(path, { startProcess: none });
    expect(records).toHaveLength(300);
  });

  it("waits for one of a limited number of processes", async () => {
    const running = new Set<FileProcess>();
    let most = 0;
    const startProcess: typeof startFileProcess = async (request, heap) => {
      const process = await startFileProcess(request, heap);
      if (process === undefined) return;
      running.add(process);
      most = Math.max(most, running.size);
      return { ...process, ended: process.ended.finally(() => running.delete(process)) };
    };
    const path = folder.write("many.ndjson", NDJSON);
    const stores = await Promise.all(
      Array.from({ length: READINGS_AT_ONCE + 2 }, () =>
        FileStore.open(path, { key: "vin", watch: false, startProcess }),
      ),
    );
    await Promise.all(stores.map((store) => store.close()));
    expect(most).toBe(READINGS_AT_ONCE);
  });

  it("is not waited for after its signal aborted", async () => {
    const path = folder.write("given-up.csv", "vin\n1\n");
    const start = programOf("endless", "for (;;);");
    let error: Promise<unknown> | undefined;
    const aborting = new AbortController();
    const process = await new Promise<FileProcess | undefined>((resolve, reject) => {
      const startProcess: typeof start = async (request, heap) => {
        const started = await start(request, heap);
        resolve(started);
        return started;
      };
      error = errorOf(readApart([path], { key: "vin", startProcess }, aborting.signal));
      error.then(reject);
    });
    aborting.abort(new Error("the store is closed"));
    expect(await error).toMatchObject({ message: "the store is closed" });
    expect(await process?.ended).toEqual({ code: null, signal: "SIGKILL" });
  });
});

describe("a process that reads a file", () => {
  const reading = { memory: 64 * 2 ** 20 } as const;
  const opened = (name: string, source: string, more: FileStoreOptions = {}) =>
    errorOf(
      FileStore.open(folder.write(`${name}.csv`, "vin\n1\n"), {
        key: "vin",
        reading,
        startProcess: programOf(name, source),
        ...more,
      }),
    );
  const problem = (name: string, text: string) => ({
    code: "data",
    message: `${folder.path(`${name}.csv`)} cannot be read: ${text}`,
  });

  it.each([
    ["fills its heap", "const all = []; for (;;) all.push({ all });"],
    ["fills one array", "const all = []; for (;;) all.push(all.length);"],
    ["aborts", "process.abort();"],
  ])("that %s is an error of the file", async (name, source) => {
    expect(await opened(name, source)).toMatchObject(problem(name, "it needs more than 64 MB"));
  });

  it("that the system kills is an error of the file, with that reason", async () => {
    expect(await opened("killed", "process.kill(process.pid, 'SIGKILL');")).toMatchObject(
      problem(
        "killed",
        "the system killed the process that reads it, as it does when it runs out of memory",
      ),
    );
  });

  it("that the system does not start is a temporary error", async () => {
    const refused = Object.assign(new Error("spawn EAGAIN"), { syscall: "spawn" });
    const path = folder.write("refused.csv", "vin\n1\n");
    const startProcess = () => Promise.reject(refused);
    expect(await errorOf(FileStore.open(path, { key: "vin", startProcess }))).toMatchObject({
      code: "unavailable",
      message: `${path} cannot be read: no process that reads it can be started (spawn EAGAIN)`,
      cause: refused,
    });
  });

  it("that exits without a result is an error of the file", async () => {
    expect(await opened("ends", "process.exit(3);")).toMatchObject(
      problem("ends", "the process that reads it ended with 3"),
    );
  });

  it("that stalls is ended", async () => {
    const clock = new ManualClock();
    const error = opened("stalls", "for (;;);", { clock });
    await clock.awaited();
    clock.advance(60_000);
    expect(await error).toMatchObject(problem("stalls", "it has not come any further for 60 s"));
  });

  it("that takes too much memory outside of its heap is ended", async () => {
    // A gigabyte of blanks, compressed, in a file whose texts are held outside of the heap.
    const path = folder.path("bomb.ndjson.gz");
    folder.write("bomb.ndjson.gz", `{"vin":"1","title":"${"x".repeat(1 << 16)}"}\n`.repeat(3_000));
    const error = await errorOf(
      FileStore.open(path, { key: "vin", reading, startProcess: startFileProcess }),
    );
    expect(error).toMatchObject({
      code: "data",
      message: `${path} cannot be read: it needs more than 64 MB`,
    });
  });
});

it("impossible limits of a process are refused", async () => {
  const path = folder.write("limits.csv", "vin\n1\n");
  for (const wrong of [{ memory: 5 }, { stalledMs: 0 }]) {
    expect(await errorOf(FileStore.open(path, { reading: wrong }))).toBeInstanceOf(TypeError);
  }
});
