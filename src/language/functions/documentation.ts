import { DOCUMENTED_DATE_FUNCTIONS } from "./date/index.ts";
import type { DocumentedFunction } from "./define.ts";
import { DOCUMENTED_LIST_FUNCTIONS } from "./list/index.ts";
import { DOCUMENTED_LOGIC_FUNCTIONS } from "./logic/index.ts";
import { DOCUMENTED_NUMBER_FUNCTIONS } from "./number/index.ts";
import { DOCUMENTED_RECORD_FUNCTIONS } from "./record/index.ts";
import { DOCUMENTED_TEXT_FUNCTIONS } from "./text/index.ts";

/**
 * The functions of the language with their documentation, by category and in the order of the reference. Code that runs
 * formulas does not import this file, so bundles contain the documentation only if they use it.
 */
export const FUNCTIONS_BY_CATEGORY = {
  logic: DOCUMENTED_LOGIC_FUNCTIONS,
  text: DOCUMENTED_TEXT_FUNCTIONS,
  number: DOCUMENTED_NUMBER_FUNCTIONS,
  date: DOCUMENTED_DATE_FUNCTIONS,
  list: DOCUMENTED_LIST_FUNCTIONS,
  record: DOCUMENTED_RECORD_FUNCTIONS,
};

export type FunctionCategory = keyof typeof FUNCTIONS_BY_CATEGORY;

export const DOCUMENTED_FUNCTIONS: readonly DocumentedFunction[] =
  Object.values(FUNCTIONS_BY_CATEGORY).flat();
