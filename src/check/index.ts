export { type Checked, checkAst } from "./check.ts";
export type { Argument, Typed } from "./typed.ts";
