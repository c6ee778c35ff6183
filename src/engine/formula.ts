// biome-ignore-all lint/complexity/noArguments: a row may be `undefined`, but a call without one is a mistake
// biome-ignore-all lint/correctness/noUndeclaredVariables: the same
import type { Columns } from "../columns/columns.ts";
import type { ColumnsSnapshot, SelectOptions } from "../columns/snapshot.ts";
import {
  type AnyFormula,
  COMPILE,
  type CompiledFormula,
  type FormulaTarget,
  type OptionsArgument,
  requireDialect,
  requireTarget,
} from "../core/compiled.ts";
import { evaluate } from "../core/evaluate.ts";
import type { CoreNode } from "../core/node.ts";
import type { Lowered } from "../lower/index.ts";
import { RowProgram, type RowStrategy, rowScope } from "../rows/index.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";
import type {
  Dialect,
  ExactSqlFilter,
  ExactSqlOptions,
  SqlFilter,
  SqlOptions,
} from "../sql/filter.ts";
import { type Ast, type Expression, walk } from "../syntax/index.ts";
import type { ValueType } from "../types/value-type.ts";
import { misuse } from "../util/misuse.ts";
import { type Explanation, explainAst } from "./explain.ts";
import { readClock } from "./options.ts";
import { toValue, type Value } from "./value.ts";

/** The parts that a formula is compiled from. */
export interface FormulaParts {
  readonly ast: Ast;
  readonly lowered: Lowered;
  readonly fields: readonly string[];
  readonly warnings: readonly Diagnostic[];
  readonly clock: () => Date;
  readonly codeGeneration: boolean;
}

/**
 * A formula, compiled for the records of one schema. It is immutable and may be kept and shared. It never changes a
 * row, and no value in a row makes it throw.
 */
export class Formula<Row = unknown> implements AnyFormula {
  /** The formula's text. */
  readonly source: string;
  /** The type of its value. */
  readonly type: ValueType;
  /** The fields it reads, in the order of their first use. */
  readonly fields: readonly string[];
  /** The warnings of `compile`. */
  readonly warnings: readonly Diagnostic[];
  readonly #parts: FormulaParts;
  readonly #program: RowProgram;

  private constructor(parts: FormulaParts, strategy?: RowStrategy) {
    const { codeGeneration } = parts;
    const { root, condition } = parts.lowered;
    this.source = parts.ast.source;
    this.type = root.type;
    this.fields = parts.fields;
    this.warnings = parts.warnings;
    this.#parts = parts;
    this.#program = new RowProgram(root, condition, strategy ?? rowStrategy(codeGeneration));
  }

  /** @internal Called by `compile`. */
  static of<Row>(parts: FormulaParts, strategy?: RowStrategy): Formula<Row> {
    return new Formula(parts, strategy);
  }

  /**
   * Whether the formula, as a filter, returns the record: its value is true-like, so neither blank nor an error.
   */
  matches(row: Row): boolean {
    if (row === undefined && arguments.length === 0) throw withoutRow("matches");
    return this.#program.matches(row, this.#now());
  }

  /** The records that match, in their order. The clock is read once. */
  filter<R extends Row>(rows: readonly R[]): R[] {
    if (!Array.isArray(rows)) {
      throw misuse("`filter`: the rows", "an array", rows, "for one record there is `matches`");
    }
    return this.#program.filter(rows, this.#now());
  }

  /** The formula's value for a record: `null` for a blank of any type, `ERROR` for an error. */
  evaluate(row: Row): Value {
    if (row === undefined && arguments.length === 0) throw withoutRow("evaluate");
    return toValue(this.type, this.#program.evaluate(row, this.#now()));
  }

  /** Why the formula has its value for a record: the value of each of its parts. */
  explain(row: Row): Explanation {
    if (row === undefined && arguments.length === 0) throw withoutRow("explain");
    const { ast, lowered } = this.#parts;
    return explainAst(ast, lowered.byNode, rowScope(row, this.#now()));
  }

  /** The value by the reference evaluator, which every other evaluation must agree with. Slow: use it in tests. */
  reference(row: Row): Value {
    if (row === undefined && arguments.length === 0) throw withoutRow("reference");
    const { root } = this.#parts.lowered;
    return toValue(this.type, evaluate(root, rowScope(row, this.#now())));
  }

  /**
   * The formula as the condition of a WHERE: `formula.toSql(postgres, { table: "cars" })`, with a dialect of
   * `isoform/sql`. If the database cannot decide the whole formula exactly, the result has a `prefilter` in place of
   * `where`, and a `residual` that decides the rest in memory, so the rows are the same everywhere. For statements
   * that change records, pass `{ exact: true }`: the result is a condition for the whole formula, or the parts that the
   * database cannot decide.
   */
  toSql(dialect: Dialect, options: ExactSqlOptions): ExactSqlFilter;
  toSql(dialect: Dialect, options?: SqlOptions): SqlFilter;
  toSql(dialect: Dialect, options?: SqlOptions | ExactSqlOptions): SqlFilter | ExactSqlFilter {
    requireDialect(dialect, "toSql");
    return options?.exact === true
      ? dialect.compileExactly(this.#compiled(), options)
      : this.to(dialect, options);
  }

  /** The numbers of the rows that match: ascending, or in the order asked for. */
  select(columns: Columns | ColumnsSnapshot, options?: SelectOptions): Uint32Array {
    requireTarget(
      columns,
      "`select`: the first argument",
      '`Columns` of "isoform/columns" or a snapshot of them',
      "columns",
    );
    return this.to(columns, options);
  }

  /** The formula in the form of a target. It does what `toSql` and `select` do, for code that works with either. */
  to<Options, Result>(
    target: FormulaTarget<Options, Result>,
    ...[options]: OptionsArgument<Options>
  ): Result {
    requireTarget(target, "`to`: the target", "a dialect or columns");
    // Options may be left out only if the target's type allows it.
    return target[COMPILE](this.#compiled(), options as Options);
  }

  #compiled(): CompiledFormula {
    const { ast, lowered, clock, codeGeneration } = this.#parts;
    return {
      ...lowered,
      codeGeneration,
      source: this.source,
      now: () => readClock(clock),
      inMemory: (condition, now) => {
        const program = new RowProgram(condition, condition, rowStrategy(codeGeneration));
        return {
          matches: (row) => program.matches(row, now),
          filter: (rows) => program.filter(rows, now),
        };
      },
      spanOf: (node) => spanOf(ast.root, lowered.byNode, node),
    };
  }

  /** The clock is read only if the formula uses the time, so other formulas do not need a clock that works. */
  #now(): number {
    return this.#program.usesNow ? readClock(this.#parts.clock) : 0;
  }
}

function withoutRow(call: string): TypeError {
  return new TypeError(`\`${call}\` needs a record: write \`formula.${call}(record)\``);
}

function rowStrategy(codeGeneration: boolean): RowStrategy {
  return codeGeneration ? "adaptive" : "closures";
}

/** The span of the first and outermost expression that became this node of the core. */
function spanOf(
  root: Expression,
  byNode: ReadonlyMap<number, CoreNode>,
  node: CoreNode,
): Span | undefined {
  let span: Span | undefined;
  walk(root, (expression) => {
    if (span === undefined && byNode.get(expression.id) === node) span = expression.span;
  });
  return span;
}
