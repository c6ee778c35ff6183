import type { ISerializedGast } from "chevrotain";
import { Grammar } from "./grammar.ts";

/**
 * The grammar's rules as data, read from the parser itself: what the EBNF and the railroad diagram are
 * generated from. In a file of its own, so that only the generator pays for it.
 */
export function grammarProductions(): readonly ISerializedGast[] {
  return new Grammar().getSerializedGastProductions();
}
