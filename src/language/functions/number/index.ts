import type { DocumentedFunction, FunctionDefinition } from "../define.ts";
import { abs, absDocumentation } from "./abs.ts";
import { average, averageDocumentation } from "./average.ts";
import { ceiling, ceilingDocumentation } from "./ceiling.ts";
import { count, countDocumentation } from "./count.ts";
import { countA, countADocumentation } from "./count-a.ts";
import { countAll, countAllDocumentation } from "./count-all.ts";
import { even, evenDocumentation } from "./even.ts";
import { exp, expDocumentation } from "./exp.ts";
import { floor, floorDocumentation } from "./floor.ts";
import { int, intDocumentation } from "./int.ts";
import { log, logDocumentation } from "./log.ts";
import { max, maxDocumentation } from "./max.ts";
import { min, minDocumentation } from "./min.ts";
import { mod, modDocumentation } from "./mod.ts";
import { odd, oddDocumentation } from "./odd.ts";
import { power, powerDocumentation } from "./power.ts";
import { round, roundDocumentation } from "./round.ts";
import { roundDown, roundDownDocumentation } from "./round-down.ts";
import { roundUp, roundUpDocumentation } from "./round-up.ts";
import { sqrt, sqrtDocumentation } from "./sqrt.ts";
import { sum, sumDocumentation } from "./sum.ts";

export const NUMBER_FUNCTIONS: readonly FunctionDefinition[] = [
  abs,
  average,
  ceiling,
  count,
  countA,
  countAll,
  even,
  exp,
  floor,
  int,
  log,
  max,
  min,
  mod,
  odd,
  power,
  round,
  roundDown,
  roundUp,
  sqrt,
  sum,
];

export const DOCUMENTED_NUMBER_FUNCTIONS: readonly DocumentedFunction[] = [
  { definition: abs, documentation: absDocumentation },
  { definition: average, documentation: averageDocumentation },
  { definition: ceiling, documentation: ceilingDocumentation },
  { definition: count, documentation: countDocumentation },
  { definition: countA, documentation: countADocumentation },
  { definition: countAll, documentation: countAllDocumentation },
  { definition: even, documentation: evenDocumentation },
  { definition: exp, documentation: expDocumentation },
  { definition: floor, documentation: floorDocumentation },
  { definition: int, documentation: intDocumentation },
  { definition: log, documentation: logDocumentation },
  { definition: max, documentation: maxDocumentation },
  { definition: min, documentation: minDocumentation },
  { definition: mod, documentation: modDocumentation },
  { definition: odd, documentation: oddDocumentation },
  { definition: power, documentation: powerDocumentation },
  { definition: round, documentation: roundDocumentation },
  { definition: roundDown, documentation: roundDownDocumentation },
  { definition: roundUp, documentation: roundUpDocumentation },
  { definition: sqrt, documentation: sqrtDocumentation },
  { definition: sum, documentation: sumDocumentation },
];
