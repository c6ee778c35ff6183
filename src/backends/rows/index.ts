/* Formulas over rows: unvalidated objects. */

export { BoundParameters, NOTHING_BOUND } from "../evaluation/bound.ts";
export { RowProgram, type RowStrategy } from "./row-program.ts";
export { rowScope } from "./row-scope.ts";
