import type { Random } from "./random.ts";
import RULES from "./rules.json";
import { type Build, rulesOf } from "./rules.ts";

/** The equipment of a car that other parts of its listing must agree with. */
interface Equipment {
  readonly codes: readonly string[];
  readonly autopilot: keyof typeof AUTOPILOT_PRICES;
  /** The size of the wheels in inches. */
  readonly wheels: string;
}

/** In euros, in Germany. */
export const AUTOPILOT_PRICES = { basic: 0, enhanced: 2_200, full: 4_500 } as const;

const wheelsOf = rulesOf(RULES.wheels);
const paintsOf = rulesOf(RULES.paints);
const codesOf = rulesOf(RULES.codes);

/** The equipment of a car, and the codes that name it. */
export function equipmentOf(build: Build, random: Random): Equipment {
  if (random.chance(22)) build.add("white");
  const autopilot = drawAutopilot(build.year, random);
  build.add(autopilot);
  const [wheels = "", inches = ""] = random.pick(wheelsOf(build, random)).split("/");
  const paints = paintsOf(build, random);
  const codes = [wheels, random.pick(paints), ...codesOf(build, random)];
  return { codes, autopilot, wheels: inches };
}

function drawAutopilot(year: number, random: Random): Equipment["autopilot"] {
  const drawn = random.below(100);
  if (year < 2016 || drawn < 62) return "basic";
  return drawn < 82 ? "enhanced" : "full";
}
