/* Numbers: their texts, powers of ten and neighbours. */

export { firstNumber, numberAfter, numberBefore } from "./neighbours.ts";
export { numberText } from "./number-text.ts";
export { parseNumberText } from "./parse-number-text.ts";
export { pow10 } from "./pow10.ts";
