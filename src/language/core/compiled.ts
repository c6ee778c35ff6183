import { misuse } from "../../util/misuse.ts";
import type { Schema } from "../schema/index.ts";
import type { Span } from "../source/span.ts";
import type { Outcome } from "../values/plain.ts";
import type { CoreNode } from "./node.ts";
import type { Recipe } from "./recipe.ts";

/** A filter over records in memory. */
export interface RowFilter {
  readonly matches: (row: unknown) => boolean;
  readonly filter: <R>(rows: readonly R[]) => R[];
}

/** A compiled formula as targets see it. Only this package uses its members. */
export interface CompiledFormula {
  /** @internal The schema that it was compiled for. */
  readonly schema: Schema;
  /** @internal */
  readonly root: CoreNode;
  /** @internal */
  readonly condition: CoreNode;
  /** @internal If false, code must not be generated, and the platform is not even asked whether it allows that. */
  readonly codeGeneration: boolean;
  /** @internal The limit `work`: the most nanoseconds, about, that one record may take. */
  readonly mostWork: number;
  /** @internal Reads the clock; it is called only if the formula reads the time. */
  readonly now: () => number;
  /** @internal The formula's value for a record; `now` is the time of the clock. */
  readonly evaluate: (row: unknown, now: number) => Outcome;
  /** @internal A filter in memory by another condition of the same core; `now` is the time of the clock. */
  readonly inMemory: (condition: CoreNode, now: number) => RowFilter;
  /** @internal The part of the formula's text that a node comes from; `undefined` if that is not known. */
  readonly spanOf: (node: CoreNode) => Span | undefined;
  /** @internal */
  readonly source: string;
  /** @internal The names of the fields in the text. */
  readonly fields: readonly string[];
  /** @internal The length of the text and of the formulas of the fields that it uses. */
  readonly openedLength: number;
  /** @internal The UTF-16 units of the texts that it keeps: literals, and constants that were computed in advance. */
  readonly constantLength: () => number;
  /** @internal What it is compiled of; `undefined` if no other thread can compile it. */
  readonly recipe: Recipe | undefined;
}

/** The name of the method of a target that compiles a formula. Its symbol is of this copy of the package. */
export const COMPILE: unique symbol = Symbol("isoform.compile");

/** The name of the property that tells which method of a formula takes the target. */
export const KIND: unique symbol = Symbol("isoform.kind");

/** The name of a property that is never set: it carries the types of a target. */
export declare const FORMS: unique symbol;

/** The types of what a target takes and returns. */
export interface TargetForms {
  /** The options of `to`. */
  readonly options: unknown;
  /** The result of `to`. */
  readonly result: unknown;
}

/** The types of a dialect of SQL. */
export interface SqlForms extends TargetForms {
  /** The options for a condition that the database must decide alone. */
  readonly exactOptions: { readonly exact: true };
  /** That condition. */
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

/** A target for `formula.to`: a dialect of SQL, or columns. Only this package makes targets. */
export interface FormulaTarget<Forms extends TargetForms> {
  /** This property is never set. It carries the types for the compiler. */
  readonly [FORMS]?: Forms;
  /** @internal */
  readonly [KIND]: "dialect" | "columns";
  /** @internal */
  [COMPILE](formula: CompiledFormula, options: Forms["options"]): Forms["result"];
}

/** A dialect of SQL, for `formula.toSql` and `formula.toSqlValue`. */
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

/** The options of a target as the last argument of a call; it may be left out if the target does not need options. */
export type OptionsArgument<Options> = undefined extends Options
  ? readonly [options?: Options]
  : readonly [options: Options];

/** A compiled formula for any type of records. */
export interface AnyFormula {
  /** The formula in the form of a target. */
  to<Forms extends TargetForms>(
    target: FormulaTarget<Forms>,
    ...options: OptionsArgument<Forms["options"]>
  ): Forms["result"];
  /** @internal Called by `internals`. A name that is a symbol would keep bundlers from leaving the class out. */
  inside(): CompiledFormula;
}

/** The inside of a formula. All parts of the package but the engine read a formula by this function. */
export function internals(formula: AnyFormula): CompiledFormula {
  return formula.inside();
}

/** A formula with this inside. */
export function formulaOf(compiled: () => CompiledFormula): AnyFormula {
  return {
    inside: compiled,
    to: (target, ...[options]) => target[COMPILE](compiled(), options),
  };
}

/** @throws `TypeError` unless the value is a target of this copy of the package, and of the kind, if one is given */
export function requireTarget(
  target: unknown,
  call: string,
  expected: string,
  kind?: "dialect" | "columns",
): void {
  const isTarget = typeof target === "object" && target !== null && COMPILE in target;
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
