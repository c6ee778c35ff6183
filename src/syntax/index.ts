export type * from "./ast.ts";
export { type ParseOptions, parse } from "./parse.ts";
export { children, walk } from "./walk.ts";
