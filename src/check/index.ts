export { type Checked, checkAst } from "./check.ts";
export type { Argument, ArithmeticForm, StaticType, Typed } from "./typed.ts";
