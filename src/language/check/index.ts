/* The checker: it resolves the names in a syntax tree, gives each expression a type and makes coercions explicit. */

export { type Checked, checkAst } from "./check.ts";
export type { Suggestible } from "./checker.ts";
export { aboutItems } from "./list-operators.ts";
export { type Argument, insideOf, type Typed } from "./typed.ts";
