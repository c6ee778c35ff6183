import { misuse } from "../../util/misuse.ts";
import type { Schema } from "../schema/index.ts";
import type { Span } from "../source/span.ts";
import type { Outcome } from "../values/plain.ts";
import type { CoreNode } from "./node.ts";
import type { VisibleFields } from "./price-rules.ts";
import type { Recipe } from "./recipe.ts";

/** A filter over records in memory. */
export interface RowFilter {
  readonly matches: (row: unknown) => boolean;
  readonly filter: <R>(rows: readonly R[]) => R[];
}

/** A compiled formula as targets see it. Its members are internal to this package. */
export interface CompiledFormula {
  /** @internal The schema that it was compiled for. */
  readonly schema: Schema;
  /** @internal */
  readonly root: CoreNode;
  /** @internal */
  readonly condition: CoreNode;
  /** @internal If false, code must not be generated, and the platform must not be asked whether it allows that. */
  readonly codeGeneration: boolean;
  /** @internal The fields whose lengths its price may reveal. */
  readonly visible: VisibleFields;
  /** @internal The limit `work`: the maximum estimated nanoseconds for one record. */
  readonly mostWork: number;
  /** @internal Reads the clock; it is called only if the formula reads the time. */
  readonly now: () => number;
  /** @internal The formula's value for a record; `now` is the time of the clock. */
  readonly evaluate: (row: unknown, now: number) => Outcome;
  /** @internal An in-memory filter for another condition of the same core; `now` is the time of the clock. */
  readonly inMemory: (condition: CoreNode, now: number) => RowFilter;
  /** @internal The span in the formula's text that a node comes from; `undefined` if unknown. */
  readonly spanOf: (node: CoreNode) => Span | undefined;
  /** @internal */
  readonly source: string;
  /** @internal The names of the fields in the text. */
  readonly fields: readonly string[];
  /** @internal The length of the text and of the formulas of the fields that it uses. */
  readonly openedLength: number;
  /** @internal The total length in UTF-16 units of the texts that it retains: literals and folded constants. */
  readonly constantLength: () => number;
  /** @internal How to compile it again; `undefined` if no other thread can compile it. */
  readonly recipe: Recipe | undefined;
}

/**
 * The method of a target that takes a compiled formula: a dialect writes its SQL, and columns find its rows. The symbol is
 * specific to this copy of the package.
 */
export const APPLY: unique symbol = Symbol("isoform.apply");

/** The property that says which method of a formula accepts the target. */
export const KIND: unique symbol = Symbol("isoform.kind");

/** A property that is never set: it carries the types of a target. */
export declare const FORMS: unique symbol;

/** The types that a target accepts and returns. */
export interface TargetForms {
  /** The options of `to`. */
  readonly options: unknown;
  /** The result of `to`. */
  readonly result: unknown;
}

/** The types of an SQL dialect. */
export interface SqlForms extends TargetForms {
  /** The options for a condition that the database must evaluate completely. */
  readonly exactOptions: { readonly exact: true };
  /** The result for these options. */
  readonly exactResult: unknown;
  /** The options of `toSqlValue`. */
  readonly valueOptions: unknown;
  /** The result of `toSqlValue`. */
  readonly value: unknown;
}

/** The types of columns. */
export interface ColumnsForms extends TargetForms {
  /** The result of `mask`. */
  readonly mask: unknown;
}

/** A target for `formula.to`: an SQL dialect, or columns. Only this package creates targets. */
export interface FormulaTarget<Forms extends TargetForms> {
  /** This property is never set. It carries the types for the compiler. */
  readonly [FORMS]?: Forms;
  /** @internal */
  readonly [KIND]: "dialect" | "columns";
  /** @internal */
  [APPLY](formula: CompiledFormula, options: Forms["options"]): Forms["result"];
}

/** An SQL dialect, for `formula.toSql` and `formula.toSqlValue`. */
export interface SqlTarget<Forms extends SqlForms> extends FormulaTarget<Forms> {
  /** @internal */
  compileExactly(formula: CompiledFormula, options: Forms["exactOptions"]): Forms["exactResult"];
  /** @internal */
  compileValue(formula: CompiledFormula, options: Forms["valueOptions"]): Forms["value"];
}

/** Columns, for `formula.select` and `formula.mask`. */
export interface ColumnsTarget<Forms extends ColumnsForms> extends FormulaTarget<Forms> {
  /** The rows that match. */
  mask(formula: AnyFormula): Forms["mask"];
}

/** The options of a target as the last argument of a call; optional if the target does not require options. */
export type OptionsArgument<Options> = undefined extends Options
  ? readonly [options?: Options]
  : readonly [options: Options];

/** A compiled formula for any type of records. */
export interface AnyFormula {
  /** Compiles the formula for a target. */
  to<Forms extends TargetForms>(
    target: FormulaTarget<Forms>,
    ...options: OptionsArgument<Forms["options"]>
  ): Forms["result"];
  /** @internal Called by `internals`. A method named by a symbol would prevent bundlers from removing the class. */
  inside(): CompiledFormula;
}

/** The internals of a formula. All parts of the package except the engine use this function. */
export function internals(formula: AnyFormula): CompiledFormula {
  return formula.inside();
}

/** Wraps internals as a formula. */
export function formulaOf(compiled: () => CompiledFormula): AnyFormula {
  return {
    inside: compiled,
    to: (target, ...[options]) => target[APPLY](compiled(), options),
  };
}

/** @throws `TypeError` unless the value is a target of this copy of the package, and of the given kind */
export function requireTarget(
  target: unknown,
  call: string,
  expected: string,
  kind?: "dialect" | "columns",
): void {
  const isTarget = typeof target === "object" && target !== null && APPLY in target;
  if (isTarget && kind === undefined) return;
  if (isTarget && KIND in target && target[KIND] === kind) return;
  throw misuse(call, expected, target, isTarget ? undefined : ONE_COPY);
}

/** @throws `TypeError` unless the value is a dialect of this copy of the package */
export function requireDialect(dialect: unknown, call: string): void {
  const expected = 'a dialect of "isoform/sql", such as `postgres`';
  requireTarget(dialect, `\`${call}\`: the first argument`, expected, "dialect");
}

/** @throws `TypeError` unless the value is a compiled formula */
export function requireFormula(formula: unknown, call: string): void {
  const isFormula =
    typeof formula === "object" &&
    formula !== null &&
    "inside" in formula &&
    typeof formula.inside === "function";
  if (isFormula) return;
  throw misuse(`${call}: the formula`, "one that `compile` made", formula, "take `result.formula`");
}

const ONE_COPY = "targets of other copies or versions of isoform do not count";
