// biome-ignore-all lint/complexity/noArguments: a row may be `undefined`, but a call without one is a mistake
// biome-ignore-all lint/correctness/noUndeclaredVariables: the same

import {
  type BoundParameters,
  NOTHING_BOUND,
  RowProgram,
  type RowStrategy,
  rowScope,
} from "../backends/rows/index.ts";
import { CoreBuilder } from "../language/core/builder.ts";
import {
  type AnyFormula,
  APPLY,
  type ColumnsForms,
  type ColumnsTarget,
  type CompiledFormula,
  type FormulaTarget,
  type OptionsArgument,
  requireDialect,
  requireTarget,
  type SqlForms,
  type SqlTarget,
  type TargetForms,
} from "../language/core/compiled.ts";
import { evaluate, type Scope } from "../language/core/evaluate.ts";
import type { FoldedConstants } from "../language/core/folded-constants.ts";
import type { CoreNode } from "../language/core/node.ts";
import type { VisibleFields } from "../language/core/price-rules.ts";
import { type Facts, Specialiser } from "../language/core/specialise.ts";
import type { Lowered } from "../language/lower/index.ts";
import type { Diagnostic } from "../language/source/diagnostic.ts";
import type { ValueType } from "../language/types/value-type.ts";
import type { Plain } from "../language/values/plain.ts";
import { bindMethods } from "../util/bind-methods.ts";
import { misuse } from "../util/misuse.ts";
import { knownFields } from "./assume.ts";
import type { Explanation } from "./explain-ast.ts";
import type { FormulaParts } from "./formula-parts.ts";
import { toValue, type Value } from "./formula-value.ts";
import { type Joining, joinedParts } from "./joined.ts";
import { readClock } from "./options.ts";
import { commonSchema, partsFor } from "./view.ts";

/**
 * A formula, compiled for the records of one schema. It is immutable, so it can be stored and shared. It never changes
 * a row, and no value in a row makes it throw.
 */
export class Formula<Row = unknown> implements AnyFormula {
  /** The formula's text. */
  readonly source: string;
  /** The time zone that it was compiled for, in lower case; `undefined` for UTC. */
  readonly timeZone: string | undefined;
  /** The type of its value. */
  readonly type: ValueType;
  /** The fields it reads, in the order of their first use. */
  readonly fields: readonly string[];
  /** The warnings of `compile`. */
  readonly warnings: readonly Diagnostic[];
  readonly #parts: FormulaParts;
  readonly #program: RowProgram;
  readonly #bound: BoundParameters;
  #core: BoundCore | undefined;

  private constructor(parts: FormulaParts, program: RowProgram, bound: BoundParameters) {
    bindMethods(Formula);
    this.source = parts.source;
    this.timeZone = parts.timeZone;
    this.type = parts.root.type;
    this.fields = parts.fields;
    this.warnings = parts.warnings;
    this.#parts = parts;
    this.#program = program;
    this.#bound = bound;
  }

  /** @internal Called by `compile`. */
  static of<Row>(
    parts: FormulaParts,
    strategy: RowStrategy = rowStrategy(parts.codeGeneration),
  ): Formula<Row> {
    const { root, condition } = parts;
    return new Formula(parts, new RowProgram(root, condition, strategy), NOTHING_BOUND);
  }

  /** @internal Called by a template, with values for its parameters. The bindings of a template share its program. */
  static bound<Row>(
    parts: FormulaParts,
    program: RowProgram,
    bound: BoundParameters,
  ): Formula<Row> {
    return new Formula(parts, program, bound);
  }

  /** @internal The same formula with a fixed time, so that all formulas of one request see the same time. */
  at(now: number): Formula<Row> {
    if (!this.#program.usesNow) return this;
    return new Formula({ ...this.#parts, clock: () => new Date(now) }, this.#program, this.#bound);
  }

  /** @internal The same formula, whose price does not reveal the lengths of other fields than the visible ones. */
  seeing(visible: VisibleFields): Formula<Row> {
    return new Formula({ ...this.#parts, visible }, this.#program, this.#bound);
  }

  /** Whether the formula, as a filter, selects the record: its value is true-like, so neither blank nor an error. */
  matches(row: Row): boolean {
    if (row === undefined && arguments.length === 0) throw withoutRow("matches");
    return this.#program.matches(row, this.#now(), this.#bound);
  }

  /** The records that match, in their original order. The clock is read once. */
  filter<R extends Row>(rows: readonly R[]): R[] {
    if (!Array.isArray(rows)) {
      throw misuse("`filter`: the rows", "an array", rows, "for one record there is `matches`");
    }
    return this.#program.filter(rows, this.#now(), this.#bound);
  }

  /** The formula's value for a record: `null` for a blank of any type, `ERROR` for an error. */
  evaluate(row: Row): Value {
    if (row === undefined && arguments.length === 0) throw withoutRow("evaluate");
    return toValue(this.type, this.#program.evaluate(row, this.#now(), this.#bound));
  }

  /**
   * Explains the formula's value for a record: the value of each part, with long values shortened. A part that does not
   * affect the result has no value if computing it would exceed the limit of the work.
   */
  explain(row: Row): Explanation {
    if (row === undefined && arguments.length === 0) throw withoutRow("explain");
    return this.#parts.explain(this.#scope(row), 0, this.#parts.visible);
  }

  /** @internal The value by the reference evaluator, for tests. */
  reference(row: Row): Value {
    if (row === undefined && arguments.length === 0) throw withoutRow("reference");
    return toValue(this.type, evaluate(this.#parts.root, this.#scope(row)));
  }

  /**
   * Specialises the formula for records with known values: `formula.assume({ country: "Italy" })`. For such records,
   * the result means the same, but it reads none of these fields, and its `source` is the simplified formula. `null` is
   * a blank; a value that is `undefined` is not known.
   *
   * @throws `TypeError` if there is no such field, or a value is not of its field's type
   */
  assume(values: Partial<Row>): Formula<Row> {
    const parts = this.#boundParts();
    return Formula.of(parts.assume({ fields: knownFields(parts.schema, values) }));
  }

  /**
   * The formula as a condition for WHERE: `formula.toSql(postgres, { table: "cars" })`, with a dialect of
   * `isoform/sql`. If the database cannot evaluate the whole formula exactly, the result has a `prefilter` instead of
   * `where`, and a `residual` that tests the remaining rows in memory, so the rows are the same everywhere. For
   * statements that change records, pass `{ exact: true }`: the result is a condition for the whole formula, or the
   * parts that the database cannot evaluate.
   */
  toSql<Forms extends SqlForms>(
    dialect: SqlTarget<Forms>,
    options: Forms["exactOptions"],
  ): Forms["exactResult"];
  toSql<Forms extends SqlForms>(
    dialect: SqlTarget<Forms>,
    options?: Forms["options"],
  ): Forms["result"];
  toSql(dialect: SqlTarget<SqlForms>, options?: { readonly exact?: boolean }): unknown {
    requireDialect(dialect, "toSql");
    return isExact(options)
      ? dialect.compileExactly(this.#compiled(), options)
      : dialect[APPLY](this.#compiled(), options);
  }

  /**
   * The formula's value as an expression for a SELECT, an ORDER BY, a generated column or an index, and a second
   * expression that says whether the value is an error. If the database cannot compute the value exactly, the result
   * names the parts of the formula that prevent it, with the reasons.
   */
  toSqlValue<Forms extends SqlForms>(
    dialect: SqlTarget<Forms>,
    options?: Forms["valueOptions"],
  ): Forms["value"] {
    requireDialect(dialect, "toSqlValue");
    return dialect.compileValue(this.#compiled(), options);
  }

  /** The numbers of the rows that match: ascending, or in the order given by the options. */
  select<Forms extends ColumnsForms>(
    columns: ColumnsTarget<Forms>,
    options?: Forms["options"],
  ): Forms["result"] {
    requireColumns(columns, "select");
    return columns[APPLY](this.#compiled(), options);
  }

  /**
   * The rows that match, as a mask with one bit for each row: `a.mask(columns).and(b.mask(columns).not())`. Masks are
   * counted and combined much faster than formulas run, and columns and `summarize` accept a mask instead of a formula.
   */
  mask<Forms extends ColumnsForms>(columns: ColumnsTarget<Forms>): Forms["mask"] {
    requireColumns(columns, "mask");
    return columns.mask(this);
  }

  /** Compiles the formula for a target. This is what `toSql` and `select` do, for code that works with either. */
  to<Forms extends TargetForms>(
    target: FormulaTarget<Forms>,
    ...[options]: OptionsArgument<Forms["options"]>
  ): Forms["result"] {
    requireTarget(target, "`to`: the target", "a dialect or columns");
    return target[APPLY](this.#compiled(), options);
  }

  /**
   * The formula that selects the records that both select. It combines the cores, not the texts, and uses the clock of
   * this formula. One of them may be compiled for a view of the other's schema, which has fewer fields.
   *
   * @throws `TypeError` if the other formula was compiled for another schema
   */
  and(other: Formula<Row>): Formula<Row> {
    return this.#joined("and", [this, other]);
  }

  /** The formula that selects the records that at least one of both selects. See `and`. */
  or(other: Formula<Row>): Formula<Row> {
    return this.#joined("or", [this, other]);
  }

  /**
   * The formula that selects exactly the records that this one does not. This includes records for which the value is
   * an error; the language's function `NOT` does not select those.
   */
  complement(): Formula<Row> {
    return this.#joined("complement", [this]);
  }

  #joined(operation: Joining, formulas: readonly Formula<Row>[]): Formula<Row> {
    let { schema } = this.#parts;
    for (const formula of formulas) {
      if (!(formula instanceof Formula)) {
        throw misuse(`\`${operation}\`: the formula`, "one that `compile` made", formula);
      }
      schema = commonSchema(schema, formula.#parts.schema, `\`${operation}\``);
    }
    const parts = formulas.map((formula) => partsFor(schema, formula.#boundParts()));
    return Formula.of(joinedParts(operation, parts));
  }

  /** The parts with the values of the parameters. */
  #boundParts(): FormulaParts {
    const parts = this.#parts;
    const { root, condition, originOf } = this.#boundCore();
    const values = this.#bound.plain;
    return {
      ...parts,
      root,
      condition,
      recipe: parts.recipe && { ...parts.recipe, values },
      explain: (scope, offset, visible) =>
        parts.explain({ ...scope, bound: values }, offset, visible),
      assume: (known) =>
        parts.assume(values.length === 0 ? known : { ...known, ...knownParameters(values) }),
      spanOf: (node) => {
        const origin = originOf(node);
        return origin && parts.spanOf(origin);
      },
    };
  }

  /** @internal Called by `internals`. */
  inside(): CompiledFormula {
    return this.#compiled();
  }

  #compiled(): CompiledFormula {
    const parts = this.#boundParts();
    const { schema, clock, codeGeneration, mostWork, root, condition, spanOf } = parts;
    return {
      schema,
      root,
      condition,
      codeGeneration,
      visible: parts.visible ?? schema.fields,
      mostWork,
      source: this.source,
      fields: this.fields,
      openedLength: parts.openedLength,
      constantLength: parts.constantLength,
      recipe: parts.recipe,
      now: () => readClock(clock),
      evaluate: (row, now) => this.#program.evaluate(row, now, this.#bound),
      inMemory: (condition, now) => {
        const program = new RowProgram(condition, condition, rowStrategy(codeGeneration));
        return {
          matches: (row) => program.matches(row, now),
          filter: (rows) => program.filter(rows, now),
        };
      },
      spanOf,
    };
  }

  /** @internal Folds the values of the parameters into the core now, rather than on first use. */
  foldValues(folded?: FoldedConstants): void {
    this.#core ??= boundCore(this.#parts, this.#bound.plain, folded);
  }

  /** The core with the values of the parameters, so that targets see literals. Built once. */
  #boundCore(): BoundCore {
    this.#core ??= boundCore(this.#parts, this.#bound.plain);
    return this.#core;
  }

  #scope(row: Row): Scope {
    return rowScope(row, this.#now(), this.#bound.plain);
  }

  /** Reads the clock only if the formula uses the time: other formulas work with a broken clock. */
  #now(): number {
    return this.#program.usesNow ? readClock(this.#parts.clock) : 0;
  }
}

interface BoundCore extends Pick<Lowered, "root" | "condition"> {
  /** The node of the original core that a node of this core replaces. */
  readonly originOf: (node: CoreNode) => CoreNode | undefined;
}

function boundCore(
  { root, condition }: FormulaParts,
  values: readonly Plain[],
  folded?: FoldedConstants,
): BoundCore {
  if (values.length === 0) return { root, condition, originOf: (node) => node };
  const builder = new CoreBuilder(undefined, undefined, folded);
  const specialiser = new Specialiser(knownParameters(values), builder);
  return {
    root: specialiser.of(root),
    condition: specialiser.of(condition),
    originOf: (node) => specialiser.originOf(node),
  };
}

function knownParameters(values: readonly Plain[]): Facts {
  return { parameter: ({ index }) => values[index] ?? null };
}

function withoutRow(call: string): TypeError {
  return new TypeError(`\`${call}\` needs a record: write \`formula.${call}(record)\``);
}

function isExact(options: { readonly exact?: boolean } | undefined): options is { exact: true } {
  return options?.exact === true;
}

/** How a formula tests rows. */
export function rowStrategy(codeGeneration: boolean): RowStrategy {
  return codeGeneration ? "adaptive" : "closures";
}

/** @throws `TypeError` unless the argument is columns */
function requireColumns(columns: unknown, call: string): void {
  requireTarget(
    columns,
    `\`${call}\`: the first argument`,
    '`Columns` of "isoform/columns" or a snapshot of them',
    "columns",
  );
}
