import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Formula } from "../src/index.ts";
import { makeCars } from "./cars.ts";
import { ON_LOOP, threadsName } from "./contestant-names.ts";
import { carSchema, importGroups, importIsoform, importService } from "./isoform.ts";
import { type AsyncContestant, type Measurement, measureAsync, quantile } from "./measure.ts";
import type { Busy } from "./service/busy-server.ts";

export interface ThreadsOptions {
  readonly rows: number;
  readonly rounds: number;
}

interface ScanResult {
  readonly formula: string;
  /** The method of the pool, if it is not a count of a store. */
  readonly call?: string;
  /** The event loop alone, and pools of one thread, two, and so on, in nanoseconds per row. */
  readonly contestants: readonly Measurement[];
}

/** The response times of requests, in milliseconds. */
interface Waits {
  readonly requests: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

interface BusyResult {
  readonly threads: number;
  readonly live: Waits;
  readonly small: Waits;
  /** Costly requests per second. */
  readonly costly: number;
}

export interface ThreadsResult extends ThreadsOptions {
  readonly scans: readonly ScanResult[];
  /** Ten concurrent costly requests, without threads, and with one thread less than the machine has processors. */
  readonly busy: readonly BusyResult[];
}

const SCANS = [
  'LEN(SUBSTITUTE({optionCodes}, "A", "bb")) > 200',
  'REGEX_MATCH({optionCodes} & {url}, "A[A-Z]+1[0-9],.*B.*z$")',
  'SEARCH("z9", {optionCodes} & {url})',
  "MOD(ROUND({price} / 7, 1), 3) > 1",
] as const;

const MOST_THREADS = 4;
const BUSY_SECONDS = 20;

/** The effect of threads on scans of large tables, and on concurrent requests. */
export async function benchThreads({ rows, rounds }: ThreadsOptions): Promise<ThreadsResult> {
  const isoform = await importIsoform();
  const { stores } = await importService();
  const schema = carSchema(isoform);
  const cars = makeCars(rows);
  const { signal } = new AbortController();
  const most = Math.min(MOST_THREADS, availableParallelism());
  const pools = Array.from({ length: most }, (_, index) =>
    stores.ScanPool.open({ threads: index + 1 }),
  );
  const scans: ScanResult[] = [];
  try {
    const plain = await stores.MemoryStore.from(cars, schema);
    const threaded: (typeof plain)[] = [];
    for (const pool of pools) threaded.push(await stores.MemoryStore.from(cars, schema, { pool }));
    for (const formula of SCANS) {
      const filter = isoform.compileOrThrow(formula, schema);
      const expected = await plain.count(filter, { signal });
      const contestant = (name: string, store: typeof plain): AsyncContestant => ({
        name,
        units: rows,
        expected,
        run: () => store.count(filter, { signal }),
      });
      const contestants = await measureAsync(
        [
          contestant(ON_LOOP, plain),
          ...threaded.map((store, index) => contestant(threadsName(index + 1), store)),
        ],
        { rounds, warmups: 3, baseline: ON_LOOP },
      );
      scans.push({ formula, contestants });
    }
    scans.push(...(await benchCalls(isoform, cars, pools, rounds)));
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
  const busy: BusyResult[] = [];
  for (const threads of [0, Math.max(1, availableParallelism() - 1)]) {
    busy.push(await benchBusy(rows, threads));
  }
  return { rows, rounds, scans, busy };
}

type Pool = ReturnType<Awaited<ReturnType<typeof importService>>["stores"]["ScanPool"]["open"]>;
type Searched = Parameters<Pool["mask"]>[1];
type Asked = Pick<Pool, "mask" | "select" | "summarize">;

/** The calls of a pool. Each returns a number that must be the same everywhere. */
const CALLS: Readonly<
  Record<string, (asked: Asked, filter: Formula, columns: Searched) => Promise<number>>
> = {
  mask: async (asked, ...of) => (await asked.mask(...of)).count,
  select: async (asked, ...of) => (await asked.select(...of)).length,
  "the first 100 of an order": async (asked, filter, columns) =>
    (await asked.select(filter, columns, { sort: [{ field: "price" }], limit: 100 }))[99] ?? -1,
  "the whole order": async (asked, filter, columns) =>
    (await asked.select(filter, columns, { sort: [{ field: "price" }] }))[0] ?? -1,
  groups: async (asked, filter, columns) =>
    (await asked.summarize(columns, { filter, groupBy: GROUPED, measures: MEASURED })).length,
};

const GROUPED = ["country", "modelLetter"];
const MEASURED = ["count", "average(price)", "max({tax} * 1.2)"];

/** A costly and a cheap filter over columns, on the caller's thread and with pools. */
async function benchCalls(
  isoform: Awaited<ReturnType<typeof importIsoform>>,
  cars: readonly unknown[],
  pools: readonly Pool[],
  rounds: number,
): Promise<readonly ScanResult[]> {
  const { columns: module, summary } = await importGroups();
  const schema = carSchema(isoform);
  const columns = module.Columns.from(cars, schema);
  const results: ScanResult[] = [];
  for (const formula of [SCANS[1], "{price} < 50000"]) {
    const filter = isoform.compileOrThrow(formula, schema);
    const own: Asked = {
      mask: async (_, of) => filter.mask(of),
      select: async (_, of, options) => filter.select(of, options),
      summarize: async (of, options) => summary.summarize(of, options),
    };
    for (const [call, ask] of Object.entries(CALLS)) {
      const expected = await ask(own, filter, columns);
      const contestants = await measureAsync(
        [own, ...pools].map((asked, threads) => ({
          name: threads === 0 ? ON_LOOP : threadsName(threads),
          units: cars.length,
          expected,
          run: () => ask(asked, filter, columns),
        })),
        { rounds, warmups: 3, baseline: ON_LOOP },
      );
      results.push({ formula, call, contestants });
    }
  }
  return results;
}

/** Ten concurrent costly requests for some seconds, along with requests that take no time. */
async function benchBusy(rows: number, threads: number): Promise<BusyResult> {
  const script = fileURLToPath(new URL("service/busy-server.ts", import.meta.url));
  const server = fork(script, [String(rows), String(threads)], { execArgv: ["--import", "tsx"] });
  try {
    const [{ url, token }] = (await once(server, "message")) as [Busy];
    const headers = { "x-api-key": token };
    const get = async (path: string): Promise<number> => {
      const start = performance.now();
      const response = await fetch(`${url}${path}`, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return performance.now() - start;
    };
    const filtered = (formula: string): string =>
      `/cars?pageSize=20&totalCount=true&filterByFormula=${encodeURIComponent(formula)}`;
    const until = performance.now() + 1_000 * BUSY_SECONDS;
    let answered = 0;
    const ask = async (place: number): Promise<void> => {
      for (let turn = 0; performance.now() < until; turn++) {
        await get(filtered(`OR({year} = ${3_000 + 10 * turn + place}, ${SCANS[1]})`));
        if (performance.now() < until) answered++;
      }
    };
    const probe = async (path: string): Promise<Waits> => {
      const times: number[] = [];
      await get(path);
      while (performance.now() < until) {
        times.push(await get(path));
        await sleep(10);
      }
      times.sort((a, b) => a - b);
      const [median, p99, max] = [0.5, 0.99, 1].map((part) => quantile(times, part));
      return { requests: times.length, median: median ?? 0, p99: p99 ?? 0, max: max ?? 0 };
    };
    const costly = Promise.all(Array.from({ length: 10 }, (_, place) => ask(place)));
    const [live, small] = await Promise.all([
      probe("/livez"),
      probe(filtered('AND({country} = "Italy", {price} < 30000)')),
    ]);
    await costly;
    return { threads, live, small, costly: answered / BUSY_SECONDS };
  } finally {
    server.disconnect();
  }
}
