/* Lowering makes every rule on blanks, errors and coercions explicit in core operations. */

export { type Lowered, lower, lowerInto } from "./lowering.ts";
