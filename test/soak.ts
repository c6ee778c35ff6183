import { parseArgs } from "node:util";
import { ENGINE_NAMES, startEngine } from "./engines/engine.ts";
import { randomBytes } from "./generate/random.ts";
import { hostileRow, ordinaryRow } from "./generate/rows.ts";
import { agree } from "./property/agreement.ts";
import { dialectOf } from "./sql/dialects.ts";
import { runDifferential } from "./sql/differential.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    // The service under attack, for four hours, in place of random formulas.
    service: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    rows: { type: "string" },
    // The engines to compare with the reference, with commas between them; without, what runs in memory is.
    engines: { type: "string", default: "" },
  },
});

const seed = Number(values.seed);
const minutes = Number(values.minutes ?? (values.service ? 240 : 1));
const names = values.engines.split(",").filter((name) => name !== "");
const MOST_FAILURES = 10;

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** How many disagreements there were. */
function soakMemory(rows: number): number {
  const end = Date.now() + minutes * 60_000;
  let cases = 0;
  let ran = 0;
  let decided = 0;
  let failures = 0;
  for (let round = seed; Date.now() < end && failures < MOST_FAILURES; round++) {
    const bytes = randomBytes(round, 20 + ((round * 7919) % 300));
    cases++;
    try {
      const result = agree(bytes, rows, round % 2 === 0 ? ordinaryRow : hostileRow);
      if (result.ran) ran++;
      if (result.decided) decided++;
    } catch (error) {
      failures++;
      write(
        `seed ${round}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
  const share = (part: number): string => `${((100 * part) / cases).toFixed(1)}%`;
  write(
    `${cases} formulas from seed ${seed}: ${failures} disagreements, ${share(ran)} ran, ${share(decided)} returned some rows and not others`,
  );
  return failures;
}

/** One engine after the other, each for its part of the time; what does not start counts as a disagreement. */
async function soakEngines(rows: number): Promise<number> {
  let count = 0;
  for (const name of names) {
    const known = ENGINE_NAMES.find((one) => one === name);
    if (known === undefined) throw new Error(`no engine ${name}: there are ${ENGINE_NAMES.join()}`);
    const started = await startEngine(known);
    if (!started.ok) {
      write(started.reason);
      count++;
      continue;
    }
    const end = Date.now() + (minutes * 60_000) / names.length;
    const { tally, failures } = await runDifferential(started.engine, dialectOf(known), {
      seed,
      rows,
      formulas: Number.POSITIVE_INFINITY,
      failures: MOST_FAILURES,
      isOver: () => Date.now() >= end,
    });
    await started.engine.close();
    for (const { text } of failures) write(`${text}\n`);
    write(`${name}, seed ${seed}: ${failures.length} disagreements\n${tally}\n`);
    count += failures.length;
  }
  return count;
}

async function soak(): Promise<number> {
  if (values.service) {
    const { soakService } = await import("./soak-service.ts");
    return soakService(minutes, write);
  }
  const rows = values.rows === undefined ? undefined : Number(values.rows);
  return names.length === 0 ? soakMemory(rows ?? 8) : soakEngines(rows ?? 50);
}

process.exitCode = (await soak()) === 0 ? 0 : 1;
