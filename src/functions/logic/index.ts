import type { FunctionDefinition } from "../define.ts";
import { and } from "./and.ts";
import { blank } from "./blank.ts";
import { error } from "./error.ts";
import { falseFunction } from "./false.ts";
import { ifFunction } from "./if.ts";
import { ifBlank } from "./if-blank.ts";
import { isBlank } from "./is-blank.ts";
import { isError } from "./is-error.ts";
import { not } from "./not.ts";
import { or } from "./or.ts";
import { switchFunction } from "./switch.ts";
import { trueFunction } from "./true.ts";
import { xor } from "./xor.ts";

export const LOGIC_FUNCTIONS: readonly FunctionDefinition[] = [
  and,
  blank,
  error,
  falseFunction,
  ifFunction,
  ifBlank,
  isBlank,
  isError,
  not,
  or,
  switchFunction,
  trueFunction,
  xor,
];
