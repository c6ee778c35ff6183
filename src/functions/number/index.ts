import type { FunctionDefinition } from "../define.ts";
import { abs } from "./abs.ts";
import { average } from "./average.ts";
import { ceiling } from "./ceiling.ts";
import { count } from "./count.ts";
import { countA } from "./count-a.ts";
import { countAll } from "./count-all.ts";
import { even } from "./even.ts";
import { exp } from "./exp.ts";
import { floor } from "./floor.ts";
import { int } from "./int.ts";
import { log } from "./log.ts";
import { max } from "./max.ts";
import { min } from "./min.ts";
import { mod } from "./mod.ts";
import { odd } from "./odd.ts";
import { power } from "./power.ts";
import { round } from "./round.ts";
import { roundDown } from "./round-down.ts";
import { roundUp } from "./round-up.ts";
import { sqrt } from "./sqrt.ts";
import { sum } from "./sum.ts";

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
