import { setTimeout as sleep } from "node:timers/promises";
import { extent } from "../../figures.ts";
import type { Statuses } from "./acts.ts";
import type { Attack } from "./attack.ts";
import type { HonestFigures, ProbeFigures } from "./figures.ts";
import type { Honest, Target } from "./target.ts";

/**
 * The longest time slice of the event loop, in milliseconds of the processor. Slices of the service take some 10, and garbage
 * collection adds 15 to 40: what shares a core with other work takes several times as long, but not three times running.
 */
export const MOST_SLICE_MS = extent(200, 300);
/** The share of its memory that a service may have more after an attack, with so many mebibytes for the allocator. */
const MORE_MEMORY = 1.2;
const ALLOCATOR_MIB = 48;
/**
 * The share of its memory that a service may have more after all attacks. The allocator of the system keeps a part of
 * what the compilers and threads of the engine gave back, for the next time. That adds up to a limit, once seen at 1.66 on a
 * busy machine; a leak does not stop.
 */
const MORE_IN_ALL = 2;
/** The mebibytes that caches may hold more on the heap after an attack. */
const CACHES_MIB = 48;
/**
 * How long it may take until memory is given back, in milliseconds. Compilers of the engine keep theirs until they are done,
 * which takes long for a long formula on a busy machine.
 */
const BACK_WITHIN_MS = 120_000;
const USUALLY_BACK_MS = 30_000;

/** A service is idle that works for less than this share of the time: the honest client and the probe take some 0.1 of it. */
const BUSY_SHARE = 0.4;
const MOST_BUSY_MS = 10_000;

/** How often the honest client asks `/livez` at least, and how long it may take until it is served, in milliseconds. */
const LEAST_LIVEZ = 5;
const SERVED_WITHIN_MS = 30_000;

/** What came of an attack. */
export interface Verdict {
  readonly statuses: Statuses;
  readonly before: ProbeFigures;
  readonly during: ProbeFigures;
  readonly after: ProbeFigures;
  /** How long it took until the resident memory was within 20% of that before the attack, in milliseconds, if it did. */
  readonly backAfter: number | undefined;
  readonly honest: HonestFigures;
  /** How long the service worked on for clients that were gone, in milliseconds. */
  readonly idleAfter?: number;
  /** Everything that did not hold. */
  readonly problems: readonly string[];
}

/**
 * Runs an attack on a service, beside an honest client.
 *
 * @param before the figures of the service when it had been used and was not attacked yet
 */
export async function runAttack(
  { does, earns, answers = 0, goesAway = false, attacker = "whole" }: Attack,
  target: Target,
  honest: Honest,
  before: ProbeFigures,
): Promise<Verdict> {
  const justBefore = await target.probe("begin");
  await honest.ask("begin");
  const { attackers, folder } = target.fixture;
  const statuses = await does({ port: target.port, keys: attackers[attacker], folder });
  const during = await target.probe("figures");
  const idleAfter = goesAway ? await idle(target) : 0;
  const seen = await seenByHonest(honest);
  const most = {
    rss: Math.min(justBefore.rss * MORE_MEMORY, before.rss * MORE_IN_ALL) + ALLOCATOR_MIB,
    heap: before.heap * MORE_MEMORY + CACHES_MIB,
  };
  const { after, backAfter } = await memoryBack(target, most, justBefore.rss * MORE_MEMORY);

  const problems: string[] = [];
  const wrong = Object.keys(statuses)
    .map(Number)
    .filter((status) => !(earns?.includes(status) ?? (status < 500 || status === 503)));
  if (wrong.length > 0) problems.push(`answers of ${wrong.join(", ")}`);
  const count = Object.values(statuses).reduce((sum, one) => sum + one, 0);
  if (count < answers) problems.push(`${count} answers`);
  // Processor time goes further on a quiet machine: two threads may share a core, and its caches.
  const slowdown = Math.max(1, during.workMs / before.workMs);
  if (during.longest > MOST_SLICE_MS) {
    problems.push(`a time slice of the event loop of ${during.longest.toFixed(0)} ms`);
  }
  for (const kind of ["rss", "heap"] as const) {
    if (after[kind] <= most[kind]) continue;
    const [now, then, first] = [after, justBefore, before].map((one) => one[kind].toFixed(0));
    problems.push(`${kind} of ${now} MiB afterwards, ${then} before, ${first} before all attacks`);
  }
  if (idleAfter > MOST_BUSY_MS * slowdown) problems.push(`busy ${idleAfter.toFixed(0)} ms later`);
  problems.push(...seen.wrong);
  if (seen.right === 0) problems.push("the honest client got no answer");
  if (seen.livez === 0) problems.push("`/livez` did not answer");
  if (seen.refused > seen.right)
    problems.push(`the honest client was refused ${seen.refused} times`);
  return {
    statuses,
    before: justBefore,
    during,
    after,
    backAfter,
    honest: seen,
    problems,
    ...(goesAway ? { idleAfter } : {}),
  };
}

/** How long the service does more than the honest client asks for, in milliseconds. */
async function idle(target: Target): Promise<number> {
  const begin = performance.now();
  let { cpuMs } = await target.probe("figures");
  for (let from = begin; ; ) {
    await sleep(250);
    const figures = await target.probe("figures");
    const now = performance.now();
    const share = (figures.cpuMs - cpuMs) / (now - from);
    if (share < BUSY_SHARE || now - begin > BACK_WITHIN_MS) return from - begin;
    from = now;
    cpuMs = figures.cpuMs;
  }
}

/** Waits until the honest client has asked often enough: an attack that is refused at once is over before it asks. */
async function seenByHonest(honest: Honest): Promise<HonestFigures> {
  const end = performance.now() + SERVED_WITHIN_MS;
  for (;;) {
    const figures = await honest.ask("figures");
    const isServed = figures.right > 0 && figures.livez >= LEAST_LIVEZ;
    if (isServed || figures.wrong.length > 0 || performance.now() > end) return figures;
    await sleep(50);
  }
}

type Memory = Pick<ProbeFigures, "rss" | "heap">;

/**
 * Waits until the memory is given back. Garbage is collected as soon as the engine would not do it by itself.
 *
 * @param most fails if it is more after a long time
 * @param usual what the resident memory usually is after a short time, in mebibytes
 */
async function memoryBack(
  target: Target,
  most: Memory,
  usual: number,
): Promise<Pick<Verdict, "after" | "backAfter">> {
  const begin = performance.now();
  for (let look = 0; ; look++) {
    const after = await target.probe(look % 4 === 2 ? "collect" : "figures");
    const time = performance.now() - begin;
    const isBack = after.rss <= most.rss && after.heap <= most.heap;
    const isUsual = after.rss <= usual;
    if ((isBack && (isUsual || time > USUALLY_BACK_MS)) || time > BACK_WITHIN_MS) {
      return { after, backAfter: isUsual ? time : undefined };
    }
    await sleep(500);
  }
}

/** What came of an attack, in a line for people. */
export function describeVerdict(verdict: Verdict): string {
  const { statuses, before, during, after, backAfter, honest, problems, idleAfter } = verdict;
  const answers = Object.entries(statuses).map(([status, count]) => `${count} of ${status}`);
  return [
    problems.length === 0 ? "held" : "FAILED",
    `loop p99 ${during.p99} ms, longest slice ${during.longest.toFixed(0)} ms (${during.longestClock.toFixed(0)} by the clock, ${during.longestCollection.toFixed(0)} of it collecting garbage)`,
    `memory ${before.rss.toFixed(0)} MiB before, ${during.peak.toFixed(0)} MiB at most, ${after.rss.toFixed(0)} MiB after, of it ${after.heap.toFixed(0)} on the heap`,
    backAfter === undefined
      ? `not within 20% in ${USUALLY_BACK_MS / 1000} s`
      : `within 20% in ${(backAfter / 1000).toFixed(1)} s`,
    `/livez ${honest.livez} times, p99 ${honest.livezP99.toFixed(0)} ms, at most ${honest.livezMost.toFixed(0)} ms`,
    `honest ${honest.right} right, ${honest.refused} refused, median ${honest.queryMedian.toFixed(0)} ms, p99 ${honest.queryP99.toFixed(0)} ms, at most ${honest.queryMost.toFixed(0)} ms`,
    ...(idleAfter === undefined ? [] : [`idle ${idleAfter.toFixed(0)} ms later`]),
    answers.length === 0 ? "no answers" : answers.join(", "),
    ...problems,
  ].join("; ");
}

/** The columns of the table of attacks: milliseconds, unless said. */
export const TABLE_HEAD: readonly string[] = [
  "attack",
  "longest slice",
  "by the clock",
  "of it GC",
  "/livez p99",
  "/livez at most",
  "honest p99",
  "memory within 20% after, s",
];

/** What came of an attack, as a row of the table. */
export function tableRow(name: string, { during, honest, backAfter }: Verdict): readonly string[] {
  const { longest, longestClock, longestCollection } = during;
  const { livezP99, livezMost, queryP99 } = honest;
  const times = [longest, longestClock, longestCollection, livezP99, livezMost, queryP99];
  const back = backAfter === undefined ? "–" : (backAfter / 1000).toFixed(1);
  return [name, ...times.map((time) => time.toFixed(0)), back];
}
