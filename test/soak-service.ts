import { readdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { plotSoak, type SoakSample } from "../bench/plot-soak.ts";
import { ATTACKS } from "./service/attacks/exhaustion/attacks.ts";
import { Honest, makeFixture, Target } from "./service/attacks/exhaustion/target.ts";

const CARS = 100_000;
const HEAP_MIB = 256;
/** The part of each attack's connections, and how many attacks go on at once. */
const SHARE = 0.05;
const AT_ONCE = 4;
const SAMPLE_MS = 10_000;

const RESULTS = new URL("../bench/results/", import.meta.url);

/**
 * Serves honest clients for some time beside a part of every attack, by turns, and saves how the service fared: the
 * figures and a chart in `bench/results`. Returns how many answers to the honest client were wrong.
 */
export async function soakService(minutes: number, write: (text: string) => void): Promise<number> {
  const fixture = await makeFixture(CARS);
  const target = await Target.start(fixture, { heap: HEAP_MIB });
  try {
    await target.warmUp();
    const honest = await Honest.start(target);
    const samples: SoakSample[] = [];
    const end = performance.now() + minutes * 60_000;
    const isOver = (): boolean => !target.lives || performance.now() >= end;
    const attacks = Object.values(ATTACKS)
      .flat()
      .filter(({ needsSqlite = false }) => fixture.hasSqlite || !needsSqlite);
    const attacker = { port: target.port, key: fixture.attacker, share: SHARE };
    let next = 0;
    const attackOn = async (): Promise<void> => {
      while (!isOver()) await attacks[next++ % attacks.length]?.does(attacker);
    };
    const attackers = Array.from({ length: AT_ONCE }, attackOn);

    const begin = performance.now();
    const problems: string[] = [];
    await target.probe("begin");
    await honest.ask("begin");
    while (!isOver()) {
      await sleep(SAMPLE_MS);
      const { rss, heap, p99, longest } = await target.probe("begin");
      const { right, refused, wrong } = await honest.ask("begin");
      problems.push(...wrong);
      const sample = {
        minutes: (performance.now() - begin) / 60_000,
        ...{ rss, heap, p99, longest, right, refused },
        descriptors: readdirSync(`/proc/${target.process.pid}/fd`).length,
        wrong: wrong.length,
      };
      samples.push(sample);
      write(JSON.stringify(sample, rounded));
    }
    await Promise.all(attackers);
    honest.stop();
    const result = { cars: CARS, heapLimit: HEAP_MIB, share: SHARE, atOnce: AT_ONCE, samples };
    writeFileSync(new URL("soak.json", RESULTS), `${JSON.stringify(result, rounded)}\n`);
    writeFileSync(new URL("soak.svg", RESULTS), plotSoak(result));
    write(`${next} attacks; ${problems.length} wrong answers\n${problems.slice(0, 20).join("\n")}`);
    return problems.length;
  } finally {
    await target.stop();
    fixture.remove();
  }
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}
