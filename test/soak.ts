import { parseArgs } from "node:util";
import { randomBytes } from "./generate/random.ts";
import { hostileRow, ordinaryRow } from "./generate/rows.ts";
import { agree } from "./property/agreement.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    rows: { type: "string", default: "8" },
  },
});

const seed = Number(values.seed);
const end = Date.now() + Number(values.minutes) * 60_000;
let cases = 0;
let ran = 0;
let decided = 0;
let failures = 0;
for (let round = seed; Date.now() < end; round++) {
  const bytes = randomBytes(round, 20 + ((round * 7919) % 300));
  cases++;
  try {
    const result = agree(bytes, Number(values.rows), round % 2 === 0 ? ordinaryRow : hostileRow);
    if (result.ran) ran++;
    if (result.decided) decided++;
  } catch (error) {
    failures++;
    process.stdout.write(
      `seed ${round}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    if (failures === 10) break;
  }
}
const share = (part: number): string => `${((100 * part) / cases).toFixed(1)}%`;
process.stdout.write(
  `${cases} formulas from seed ${seed}: ${failures} disagreements, ${share(ran)} ran, ${share(decided)} returned some rows and not others\n`,
);
process.exitCode = failures === 0 ? 0 : 1;
