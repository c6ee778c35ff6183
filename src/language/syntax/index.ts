/* The syntax: parses formulas into trees, prints trees, and reports mistakes with fixes. */

export { applyFix } from "../source/apply-fix.ts";
export { type RenderOptions, render } from "../source/render.ts";
export { literalOfText, nameOfField, referenceOfField, textOfLiteral } from "./lexer/escapes.ts";
export { isName } from "./lexer/name.ts";
export { type SourceToken, sourceTokens } from "./lexer/source-tokens.ts";
export {
  type ParseOptions,
  parse,
  parseTolerant,
  readTolerant,
  type TolerantParse,
  type TolerantReading,
} from "./parser/parse.ts";
export { type FormatOptions, format } from "./printer/format.ts";
export { print } from "./printer/print.ts";
export type * from "./tree/ast.ts";
export { isComparison, MIRRORED } from "./tree/comparison-operator.ts";
export { equalExpressions } from "./tree/equal-expressions.ts";
export { isBinaryOperator } from "./tree/precedence.ts";
export { rebuild, withParts } from "./tree/rebuild.ts";
export { children, walk } from "./tree/walk.ts";
