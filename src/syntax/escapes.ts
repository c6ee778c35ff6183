export { literalOfText } from "./lexer/escapes.ts";
