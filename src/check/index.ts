/* The checker: resolves the names in a syntax tree, gives each expression a type, and writes out every coercion. */

export { type Checked, checkAst } from "./check.ts";
export type { Argument, Typed } from "./typed.ts";
