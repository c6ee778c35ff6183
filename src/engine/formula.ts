import type { FormulaTarget, OptionsArgument } from "../core/compiled.ts";
import { evaluate } from "../core/evaluate.ts";
import type { CoreNode } from "../core/node.ts";
import type { Lowered } from "../lower/index.ts";
import { RowProgram, type RowStrategy, rowScope } from "../rows/index.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";
import { type Ast, children, type Expression } from "../syntax/index.ts";
import type { ValueType } from "../types/value-type.ts";
import { type Explanation, explainAst } from "./explain.ts";
import { readClock } from "./options.ts";
import { toValue, type Value } from "./value.ts";

/** What a formula was compiled from. */
export interface FormulaParts {
  readonly ast: Ast;
  readonly lowered: Lowered;
  readonly fields: readonly string[];
  readonly warnings: readonly Diagnostic[];
  readonly clock: () => Date;
}

/**
 * A formula, compiled for the records of one schema. It is immutable and may be kept and shared; rows are never
 * changed, may hold anything, and never make it throw.
 */
export class Formula<Row = unknown> {
  /** The formula's text. */
  readonly source: string;
  /** The type of its value. */
  readonly type: ValueType;
  /** The fields it reads, in the order of their first use. */
  readonly fields: readonly string[];
  readonly warnings: readonly Diagnostic[];
  readonly #parts: FormulaParts;
  readonly #program: RowProgram;

  /** Made by `compile`. */
  constructor(parts: FormulaParts, strategy?: RowStrategy) {
    const { root, condition } = parts.lowered;
    this.source = parts.ast.source;
    this.type = root.type;
    this.fields = parts.fields;
    this.warnings = parts.warnings;
    this.#parts = parts;
    this.#program = new RowProgram(root, condition, strategy);
  }

  /**
   * Whether a record is one that the formula, as a filter, returns: its value is true-like, neither blank nor an
   * error.
   */
  matches(row: Row): boolean {
    return this.#program.matches(row, this.#now());
  }

  /** The records that match, in their order. The clock is read once. */
  filter<R extends Row>(rows: readonly R[]): R[] {
    return this.#program.filter(rows, this.#now());
  }

  /** What of `Columns` matches: `formula.select(columns)` gives the numbers of their rows, ascending. */
  select<Options, Result>(
    columns: FormulaTarget<Options, Result>,
    ...options: OptionsArgument<Options>
  ): Result {
    return this.toSql(columns, ...options);
  }

  /** The formula's value for a record: `null` for a blank of any type, an error value where it is an error. */
  evaluate(row: Row): Value {
    return toValue(this.type, this.#program.evaluate(row, this.#now()));
  }

  /** Why the formula gives what it gives for a record: the value of each of its parts. */
  explain(row: Row): Explanation {
    const { ast, lowered } = this.#parts;
    return explainAst(ast, lowered.byNode, rowScope(row, this.#now()));
  }

  /** The value by the reference evaluator, which every other way must agree with. Slow; for tests and doubts. */
  reference(row: Row): Value {
    const { root } = this.#parts.lowered;
    return toValue(this.type, evaluate(root, rowScope(row, this.#now())));
  }

  /**
   * The formula for a database: `formula.toSql(postgres, { table: "cars" })`, with a dialect of `isoform/sql`. What the
   * database cannot answer exactly is in the result's `residual`, so the answer is exact everywhere.
   */
  toSql<Options, Result>(
    target: FormulaTarget<Options, Result>,
    ...[options]: OptionsArgument<Options>
  ): Result {
    const { ast, lowered } = this.#parts;
    return target.compile(
      {
        ...lowered,
        source: this.source,
        now: () => readClock(this.#parts.clock),
        inMemory: (condition, now) => {
          const program = new RowProgram(condition, condition);
          return {
            matches: (row) => program.matches(row, now),
            filter: (rows) => program.filter(rows, now),
          };
        },
        spanOf: (node) => spanOf(ast.root, lowered.byNode, node),
      },
      // Only left out where the target takes none.
      options as Options,
    );
  }

  /** Formulas that do not look at the clock do not need one that works. */
  #now(): number {
    return this.#program.usesNow ? readClock(this.#parts.clock) : 0;
  }
}

/** Where a node of the core comes from. */
function spanOf(
  expression: Expression,
  byNode: ReadonlyMap<number, CoreNode>,
  node: CoreNode,
): Span | undefined {
  if (byNode.get(expression.id) === node) return expression.span;
  for (const child of children(expression)) {
    const span = spanOf(child, byNode, node);
    if (span !== undefined) return span;
  }
  return undefined;
}
