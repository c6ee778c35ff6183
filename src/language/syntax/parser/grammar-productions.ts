import type { ISerializedGast } from "chevrotain";
import { Grammar } from "./grammar.ts";

/**
 * The grammar's rules as data, read from the parser itself. The EBNF and the railroad diagram are generated from them.
 * In a separate file, so that only the generator loads it.
 */
export function grammarProductions(): readonly ISerializedGast[] {
  return new Grammar().getSerializedGastProductions();
}
