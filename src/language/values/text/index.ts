/* Texts: code points, order, case mapping and size limit. */

export { findText, hasAt, sliceText, textLength } from "./code-points.ts";
export { compareText, hasOnlyBasicOrder } from "./compare-text.ts";
export {
  concatText,
  encodeUrlComponent,
  joinText,
  repeatText,
  substituteNth,
  substituteText,
  trimText,
} from "./edit-text.ts";
export { isText } from "./is-text.ts";
export { lowerText, upperText } from "./letter-case.ts";
export { isWithinTextLimit, MAX_TEXT_BYTES, utf8Length } from "./text-limit.ts";
