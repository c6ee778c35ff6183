import type { DocumentedFunction, FunctionDefinition } from "../define.ts";
import { and, andDocumentation } from "./and.ts";
import { between, betweenDocumentation } from "./between.ts";
import { blank, blankDocumentation } from "./blank.ts";
import { error, errorDocumentation } from "./error.ts";
import { falseFunction, falseFunctionDocumentation } from "./false.ts";
import { ifFunction, ifFunctionDocumentation } from "./if.ts";
import { ifBlank, ifBlankDocumentation } from "./if-blank.ts";
import { isBlank, isBlankDocumentation } from "./is-blank.ts";
import { isError, isErrorDocumentation } from "./is-error.ts";
import { isOneOf, isOneOfDocumentation } from "./is-one-of.ts";
import { not, notDocumentation } from "./not.ts";
import { or, orDocumentation } from "./or.ts";
import { switchFunction, switchFunctionDocumentation } from "./switch.ts";
import { trueFunction, trueFunctionDocumentation } from "./true.ts";
import { xor, xorDocumentation } from "./xor.ts";

export const LOGIC_FUNCTIONS: readonly FunctionDefinition[] = [
  and,
  between,
  blank,
  error,
  falseFunction,
  ifFunction,
  ifBlank,
  isBlank,
  isError,
  isOneOf,
  not,
  or,
  switchFunction,
  trueFunction,
  xor,
];

export const DOCUMENTED_LOGIC_FUNCTIONS: readonly DocumentedFunction[] = [
  { definition: and, documentation: andDocumentation },
  { definition: between, documentation: betweenDocumentation },
  { definition: blank, documentation: blankDocumentation },
  { definition: error, documentation: errorDocumentation },
  { definition: falseFunction, documentation: falseFunctionDocumentation },
  { definition: ifFunction, documentation: ifFunctionDocumentation },
  { definition: ifBlank, documentation: ifBlankDocumentation },
  { definition: isBlank, documentation: isBlankDocumentation },
  { definition: isError, documentation: isErrorDocumentation },
  { definition: isOneOf, documentation: isOneOfDocumentation },
  { definition: not, documentation: notDocumentation },
  { definition: or, documentation: orDocumentation },
  { definition: switchFunction, documentation: switchFunctionDocumentation },
  { definition: trueFunction, documentation: trueFunctionDocumentation },
  { definition: xor, documentation: xorDocumentation },
];
