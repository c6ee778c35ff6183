import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { seededRandom } from "./random.ts";

export interface Contestant {
  readonly name: string;
  /** The amount of work in a run: times are per unit. */
  readonly units: number;
  /** The value that a run must return. */
  readonly expected: number;
  run(): number;
}

export interface AsyncContestant extends Omit<Contestant, "run"> {
  run(): number | Promise<number>;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** The interquartile range, relative to the median. */
  readonly spread: number;
}

export interface Measurement {
  readonly name: string;
  /** Nanoseconds per unit. */
  readonly time: Spread;
  /** The ratio to the baseline's time in the same round. */
  readonly ratio: Spread;
}

export interface MeasureOptions {
  readonly rounds: number;
  readonly warmups: number;
  /** The name of the contestant that ratios refer to. */
  readonly baseline: string;
}

/**
 * Runs all contestants in every round, in random order, so that drift of the machine affects all equally, and no
 * contestant always follows the same one.
 */
export function measure(
  contestants: readonly Contestant[],
  options: MeasureOptions,
): Measurement[] {
  const rounds = new Rounds(contestants, options);
  for (const { contestant, record } of rounds.turns()) record(timeOf(contestant));
  return rounds.measurements();
}

/** Like `measure`, for contestants that call another process or thread. */
export async function measureAsync(
  contestants: readonly AsyncContestant[],
  options: MeasureOptions,
): Promise<Measurement[]> {
  const rounds = new Rounds(contestants, options);
  for (const { contestant, record } of rounds.turns()) record(await timeOfAsync(contestant));
  return rounds.measurements();
}

interface Series<C> {
  readonly contestant: C;
  readonly times: number[];
  readonly ratios: number[];
}

interface Turn<C> {
  readonly contestant: C;
  record(time: number): void;
}

/** The state of a measurement. */
class Rounds<C extends { readonly name: string }> {
  readonly #series: readonly Series<C>[];
  readonly #reference: Series<C>;
  readonly #options: MeasureOptions;

  constructor(contestants: readonly C[], options: MeasureOptions) {
    this.#series = contestants.map((contestant) => ({ contestant, times: [], ratios: [] }));
    const reference = this.#series.find(({ contestant }) => contestant.name === options.baseline);
    if (reference === undefined) throw new Error(`no contestant is called \`${options.baseline}\``);
    this.#reference = reference;
    this.#options = options;
  }

  *turns(): Generator<Turn<C>> {
    const { rounds, warmups } = this.#options;
    for (let round = 0; round < warmups; round++) {
      for (const { contestant } of this.#series) yield { contestant, record: () => undefined };
    }
    const random = seededRandom(rounds);
    for (let round = 0; round < rounds; round++) {
      for (const { contestant, times } of shuffled(this.#series, random)) {
        yield { contestant, record: (time) => times.push(time) };
      }
      const referenceTime = this.#reference.times.at(-1);
      for (const { times, ratios } of this.#series) {
        const time = times.at(-1);
        if (time !== undefined && referenceTime !== undefined) ratios.push(time / referenceTime);
      }
    }
  }

  measurements(): Measurement[] {
    return this.#series.map(({ contestant: { name }, times, ratios }) => ({
      name,
      time: spreadOf(times),
      ratio: spreadOf(ratios),
    }));
  }
}

function timeOf(contestant: Contestant): number {
  collectYoungGarbage();
  const start = performance.now();
  const answer = contestant.run();
  return timePerUnit(contestant, performance.now() - start, answer);
}

async function timeOfAsync(contestant: AsyncContestant): Promise<number> {
  collectYoungGarbage();
  const start = performance.now();
  const answer = contestant.run();
  // A synchronous result is not awaited.
  const awaited = typeof answer === "number" ? answer : await answer;
  return timePerUnit(contestant, performance.now() - start, awaited);
}

function timePerUnit(
  { name, expected, units }: Omit<Contestant, "run">,
  elapsed: number,
  answer: number,
): number {
  if (answer !== expected) {
    throw new Error(`${name} answers ${answer}, the others answer ${expected}`);
  }
  return (elapsed * 1e6) / units;
}

function shuffled<T>(items: readonly T[], random: (bound: number) => number): T[] {
  const left = [...items];
  const drawn: T[] = [];
  while (left.length > 0) drawn.push(...left.splice(random(left.length), 1));
  return drawn;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const median = quantile(sorted, 0.5);
  return {
    median,
    min: quantile(sorted, 0),
    max: quantile(sorted, 1),
    spread: (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / median,
  };
}

/** A quantile of sorted values, interpolated. */
export function quantile(sorted: readonly number[], part: number): number {
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined)
    throw new RangeError("there is nothing to summarise");
  return below + (above - below) * (position - Math.floor(position));
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

type Collect = (options: { readonly type: "minor" | "major" }) => void;

function exposeCollector(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

const collect = exposeCollector();

/** Collects garbage, so that a contestant does not pay for that of the previous one. */
function collectYoungGarbage(): void {
  collect({ type: "minor" });
}

export function collectAllGarbage(): void {
  collect({ type: "major" });
}
