import { openSync, readSync } from "node:fs";
import { PerformanceObserver } from "node:perf_hooks";
import type { ProbeFigures } from "./figures.ts";
import { Waits } from "./waits.ts";

// Is loaded into the program under attack before the program itself (`node --import`), and measures it from inside. The
// test asks over the channel between the two processes.

// The loader of TypeScript enables source maps, with which each error takes ten times as long. Users start the program without.
process.setSourceMapsEnabled(false);

/** How often the loop is looked at, in milliseconds. */
const EVERY_MS = 2;

const schedule = openSchedule();
const scheduleBytes = Buffer.alloc(64);

let waits = new Waits();
let slice: LongestSlice = { from: 0, to: 0 };
let peak = 0;
let last = performance.now();
let lastCpu = loopCpuMs();
let ticks = 0;

/** The longest time slice, by the clock of `performance`. */
interface LongestSlice {
  readonly from: number;
  readonly to: number;
}

let collections: { readonly startTime: number; readonly duration: number }[] = [];
const collector = new PerformanceObserver((list) => {
  collections.push(...list.getEntries());
});
collector.observe({ entryTypes: ["gc"] });

/** How much of the longest time slice was garbage collection, in milliseconds by the clock. */
function collectionMs(): number {
  collections.push(...collector.takeRecords());
  return collections
    .filter(({ startTime }) => startTime >= slice.from && startTime < slice.to)
    .reduce((sum, { duration }) => sum + duration, 0);
}

/** The scheduler's figures of the event loop's thread; `undefined` elsewhere than on Linux. */
function openSchedule(): number | undefined {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  } catch {
    return undefined;
  }
}

/** The processor time of the event loop's thread, in milliseconds; or of the whole process, which is never less. */
function loopCpuMs(): number {
  if (schedule === undefined) return cpuMs();
  const length = readSync(schedule, scheduleBytes, 0, scheduleBytes.length, 0);
  const [nanoseconds] = scheduleBytes.toString("latin1", 0, length).split(" ");
  return Number(nanoseconds) / 1e6;
}

/** The processor time of the whole process, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const WORK_LENGTH = 20_000;
const works: number[] = [];
let result = 0;

/** Does the same small piece of work each time, and notes the processor time that it takes. */
function measureWork(): void {
  const start = cpuMs();
  for (let step = 0; step < WORK_LENGTH; step++) result = (Math.imul(result, 31) + step) | 0;
  works.push(cpuMs() - start);
  if (works.length > 100) works.shift();
}

setInterval(() => {
  const now = performance.now();
  const cpu = loopCpuMs();
  // A busy machine makes the clock go on while the process stands still. It does not use up processor time. So the
  // smaller of the two is the time that the loop was busy, or a bit more.
  const busy = Math.min(now - last - EVERY_MS, cpu - lastCpu);
  if (busy > waits.longest) slice = { from: last, to: now };
  waits.add(now - last, busy);
  last = now;
  lastCpu = cpu;
  ticks++;
  if (ticks % 25 === 0) measureWork();
  if (ticks % 25 === 0) peak = Math.max(peak, process.memoryUsage.rss());
}, EVERY_MS).unref();

const COLLECT: unknown = Reflect.get(globalThis, "gc");

function figures(): ProbeFigures {
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  return {
    rss: rss / 2 ** 20,
    peak: Math.max(peak, rss) / 2 ** 20,
    heap: heapUsed / 2 ** 20,
    external: external / 2 ** 20,
    arrayBuffers: arrayBuffers / 2 ** 20,
    cpuMs: cpuMs(),
    handles: process.getActiveResourcesInfo().length,
    workMs: [...works].sort((a, b) => a - b)[Math.floor(works.length / 2)] ?? 0,
    p99: waits.quantile(0.99),
    longest: waits.longest,
    longestClock: slice.to - slice.from,
    longestCollection: collectionMs(),
  };
}

process.on("message", (message) => {
  if (message === "collect" && typeof COLLECT === "function") COLLECT();
  process.send?.(figures());
  if (message !== "begin") return;
  waits = new Waits();
  slice = { from: 0, to: 0 };
  collections = [];
  works.length = 0;
  peak = 0;
});
// The channel must not keep the program from ending.
process.channel?.unref();
