import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { closeAtEnd } from "../../apps/service/harness/closing.ts";
import { extent, figure, soakMinutes } from "../figures.ts";
import { ATTACKS } from "./attacks/attacks.ts";
import { Honest, makeFixture, Target } from "./attacks/target.ts";

// Honest clients for some time beside a part of every attack, by turns. The long form takes four hours.

const MINUTES = soakMinutes(0.2, 240);
const CARS = extent(5_000, 100_000);
const HEAP_MIB = 256;
/** The part of each attack's connections, and how many attacks go on at once. */
const SHARE = 0.05;
const AT_ONCE = 4;
const SAMPLE_MS = extent(4_000, 10_000);
/** Garbage is collected after this number of samples: the rest of the heap is what the service retains. */
const SAMPLES_TO_COLLECTION = extent(2, 6);

it("honest clients are served beside all attacks", {
  timeout: (MINUTES + 10) * 60_000,
}, async () => {
  const fixture = await makeFixture(CARS);
  closeAtEnd(() => fixture.remove());
  const target = await Target.start(fixture, { heap: HEAP_MIB });
  closeAtEnd(() => target.stop());
  await target.warmUp();
  const honest = await Honest.start(target);
  closeAtEnd(() => honest.stop());
  const end = performance.now() + MINUTES * 60_000;
  const isOver = (): boolean => !target.lives || performance.now() >= end;
  const attacks = Object.values(ATTACKS)
    .flat()
    .filter(({ needsSqlite = false }) => fixture.hasSqlite || !needsSqlite);
  const attacked = { port: target.port, folder: fixture.folder, share: SHARE };
  let next = 0;
  const attackOn = async (): Promise<void> => {
    while (!isOver()) {
      const { does, attacker = "whole" } = attacks[next++ % attacks.length] ?? {};
      await does?.({ ...attacked, keys: fixture.attackers[attacker] });
    }
  };
  const attackers = Array.from({ length: AT_ONCE }, attackOn);

  const begin = performance.now();
  const minutes = (): number => (performance.now() - begin) / 60_000;
  const retained = async (): Promise<void> => {
    const { rss, heap, external, arrayBuffers } = await target.probe("collect");
    const sample = { minutes: minutes(), rss, heap, external, arrayBuffers };
    figure("retained", JSON.stringify(sample, rounded));
  };
  const problems: string[] = [];
  let samples = 0;
  await retained();
  await target.probe("begin");
  await honest.ask("begin");
  while (!isOver()) {
    await sleep(SAMPLE_MS);
    const { rss, heap, p99, longest } = await target.probe("begin");
    const { right, refused, wrong } = await honest.ask("begin");
    problems.push(...wrong);
    const sample = {
      minutes: minutes(),
      ...{ rss, heap, p99, longest, right, refused },
      descriptors: readdirSync(`/proc/${target.process.pid}/fd`).length,
      wrong: wrong.length,
    };
    figure("sample", JSON.stringify(sample, rounded));
    if (++samples % SAMPLES_TO_COLLECTION === 0) await retained();
  }
  await Promise.all(attackers);
  await retained();
  figure("attacks", next);
  expect(target.lives).toBe(true);
  expect(problems).toEqual([]);
});

function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}
