import type { Span } from "../source/span.ts";
import type { CoreNode } from "./node.ts";

/** A filter over records in memory. */
export interface RowFilter {
  readonly matches: (row: unknown) => boolean;
  readonly filter: <R>(rows: readonly R[]) => R[];
}

/** A compiled formula as back ends outside the engine see it. */
export interface CompiledFormula {
  readonly root: CoreNode;
  readonly condition: CoreNode;
  /** Reads the clock; not called where nothing asks for the time. */
  readonly now: () => number;
  /** Another condition of the same core, in memory, with the clock at an instant. */
  readonly inMemory: (condition: CoreNode, now: number) => RowFilter;
  /** Where in the formula's text a node comes from. */
  readonly spanOf: (node: CoreNode) => Span | undefined;
  readonly source: string;
}

/** What a formula can be turned into: a dialect of SQL, for one. */
export interface FormulaTarget<Options, Result> {
  readonly compile: (formula: CompiledFormula, options: Options) => Result;
}

/** The options of a target, as a call's last argument: it may be left out where the target does not need them. */
export type OptionsArgument<Options> = undefined extends Options
  ? readonly [options?: Options]
  : readonly [options: Options];
