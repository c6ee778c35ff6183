/* Formulas over rows: objects that nobody has checked. */

export { BoundParameters, NOTHING_BOUND } from "../evaluation/bound.ts";
export { RowProgram, type RowStrategy } from "./row-program.ts";
export { rowScope } from "./row-scope.ts";
