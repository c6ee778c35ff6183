/* Formulas over rows: objects that nobody has checked. */

export { RowProgram, type RowStrategy } from "./row-program.ts";
export { rowScope } from "./row-scope.ts";
